package dev.countersign.policy;

import java.util.List;

/** A judging object that this machine could be judged by. */
public interface Candidate {

  /** Of the object itself. */
  long version();

  /** The name of what judges. */
  String name();

  /** Whether the object itself asks for {@code enforce}. */
  boolean enforcing();

  /** The text whose SHA-256 receipts name (spec 3.1). */
  byte[] canonical();

  /** Its layers, in the order of their ranks. */
  List<Layer> layers();

  /** Whether a rule of this id refuses something. */
  boolean hasRefusingRule(String id);

  /**
   * One layer.
   *
   * @param sha256 of its canonical text
   */
  record Layer(String level, long version, String sha256) {}
}
