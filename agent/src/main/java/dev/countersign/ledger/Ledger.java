package dev.countersign.ledger;

import dev.countersign.canonical.Hex;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The transition (spec 2.2): every decision and every outcome passes here, on the thread of the
 * application, before the effect fires.
 *
 * <p>Ids, canonical bytes and digests are made before the lock; under it only: are we open, are the
 * files still ours, number, link, append, pending. No application code runs under the lock, and
 * nothing is loaded there for the first time.
 *
 * <p>An entry is in the books as a whole or not at all. {@link LedgerException} says not at all;
 * {@link CommittedAuditException} says as a whole, but not durable. When somebody truncates,
 * replaces or deletes a file, the effect at hand is refused and a new chain begins whose first
 * record names the old one; calls that were pending there stay without an outcome there, which is
 * the truth.
 *
 * <p>Memory: one small object for each call that owes an outcome, and nothing else that grows.
 */
public final class Ledger {

  /**
   * How many pending calls of a lost chain its successor names, so that the record stays far below
   * 1 MiB.
   */
  private static final int MAX_NAMED = 1000;

  private static final String START = "start";

  /**
   * Loading a class runs other agents' transformers; these would else be loaded under the lock, by
   * the first failure.
   */
  private static final Class<?>[] LOADED_BEFORE_THE_LOCK = {
    LedgerException.class, CommittedAuditException.class, ChainLostException.class, Lost.class
  };

  private final LedgerSettings settings;
  private final LedgerDirectory directory;
  private final Entropy entropy;
  private final Clock clock;
  private final LineFile.Factory files;

  /**
   * Guards everything below, and the chain's tail. A monitor: it is released even when the stack
   * has overflowed.
   */
  private final Object lock = new Object();

  private final Map<String, Owed> pending = new LinkedHashMap<>();

  /** Null while the last chain is lost and no new one could be begun. */
  private volatile Chain chain;

  private volatile LedgerFiles lastFiles;
  private volatile Map<String, Object> start = Map.of();
  private Lost lost;
  private boolean closed;

  /** A call that owes an outcome. The flags are plain stores, which cannot fail as a map can. */
  private static final class Owed {
    private final Chain chain;
    private final long since = System.nanoTime();
    private boolean allowed;
    private boolean settled;

    private Owed(Chain chain) {
      this.chain = chain;
    }

    private boolean isOwedIn(Chain current) {
      return chain == current && allowed && !settled;
    }
  }

  /** A chain to which nothing can be appended any more. */
  private record Lost(
      String file,
      String chainId,
      long nextSeq,
      String head,
      String reason,
      List<String> pending) {}

  private Ledger(
      LedgerSettings settings,
      LedgerDirectory directory,
      Entropy entropy,
      Clock clock,
      LineFile.Factory files) {
    this.settings = settings;
    this.directory = directory;
    this.entropy = entropy;
    this.clock = clock;
    this.files = files;
  }

  /**
   * Begins a chain: creates its files exclusively and writes its {@code root}.
   *
   * @throws LedgerException if the directory breaks a rule of spec 5.9 or a file cannot be created
   *     or written
   */
  public static Ledger create(LedgerSettings settings) {
    return create(settings, Entropy.system(), Clock.systemUTC(), KernelFile.FACTORY);
  }

  static Ledger create(
      LedgerSettings settings, Entropy entropy, Clock clock, LineFile.Factory files) {
    Ledger ledger =
        new Ledger(settings, LedgerDirectory.open(settings.directory()), entropy, clock, files);
    synchronized (ledger.lock) {
      ledger.beginChain();
    }
    return ledger;
  }

  /** The files of the chain that is being written, or, while none can be, of the last one. */
  public LedgerFiles files() {
    return lastFiles;
  }

  /**
   * A fresh call id: 32 lowercase hex digits.
   *
   * @throws LedgerException if there are no random bytes; then the call must be refused and nothing
   *     is written
   */
  public String newCallId() {
    byte[] bytes = new byte[CallId.BYTES];
    try {
      entropy.fill(bytes);
    } catch (RuntimeException e) {
      throw new LedgerException(
          "no call id could be drawn, so the call is refused and nothing was written. Does the"
              + " random source of this system work?",
          e);
    }
    return Hex.of(bytes);
  }

  /**
   * Writes a decision record and its {@code allow}; the call then owes an outcome, unless nothing
   * of it will be observed.
   *
   * @throws LedgerException if nothing was written: the effect must not happen
   * @throws CommittedAuditException if the entry stands but is not durable: the effect must not
   *     happen, and the call owes its true outcome
   */
  public void allow(Allow allow) {
    EffectRecord record = EffectRecord.decision(allow.callId(), allow.decision());
    while (true) {
      Chain current = chain();
      EntryDraft draft =
          current.form().allow(allow, record.digest(), statement(allow.authorised(), current));
      synchronized (lock) {
        if (current == chain) {
          if (!appendAllow(current, allow, record, draft)) {
            throw lostWhileWriting("this call was refused");
          }
          return;
        }
      }
    }
  }

  /**
   * Writes a decision record and its {@code deny}. Nothing is owed afterwards.
   *
   * @throws LedgerException if nothing was written
   * @throws CommittedAuditException if the entry stands but is not durable
   */
  public void deny(Deny deny) {
    EffectRecord record = EffectRecord.decision(deny.callId(), deny.decision());
    // The effect is refused in any case, so the successor of a lost chain can still say so.
    boolean written = appendDeny(deny, record);
    if (!written) {
      written = appendDeny(deny, record); // in the successor
    }
    if (!written) {
      throw lostWhileWriting("a refusal is in no chain");
    }
  }

  /**
   * Writes an outcome record and its {@code outcome}: exactly one for each call that owes one.
   *
   * @throws LedgerException if nothing was written: the call owes none, the files were changed, or
   *     the write failed (the outcome is then still owed)
   * @throws CommittedAuditException if the entry stands but is not durable; nothing is owed any
   *     more
   */
  public void outcome(Outcome outcome) {
    EffectRecord record = EffectRecord.outcome(outcome);
    while (true) {
      Chain current = chain();
      EntryDraft draft =
          current.form().outcome(outcome, record.digest(), statement(outcome.invoked(), current));
      synchronized (lock) {
        if (current == chain) {
          requireOpen();
          if (!appendOutcome(current, outcome.callId(), record, draft)) {
            throw lostWhileWriting("the outcome of call " + outcome.callId() + " is in no chain");
          }
          return;
        }
      }
    }
  }

  /** {@link #act(String, Map, long)} of something that took no time worth recording. */
  public void act(String act, Map<String, Object> record) {
    act(act, record, 0);
  }

  /**
   * Writes one of the agent's own acts: an {@code allow} and an {@code outcome} that returned,
   * under {@code agent.<act>}.
   *
   * @param act for example {@code start}
   * @param record what there is to say about it, a JSON value; {@code act}, {@code record} and
   *     {@code call_id} are set here. That of {@code start} is repeated in a chain that replaces a
   *     lost one
   * @param durationNanos how long it took
   * @throws LedgerException if nothing, or only the {@code allow}, was written
   * @throws CommittedAuditException if an entry stands but is not durable
   */
  public void act(String act, Map<String, Object> record, long durationNanos) {
    Act pair = new Act(newCallId(), act, record, durationNanos, settings.self());
    boolean written = appendAct(pair);
    if (!written) {
      written = appendAct(pair); // in the successor
    }
    if (!written) {
      throw lostWhileWriting("the act " + act + " is in no chain");
    }
    if (START.equals(act)) {
      start = new LinkedHashMap<>(record);
    }
  }

  /**
   * Ends the books if nothing is owed: writes {@code done}, after which everything is refused.
   * Otherwise writes nothing.
   *
   * @throws LedgerException if {@code done} could not be written
   */
  public Completion complete() {
    synchronized (lock) {
      List<String> owed = owed();
      if (owed.isEmpty() && !closed) {
        done();
      }
      return new Completion(owed.isEmpty(), owed);
    }
  }

  /**
   * The end of the JVM: writes {@code abandoned} for every call that owes an outcome, then {@code
   * done}. Everything later is refused; a second close does nothing.
   *
   * @throws LedgerException if something could not be written; {@code done} is then missing, and
   *     the books say in progress
   */
  public void close() {
    synchronized (lock) {
      if (closed) {
        return;
      }
      for (String callId : owed()) {
        abandon(callId);
      }
      done();
    }
  }

  private void abandon(String callId) {
    Owed owed = pending.get(callId);
    if (owed == null || !owed.isOwedIn(chain)) {
      return; // Its chain was lost a moment ago, and the successor names it.
    }
    Outcome outcome =
        new Outcome(
            callId,
            BodyState.ABANDONED,
            System.nanoTime() - owed.since,
            null,
            Params.NONE,
            Map.of());
    EffectRecord record = EffectRecord.outcome(outcome);
    appendOutcome(
        chain,
        callId,
        record,
        chain.form().outcome(outcome, record.digest(), ParamsStatement.NOTHING));
  }

  private void done() {
    boolean written = appendDone();
    if (!written) {
      written = appendDone(); // in the successor
    }
    if (!written) {
      throw lostWhileWriting("the books have no end");
    }
    closed = true;
    try {
      chain.close();
    } catch (IOException e) {
      throw new LedgerException(
          "the books are complete, but closing their files failed (" + e.getMessage() + ")", e);
    }
  }

  private boolean appendDone() {
    Chain current = chain();
    return append(current, null, current.form().done(), null, null);
  }

  private boolean appendDeny(Deny deny, EffectRecord record) {
    while (true) {
      Chain current = chain();
      EntryDraft draft = current.form().deny(deny, record.digest());
      synchronized (lock) {
        if (current == chain) {
          requireOpen();
          requireFresh(deny.callId());
          return append(current, record, draft, deny.callId(), null);
        }
      }
    }
  }

  private boolean appendAct(Act pair) {
    while (true) {
      Chain current = chain();
      EntryDraft allow = pair.allow(current.form());
      EntryDraft outcome = pair.outcome(current.form());
      synchronized (lock) {
        if (current == chain) {
          return appendAct(current, pair, allow, outcome);
        }
      }
    }
  }

  private boolean appendAllow(Chain current, Allow allow, EffectRecord record, EntryDraft draft) {
    requireOpen();
    String callId = allow.callId();
    requireFresh(callId);
    if (allow.capture() == Capture.PRE_HOOK_ONLY) {
      return append(current, record, draft, callId, null);
    }
    Owed owed = new Owed(current);
    pending.put(callId, owed);
    try {
      return append(current, record, draft, callId, owed);
    } finally {
      if (!owed.allowed) {
        pending.remove(callId);
      }
    }
  }

  private boolean appendOutcome(
      Chain current, String callId, EffectRecord record, EntryDraft draft) {
    Owed owed = pending.get(callId);
    if (owed == null || !owed.isOwedIn(current)) {
      throw new LedgerException(
          "call "
              + callId
              + " owes no outcome: it has one, was never allowed, is not observed, or its chain was"
              + " lost. Nothing was written");
    }
    try {
      return append(current, record, draft, callId, owed);
    } finally {
      if (owed.settled) {
        pending.remove(callId);
      }
    }
  }

  private boolean appendAct(Chain current, Act pair, EntryDraft allow, EntryDraft outcome) {
    requireOpen();
    Owed owed = new Owed(current);
    pending.put(pair.callId(), owed);
    try {
      return append(current, pair.decision(), allow, pair.callId(), owed)
          && append(current, pair.outcome(), outcome, pair.callId(), owed);
    } finally {
      if (!owed.allowed || owed.settled) {
        pending.remove(pair.callId());
      }
    }
  }

  /**
   * Appends, and moves a call that owes an outcome one state on: allowed, then settled.
   *
   * @param record null for an entry that binds none
   * @param owed null for an entry after which nothing is owed
   * @return false if nothing was appended because the chain was lost; a new one has begun
   */
  private boolean append(
      Chain current, EffectRecord record, EntryDraft draft, String callId, Owed owed) {
    try {
      if (record == null) {
        current.append(draft);
      } else {
        current.append(record.line(), draft);
      }
    } catch (ChainLostException e) {
      lose(current, e);
      return false;
    } catch (IOException e) {
      throw new LedgerException(
          "the ledger could not be written ("
              + e.getMessage()
              + "), and nothing of this call stands in the books. Is the disk of "
              + directory.path()
              + " full?",
          e);
    }
    if (owed != null) {
      owed.settled = owed.allowed;
      owed.allowed = true;
    }
    try {
      current.persist();
    } catch (IOException e) {
      throw new CommittedAuditException(
          "an entry is in the chain but not durable ("
              + e.getMessage()
              + "): its effect must not happen",
          e,
          callId,
          current.lastEntry(),
          record == null ? null : text(record));
    }
    return true;
  }

  private static String text(EffectRecord record) {
    return new String(record.line(), 0, record.line().length - 1, StandardCharsets.UTF_8);
  }

  /** The chain to write to; begins one where the last was lost and none could be begun since. */
  private Chain chain() {
    Chain current = chain;
    if (current != null) {
      return current;
    }
    synchronized (lock) {
      if (chain == null) {
        beginChain();
      }
      return chain;
    }
  }

  private void lose(Chain current, ChainLostException why) {
    List<String> owed = owed();
    lost =
        new Lost(
            current.files().chain().getFileName().toString(),
            current.form().chainId(),
            current.nextSeq(),
            current.head(),
            why.getMessage(),
            owed);
    chain = null;
    pending.clear();
    try {
      current.close();
    } catch (IOException e) {
      why.addSuppressed(e);
    }
    beginChain();
  }

  private void beginChain() {
    if (lost != null) {
      directory.requireUnchanged();
    }
    Chain next;
    try {
      next = Chain.begin(directory.path(), settings.agent(), entropy, clock, files);
    } catch (IOException | ChainLostException | RuntimeException e) {
      throw new LedgerException(
          "no chain could be begun in "
              + directory.path()
              + " ("
              + e
              + ")"
              + (lost == null ? "" : " after " + lost.reason() + " (" + lost.file() + ")")
              + ". Is the disk full, or the directory gone or no longer ours?",
          e);
    }
    if (lost != null) {
      nameTheLostOne(next);
    }
    lastFiles = next.files();
    chain = next;
  }

  /** The first record of a successor: how this agent was started, and which chain it replaces. */
  private void nameTheLostOne(Chain next) {
    Map<String, Object> previous = new LinkedHashMap<>();
    previous.put("chain_id", lost.chainId());
    previous.put("file", lost.file());
    previous.put("head", lost.head());
    previous.put("seq", lost.nextSeq() - 1);
    previous.put("reason", lost.reason());
    previous.put("pending", lost.pending().subList(0, Math.min(MAX_NAMED, lost.pending().size())));
    previous.put("pending_count", lost.pending().size());
    Map<String, Object> record = new LinkedHashMap<>(start);
    record.put("previous", previous);
    Act pair = new Act(newCallId(), START, record, 0, settings.self());
    try {
      next.append(pair.decision().line(), pair.allow(next.form()));
      next.append(pair.outcome().line(), pair.outcome(next.form()));
      next.persist();
    } catch (IOException | ChainLostException e) {
      next.discard(e);
      throw new LedgerException(
          "a new chain could not name the one that was lost ("
              + e.getMessage()
              + "), so it was not begun",
          e);
    }
  }

  private LedgerException lostWhileWriting(String consequence) {
    return new LedgerException(
        lost.reason()
            + " ("
            + lost.file()
            + "), so "
            + consequence
            + "; a new chain has begun: "
            + lastFiles.stem()
            + ". Who else writes in "
            + directory.path()
            + "?");
  }

  private List<String> owed() {
    List<String> owed = new ArrayList<>(pending.size());
    for (Map.Entry<String, Owed> call : pending.entrySet()) {
      if (call.getValue().isOwedIn(chain)) {
        owed.add(call.getKey());
      }
    }
    return owed;
  }

  private void requireFresh(String callId) {
    if (pending.containsKey(callId)) {
      throw new LedgerException(
          "call id " + callId + " is in use; a retry needs one of its own, so nothing was written");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new LedgerException(
          "the books are closed, because the JVM is ending or the agent completed its work");
    }
  }

  private ParamsStatement statement(Params params, Chain current) {
    return ParamsStatement.of(params, current.salt(), settings.recordParamsHashes());
  }
}
