package dev.countersign.approval;

/**
 * What the directory says to one request.
 *
 * @param kind what it comes to
 * @param ticket the answer, where there is one by a key that counts; else null
 * @param key the id of the key that signed it; else null
 * @param grant through which an approval is looked at again at the sink; only where {@code kind} is
 *     {@link Kind#APPROVED}
 * @param detail for the books; null for nothing to say
 * @param finding a word for the books; null for none
 * @param asked whether the question was written just now
 */
public record Answer(
    Kind kind,
    Ticket ticket,
    String key,
    Grant grant,
    String detail,
    String finding,
    boolean asked) {

  /** What it comes to. */
  public enum Kind {
    /** It may happen once. */
    APPROVED,
    /** Nobody has decided. */
    WAITING,
    /** Somebody has, and said no. */
    REFUSED,
    /** Somebody had approved, and that is too long ago. */
    EXPIRED
  }

  static Answer approved(Ticket ticket, String key, Grant grant) {
    return new Answer(Kind.APPROVED, ticket, key, grant, null, null, false);
  }

  static Answer without(Kind kind, Ticket ticket, String key, boolean asked) {
    return new Answer(kind, ticket, key, null, null, null, asked);
  }

  static Answer waiting(String detail, String finding, boolean asked) {
    return new Answer(Kind.WAITING, null, null, null, detail, finding, asked);
  }

  /** This answer, with what was found on the way to it. */
  Answer finding(String more, String word) {
    return word == null || finding != null
        ? this
        : new Answer(kind, ticket, key, grant, more, word, asked);
  }
}
