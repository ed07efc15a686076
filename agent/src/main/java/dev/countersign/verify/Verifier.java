package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Checkpoint;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Verifies one chain, from a bundle or from its files (spec 2.6). {@link #accept} and {@link
 * #finish} are the order of the checks.
 *
 * <p>Nothing in the input makes this throw: what is malformed is a finding with its code. Only
 * reading can fail, with the {@code IOException} of the file. Entries are taken one at a time and
 * not kept.
 */
public final class Verifier {

  private final Given given;
  private final Failures failures = new Failures();
  private final Identity identity = new Identity(failures);
  private final ChainCheck chain = new ChainCheck();
  private final Nodes nodes = new Nodes();
  private final Delegation delegation = new Delegation(nodes, failures);
  private final CallTable calls = new CallTable();
  private final ExecutionBinding binding = new ExecutionBinding(nodes, calls, failures);
  private final EffectCheck effects;
  private final Envelopes envelopes;
  private final CheckpointCheck checkpoints;
  private Header header;

  private Observer observer = Observer.NOBODY;

  /** Entries before the first segment that is at hand. */
  private long archived;

  /** The beginning of an entry at the end of the last segment, or null. */
  private byte[] unfinished;

  private Verifier(Given given) {
    this.given = given;
    this.effects = new EffectCheck(given.effects(), calls, failures);
    this.envelopes = new Envelopes(given.witnesses(), failures);
    this.checkpoints = new CheckpointCheck(given.checkpoints(), failures);
    if (given.checkpoints().from() != null) {
      chain.resume(given.checkpoints().from());
      identity.resume();
      delegation.resume(given.checkpoints().from().chainId());
      binding.resume();
      effects.resume();
    }
  }

  /**
   * Verifies a bundle.
   *
   * @param json the whole document
   * @throws IOException only when effect records cannot be read
   */
  public static Report bundle(byte[] json, Given given) throws IOException {
    Verifier verifier = new Verifier(given);
    Object document;
    try {
      document = Json.parse(json);
    } catch (NotCanonicalException malformed) {
      return verifier.noBundle("it is not strict JSON: " + malformed.getMessage());
    }
    String wrong = verifier.bundleFault(document);
    if (wrong != null) {
      return verifier.noBundle(wrong);
    }
    Map<String, Object> bundle = Entry.object(document);
    verifier.begin(
        new Header(
            bundle.get("v"), bundle.get("chain_id"), Entry.object(bundle.get("anchor")), true));
    verifier.envelopes.begin((List<?>) bundle.get("envelopes"));
    verifier.checkpoints.begin(List.of());
    for (Object entry : (List<?>) bundle.get("entries")) {
      verifier.accept(entry, null);
    }
    if (given.secondOpinion()) {
      verifier.compare(json, document, null);
    }
    return verifier.finish();
  }

  /**
   * Verifies a chain from its files, with the effect records that lie beside them.
   *
   * @throws IOException when a file cannot be read
   */
  public static Report chain(ChainFiles files, Given given) throws IOException {
    return chain(files, given, Observer.NOBODY);
  }

  /**
   * The same, with an account for people.
   *
   * @param account hears of each entry and record
   */
  public static Report chain(ChainFiles files, Given given, Chronicle account) throws IOException {
    return chain(files, given, (Observer) account);
  }

  static Report chain(ChainFiles files, Given given, Observer observer) throws IOException {
    Checkpoint from = given.checkpoints().from();
    List<Path> beside = files.checkpoints();
    ChainFiles read = from == null ? files : files.from(segmentOf(from.size(), files.segments()));
    try (EffectRecords records = read.records()) {
      Verifier verifier = new Verifier(records == null ? given : given.withEffects(records));
      verifier.envelopes.begin(null);
      verifier.checkpoints.begin(beside);
      verifier.observer = observer;
      verifier.effects.tell(observer);
      long first = ChainFiles.firstOf(files.segments().get(0));
      verifier.archived = from == null || first == Long.MAX_VALUE ? 0 : first;
      for (Path segment : read.segments()) {
        try (InputStream in = Files.newInputStream(segment)) {
          if (from != null && segment.equals(read.segments().get(0))) {
            verifier.resume(in, from, from.size() - ChainFiles.firstOf(segment));
          } else {
            verifier.read(in);
          }
        }
      }
      return verifier.finish();
    }
  }

  /** Which segment holds an entry, or is the last one before it. */
  private static int segmentOf(long seq, List<Path> segments) throws IOException {
    int at = 0;
    while (at + 1 < segments.size() && ChainFiles.firstOf(segments.get(at + 1)) <= seq) {
      at++;
    }
    return at;
  }

  /**
   * Passes over the lines before a checkpoint, unread, and reads on from there.
   *
   * @param before how many they are; not positive for none
   */
  private void resume(InputStream segment, Checkpoint from, long before) throws IOException {
    BoundedLines lines = new BoundedLines(segment);
    long passed = 0;
    while (passed < before && lines.next() && lines.ended()) {
      passed++;
    }
    if (passed < before) {
      failures.add(
          Check.CHECKPOINTS,
          Failure.ofChain(
              "checkpoint_mismatch",
              "the checkpoint that you trust is of "
                  + from.size()
                  + " entries, and the chain ends before: the end was cut off"));
    } else if (passed > 0 && !from.head().equals(hashOf(lines.line()))) {
      failures.add(
          Check.CHECKPOINTS,
          Failure.ofChain(
              "checkpoint_mismatch",
              "entry "
                  + (from.size() - 1)
                  + " is not the last one of the checkpoint that you trust"));
    }
    read(lines);
  }

  private static Object hashOf(byte[] line) {
    try {
      Map<String, Object> entry = line == null ? null : Entry.object(Json.parse(line));
      return entry == null ? null : entry.get("hash");
    } catch (NotCanonicalException malformed) {
      return null;
    }
  }

  /**
   * Verifies a chain from a stream, which is read to its end and not closed.
   *
   * @throws IOException when it cannot be read
   */
  public static Report chain(InputStream entries, Given given) throws IOException {
    Verifier verifier = new Verifier(given);
    verifier.envelopes.begin(null);
    verifier.checkpoints.begin(List.of());
    verifier.read(entries);
    return verifier.finish();
  }

  private void read(InputStream segment) throws IOException {
    read(new BoundedLines(segment));
  }

  private void read(BoundedLines lines) throws IOException {
    try (ParsedLines parsed = new ParsedLines(lines)) {
      for (ParsedLines.Line line = parsed.next(); line != null; line = parsed.next()) {
        // A segment that was begun has nothing in it yet: its file is made before its first line.
        unfinishedIsAFinding("another segment follows it");
        if (!line.ended() && UnfinishedLine.is(line.bytes())) {
          unfinished = line.bytes();
        } else {
          accept(line);
        }
      }
    }
  }

  /** A line that was being written when the reader came, or the process ended, is the last one. */
  private void unfinishedIsAFinding(String why) {
    if (unfinished != null) {
      unreadable("it is no whole entry, and " + why);
      unfinished = null;
    }
  }

  private Report noBundle(String why) {
    failures.add(Check.BUNDLE, Failure.ofChain("invalid_bundle", why));
    return new Report(
        given, failures, null, chain, delegation, null, effects, envelopes, checkpoints, 0, 0, 0);
  }

  private String bundleFault(Object document) {
    Map<String, Object> bundle = Entry.object(document);
    if (bundle == null) {
      return "it is not a JSON object";
    }
    if (!(bundle.get("entries") instanceof List<?>)) {
      return "it has no array \"entries\"";
    }
    for (String member : List.of("anchor", "redaction")) {
      if (bundle.get(member) != null && Entry.object(bundle.get(member)) == null) {
        return member + " is not an object";
      }
    }
    if (bundle.get("envelopes") != null && !(bundle.get("envelopes") instanceof List)) {
      return "envelopes is not an array";
    }
    for (String member : List.of("note", "c14n")) {
      if (bundle.get(member) != null && !(bundle.get(member) instanceof String)) {
        return member + " is not a string";
      }
    }
    return bundle.get("chain_id") instanceof String id && !Entry.isId(id)
        ? "chain_id is longer than " + Entry.MAX_ID + " bytes"
        : null;
  }

  private void begin(Header header) {
    this.header = header;
    identity.begin(header);
  }

  /** One line of a chain file. */
  private void accept(ParsedLines.Line line) throws IOException {
    if (line.bytes() == null) {
      unreadable("it is longer than " + BoundedLines.MAX_LINE + " bytes");
      return;
    }
    if (line.malformed() != null) {
      unreadable("it is not strict JSON: " + line.malformed().getMessage());
      return;
    }
    if (given.secondOpinion()) {
      compare(line.bytes(), line.value(), chain.count());
    }
    accept(line.value(), line.canonical());
  }

  /**
   * @param line null where it is not known to be the value's canonical form
   */
  private void accept(Object value, CanonicalLine line) throws IOException {
    given.progress().entry();
    Map<String, Object> fields = Entry.object(value);
    if (fields == null) {
      unreadable("it is " + Shown.of(value) + ", not an object");
      return;
    }
    Entry entry = new Entry(chain.count(), fields, line);
    String wrong = RecordSchema.common(entry);
    if (wrong != null) {
      failures.add(Check.LEDGER_FIELDS, Failure.at(entry, "invalid_ledger_entry", wrong));
      checkpoints.accept(entry);
      chain.acceptUnreadable("entry " + chain.count() + " is not well formed: " + wrong);
      return;
    }
    if (header == null) {
      begin(Header.ofChain(entry));
    }
    identity.accept(entry);
    knownFields(entry);
    chain.accept(entry);
    checkpoints.accept(entry);
    observer.entry(entry);
    envelopes.accept(entry);
    delegation.accept(entry);
    policy(entry);
    Long version = header.integralVersion();
    if (version != null && version == 2) {
      if (binding.accept(entry)) {
        effects.accept(entry);
      }
    } else if (version != null && version == 1) {
      version1(entry);
    }
  }

  private void unreadable(String why) {
    long index = chain.count();
    failures.add(
        Check.LEDGER_FIELDS,
        new Failure(
            "invalid_ledger_entry", null, null, null, "entry " + index + ": " + why, index));
    checkpoints.acceptUnreadable();
    chain.acceptUnreadable("entry " + index + " cannot be read");
  }

  private void knownFields(Entry entry) {
    TreeSet<String> unknown = null;
    for (String field : entry.fields().keySet()) {
      if (!LedgerFields.KNOWN.contains(field)) {
        unknown = unknown == null ? new TreeSet<>() : unknown;
        unknown.add(field);
      }
    }
    if (unknown != null) {
      failures.add(
          Check.LEDGER_FIELDS,
          Failure.at(
              entry,
              "unknown_ledger_fields",
              "entry carries fields that this verifier does not evaluate and will not ignore: "
                  + Shown.list(unknown)));
    }
    if (!LedgerFields.EVENTS.contains(entry.event())) {
      failures.add(
          Check.LEDGER_FIELDS,
          Failure.at(
              entry,
              "unknown_ledger_event",
              "event " + Shown.quoted(entry.get("event")) + " is not of this format"));
    }
  }

  private void policy(Entry entry) {
    if (!entry.has("policy")) {
      return;
    }
    boolean schema = header.isVersion(2L); // there allow and deny are the record schema's
    if (entry.event().equals("allow")) {
      if (!schema && !RecordSchema.isKnownPolicy(entry.get("policy"))) {
        failures.add(
            Check.POLICY,
            Failure.at(
                entry,
                "invalid_policy",
                "allow carries policy "
                    + Shown.quoted(entry.get("policy"))
                    + ", not a known value"));
      }
    } else if (!schema || !entry.event().equals("deny")) {
      failures.add(
          Check.POLICY,
          Failure.at(
              entry,
              "policy_on_non_allow",
              Shown.of(entry.get("event")) + " carries policy, which is a field of allow"));
    }
  }

  private void version1(Entry entry) {
    TreeSet<String> leaked = new TreeSet<>(entry.fields().keySet());
    leaked.retainAll(LedgerFields.VERSION_2_ONLY);
    if (!leaked.isEmpty()) {
      failures.add(
          Check.BINDING,
          Failure.at(
              entry,
              "v2_field_on_v1",
              Shown.of(entry.get("event"))
                  + " carries fields of version 2 on a chain of version 1: "
                  + Shown.list(leaked)));
    }
  }

  private void compare(byte[] json, Object value, Long entry) {
    String disagreement = SecondOpinion.on(json, value);
    if (disagreement != null) {
      failures.add(
          Check.INTEGRITY,
          new Failure("integrity", entry, null, null, "second opinion: " + disagreement, entry));
    }
  }

  private Report finish() throws IOException {
    if (nodes.allDone()) {
      unfinishedIsAFinding("every node had said that it was done");
    }
    identity.finish();
    expected();
    if (chain.broken() != null) {
      failures.add(
          Check.INTEGRITY,
          chain.brokenAt() == null
              ? Failure.ofChain("integrity", chain.broken())
              : Failure.at(chain.brokenAt(), "integrity", chain.broken()));
    }
    Map<String, Object> anchor = anchor();
    if (given.key() != null && (header != null && header.isBundle() || anchor != null)) {
      String fault = Anchor.fault(anchor, given.key(), chain);
      if (fault != null) {
        failures.add(Check.ANCHOR, Failure.ofChain("integrity(anchor)", fault));
      }
    }
    envelopes.finish(chain);
    checkpoints.finish(
        header != null && header.chainId() instanceof String id
            ? id
            : given.checkpoints().from() == null ? null : given.checkpoints().from().chainId(),
        chain.count());
    ExecutionBinding conclusions = null;
    if (header != null && header.isVersion(2L)) {
      if (failures.any(Check.VERSION) || failures.any(Check.ENTRY_VERSIONS)) {
        // What the records of two versions say about each other is not defined.
        failures.drop(Check.BINDING);
      } else {
        binding.finish(unfinished != null);
        conclusions = binding;
      }
    }
    return new Report(
        given,
        failures,
        header,
        chain,
        delegation,
        conclusions,
        effects,
        envelopes,
        checkpoints,
        archived,
        unfinished == null ? 0 : unfinished.length,
        effects.unnamed());
  }

  /**
   * A bundle encloses its anchor; beside a chain file, the one that the reader kept takes its
   * place.
   */
  private Map<String, Object> anchor() {
    return header != null && header.isBundle() ? header.anchor() : given.expectedAnchor();
  }

  private void expected() {
    Given.Head head = given.expectedHead();
    long seq = chain.count() - 1;
    if (head != null && (head.seq() != seq || !head.hash().equals(chain.head()))) {
      failures.add(
          Check.EXPECTED,
          Failure.ofChain(
              "expected_head_mismatch",
              "the chain ends at (seq="
                  + seq
                  + ", hash="
                  + Shown.of(chain.head())
                  + ") but the head that was kept is (seq="
                  + head.seq()
                  + ", hash="
                  + head.hash()
                  + ")"));
    }
    Map<String, Object> anchor = given.expectedAnchor();
    if (anchor != null) {
      List<String> different = new ArrayList<>();
      Long anchored = Integral.of(anchor.get("seq"));
      if (anchored == null || anchored != seq) {
        different.add("seq");
      }
      if (chain.head() == null || !chain.head().equals(anchor.get("head"))) {
        different.add("head");
      }
      if (header == null || !String.valueOf(header.chainId()).equals(anchor.get("chain_id"))) {
        different.add("chain_id");
      }
      if (header == null || !header.isVersion(anchor.get("v"))) {
        different.add("v");
      }
      if (!different.isEmpty()) {
        failures.add(
            Check.EXPECTED,
            Failure.ofChain(
                "expected_anchor_mismatch",
                "the chain differs from the anchor that was kept in " + Shown.list(different)));
      }
    }
  }
}
