package dev.countersign.pin;

import dev.countersign.observe.StandardError;
import dev.countersign.observe.StateDirectory;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Whether a tool's definition is still the one that was pinned. A definition that is pinned is
 * found in memory; the file is read for the first use of a tool in this JVM and for one that
 * differs, so that what a person accepts meanwhile holds from the next call on.
 */
public final class ToolPins {

  /** Of a tool whose definition changes with every call, say. */
  private static final int MOST_REMEMBERED = 1_000;

  private final String configured;
  private final BooleanSupplier refusing;

  /** The digests that a tool's calls may have, by {@link #key}. */
  private final Map<String, Set<String>> known = new ConcurrentHashMap<>();

  private final Set<String> said = ConcurrentHashMap.newKeySet();
  private PinStore store;

  /** What the file was when it last said no, and to what; guarded by this. */
  private Object refusedAt;

  private final Map<String, PinCheck> refused = new HashMap<>();

  /**
   * @param stateDirectory {@code state.dir}, which is made where only itself is missing; nothing is
   *     looked at before the first check
   * @param refusing whether calls whose tool changed are refused now; only for what is said
   */
  public ToolPins(String stateDirectory, BooleanSupplier refusing) {
    this.configured = stateDirectory;
    this.refusing = refusing;
  }

  /**
   * Looks a call's definition up; pins it where its tool was never used before.
   *
   * @param tool name as the model calls it
   * @param method what carries it out
   * @param digest of the definition that led to the call
   * @param definition reads it, where it has to be kept
   * @throws IOException where the pins cannot be read, or the first use cannot be kept; said on
   *     standard error once
   */
  public PinCheck check(
      String tool, String method, String digest, Supplier<Map<String, Object>> definition)
      throws IOException {
    String key = key(tool, method);
    Set<String> allowed = known.get(key);
    if (allowed != null && allowed.contains(digest)) {
      return PinCheck.SAME;
    }
    try {
      // Before a lock is taken: reading it runs the library's code.
      PinnedDefinition met =
          PinnedDefinition.met(digest, now(), PinnedDefinition.FIRST_USE, definition.get());
      return look(key, tool, method, met);
    } catch (IOException unusable) {
      if (said.add(String.valueOf(unusable.getMessage()))) {
        StandardError.say("tool definitions cannot be pinned: " + unusable.getMessage());
      }
      throw unusable;
    }
  }

  /** A name cannot hold the separator: the canonical form of what was judged would not hold it. */
  private static String key(String tool, String method) {
    return tool.length() + ":" + tool + method;
  }

  private synchronized PinCheck look(String key, String tool, String method, PinnedDefinition met)
      throws IOException {
    if (store == null) {
      store = PinStore.in(StateDirectory.open(configured));
    }
    String digest = met.digest();
    PinCheck before = refused.get(key + digest);
    if (before != null && store.stamp().equals(refusedAt)) {
      return before;
    }
    PinCheck[] found = new PinCheck[1];
    Object[] stamp = new Object[1];
    List<PinnedTool> all =
        store.change(
            now -> {
              PinnedTool pinned = find(now, tool, method);
              if (pinned == null) {
                found[0] = PinCheck.firstUse(digest);
                return with(now, null, new PinnedTool(tool, method, List.of(met), List.of()));
              }
              if (pinned.allows(digest)) {
                found[0] = PinCheck.allowed(pinned, digest);
                return now;
              }
              found[0] = PinCheck.changed(pinned, met);
              return pinned.isWaiting(digest)
                  ? now
                  : with(now, pinned, pinned.met(met.accepted(null, met.since())));
            },
            after -> stamp[0] = after);
    known.put(key, digests(find(all, tool, method)));
    if (found[0].isChanged()) {
      if (!stamp[0].equals(refusedAt) || refused.size() >= MOST_REMEMBERED) {
        refused.clear();
        refusedAt = stamp[0];
      }
      refused.put(key + digest, found[0]);
      announce(key, tool, digest, found[0]);
    }
    return found[0];
  }

  private void announce(String key, String tool, String digest, PinCheck check) {
    if (said.size() < MOST_REMEMBERED && said.add(key + digest)) {
      StandardError.say(
          "tool "
              + tool
              + ": "
              + check.text()
              + (refusing.getAsBoolean()
                  ? "; its calls are refused until"
                  : "; its calls would be refused (mode: observe) until")
              + " somebody accepts it. See what changed: countersign pins diff --state "
              + configured);
    }
  }

  /** RFC 3339 UTC, whole seconds. */
  public static String now() {
    return Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static PinnedTool find(List<PinnedTool> tools, String tool, String method) {
    for (PinnedTool each : tools) {
      if (each.tool().equals(tool) && each.method().equals(method)) {
        return each;
      }
    }
    return null;
  }

  private static List<PinnedTool> with(List<PinnedTool> now, PinnedTool old, PinnedTool next) {
    List<PinnedTool> all = new ArrayList<>(now);
    all.remove(old);
    all.add(next);
    return PinStore.sorted(all);
  }

  private static Set<String> digests(PinnedTool tool) {
    Set<String> digests = new HashSet<>();
    for (PinnedDefinition each : tool.pinned()) {
      digests.add(each.digest());
    }
    return digests;
  }
}
