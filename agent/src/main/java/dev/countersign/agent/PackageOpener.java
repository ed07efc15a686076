package dev.countersign.agent;

import dev.countersign.weave.Weaver;
import java.util.function.Consumer;

/** Lets a snapshot read the fields of a class whose module keeps its package closed. */
record PackageOpener(Weaver weaver) implements Consumer<Class<?>> {

  @Override
  public void accept(Class<?> type) {
    weaver.openPackageOf(type);
  }
}
