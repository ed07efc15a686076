package dev.countersign.guardrail;

import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

/**
 * The state of an actor of whom nobody said who it is ({@code actor.from}): its members are not
 * known, which is not the same as missing. A rule that asks for one of them cannot tell: a {@code
 * deny} and a {@code requires_approval} match where they could, an {@code allow} does not.
 */
public final class UnknownActor extends AbstractMap<String, Object> {

  /** Its text in a record, and in cases and files that stand for one. */
  public static final String TEXT = "unknown";

  /** What is known all the same: the agent's name is the configuration's. */
  static final String AGENT = "agent";

  private final Map<String, Object> known;

  /**
   * @param agent null where not even that is known
   */
  public UnknownActor(Object agent) {
    this.known = agent == null ? Map.of() : Map.of(AGENT, agent);
  }

  @Override
  public Object get(Object key) {
    return known.get(key);
  }

  @Override
  public boolean containsKey(Object key) {
    return known.containsKey(key);
  }

  @Override
  public Set<Entry<String, Object>> entrySet() {
    return known.entrySet();
  }
}
