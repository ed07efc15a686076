package dev.countersign.sink.http;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.AddressRule;
import dev.countersign.config.SendRules;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.Overheard;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Exemptions;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Observation;
import dev.countersign.scope.Outlook;
import dev.countersign.scope.Seal;
import dev.countersign.scope.WeakIdentityMap;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Judges requests, whichever client sends them. Thread-safe. */
public final class Sends {

  /** What a body that was not compared leaves in the record of its request. */
  private static final List<String> BODY_UNREAD = List.of("body_unread");

  /** Where a URL of {@code http} goes to that names no port. */
  public static final int HTTP_PORT = 80;

  private static final int HTTPS_PORT = 443;

  private final Effects effects;
  private final SendRules rules;
  private final HeaderRules headers;
  private final Proxies proxies;
  private final Addresses addresses;
  private final Room room;
  private final WeakIdentityMap<Boolean> early = new WeakIdentityMap<>();
  private final ThreadLocal<String> connectingTo = new ThreadLocal<>();

  /**
   * @param spool where bodies go that are too large for memory; null for nowhere
   */
  public Sends(Effects effects, SendRules rules, Proxies proxies, Spool spool) {
    this.effects = effects;
    this.rules = rules;
    this.headers = rules.headers();
    this.proxies = proxies;
    this.addresses = new Addresses(rules);
    this.room = new Room(rules.maxBody(), spool, HeldMemory.OF_THIS_JVM);
  }

  /** Whether what differs is refused; in {@code observe} no body is held. */
  public boolean enforcing() {
    return effects.enforcing();
  }

  /** Bytes of a body that are held in memory. */
  public int maxBody() {
    return rules.maxBody();
  }

  /** How much of bodies is held. */
  public Room room() {
    return room;
  }

  public HeaderRules headers() {
    return headers;
  }

  public Proxies proxies() {
    return proxies;
  }

  /** Scheme, host and port as the books name them, of parts that need not be canonical. */
  public static String target(String scheme, String host, int port) {
    String lower = scheme.toLowerCase(Locale.ROOT);
    int given = port >= 0 ? port : lower.equals("https") ? HTTPS_PORT : HTTP_PORT;
    return lower + "://" + (host == null ? "" : host.toLowerCase(Locale.ROOT)) + ':' + given;
  }

  /**
   * Another host than the URL's reaches another application behind the same address. The zone of an
   * IPv6 address means something on this machine only, and clients leave it out (RFC 6874, 4).
   */
  public static boolean isHostOf(RequestUrl url, String header) {
    return names(header, url.host(), url.port())
        || url.host().indexOf('%') > 0 && names(header, withoutZone(url.host()), url.port());
  }

  private static boolean names(String header, String host, int port) {
    return header.equalsIgnoreCase(host) || header.equalsIgnoreCase(host + ':' + port);
  }

  private static String withoutZone(String literal) {
    return literal.substring(0, literal.indexOf('%')) + ']';
  }

  /**
   * What has to be known of a request of the calling thread before it is judged; {@link
   * Outlook#LEFT} also where its host or the frame around it is exempt and whoever asks was not
   * killed, but for a frame that lets nothing out unseen. Counts nothing.
   */
  public Outlook outlook(String target) {
    return outlook(target, false);
  }

  /** The same of one that is about to be sent: one that no exemption leaves alone is counted. */
  public Outlook outlookAtSink(String target) {
    return outlook(target, true);
  }

  private Outlook outlook(String target, boolean counted) {
    if (effects.exemptions().seal() != null) {
      return enforcing() ? Outlook.BODY : Outlook.HEAD;
    }
    if (isExempt(target)) {
      return Outlook.LEFT;
    }
    Outlook outlook = effects.outlook(target);
    if (counted && outlook == Outlook.LEFT) {
      effects.left();
    }
    return outlook;
  }

  /**
   * Whether requests of the calling thread are left alone wherever they go, so that nothing of them
   * need be read. That is most of them, and all that those pay for. Counts nothing.
   */
  public boolean leavesAny() {
    return rules.exempt().isEmpty() && effects.leavesAny();
  }

  /** The same of one that is about to be sent, which is counted then. */
  public boolean leaves() {
    boolean left = leavesAny();
    if (left) {
      effects.left();
    }
    return left;
  }

  /** Of an agent or an application that was killed, nothing is. */
  private boolean isExempt(String target) {
    return (effects.exemptions().current() != null || isExemptHost(target)) && !effects.isOver();
  }

  private boolean isExemptHost(String target) {
    if (rules.exempt().isEmpty()) {
      return false;
    }
    String authority = target.substring(target.indexOf("//") + 2);
    return rules.exempt().contains(authority)
        || rules.exempt().contains(authority.substring(0, authority.lastIndexOf(':')));
  }

  /**
   * A copy to be made of a body while it is sent unread; null where nothing is learned from it.
   *
   * @param codings values of {@code content-encoding}, in their order
   */
  public Overheard overheard(List<String> codings) {
    return enforcing() || !effects.isLearning() ? null : new Overheard(codings);
  }

  /**
   * A wire attempt is about to be made.
   *
   * @param captured what the thread carried that asked for it, see {@link Carry#capture}
   * @param before the attempt that an answer turned into this one at another place; null for the
   *     first one, and for one that repeats the same request
   * @param intent null when the request has no canonical form
   * @param detail why; else null
   * @throws EffectRefusedException when nothing may be sent
   */
  public Firing commit(
      Object captured,
      Firing before,
      SendIntent intent,
      String target,
      SendBody body,
      List<String> divergent,
      Adapter adapter,
      String detail) {
    boolean admitted = intent == null || addresses.admit(intent);
    List<String> differing = divergent;
    if (!admitted) {
      differing = new ArrayList<>(divergent);
      differing.add(Addresses.POINTER);
    }
    Observation seen =
        new Observation(
            Verb.SEND,
            intent == null ? null : intent.toJson(body),
            target,
            differing,
            adapter,
            detail,
            false,
            body.isRead() ? List.of() : BODY_UNREAD,
            body,
            intent == null ? null : intent.destination().address(),
            before != null && before.sentTo() != null && !before.sentTo().equals(target));
    Object carried = Carry.enter(captured);
    try {
      Seal seal = Exemptions.sealIn(captured);
      if (seal != null) {
        seal.leaves(
            captured,
            new Seal.Way(target, intent == null ? null : intent.url(), before != null),
            body);
      }
      // What began in such a frame is exempt though the frame be over by now: it waited for us.
      if (seal != null && !effects.isOver() || isExempt(target)) {
        return Firing.UNRECORDED;
      }
      return before != null && before.staysWhereItWasSent()
          ? effects.refuseHop(seen)
          : effects.commit(seen);
    } finally {
      Carry.restore(carried);
    }
  }

  /**
   * What a request for a tunnel was sent on from. To where the last attempt went as well, from
   * nothing: it belongs to a request that repeats it; and no request was sent on from a tunnel.
   *
   * @param last null for none
   * @param target where the tunnel leads, as the books name it
   */
  public static Firing beforeTunnel(Firing last, String target) {
    return last == null || target.equals(last.sentTo()) ? null : last;
  }

  /**
   * The calling thread has a client connect to that host, whichever address the client gives to its
   * socket: names are looked up as the application likes.
   *
   * @param host null for nothing any more
   */
  public void connectingTo(String host) {
    if (host == null) {
      connectingTo.remove();
    } else {
      connectingTo.set(host);
    }
  }

  /** Null where the client knows no more than its socket does. */
  public String connectingTo() {
    return connectingTo.get();
  }

  /**
   * A client is about to tell a SOCKS proxy which server it wants: before there is a connection on
   * which its request could be judged. Where no request could go there that way, it is refused now.
   *
   * @param proxy as {@link Proxies#entering} names it
   * @throws EffectRefusedException when nothing may be sent there
   */
  public void requireReach(String host, int port, String proxy, Adapter adapter) {
    String target = target(port == HTTPS_PORT ? "https" : "http", host, port);
    if (isExempt(target) || !effects.isOutOfReach(host, port, proxy)) {
      return;
    }
    Map<String, Object> intent = null;
    String detail = null;
    try {
      intent =
          new SendIntent("CONNECT", RequestUrl.parse(target + '/'), headers)
              .proxy(proxy)
              .toJson(SendBody.NONE);
    } catch (NotCanonicalException unsupported) {
      detail = unsupported.getMessage();
    }
    try {
      effects.peek(
          List.of(
              new Observation(
                  Verb.SEND,
                  intent,
                  target,
                  List.of(),
                  adapter,
                  detail,
                  false,
                  List.of(),
                  SendBody.NONE,
                  null,
                  false)));
    } catch (EffectRefusedException refused) {
      early.put(refused, Boolean.TRUE);
      throw refused;
    }
  }

  /** Whether that is what {@link #requireReach} said, on whichever thread. */
  public boolean isEarly(EffectRefusedException refused) {
    return early.get(refused) != null;
  }

  /** Whether connections of bound requests may go to some addresses only ({@code send.address}). */
  public boolean comparesAddresses() {
    return rules.address() != AddressRule.ANY;
  }

  /**
   * What a client says that knows the address behind {@link #commit} only, before it connects or
   * before it sends on a connection that stands.
   *
   * @param target scheme, host and port
   * @param address null where it is not known
   * @throws EffectRefusedException when nothing may be sent there
   */
  public void requireAddress(Firing firing, String target, InetAddress address) {
    if (addresses.admit(target, address) && firing.mayGoTo(address)) {
      return;
    }
    EffectRefusedException refused = firing.refusedGoingTo(address);
    if (refused != null) {
      throw refused;
    }
  }

  /** Of a request whose check failed by itself. */
  public static EffectRefusedException unverified() {
    return new EffectRefusedException(RefusalCode.INTERNAL, ActionClass.NETWORK_REQUEST, "");
  }

  /** Of a request whose body could not be held: it must not be sent, whatever nothing said. */
  public static EffectRefusedException beyondBounds() {
    return new EffectRefusedException(RefusalCode.UNSUPPORTED, ActionClass.NETWORK_REQUEST, "");
  }
}
