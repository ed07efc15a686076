package dev.countersign.ledger;

/**
 * Nothing more can be appended to a chain: somebody changed its files, or a torn line cannot be
 * taken back.
 */
final class ChainLostException extends Exception {

  private static final long serialVersionUID = 1L;

  ChainLostException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
