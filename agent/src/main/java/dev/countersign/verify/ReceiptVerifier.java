package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.receipt.DecisionReceipt;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks receipts, offline, in five steps (spec 3.5): the chain around the entry, the decision
 * replayed, the guardrail compiled again, the signature, the place in the log.
 *
 * <p>Nothing in the input makes this throw: what is malformed is a step that failed. Receipts are
 * taken one a line; where the books are at hand, a batch of them at a time, for one pass over the
 * books.
 */
public final class ReceiptVerifier {

  /**
   * Whom a reader believes, and what he holds.
   *
   * @param signer who signs receipts, 32 bytes; null for nobody
   * @param checkpointKey who signs checkpoints, 32 bytes; null for nobody
   * @param witnesses who may cosign checkpoints
   * @param quorum how many of them have to
   * @param kept a checkpoint that he kept; null for none
   * @param consistency paths of consistency proofs, each tried where one is needed
   */
  public record Trust(
      byte[] signer,
      byte[] checkpointKey,
      List<NoteKey> witnesses,
      int quorum,
      Checkpoint kept,
      List<List<byte[]>> consistency) {

    /** Nobody, nothing. */
    public static Trust nobody() {
      return new Trust(null, null, List.of(), 0, null, List.of());
    }
  }

  /** Takes what came of each receipt, in the order of the input. */
  public interface Reports {
    void report(ReceiptReport report) throws IOException;
  }

  /** Bytes of receipts that are held for one pass over the books. */
  private static final int BATCH = 64 << 20;

  /** Bytes of judging objects that are remembered from one line for the later ones. */
  private static final long CARRIED = 64L << 20;

  private static final int COMPILED = 8;

  private static final String CHAIN = "chain";
  private static final String SIGNATURE = "signature";

  private List<byte[]> approvers = List.of();
  private final Trust trust;
  private final Policies policies;
  private final ReceiptBooks books;
  private final Supplied supplied;
  private final Inclusion inclusion;
  private final Map<String, byte[]> carried = new HashMap<>();
  private long carriedBytes;

  /** The last few; a file of receipts goes through policies in the order of their time. */
  private final Map<String, JudgedBy> compiled =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, JudgedBy> eldest) {
          return size() > COMPILED;
        }
      };

  private final Progress progress;

  /** A line as far as it could be read. */
  private static final class Receipt {
    private final long line;
    private final Map<String, Object> envelope;
    private Dsse dsse;
    private String malformed;
    private Map<String, Object> predicate;
    private Map<String, Object> digest;
    private String name;

    Receipt(long line, byte[] bytes) {
      this.line = line;
      Map<String, Object> object = null;
      try {
        object = bytes == null ? null : Entry.object(Json.parse(bytes));
        if (bytes == null) {
          malformed = "the line is longer than a receipt may be, 16 MiB";
        } else {
          dsse = Dsse.parse(bytes, MAX);
          read();
        }
      } catch (NotCanonicalException none) {
        malformed = none.getMessage();
      }
      this.envelope = object;
    }

    private void read() {
      if (!dsse.payloadType().equals(DecisionReceipt.PAYLOAD)) {
        malformed = "payloadType is not " + DecisionReceipt.PAYLOAD;
        return;
      }
      Map<String, Object> statement = Entry.object(Json.parse(dsse.payload()));
      if (statement == null
          || !DecisionReceipt.STATEMENT.equals(statement.get("_type"))
          || !DecisionReceipt.PREDICATE.equals(statement.get("predicateType"))
          || !(statement.get("subject") instanceof List<?> subjects)
          || subjects.size() != 1) {
        malformed = "the payload is no in-toto Statement of a decision, with one subject";
        return;
      }
      Map<String, Object> subject = Entry.object(subjects.get(0));
      digest = subject == null ? null : Entry.object(subject.get("digest"));
      predicate = Entry.object(statement.get("predicate"));
      if (digest == null
          || predicate == null
          || !Entry.isHex(digest.get("sha256"), 64)
          || !(subject.get("name") instanceof String named)
          || named.indexOf('/') < 0
          || !Entry.isId(named)) {
        malformed = "its subject has no name and SHA-256, or there is no predicate";
        return;
      }
      name = named;
    }

    String chainId() {
      return name.substring(0, name.lastIndexOf('/'));
    }

    Object of(String member, String inner) {
      Map<String, Object> object = predicate == null ? null : Entry.object(predicate.get(member));
      return object == null ? null : object.get(inner);
    }
  }

  /** Longest line, in bytes: an entry and a record have at most 1 MiB each, a policy 4. */
  private static final int MAX = 16 << 20;

  /**
   * @param books null where none are at hand
   * @param supplied what the reader knows of requests that the receipts do not disclose
   */
  public ReceiptVerifier(
      Trust trust, Policies policies, ReceiptBooks books, Supplied supplied, Progress progress) {
    this.trust = trust;
    this.policies = policies;
    this.books = books;
    this.supplied = supplied;
    this.progress = progress;
    this.inclusion = new Inclusion(trust);
  }

  /** Whose approvals count: public keys, 32 bytes each. */
  public void approvers(List<byte[]> keys) {
    approvers = List.copyOf(keys);
  }

  /**
   * Checks receipts, one a line.
   *
   * @throws IOException when the input, the books or the policies cannot be read
   */
  public void verify(InputStream in, Reports reports) throws IOException {
    try (Lines lines = new Lines(in)) {
      List<Receipt> batch = new ArrayList<>();
      long held = 0;
      for (byte[] line = lines.next(); lines.any(); line = lines.next()) {
        batch.add(new Receipt(lines.number(), line));
        held += line == null ? 0 : line.length;
        progress.entry();
        if (books == null || held > BATCH) {
          verify(batch, reports);
          batch.clear();
          held = 0;
        }
      }
      verify(batch, reports);
    }
  }

  private void verify(List<Receipt> batch, Reports reports) throws IOException {
    Map<String, Evidence> found = Map.of();
    if (books != null && !batch.isEmpty()) {
      Set<String> names = new LinkedHashSet<>();
      for (Receipt receipt : batch) {
        if (receipt.name != null) {
          names.add(receipt.name);
        }
      }
      found = books.find(names);
    }
    for (Receipt receipt : batch) {
      reports.report(report(receipt, found));
    }
  }

  private ReceiptReport report(Receipt receipt, Map<String, Evidence> found) throws IOException {
    List<ReceiptStep> steps = new ArrayList<>(5);
    if (receipt.malformed != null) {
      String none = "it is no receipt";
      steps.add(ReceiptStep.notChecked(CHAIN, none));
      steps.add(ReceiptStep.notChecked(Replay.DECISION, none));
      steps.add(ReceiptStep.notChecked(Replay.GUARDRAIL, none));
      steps.add(ReceiptStep.failed(SIGNATURE, "it is no receipt: " + receipt.malformed));
      steps.add(ReceiptStep.notChecked("inclusion", none));
    } else {
      Evidence evidence =
          books == null ? Evidence.carried(receipt.envelope) : found.get(receipt.name);
      steps.add(chain(receipt, evidence));
      new Replay(receipt.predicate, evidence, policy(receipt), supplied, approvers).into(steps);
      steps.add(signature(receipt));
      Long seq =
          evidence == null || evidence.entry() == null
              ? null
              : Integral.of(evidence.entry().get("seq"));
      steps.add(
          inclusion.check(
              Entry.object(receipt.predicate.get("transparency")),
              receipt.chainId(),
              (String) receipt.digest.get("sha256"),
              seq));
    }
    return new ReceiptReport(
        receipt.line,
        receipt.name,
        receipt.predicate == null ? null : text(receipt.predicate.get("verdict")),
        text(receipt.of("action", "type")),
        text(receipt.of("action", "target")),
        text(receipt.of("policy", "policy_bundle_hash")),
        text(receipt.of("evaluator", "decided_at")),
        List.copyOf(steps));
  }

  private static String text(Object value) {
    return value instanceof String text && Entry.isId(text) ? text : null;
  }

  /** Step 1. */
  private ReceiptStep chain(Receipt receipt, Evidence evidence) throws IOException {
    String chainId = receipt.chainId();
    if (books != null) {
      if (!books.have(chainId)) {
        String other = books.anyFault();
        return other == null
            ? ReceiptStep.notChecked(CHAIN, "the books that were given have no such chain")
            : ReceiptStep.failed(CHAIN, "the books that were given do not verify: " + other);
      }
      String fault = books.fault(chainId);
      if (fault != null) {
        return ReceiptStep.failed(CHAIN, "the books do not verify: " + fault);
      }
      if (evidence == null) {
        return ReceiptStep.failed(CHAIN, "the books have no decision about this call");
      }
      if (evidence.decision() == null && books.lackRecords(chainId)) {
        return ReceiptStep.notChecked(CHAIN, "the effect records are not beside the chain");
      }
    } else if (evidence == null) {
      return ReceiptStep.notChecked(
          CHAIN, "it carries no evidence, and no books were given. Give --ledger");
    }
    String fault = evidence.fault();
    if (fault == null) {
      fault = difference(receipt, evidence);
    }
    if (fault != null) {
      return ReceiptStep.failed(CHAIN, fault);
    }
    return ReceiptStep.verified(
        CHAIN,
        "entry "
            + Integral.of(evidence.entry().get("seq"))
            + ", its records and the entry before it"
            + (books == null ? " (as carried; the rest of the chain was not given)" : "")
            + (evidence.outcomeEntry() == null && "allow".equals(evidence.entry().get("event"))
                ? "; it has no outcome"
                : ""));
  }

  /** Whether the receipt says what entry and records say; null, or where it does not. */
  private static String difference(Receipt receipt, Evidence evidence) {
    Map<String, Object> entry = evidence.entry();
    if (!receipt.name.equals(
        DecisionReceipt.name(
            String.valueOf(entry.get("chain_id")), String.valueOf(entry.get("call_id"))))) {
      return "the entry is of another call";
    }
    if (!receipt.digest.equals(DecisionReceipt.digests(entry))) {
      return "the receipt's digests are not those of the entry";
    }
    Object verdict = evidence.decision().get("verdict");
    boolean allowed = "allow".equals(entry.get("event"));
    String approval = CarriedApproval.fault(evidence.decision(), allowed);
    if (approval != null) {
      return approval;
    }
    boolean approved =
        "requires_approval".equals(verdict) && evidence.decision().containsKey("approval");
    boolean observed =
        evidence.decision().containsKey("would_refuse") || entry.containsKey("policy");
    if (allowed != "allow".equals(verdict) && !(allowed && (observed || approved))) {
      return "the entry is an " + entry.get("event") + " and the record's verdict " + verdict;
    }
    Map<String, Object> expected =
        DecisionReceipt.predicate(evidence.decision(), evidence.outcome(), null);
    Map<String, Object> claimed = new LinkedHashMap<>(receipt.predicate);
    claimed.remove("transparency");
    for (String member : union(expected, claimed)) {
      if (!isSame(expected.get(member), claimed.get(member))) {
        return "its " + Shown.of(member) + " is not what the records say";
      }
    }
    return null;
  }

  private static Set<String> union(Map<String, Object> a, Map<String, Object> b) {
    Set<String> names = new LinkedHashSet<>(a.keySet());
    names.addAll(b.keySet());
    return names;
  }

  private static boolean isSame(Object expected, Object claimed) {
    try {
      return expected != null
          && claimed != null
          && Arrays.equals(Canonical.jcs(expected), Canonical.jcs(claimed));
    } catch (NotCanonicalException noForm) {
      return false;
    }
  }

  /** Step 4. */
  private ReceiptStep signature(Receipt receipt) {
    if (trust.signer() == null) {
      return ReceiptStep.notChecked(
          SIGNATURE, "no key was given to check it with. Give --key ed25519:PUBLIC.pem");
    }
    for (Dsse.Signed signature : receipt.dsse.signatures()) {
      if (receipt.dsse.isSignature(signature, trust.signer())) {
        return ReceiptStep.verified(SIGNATURE, "by the key that was given");
      }
    }
    return ReceiptStep.failed(
        SIGNATURE, "it is not signed by the key that was given, or was changed since it was");
  }

  /** Compiled once for all receipts that follow each other under one policy. */
  private JudgedBy compiled(String name, byte[] bytes) {
    JudgedBy known = compiled.get(name);
    if (known == null) {
      known = JudgedBy.of(bytes);
      compiled.put(name, known);
    }
    return known;
  }

  /** The judging object that the receipt names, wherever it is. */
  private JudgedBy policy(Receipt receipt) throws IOException {
    if (!(receipt.of("policy", "policy_bundle_hash") instanceof String name)) {
      return JudgedBy.fault("policy_bundle_hash is missing");
    }
    Map<String, Object> evidence = Entry.object(receipt.envelope.get("evidence"));
    if (evidence != null && evidence.containsKey("policy")) {
      byte[] bytes;
      try {
        ExactNumbers.require(evidence.get("policy"));
        bytes = Canonical.jcs(evidence.get("policy"));
      } catch (NotCanonicalException noForm) {
        return JudgedBy.fault("the judging object that it carries has no canonical form");
      }
      if (!name.equals("sha256:" + Sha256.hex(bytes))) {
        return JudgedBy.fault(
            "the judging object that it carries is another one, or was changed: its hash is not "
                + Shown.of(name));
      }
      if (!carried.containsKey(name) && carriedBytes + bytes.length <= CARRIED) {
        carried.put(name, bytes);
        carriedBytes += bytes.length;
      }
      return compiled(name, bytes);
    }
    byte[] bytes = carried.get(name);
    if (bytes != null) {
      return compiled(name, bytes);
    }
    bytes = policies.find(name);
    if (bytes == null) {
      return JudgedBy.missing(
          "the judging object "
              + Shown.of(name)
              + " is not at hand. Give --policies, the policies directory of the agent's state");
    }
    return name.equals("sha256:" + Sha256.hex(bytes))
        ? compiled(name, bytes)
        : JudgedBy.fault(
            "what lies under " + Shown.of(name) + " is another judging object: it was changed");
  }

  /**
   * What the reader supplies of requests that are not disclosed: null where he does not.
   *
   * @param arguments of the call, or the intent of the effect; a JSON value
   * @param actor the member state; a JSON object
   */
  public record Supplied(Object arguments, Map<String, Object> actor) {

    /** Nothing. */
    public static Supplied nothing() {
      return new Supplied(null, null);
    }
  }

  /** Lines of receipts; longer ones than {@link #MAX} are null. */
  private static final class Lines implements Closeable {
    private final BoundedLines lines;
    private boolean any = true;
    private long number;

    Lines(InputStream in) {
      this.lines = new BoundedLines(in, MAX);
    }

    /** The next line that is not blank. */
    byte[] next() throws IOException {
      while (true) {
        any = lines.next();
        number++;
        byte[] line = lines.line();
        if (!any || line == null || !isBlank(line)) {
          return line;
        }
      }
    }

    private static boolean isBlank(byte[] line) {
      for (byte b : line) {
        if (b != ' ' && b != '\r' && b != '\t') {
          return false;
        }
      }
      return true;
    }

    boolean any() {
      return any;
    }

    long number() {
      return number;
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
