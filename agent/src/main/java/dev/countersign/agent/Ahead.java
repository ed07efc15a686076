package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Ledger;
import dev.countersign.scope.Effects;
import dev.countersign.sink.carry.CarrySites;
import dev.countersign.sink.exec.ExecSinks;
import dev.countersign.sink.tool.ConfiguredTools;
import dev.countersign.weave.LoadedAhead;

/**
 * Reads on a second processor, while the configuration is read, the classes that the steps after it
 * need. It decides nothing, and a failure of it changes nothing: whoever needs the class next meets
 * the same failure, where it is told.
 *
 * <p>Classes are loaded, not initialised: two threads that initialise classes which need each other
 * would wait for each other.
 */
final class Ahead implements Runnable {

  static void start() {
    Thread thread = new Thread(null, new Ahead(), "countersign-ahead", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  @Override
  public void run() {
    try {
      load();
      LoadedAhead.load();
    } catch (LinkageError again) {
      return;
    }
  }

  /** In the order in which they are needed. */
  private static Class<?>[] load() {
    return new Class<?>[] {
      Ledger.class,
      Canonical.class,
      Sha256.class,
      Judge.class,
      Effects.class,
      ExecSinks.class,
      CarrySites.class,
      ConfiguredTools.class,
    };
  }

  private Ahead() {}
}
