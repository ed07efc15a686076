package dev.countersign.ledger;

import dev.countersign.observe.StandardError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The transition (spec 2.2): every decision and every outcome passes here, on the thread of the
 * application, before the effect fires.
 *
 * <p>Ids, canonical bytes and digests are made by each thread; then one of those that have lines to
 * write, the leader ({@link GroupCommit}), writes for all: are we open, are the files still ours,
 * number, link, append, pending. No application code runs there, and nothing is loaded there for
 * the first time. A call returns when its own lines are in both files, for {@code fsync} on the
 * device.
 *
 * <p>An entry is in the books as a whole or not at all. {@link LedgerException} says not at all;
 * {@link CommittedAuditException} says as a whole, but not durable. When somebody truncates,
 * replaces or deletes a file, the effect at hand is refused and a new chain begins whose first
 * record names the old one; calls that were pending there stay without an outcome there, which is
 * the truth. An outcome is written without a look at the files, because nothing of its call can be
 * refused any more; the new chain names those that were written since the last look.
 *
 * <p>Memory: one small object for each call that owes an outcome, and nothing else that grows.
 */
public final class Ledger {

  private static final String START = "start";

  /** Memory for the lines of one batch, in bytes; a single entry with its record may need more. */
  private static final int BATCH = 256 * 1024;

  /** How many submissions of others a leader goes on to write, about 0.2 ms. */
  private static final int FAVOURS = 64;

  /** How many outcomes one batch writes for what is abandoned. */
  private static final int ABANDONED_AT_ONCE = 128;

  /** How many nodes, and how many calls, one {@code kill} names: its line stays below 1 MiB. */
  private static final int IDS_OF_A_KILL = 10_000;

  /** The monotonic clock, in nanoseconds as {@link System#nanoTime}. */
  interface Ticks {
    long now();
  }

  private final LedgerSettings settings;
  private final LedgerDirectory directory;
  private final Entropy entropy;
  private final Delegations nodes;
  private final Chains chains;
  private final GroupCommit commit;

  /** Null where nobody watches. */
  private volatile LedgerWatcher watcher;

  private Ledger(
      LedgerSettings settings,
      LedgerDirectory directory,
      Entropy entropy,
      Clock clock,
      Ticks ticks,
      LineFile.Factory files) {
    this.settings = settings;
    this.directory = directory;
    this.entropy = entropy;
    this.nodes = new Delegations(settings.agent(), ticks);
    this.chains = new Chains(settings, directory, entropy, clock, files, nodes);
    // While a force takes milliseconds, waking the next leader takes nothing.
    int favours = settings.durability() == Durability.FSYNC ? 0 : FAVOURS;
    this.commit = new GroupCommit(chains, BATCH, favours);
  }

  /**
   * Begins a chain: creates its files exclusively and writes its {@code root}.
   *
   * @throws LedgerException if the directory breaks a rule of spec 5.9, a key cannot be used, or a
   *     file cannot be created or written
   */
  public static Ledger create(LedgerSettings settings) {
    return create(
        settings,
        Entropy.system(),
        Clock.systemUTC(),
        settings.durability() == Durability.FSYNC ? KernelFile.DURABLE : KernelFile.FACTORY);
  }

  static Ledger create(
      LedgerSettings settings, Entropy entropy, Clock clock, LineFile.Factory files) {
    return create(
        settings,
        entropy,
        clock,
        new Ticks() {
          @Override
          public long now() {
            return System.nanoTime();
          }
        },
        files);
  }

  static Ledger create(
      LedgerSettings settings, Entropy entropy, Clock clock, Ticks ticks, LineFile.Factory files) {
    Ledger ledger =
        new Ledger(
            settings,
            LedgerDirectory.open(settings.directory(), settings.durability()),
            entropy,
            clock,
            ticks,
            files);
    ledger.chain();
    return ledger;
  }

  /** The files of the chain that is being written, or, while none can be, of the last one. */
  public LedgerFiles files() {
    return chains.files();
  }

  /**
   * A fresh call id: 32 lowercase hex digits.
   *
   * @throws LedgerException if there are no random bytes; then the call must be refused and nothing
   *     is written
   */
  public String newCallId() {
    return CallId.draw(entropy);
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
    allow(allow, null, Amounts.NONE, true);
  }

  /**
   * The same, of a node.
   *
   * @param node whose call it is; null for the root
   * @param taken what it takes of ceilings that are about its arguments
   * @param bound whether the node's authority decides, and its meters count; else ({@code observe})
   *     it is only written under the node
   * @throws NotGrantedException if the node may not do it; nothing was written
   */
  public void allow(Allow allow, Node node, Amounts taken, boolean bound) {
    StackRoom.require();
    Node by = node == null ? nodes.root : node;
    if (bound) {
      requireGranted(by.refusesScope(allow.scope()));
    }
    EffectRecord record = allow.decision();
    Submission handedIn;
    do {
      Chain current = chain();
      ParamsStatement authorised = statement(allow.authorised(), current);
      EntryDraft draft =
          current.form().allow(allow, by.idIn(current), record.digest(), authorised).bounded();
      if (allow.capture() == Capture.PRE_HOOK_ONLY) {
        requireFresh(allow.callId());
        handedIn = new Submission(current, record, draft, null, null, false);
        handedIn.asks(bound ? by : null, allow.scope(), taken);
        submit(handedIn, "allow", allow.callId());
      } else {
        Owed owed = new Owed(allow.callId(), current, by);
        owed.authorises(allow.authorised(), authorised);
        handedIn = handInOwing(owed, record, draft, bound ? by : null, allow.scope(), taken);
      }
      handedIn.giveBackUnlessWritten();
      draft.isOver();
    } while (handedIn.fate == Fate.STALE);
    requireWritten(handedIn, allow.callId(), "this call was refused");
  }

  private Submission handInOwing(
      Owed owed, EffectRecord record, EntryDraft draft, Node asked, String scope, Amounts taken) {
    Submission handedIn = new Submission(owed.chain, record, draft, null, owed, false);
    handedIn.asks(asked, scope, taken);
    if (chains.pending.putIfAbsent(owed.callId, owed) != null) {
      throw inUse(owed.callId);
    }
    submit(handedIn, "allow", owed.callId);
    if (!owed.allowed) {
      chains.pending.remove(owed.callId, owed);
    }
    return handedIn;
  }

  /**
   * Writes a decision record and its {@code deny}. Nothing is owed afterwards.
   *
   * @throws LedgerException if nothing was written
   * @throws CommittedAuditException if the entry stands but is not durable
   */
  public void deny(Deny deny) {
    deny(deny, null, null);
  }

  /**
   * The same, of a node.
   *
   * @param node whose call it is; null for the root
   * @param ground why the node may not do it; null where something else refused it
   */
  public void deny(Deny deny, Node node, Ground ground) {
    StackRoom.require();
    Node by = node == null ? nodes.root : node;
    EffectRecord record = deny.decision();
    requireFresh(deny.callId());
    Submission handedIn;
    int lost = 0;
    do {
      Chain current = chain();
      EntryDraft draft =
          current.form().deny(deny, by.idIn(current), ground, record.digest()).bounded();
      handedIn = new Submission(current, record, draft, null, null, false);
      submit(handedIn, "deny", deny.callId());
      // The effect is refused in any case, so the successor of a lost chain can still say so.
    } while (handedIn.fate == Fate.STALE || handedIn.fate == Fate.LOST && lost++ == 0);
    requireWritten(handedIn, deny.callId(), "a refusal is in no chain");
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
    StackRoom.require();
    String callId = outcome.callId();
    EffectRecord record = outcome.record();
    Submission handedIn;
    do {
      Chain current = chain();
      Owed owed = chains.pending.get(callId);
      if (owed == null) {
        throw chains.isClosed() ? closed() : owesNothing(callId);
      }
      ParamsStatement invoked = owed.known(outcome.invoked(), current);
      if (invoked == null) {
        invoked = statement(outcome.invoked(), current);
      }
      EntryDraft draft =
          current
              .form()
              .outcome(outcome, owed.node.idIn(current), record.digest(), invoked)
              .bounded();
      handedIn = new Submission(current, record, draft, null, owed, true);
      submit(handedIn, "outcome", callId);
      draft.isOver();
      if (handedIn.fate == Fate.WRITTEN || handedIn.fate == Fate.NOT_DURABLE) {
        chains.pending.remove(callId, owed);
        if (owed.node.ending && owed.node.open == 0) {
          endAfterItsLastCall(owed.node);
        }
      }
    } while (handedIn.fate == Fate.STALE);
    requireWritten(handedIn, callId, "the outcome of call " + callId + " is in no chain");
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
   * @throws LedgerException if nothing was written
   * @throws CommittedAuditException if both entries stand but are not durable
   */
  public void act(String act, Map<String, Object> record, long durationNanos) {
    StackRoom.require();
    Act pair = new Act(newCallId(), act, record, durationNanos, settings.self());
    Submission handedIn;
    int lost = 0;
    do {
      handedIn = pair.submission(chain());
      submit(handedIn, "act", pair.callId());
    } while (handedIn.fate == Fate.STALE || handedIn.fate == Fate.LOST && lost++ == 0);
    requireWritten(handedIn, pair.callId(), "the act " + act + " is in no chain");
    if (START.equals(act)) {
      chains.started(record);
    }
  }

  /**
   * Ends the books if nothing is owed: writes {@code done}, after which everything is refused.
   * Otherwise writes nothing.
   *
   * @throws LedgerException if {@code done} could not be written
   */
  public Completion complete() {
    commit.enter();
    try {
      List<Owed> owed = chains.owed();
      if (owed.isEmpty() && !chains.isClosed()) {
        done();
      }
      return new Completion(owed.isEmpty(), Owed.ids(owed));
    } finally {
      commit.leave();
      chains.awaitTheLastSignature();
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
    commit.enter();
    try {
      if (!chains.isClosed()) {
        abandon(chains.owed());
        done();
      }
    } finally {
      commit.leave();
      chains.awaitTheLastSignature();
    }
  }

  private void abandon(List<Owed> owed) {
    for (int from = 0; from < owed.size(); from += ABANDONED_AT_ONCE) {
      Submission batch = null;
      for (int i = Math.min(owed.size(), from + ABANDONED_AT_ONCE) - 1; i >= from; i--) {
        Submission abandoned = abandoned(owed.get(i));
        abandoned.next = batch;
        batch = abandoned;
      }
      // A batch whose chain is lost is stale or lost: the successor names its calls.
      chains.write(batch);
      for (Submission each = batch; each != null; each = each.next) {
        if (each.fate != Fate.STALE && each.fate != Fate.LOST) {
          requireWritten(each, each.owed.callId, "");
          chains.pending.remove(each.owed.callId, each.owed);
        }
      }
    }
  }

  private static Submission abandoned(Owed owed) {
    Outcome outcome =
        new Outcome(
            owed.callId,
            BodyState.ABANDONED,
            System.nanoTime() - owed.since,
            null,
            Params.NONE,
            Map.of());
    EffectRecord record = outcome.record();
    EntryDraft draft =
        owed.chain
            .form()
            .outcome(outcome, owed.node.idIn(owed.chain), record.digest(), ParamsStatement.NOTHING);
    return new Submission(owed.chain, record, draft, null, owed, true);
  }

  /** Ends every node, the root last. Never one that was killed (spec 2.2). */
  private void done() {
    List<Node> live = nodes.live();
    for (int i = live.size() - 1; i >= 0; i--) {
      done(live.get(i));
    }
    done(nodes.root);
    chains.close();
  }

  private void done(Node node) {
    Submission done = null;
    int lost = 0;
    while (!node.isKilled() && !node.isDone() && (done == null || isLostOnce(done, lost++))) {
      Chain current = chains.open();
      done = new Submission(current, null, current.form().done(node), null, null, false);
      chains.write(done);
      if (done.fate == Fate.WRITTEN || done.fate == Fate.NOT_DURABLE) {
        node.finish();
      }
    }
    // One that ended in a lost chain is not in its successor, which needs no end of it.
    if (done != null && (done.fate != Fate.LOST || !node.isDone())) {
      requireWritten(done, null, "the books have no end");
    }
    nodes.isOver(node);
  }

  private static boolean isLostOnce(Submission done, int lost) {
    return done.fate == Fate.LOST && lost == 0;
  }

  // Delegation

  /**
   * Makes a node, whose authority is the meet of what its parent holds and what it is given, and
   * writes its {@code spawn}.
   *
   * @param parent who hands on what it holds; null for the root
   * @param agent whose node it is
   * @param task what it is made for; never a value of a request
   * @param given what it may have at most
   * @param strict whether what may not be handed on is refused, with a {@code spawn_denied}; else
   *     ({@code observe}) the node is made all the same
   * @throws NotGrantedException if it may not be handed on
   * @throws LedgerException if nothing was written
   * @throws CommittedAuditException if the entry stands but is not durable: there is no node
   */
  public Node spawn(Node parent, String agent, String task, Authority given, boolean strict) {
    StackRoom.require();
    Node above = parent == null ? nodes.root : parent;
    Authority granted = above.authority().meet(given);
    commit.enter();
    try {
      if (chains.isClosed()) {
        throw closed();
      }
      endLazyNodes();
      Ground refused = strict ? nodes.refuses(above, agent, granted) : null;
      Node node = new Node(above, agent, task, given, granted, nodes.ticks.now());
      Submission spawn;
      int lost = 0;
      do {
        Chain current = chains.open();
        EntryDraft draft;
        if (refused == null) {
          nodes.number(node, current);
          draft = current.form().spawn(node);
        } else {
          draft = current.form().spawnDenied(node, refused);
        }
        spawn = new Submission(current, null, draft.bounded(), null, null, false);
        chains.write(spawn);
      } while (spawn.fate == Fate.LOST && lost++ == 0);
      if (refused != null) {
        // It gets no node either way.
        throw new NotGrantedException(refused);
      }
      if (spawn.fate == Fate.WRITTEN || spawn.fate == Fate.NOT_DURABLE) {
        nodes.stands(node);
      }
      requireWritten(spawn, null, "a delegation is in no chain");
      return node;
    } finally {
      commit.leave();
    }
  }

  /**
   * A node's method has ended: writes its {@code done}, now or when the last of its calls has its
   * outcome. Never after a {@code kill}.
   *
   * @throws LedgerException if it could not be written; the node is then in progress in the books
   *     until {@link #close}
   */
  public void end(Node node) {
    node.ending = true;
    finishIfIdle(node);
  }

  /**
   * A node's method returned something that is consumed later: it ends in that time, when somebody
   * next makes a node or asks for the {@link #state}.
   */
  public void endLater(Node node, long nanos) {
    commit.enter();
    try {
      node.endsAt = nodes.ticks.now() + nanos;
      nodes.endsLater(node);
    } finally {
      commit.leave();
    }
  }

  private void endLazyNodes() {
    long now = nodes.ticks.now();
    for (Node node = nodes.nextLazy(now); node != null; node = nodes.nextLazy(now)) {
      node.ending = true;
      if (node.open == 0) {
        done(node);
      }
    }
  }

  private void endAfterItsLastCall(Node node) {
    try {
      finishIfIdle(node);
    } catch (LedgerException unwritten) {
      // The outcome stands, which is what the caller asked for. The node is in progress in the
      // books until they are closed.
      return;
    }
  }

  private void finishIfIdle(Node node) {
    commit.enter();
    try {
      if (!chains.isClosed() && node.open == 0 && !node.isDone()) {
        done(node);
      }
    } finally {
      commit.leave();
    }
  }

  /**
   * Ends the authority of nodes and of everything below them, from now on and for good: they get no
   * allow any more. Writes a {@code kill} with what owed an outcome; true outcomes are still taken.
   * It holds even where it cannot be written.
   *
   * @param nodeId a node's id, or its part {@code n<k>}; null for none
   * @param agent every node of that agent, and those it would get later; null for none. Without
   *     both, everything
   * @param reason for the books; null for none
   * @throws LedgerException if there is no such node, or the books are closed
   */
  public Killed kill(String nodeId, String agent, String reason) {
    commit.enter();
    try {
      if (chains.isClosed()) {
        throw closed();
      }
      Node named = nodes.root;
      if (nodeId != null) {
        // Where no chain is open, by the ids of the last one: nobody has seen others.
        named = nodes.find(nodeId, chains.id());
        if (named == null) {
          throw new LedgerException(
              "no node that is not over has the id "
                  + (nodeId.length() > 80 ? "that was given" : nodeId)
                  + "; the status lists those that are");
        }
      } else if (agent != null) {
        // As the published schema has it: beside an agent, the target is who bans it.
        nodes.ban(agent);
      }
      return killReached(named, agent, reason);
    } finally {
      commit.leave();
    }
  }

  private Killed killReached(Node named, String agent, String reason) {
    Set<Node> reached = new LinkedHashSet<>(nodes.reached(named, agent));
    if (reached.isEmpty() && agent == null) {
      throw new LedgerException("that was killed already, with everything below it");
    }
    // A successor numbers whoever is not killed, and the entry is to name them as it does. It may
    // fail in any way: the kill holds all the same, and nobody else leads meanwhile.
    Throwable unwritten = null;
    try {
      chains.open();
    } catch (RuntimeException | Error noChain) {
      unwritten = noChain;
    }
    for (Node node : reached) {
      node.kill();
    }
    String chainId = chains.id();
    List<String> revoked = new ArrayList<>(reached.size());
    for (Node node : reached) {
      revoked.add(node.idIn(chainId));
    }
    List<String> pendingNow = new ArrayList<>();
    for (Owed owed : chains.owed()) {
      if (reached.contains(owed.node)) {
        pendingNow.add(owed.callId);
      }
    }
    Collections.sort(pendingNow);
    if (unwritten == null) {
      try {
        writeKill(named, revoked, pendingNow, agent, reason);
      } catch (RuntimeException | Error failed) {
        unwritten = failed;
      }
    }
    return new Killed(revoked, pendingNow, unwritten == null ? null : why(unwritten));
  }

  private static String why(Throwable failed) {
    return failed instanceof LedgerException worded ? worded.getMessage() : failed.toString();
  }

  private void writeKill(
      Node named, List<String> revoked, List<String> pendingNow, String agent, String reason) {
    int from = 0;
    do {
      Chain current = chains.current();
      EntryDraft draft =
          current
              .form()
              .kill(
                  named.idIn(current),
                  someOf(revoked, from),
                  someOf(pendingNow, from),
                  agent,
                  reason);
      Submission kill = new Submission(current, null, draft.bounded(), null, null, false);
      chains.write(kill);
      requireWritten(kill, null, "a kill is in no chain");
      from += IDS_OF_A_KILL;
    } while (from < Math.max(revoked.size(), pendingNow.size()));
  }

  private static List<String> someOf(List<String> ids, int from) {
    int start = Math.min(ids.size(), from);
    return ids.subList(start, Math.min(ids.size(), start + IDS_OF_A_KILL));
  }

  /**
   * Why nothing of a node may happen any more, whatever its authority; null while it may.
   *
   * @param node null for the root
   */
  public Ground over(Node node) {
    return (node == null ? nodes.root : node).isOver(nodes.ticks);
  }

  /** The books as they stand. Waits for what is being written. */
  public LedgerState state() {
    commit.enter();
    try {
      if (!chains.isClosed()) {
        endLazyNodes();
      }
      Chain current = chains.current();
      if (current == null) {
        return new LedgerState(null, null, -1, null, chains.isClosed(), 0, List.of());
      }
      long now = nodes.ticks.now();
      List<NodeState> states = new ArrayList<>();
      states.add(nodes.root.state(current, now));
      for (Node node : nodes.live()) {
        if (states.size() < LedgerState.MOST_NODES) {
          states.add(node.state(current, now));
        }
      }
      return new LedgerState(
          current.form().chainId(),
          current.files().chain().getFileName().toString(),
          current.nextSeq() - 1,
          current.head(),
          chains.isClosed(),
          chains.owed().size(),
          states);
    } finally {
      commit.leave();
    }
  }

  private static void requireGranted(Ground refused) {
    if (refused != null) {
      throw new NotGrantedException(refused);
    }
  }

  /**
   * Looks at the files where outcomes were written since somebody last did, so that a new chain
   * names them soon, whether or not another effect is to happen.
   *
   * @throws LedgerException if the chain is lost and no new one could be begun
   */
  public void look() {
    commit.enter();
    try {
      chains.look();
    } finally {
      commit.leave();
    }
  }

  /** Tells this of each write from now on; null for nobody. */
  public void watch(LedgerWatcher next) {
    watcher = next;
  }

  private void submit(Submission handedIn, String entry, String callId) {
    LedgerWatcher told = watcher;
    if (told == null) {
      commit.submit(handedIn);
      return;
    }
    Object begun = told.begins();
    commit.submit(handedIn);
    told.wrote(
        begun, entry, callId, handedIn.fate == Fate.WRITTEN || handedIn.fate == Fate.NOT_DURABLE);
  }

  /** Throws what a fate other than {@link Fate#WRITTEN} means to the thread whose it is. */
  private void requireWritten(Submission decided, String callId, String consequence) {
    String said = chains.takeNotice();
    if (said != null) {
      StandardError.say(said); // here, because a leader waits for nobody's terminal
    }
    Throwable cause = decided.cause;
    Fate fate = decided.fate;
    if (fate == Fate.WRITTEN) {
      return;
    }
    if (fate == Fate.CLOSED) {
      throw closed();
    }
    if (fate == Fate.NOT_GRANTED) {
      throw new NotGrantedException(decided.refused);
    }
    if (fate == Fate.NOT_OWED) {
      throw owesNothing(callId);
    }
    if (fate == Fate.NOT_DURABLE) {
      throw new CommittedAuditException(
          "an entry is in the chain but not durable ("
              + cause.getMessage()
              + "): its effect must not happen",
          cause,
          callId,
          decided.entry,
          decided.record == null ? null : text(decided.record));
    }
    if (fate == Fate.LOST) {
      throw new LedgerException(
          cause.getMessage()
              + " ("
              + decided.chain.files().chain().getFileName()
              + "), so "
              + consequence
              + "; a new chain has begun: "
              + chains.files().stem()
              + ". Who else writes in "
              + directory.path()
              + "?",
          cause);
    }
    throw failed(cause);
  }

  private LedgerException failed(Throwable cause) {
    if (cause instanceof VirtualMachineError mine) {
      throw mine; // only this thread's own: see GroupCommit
    }
    if (cause instanceof LedgerException noChain) {
      return new LedgerException(noChain.getMessage(), noChain);
    }
    return new LedgerException(
        "the ledger could not be written ("
            + (cause instanceof IOException ? cause.getMessage() : cause)
            + "), and nothing of this call stands in the books. Is the disk of "
            + directory.path()
            + " full?",
        cause);
  }

  private static String text(EffectRecord record) {
    return new String(record.line(), 0, record.line().length - 1, StandardCharsets.UTF_8);
  }

  /** The chain to write to; begins one where the last was lost and none could be begun since. */
  private Chain chain() {
    Chain current = chains.current();
    if (current != null) {
      return current;
    }
    commit.enter();
    try {
      return chains.open();
    } finally {
      commit.leave();
    }
  }

  private void requireFresh(String callId) {
    if (chains.pending.containsKey(callId)) {
      throw inUse(callId);
    }
  }

  private static LedgerException inUse(String callId) {
    return new LedgerException(
        "call id " + callId + " is in use; a retry needs one of its own, so nothing was written");
  }

  private static LedgerException owesNothing(String callId) {
    return new LedgerException(
        "call "
            + callId
            + " owes no outcome: it has one, was never allowed, is not observed, or its chain was"
            + " lost. Nothing was written");
  }

  private static LedgerException closed() {
    return new LedgerException(
        "the books are closed, because the JVM is ending or the agent completed its work");
  }

  private ParamsStatement statement(Params params, Chain current) {
    return ParamsStatement.of(params, current.salt(), settings.recordParamsHashes());
  }
}
