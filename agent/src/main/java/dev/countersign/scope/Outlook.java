package dev.countersign.scope;

/** What will have to be known of a request before it is judged. */
public enum Outlook {
  /** It is left alone without an entry ({@code unbound: allow}); nothing of it is looked at. */
  LEFT,
  /** No preview is in sight: it is judged without its body. */
  HEAD,
  /** A preview may be equal to it: head and body. */
  BODY
}
