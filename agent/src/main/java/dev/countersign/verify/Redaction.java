package dev.countersign.verify;

import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.EntryHash;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What of an entry may leave the house (seed 4: every field of the format and no other; research
 * 1.4). Free text of a {@code task} becomes {@code redacted:len=<code points>:h=<12 hex digits of
 * its SHA-256>}; whatever else stands outside the lists is a violation, and then nothing is written
 * at all: to leave it out silently could make a call look contained that was not.
 *
 * <p>Entries change by that, so the chain is hashed anew, before it is anchored. Call ids do not
 * change. A short text can be found from its hash by trying.
 */
public final class Redaction {

  /** Ours bind records and calls by these (spec 2.4); their values are digests and ids. */
  private static final Set<String> OUR_CONTEXT = Set.of("preview", "record", "parent");

  private static final Map<String, Set<String>> NESTED =
      Map.of(
          "adapter", Set.of("module", "version", "hook_path"),
          "receipt", Set.of("type", "ref", "digest"),
          "authority", Set.of("scopes", "constraints", "ttl"),
          "requested", Set.of("scopes", "constraints", "ttl"),
          "granted", Set.of("scopes", "constraints", "ttl"),
          "detail", Set.of("requested"));

  private static final Set<String> REASON =
      Set.of("code", "constraint", "limit", "requested", "message");

  private final Set<String> contextKeys;
  private String previous = EntryHash.GENESIS;

  /**
   * @param contextKeys further keys of {@code context} that may leave, whatever their values
   */
  public Redaction(Set<String> contextKeys) {
    this.contextKeys = Set.copyOf(contextKeys);
  }

  /** What in an entry stands outside the lists; empty when it may leave. */
  List<String> violations(Entry entry) {
    TreeSet<String> fields = new TreeSet<>(entry.fields().keySet());
    fields.removeAll(LedgerFields.KNOWN);
    List<String> found = new ArrayList<>();
    fields.forEach(field -> found.add(Shown.of(field)));
    if (entry.get("task") != null && entry.text("task") == null) {
      found.add("task, which is no text");
    }
    context(entry, found);
    for (Map.Entry<String, Set<String>> each : NESTED.entrySet()) {
      Object value = entry.get(each.getKey());
      if (value != null) {
        members(each.getKey(), Entry.object(value), each.getValue(), found);
      }
    }
    if (entry.get("reasons") instanceof List<?> reasons) {
      for (Object reason : reasons) {
        members("reasons[]", Entry.object(reason), REASON, found);
      }
    }
    return found;
  }

  private void context(Entry entry, List<String> found) {
    Map<String, Object> context = Entry.object(entry.get("context"));
    if (context == null) {
      if (entry.get("context") != null) {
        found.add("context, which is no object");
      }
      return;
    }
    for (Map.Entry<String, Object> member : context.entrySet()) {
      boolean ours =
          OUR_CONTEXT.contains(member.getKey())
              && (Entry.isHex(member.getValue(), 64) || Entry.isHex(member.getValue(), 32));
      if (!ours && !contextKeys.contains(member.getKey())) {
        found.add("context." + Shown.of(member.getKey()));
      }
    }
  }

  private static void members(
      String what, Map<String, Object> object, Set<String> known, List<String> found) {
    if (object == null) {
      found.add(what + ", which is no object");
      return;
    }
    TreeSet<String> other = new TreeSet<>(object.keySet());
    other.removeAll(known);
    other.forEach(member -> found.add(what + "." + Shown.of(member)));
  }

  /** The next entry as it leaves, linked to the one before. */
  Map<String, Object> next(Entry entry) {
    Map<String, Object> redacted = new LinkedHashMap<>(entry.fields());
    String task = entry.text("task");
    if (task != null && !task.isEmpty()) {
      String digest = Sha256.hex(task.getBytes(StandardCharsets.UTF_8));
      redacted.put(
          "task",
          "redacted:len="
              + task.codePointCount(0, task.length())
              + ":h="
              + digest.substring(0, 12));
    }
    redacted.put("prev_hash", previous);
    previous = EntryHash.of(previous, redacted);
    redacted.put("hash", previous);
    return redacted;
  }

  /** The hash of the last entry that {@link #next} made. */
  String head() {
    return previous;
  }
}
