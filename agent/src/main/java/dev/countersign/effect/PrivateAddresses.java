package dev.countersign.effect;

import java.net.Inet6Address;
import java.net.InetAddress;

/**
 * Addresses that mean this machine, its link or a private network, and those under which clouds
 * answer for the machine's own credentials (spec 5.5, {@code deny_private}). Pure functions.
 *
 * <p>The special-purpose registries of IPv4 and IPv6 (RFC 6890), without documentation ranges;
 * metadata services answer in 169.254.0.0/16, 100.64.0.0/10, 192.0.0.0/24 and fc00::/7.
 */
public final class PrivateAddresses {

  /** Whether a connection there stays inside. */
  public static boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return bytes.length == 4 ? isPrivate4(bytes, 0) : isPrivate6((Inet6Address) address, bytes);
  }

  private static boolean isPrivate4(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int second = bytes[at + 1] & 0xff;
    switch (first) {
      case 0: // this host: a connection there is one to loopback
      case 10:
      case 127:
        return true;
      case 100:
        return second >= 64 && second < 128;
      case 169:
        return second == 254;
      case 172:
        return second >= 16 && second < 32;
      case 192:
        return second == 168 || second == 0 && bytes[at + 2] == 0;
      case 198:
        return second == 18 || second == 19;
      default:
        return first >= 224; // multicast, reserved, broadcast
    }
  }

  private static boolean isPrivate6(Inet6Address address, byte[] bytes) {
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    if (address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || (first & 0xfe) == 0xfc) {
      return true;
    }
    if (first == 0x20 && second == 0x02) {
      return isPrivate4(bytes, 2); // 6to4: the relay unpacks it
    }
    if (first == 0 && second == 0x64 && (bytes[2] & 0xff) == 0xff && (bytes[3] & 0xff) == 0x9b) {
      // NAT64: 64:ff9b::/96, and 64:ff9b:1::/48, which a network keeps to itself.
      return bytes[5] == 1 || isPrivate4(bytes, 12);
    }
    for (int i = 0; i < 10; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return isPrivate4(bytes, 12); // an IPv4 address in IPv6 clothes
  }

  private PrivateAddresses() {}
}
