package dev.countersign.policy;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.NotCanonicalException;

/** What an envelope holds. That it can be read says nothing about who signed it. */
public final class Payload {

  /**
   * @throws PolicyException where it is no such envelope
   */
  public static byte[] of(Kind kind, String document, byte[] envelope) throws PolicyException {
    return dsse(kind, document, envelope).payload();
  }

  static Dsse dsse(Kind kind, String document, byte[] envelope) throws PolicyException {
    Dsse dsse;
    try {
      dsse = Dsse.parse(envelope, kind.mostBytes());
    } catch (NotCanonicalException malformed) {
      throw new PolicyException(Rejection.MALFORMED, document, "", malformed.getMessage());
    }
    if (!dsse.payloadType().equals(kind.payloadType())) {
      throw new PolicyException(
          Rejection.MALFORMED, document, "payloadType", "is not " + kind.payloadType());
    }
    return dsse;
  }

  private Payload() {}
}
