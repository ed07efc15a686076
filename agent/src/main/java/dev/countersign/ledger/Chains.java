package dev.countersign.ledger;

import dev.countersign.observe.StandardError;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The chain that is being written, and how another one follows it: what the leader does ({@link
 * GroupCommit}). Only what is said to be anybody's may be called by a thread that does not lead.
 *
 * <p>When somebody truncates, replaces or deletes a file, what was handed in for that chain is
 * {@link Fate#LOST} and a new chain begins, whose first record names the old one; calls that were
 * pending there stay without an outcome there, which is the truth. Outcomes are written without a
 * look at the files; the new chain names those that were written since the last look.
 */
final class Chains implements GroupCommit.Writer {

  /**
   * How many calls of a lost chain its successor names, pending and otherwise, so that the record
   * stays far below 1 MiB.
   */
  private static final int MAX_NAMED = 1000;

  /**
   * Loading a class runs other agents' transformers; these would else be loaded while leading, by
   * the first failure.
   */
  private static final Class<?>[] LOADED_BEFORE_LEADING = {
    LedgerException.class,
    CommittedAuditException.class,
    ChainLostException.class,
    Lost.class,
    Fate.class,
    Ground.class,
    Act.class,
    Segment.class,
    StandardError.class,
    Checkpoints.Batch.class
  };

  private static final String START = "start";
  private static final String SEGMENT = "segment";

  /**
   * By call id. Whoever hands an allow in puts it here, whoever handed its outcome in removes it:
   * anybody's.
   */
  final Map<String, Owed> pending = new ConcurrentHashMap<>();

  private final LedgerSettings settings;
  private final LedgerDirectory directory;
  private final Entropy entropy;
  private final Clock clock;
  private final LineFile.Factory files;
  private final Delegations nodes;

  /** Null where nothing is signed. */
  private final Checkpoints checkpoints;

  /** Null while the last chain is lost and no new one could be begun. */
  private volatile Chain chain;

  private volatile LedgerFiles lastFiles;
  private volatile Map<String, Object> start = Map.of();
  private volatile boolean closed;

  /** What is wrong with the last rotation, until it is said. */
  private volatile String notice;

  private Lost lost;

  /** A chain to which nothing can be appended any more. */
  private record Lost(
      String file,
      String chainId,
      long nextSeq,
      String head,
      String reason,
      List<String> pending,
      List<String> unproved) {}

  Chains(
      LedgerSettings settings,
      LedgerDirectory directory,
      Entropy entropy,
      Clock clock,
      LineFile.Factory files,
      Delegations nodes) {
    this.settings = settings;
    this.directory = directory;
    this.entropy = entropy;
    this.clock = clock;
    this.files = files;
    this.nodes = nodes;
    this.checkpoints = Checkpoints.start(settings.signing(), clock);
  }

  /** The chain that is being written; null while there is none. Anybody's. */
  Chain current() {
    return chain;
  }

  /** The same; begins one where the last was lost and none could be begun since. */
  Chain open() {
    if (chain == null) {
      beginChain();
    }
    return chain;
  }

  /** The id of the chain that is being written, or, while none can be, of the last one. */
  String id() {
    return chain == null ? lost.chainId() : chain.form().chainId();
  }

  /** Its files. Anybody's. */
  LedgerFiles files() {
    return lastFiles;
  }

  /** Nothing is written any more. Anybody's. */
  boolean isClosed() {
    return closed;
  }

  /**
   * How this agent was started, to be said again in a chain that replaces a lost one. Anybody's.
   */
  void started(Map<String, Object> record) {
    start = new LinkedHashMap<>(record);
  }

  /** What people have to be told, once; null for nothing. Anybody's. */
  String takeNotice() {
    String said = notice;
    if (said != null) {
      notice = null;
    }
    return said;
  }

  /**
   * Looks at the files where outcomes were written since somebody last did, so that a new chain
   * names them soon, whether or not another effect is to happen.
   *
   * @throws LedgerException if the chain is lost and no new one could be begun
   */
  void look() {
    Chain current = chain;
    if (closed || current == null) {
      return;
    }
    try {
      current.look();
    } catch (ChainLostException e) {
      lose(current, e);
    }
  }

  /**
   * Nothing is written any more.
   *
   * @throws LedgerException if the files could not be closed
   */
  void close() {
    closed = true;
    if (chain == null) {
      return; // it was lost after its last node had ended
    }
    chain.handOver(true);
    try {
      chain.close();
    } catch (IOException e) {
      throw new LedgerException(
          "the books are complete, but closing their files failed (" + e.getMessage() + ")", e);
    }
  }

  /** Waits for the signature over what was written last. Anybody's, once this is closed. */
  void awaitTheLastSignature() {
    if (closed && checkpoints != null) {
      checkpoints.finish();
    }
  }

  @Override
  public void write(Submission batch) {
    Chain current = chain;
    boolean any = false;
    for (Submission each = batch; each != null; each = each.next) {
      each.chosen = false;
      if (each.fate == null) {
        if (closed) {
          each.fate = Fate.CLOSED;
        } else if (each.chain != current) {
          each.fate = Fate.STALE;
        } else if (each.settles && !each.owed.takes(each, current)) {
          each.fate = Fate.NOT_OWED;
        } else if (each.refusal(nodes.ticks) != null) {
          each.fate = Fate.NOT_GRANTED;
        } else {
          each.chosen = true;
          any = true;
        }
      }
    }
    if (!any) {
      return;
    }
    try {
      long nanos = nodes.ticks.now();
      if (current.isFull(nanos)) {
        rotate(current, nanos);
      }
      current.append(batch);
    } catch (ChainLostException e) {
      lose(current, e);
      decide(batch, Fate.LOST, e);
      return;
    } catch (IOException e) {
      decide(batch, Fate.FAILED, e);
      return;
    }
    // They stand. Until every fate is said there are only stores, for at the end of a stack a call
    // would fail, and what stands would be written again.
    for (Submission each = batch; each != null; each = each.next) {
      if (each.chosen && each.owed != null) {
        if (each.settles) {
          each.owed.settled = true;
          each.owed.node.open--;
          each.owed.authorised = null;
          each.owed.before = current.unproved;
          current.unproved = each.owed;
        } else {
          each.owed.node.open++;
          each.owed.number = each.seq;
          each.owed.allowed = true;
        }
      }
    }
    Throwable volatileOnly = null;
    Fate fate = Fate.WRITTEN;
    try {
      current.persist();
    } catch (Throwable e) {
      volatileOnly = e;
      fate = Fate.NOT_DURABLE;
    }
    if (volatileOnly != null) {
      try {
        nameWhatStands(current, batch);
      } catch (Throwable unnamed) {
        volatileOnly = unnamed; // the fate is the same, only the entry's text is not at hand
      }
    }
    for (Submission each = batch; each != null; each = each.next) {
      if (each.chosen) {
        each.cause = volatileOnly;
        each.fate = fate;
      }
    }
    current.handOver(false);
  }

  /**
   * Goes on in a new segment, or, where that cannot be begun, in the old one: the books are whole
   * either way, and refusing an effect because a name is taken would help nobody.
   */
  private void rotate(Chain current, long nanos) throws ChainLostException {
    try {
      Submission act =
          new Act(CallId.draw(entropy), SEGMENT, current.segmentRecord(), 0, settings.self())
              .submission(current);
      act.chosen = true;
      String old = current.files().chain().getFileName().toString();
      IOException unclosed = current.rotate(act, nanos);
      if (unclosed != null) {
        notice = old + " is complete, but closing it failed (" + unclosed.getMessage() + ")";
      }
    } catch (IOException | RuntimeException e) {
      notice =
          "the books in "
              + directory.path()
              + " could not go on in a new segment ("
              + e
              + "), so "
              + current.files().chain().getFileName()
              + " goes on growing; the next attempt is made in a minute. Nothing is lost. Is the"
              + " disk full, or a file of that name there?";
    }
    lastFiles = current.files();
  }

  private static void decide(Submission batch, Fate fate, Throwable cause) {
    for (Submission each = batch; each != null; each = each.next) {
      if (each.chosen) {
        each.cause = cause;
        each.fate = fate;
      }
    }
  }

  private static void nameWhatStands(Chain current, Submission batch) {
    for (Submission each = batch; each != null; each = each.next) {
      if (each.chosen) {
        each.entry = current.entry(each);
      }
    }
  }

  private void lose(Chain current, ChainLostException why) {
    lost =
        new Lost(
            current.files().chain().getFileName().toString(),
            current.form().chainId(),
            current.nextSeq(),
            current.head(),
            why.getMessage(),
            Owed.ids(owed()),
            unproved(current));
    chain = null;
    // Nobody puts a call of the next chain in before there is one.
    pending.clear();
    nodes.chainLost();
    current.handOver(true);
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
      next =
          Chain.begin(
              directory.path(),
              settings.agent(),
              settings.rotation(),
              checkpoints,
              entropy,
              clock,
              nodes.ticks,
              files);
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
    previous.put(
        "unproved", lost.unproved().subList(0, Math.min(MAX_NAMED, lost.unproved().size())));
    previous.put("unproved_count", lost.unproved().size());
    Map<String, Object> record = new LinkedHashMap<>(start);
    record.put("previous", previous);
    Submission started =
        new Act(CallId.draw(entropy), START, record, 0, settings.self()).submission(next);
    started.chosen = true;
    try {
      next.append(started);
      for (Node node : nodes.renumbered(next)) {
        Submission spawn = new Submission(next, null, next.form().spawn(node), null, null, false);
        spawn.chosen = true;
        next.append(spawn);
      }
      if (nodes.root.isKilled()) {
        String root = next.form().node();
        Submission kill =
            new Submission(
                next,
                null,
                next.form().kill(root, List.of(root), List.of(), null, null),
                null,
                null,
                false);
        kill.chosen = true;
        next.append(kill);
      }
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

  /** What owes an outcome in the current chain, oldest first. */
  List<Owed> owed() {
    Owed[] all = pending.values().toArray(new Owed[0]);
    int count = 0;
    for (Owed each : all) {
      if (each.isOwedIn(chain)) {
        all[count++] = each;
      }
    }
    Arrays.sort(all, 0, count);
    return Arrays.asList(all).subList(0, count);
  }

  /** Calls whose outcome may be in no file any more, newest first. */
  private static List<String> unproved(Chain lost) {
    List<String> ids = new ArrayList<>();
    for (Owed each = lost.unproved; each != null; each = each.before) {
      ids.add(each.callId);
    }
    return ids;
  }
}
