package dev.countersign.weave;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;

/** JVM descriptors of methods known by reflection. */
final class Descriptors {

  static String of(Executable executable) {
    StringBuilder descriptor = new StringBuilder("(");
    for (Class<?> type : executable.getParameterTypes()) {
      descriptor.append(type.descriptorString());
    }
    Class<?> returned = executable instanceof Method method ? method.getReturnType() : void.class;
    return descriptor.append(')').append(returned.descriptorString()).toString();
  }

  private Descriptors() {}
}
