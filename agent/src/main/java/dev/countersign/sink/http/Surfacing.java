package dev.countersign.sink.http;

import dev.countersign.EffectRefusedException;
import java.net.ProtocolException;

/** What clients that speak in {@code IOException}s say of a refusal. */
public final class Surfacing {

  /**
   * A {@link ProtocolException} with the refusal's text and the refusal as its cause: clients know
   * it as a request that must not be tried again.
   */
  public static ProtocolException of(EffectRefusedException refused) {
    ProtocolException surfaced = new ProtocolException(refused.getMessage());
    surfaced.initCause(refused);
    return surfaced;
  }

  private Surfacing() {}
}
