package dev.countersign.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The shape of an observer envelope, version 1 (attenu-guard 0.13, "The envelope" of its vectors'
 * README): {@code {v, typ, subject, observed{result, at, method}, witness{kid, alg}, sig}}. The
 * version commits the whole member set, so a member more is another version that does not say so.
 */
final class EnvelopeForm {

  static final String TYPE = "delegation-event-observation";

  private static final Set<String> MEMBERS =
      Set.of("v", "typ", "subject", "observed", "witness", "sig");
  private static final Set<String> OBSERVED = Set.of("result", "at", "method");
  private static final Set<String> WITNESS = Set.of("kid", "alg");
  private static final Set<String> SPAWN = Set.of("chain_id", "node", "seq", "entry_hash", "event");
  private static final Set<String> ALLOW =
      Set.of("chain_id", "node", "seq", "entry_hash", "event", "call_id");
  private static final List<String> RESULTS = List.of("matched", "not_matched", "indeterminate");

  /** A fault that keeps the rest from being read. */
  record Fault(String reason, String detail) {}

  /** The first fault of an envelope's shape, or null. */
  static Fault of(Map<String, Object> envelope) {
    Long version = Integral.of(envelope.get("v"));
    if (version == null || version != 1 || !TYPE.equals(envelope.get("typ"))) {
      return new Fault(
          "envelope_unknown_version",
          "envelope v="
              + Shown.of(envelope.get("v"))
              + " typ="
              + Shown.of(envelope.get("typ"))
              + ", known is v=1 typ="
              + TYPE);
    }
    Map<String, Object> observed = Entry.object(envelope.get("observed"));
    Map<String, Object> witness = Entry.object(envelope.get("witness"));
    String wrong = members("the envelope", envelope, MEMBERS);
    if (wrong == null) {
      wrong = members("observed", observed, OBSERVED);
    }
    if (wrong == null) {
      wrong = members("witness", witness, WITNESS);
    }
    if (wrong != null) {
      return new Fault("envelope_unknown_member", wrong);
    }
    if (!(observed.get("result") instanceof String result)
        || !RESULTS.contains(result)
        || !(observed.get("at") instanceof String)
        || !(observed.get("method") instanceof String)) {
      return new Fault(
          "envelope_unknown_version",
          "observed is not {result: matched, not_matched or indeterminate, at, method} of version 1");
    }
    return subject(Entry.object(envelope.get("subject")));
  }

  private static Fault subject(Map<String, Object> subject) {
    if (subject == null) {
      return mismatch("subject is not an object");
    }
    Set<String> expected =
        "spawn".equals(subject.get("event"))
            ? SPAWN
            : "allow".equals(subject.get("event")) ? ALLOW : null;
    if (expected == null) {
      return mismatch(
          "subject event is "
              + Shown.quoted(subject.get("event"))
              + "; version 1 has subjects for spawn and allow");
    }
    TreeSet<String> added = new TreeSet<>(subject.keySet());
    added.removeAll(expected);
    if (!added.isEmpty()) {
      return new Fault(
          "envelope_unknown_member", "subject carries " + Shown.list(added) + " beyond version 1");
    }
    TreeSet<String> missing = new TreeSet<>(expected);
    missing.removeAll(subject.keySet());
    if (!missing.isEmpty()) {
      return mismatch("subject is without " + Shown.list(missing));
    }
    return Integral.of(subject.get("seq")) == null
        ? mismatch("subject seq is " + Shown.of(subject.get("seq")) + ", not an integer")
        : null;
  }

  private static Fault mismatch(String detail) {
    return new Fault("envelope_subject_mismatch", detail);
  }

  private static String members(String what, Map<String, Object> object, Set<String> expected) {
    if (object == null) {
      return what + " is not an object";
    }
    List<String> other = new ArrayList<>();
    for (String member : new TreeSet<>(object.keySet())) {
      if (!expected.contains(member)) {
        other.add(member);
      }
    }
    if (!other.isEmpty()) {
      return what + " carries " + Shown.list(other) + " beyond version 1";
    }
    TreeSet<String> missing = new TreeSet<>(expected);
    missing.removeAll(object.keySet());
    return missing.isEmpty() ? null : what + " is without " + Shown.list(missing);
  }

  private EnvelopeForm() {}
}
