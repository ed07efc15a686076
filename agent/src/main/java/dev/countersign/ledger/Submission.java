package dev.countersign.ledger;

/**
 * The lines that one thread hands in for one chain, all or none of which are written: an entry with
 * the record that it binds, or the two of an act.
 *
 * <p>Only the leader ({@link GroupCommit}) changes one; {@link #fate} publishes what it stored
 * before.
 */
final class Submission {

  final Chain chain;
  final EffectRecord record;
  final EntryDraft draft;

  /** What follows at once; null for nothing. */
  final Submission also;

  /** The call that this allows or settles; null for an entry after which nothing is owed. */
  final Owed owed;

  /** Whether this is the outcome of {@link #owed}. */
  final boolean settles;

  /** Whom to wake. */
  final Thread thread = Thread.currentThread();

  /** Null while it waits. */
  volatile Fate fate;

  /** Whether {@link #thread} may have to be woken. */
  volatile boolean parked;

  /** What failed, for {@link Fate#FAILED}, {@link Fate#LOST} and {@link Fate#NOT_DURABLE}. */
  Throwable cause;

  /** The entry that stands, for {@link Fate#NOT_DURABLE}. */
  String entry;

  /** The one that was handed in after this, or, on the way in, before it. */
  Submission next;

  /** Whether it is in the batch that is being written. */
  boolean chosen;

  /** The number of its entry, and where its line stands in the batch. */
  long seq;

  int lineAt;
  int lineEnd;

  /**
   * @param record null for an entry that binds none
   */
  Submission(
      Chain chain,
      EffectRecord record,
      EntryDraft draft,
      Submission also,
      Owed owed,
      boolean settles) {
    this.chain = chain;
    this.record = record;
    this.draft = draft;
    this.also = also;
    this.owed = owed;
    this.settles = settles;
  }

  /** Whose authority decides, and by which scope; null where none does. */
  private Node asked;

  private String scope;
  private Amounts amounts;
  private boolean counted;

  /** Why it was not granted, for {@link Fate#NOT_GRANTED}. */
  Ground refused;

  /** Before it is handed in. */
  void asks(Node node, String forScope, Amounts taken) {
    asked = node;
    scope = forScope;
    amounts = taken;
  }

  /** Asks its node once, however often it comes to a leader. */
  Ground refusal(Ledger.Ticks ticks) {
    if (asked != null && !counted) {
      refused = asked.admit(scope, amounts, ticks);
      counted = refused == null;
    }
    return refused;
  }

  /** What was counted for it is restored where nothing of it stands (spec 2.2). */
  void giveBackUnlessWritten() {
    if (counted && fate != Fate.WRITTEN && fate != Fate.NOT_DURABLE) {
      counted = false;
      asked.giveBack(scope, amounts);
    }
  }

  /** How much memory the batch needs for it, in bytes. */
  int bytes() {
    int own = draft.mostBytes() + (record == null ? 0 : record.line().length);
    return also == null ? own : own + also.bytes();
  }
}
