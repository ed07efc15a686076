package dev.countersign.effect;

import java.net.InetAddress;

/**
 * Where the connection of a wire attempt goes, as far as {@code send.address} asks for it (spec
 * 5.5): clients that have a connection by then say to which address.
 *
 * @param address null where it is not known
 * @param later whether it is told behind this, before a byte of the request is sent; or a proxy
 *     makes something of the name
 */
public record Destination(InetAddress address, boolean later) {

  /** Nobody can say: a request that is compared by it does not go out. */
  public static final Destination UNKNOWN = new Destination(null, false);

  /** The client asks again when it knows. */
  public static final Destination LATER = new Destination(null, true);

  /** To that address; null is {@link #UNKNOWN}. */
  public static Destination at(InetAddress address) {
    return address == null ? UNKNOWN : new Destination(address, false);
  }
}
