package dev.countersign.policy;

import java.util.List;
import java.util.Map;

/** The machine that a policy is for: what only it can say about an object. */
public interface Host {

  /**
   * Reads a judging object as the machine's own configuration is read.
   *
   * @param name what messages call it
   * @throws PolicyException with the first thing that is wrong with it
   */
  Candidate read(String name, Map<String, Object> policy) throws PolicyException;

  /** Reads an unsigned document: YAML or JSON, as in the machine's configuration. */
  Candidate readFile(String name, byte[] content) throws PolicyException;

  /**
   * Judges the cases that came with an object.
   *
   * @throws PolicyException naming the first case that comes out differently
   */
  void test(String name, Candidate candidate, List<?> cases) throws PolicyException;

  /**
   * Whether an object can be adopted while the JVM runs: hooks are woven when it starts.
   *
   * @param pinned what judges now; null before the start
   * @throws PolicyException naming what takes a restart
   */
  void requireAdoptable(String name, Candidate candidate, Candidate pinned) throws PolicyException;

  /** Why this JVM cannot enforce; null where it can. */
  String unenforceable();
}
