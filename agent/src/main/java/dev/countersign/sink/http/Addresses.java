package dev.countersign.sink.http;

import dev.countersign.config.AddressRule;
import dev.countersign.config.SendRules;
import dev.countersign.effect.Destination;
import dev.countersign.effect.PrivateAddresses;
import dev.countersign.effect.SendIntent;
import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Whether a connection may go to an address at all, whoever's it is ({@code send.address}, spec
 * 5.5). To which addresses one request is pinned, its preview knows.
 */
final class Addresses {

  /** Where a request differs whose connection goes elsewhere. */
  static final String POINTER = "/intent/address";

  private final SendRules rules;

  Addresses(SendRules rules) {
    this.rules = rules;
  }

  /** As {@link #admit(String, InetAddress)}, for a client that may know the address later. */
  boolean admit(SendIntent intent) {
    Destination destination = intent.destination();
    if (rules.address() == AddressRule.ANY) {
      return true;
    }
    if (destination.later()) {
      // A proxy makes something of a name, but an address is one already.
      return rules.address() != AddressRule.DENY_PRIVATE
          || isDeclared(intent.url().origin())
          || !isPrivateAsWritten(intent.url().host());
    }
    return admit(intent.url().origin(), destination.address());
  }

  /**
   * @param target scheme, host and port
   * @param address null where it is not known, which is no address that could be let through
   */
  boolean admit(String target, InetAddress address) {
    switch (rules.address()) {
      case ANY:
        return true;
      case PIN:
        return address != null;
      default:
        return address != null && (!PrivateAddresses.contains(address) || isDeclared(target));
    }
  }

  /**
   * Whether a host is this machine or an address of a private network without being looked up.
   * Numbers that parsers read differently ({@code 127.1}, {@code 0x7f000001}) count as such.
   */
  private static boolean isPrivateAsWritten(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (name.equals("localhost") || name.endsWith(".localhost")) {
      return true;
    }
    boolean number = name.startsWith("[");
    if (!number) {
      String last = name.substring(name.lastIndexOf('.') + 1);
      number = !last.isEmpty() && last.charAt(0) >= '0' && last.charAt(0) <= '9';
      if (number && !isDottedQuad(name)) {
        return true;
      }
    }
    if (!number) {
      return false;
    }
    try {
      return PrivateAddresses.contains(InetAddress.getByName(name)); // of a literal: no look-up
    } catch (UnknownHostException none) {
      return true;
    }
  }

  private static boolean isDottedQuad(String name) {
    int parts = 0;
    for (int from = 0; from <= name.length(); parts++) {
      int dot = name.indexOf('.', from);
      int end = dot < 0 ? name.length() : dot;
      if (end == from || end - from > 3 || end - from > 1 && name.charAt(from) == '0') {
        return false;
      }
      for (int i = from; i < end; i++) {
        if (name.charAt(i) < '0' || name.charAt(i) > '9') {
          return false;
        }
      }
      from = end + 1;
    }
    return parts == 4;
  }

  private boolean isDeclared(String target) {
    String authority = target.substring(target.indexOf("//") + 2);
    return rules.privateHosts().contains(authority)
        || rules.privateHosts().contains(authority.substring(0, authority.lastIndexOf(':')));
  }
}
