package dev.countersign.agent;

import dev.countersign.ledger.Ledger;
import dev.countersign.scope.Effects;
import dev.countersign.weave.LiveScopes;
import dev.countersign.weave.Weaver;

/**
 * What the agent's thread does every few seconds for people and programs that look at this JVM. It
 * begins some time after the start: until then none of its classes is loaded, and a JVM that ends
 * before has nothing to be told.
 */
final class Attendant implements Runnable {

  private static final long DELAY_NANOS = 500_000_000L;

  private final long began = System.nanoTime();
  private final String stateDirectory;
  private final Ledger ledger;
  private final Status status;
  private final Weaver weaver;
  private final Effects effects;
  private final Preflights preflights;
  private boolean ended;
  private Control control;
  private Onlookers onlookers;

  /**
   * @param stateDirectory {@code state.dir}
   */
  Attendant(
      String stateDirectory,
      Ledger ledger,
      Status status,
      Weaver weaver,
      Effects effects,
      Preflights preflights) {
    this.stateDirectory = stateDirectory;
    this.ledger = ledger;
    this.status = status;
    this.weaver = weaver;
    this.effects = effects;
    this.preflights = preflights;
  }

  @Override
  public synchronized void run() {
    if (ended || System.nanoTime() - began < DELAY_NANOS) {
      return;
    }
    if (control == null) {
      control =
          new Control(
              stateDirectory,
              ledger.files().stem(),
              new Commands(ledger, status, effects, preflights));
      onlookers = new Onlookers(ledger, status, preflights);
      weaver.onLoaded(Onlookers.classNames(), onlookers);
    }
    control.run();
    onlookers.run();
    status.follow();
    LiveScopes.look();
    ledger.look();
  }

  /** The JVM ends: no more commands. */
  synchronized void close() {
    ended = true;
    if (control != null) {
      control.close();
    }
  }
}
