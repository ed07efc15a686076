package dev.countersign.observe;

/** What a JMX client sees of the agent of this JVM; read-only. */
public interface CountersignMXBean {

  /** Of the agent. */
  String getVersion();

  /** {@code enforce} or {@code observe}. */
  String getMode();

  /** Of the chain that is written; null while none can be. */
  String getChainId();

  /** Number of the chain's last entry. */
  long getLastEntry();

  /** Hash of the chain's last entry, 64 hex digits. */
  String getHead();

  /** Whether nothing is written any more. */
  boolean isClosed();

  /** Calls that owe an outcome. */
  int getPending();

  /** Effects that {@code unbound: allow} let happen. */
  long getUnboundAllowed();

  /** Outcomes that could not be written where nobody could be told. */
  long getOutcomesLost();

  /** Checks that failed by themselves. */
  long getChecksFailed();

  /** What is not covered, as the agent said it at its start. */
  String[] getHoles();

  /** Sites that are woven by now. */
  int getSitesWoven();

  /** Sites that could not be. */
  int getSitesLost();

  /** The agents that are at work, with their meters, one line each. */
  String[] getNodes();
}
