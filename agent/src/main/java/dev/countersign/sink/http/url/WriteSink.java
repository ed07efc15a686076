package dev.countersign.sink.http.url;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Destination;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides over every wire attempt of a URL connection, at entry of {@code
 * sun.net.www.http.HttpClient.writeRequests(head, poster)}: the connection stands, and nothing of
 * the request is on it.
 *
 * <p>Where a body may be bound, the client writes it with its head into a {@link HeldOutput}, which
 * has them compared when all of it is there: at once where it is buffered, piece by piece where it
 * is sent so ({@code setFixedLengthStreamingMode}, {@code setChunkedStreamingMode}). Of any other
 * request the head is copied, compared, and the copy is written.
 */
final class WriteSink implements SiteHandler {

  private static final String UNFRAMED = "a body that is not framed as its head says";

  static final String HOOK = "sun.net.www.http.HttpClient#writeRequests";

  private final Sends sends;
  private final Connections connections;
  private final Unanswered unanswered;
  private final Adapter adapter;
  private volatile GatedCall gate;

  /** An attempt that is about to be written. */
  private record Sent(Object client, Firing firing) {}

  WriteSink(Sends sends, Connections connections, Unanswered unanswered, Adapter adapter) {
    this.sends = sends;
    this.connections = connections;
    this.unanswered = unanswered;
    this.adapter = adapter;
  }

  /** Sets the gate through which a held request is judged; once, before the first request. */
  void releasedThrough(GatedCall gate) {
    this.gate = gate;
  }

  @Override
  public Object enter(WovenMethod woven, Object client, Object[] args) {
    Object connection = connections.written();
    UrlClientAccess access = UrlClientAccess.get();
    boolean tunnel = access.requestLine(args[0]).startsWith("CONNECT ");
    InetSocketAddress proxy = tunnel ? access.proxy(client) : null;
    if (proxy != null && sends.proxies().entering(proxy) == null) {
      // The proxy that this JVM was started with: part of no request.
      return null;
    }
    // Before anything of the request is read or copied: most of them are nobody's.
    if (sends.leaves()) {
      return null;
    }
    URL url = access.url(client);
    String scheme = UrlClientAccess.isSecure(client) ? "https" : "http";
    Outlook outlook = sends.outlookAtSink(Sends.target(scheme, url.getHost(), url.getPort()));
    if (outlook == Outlook.LEFT) {
      return null;
    }
    List<String[]> lines = access.lines(args[0]);
    proxy = access.proxy(client);
    Request request = new Request(scheme, url, lines, proxy, access.destination(client));
    boolean streaming = args[1] == null && access.isStreaming(client) && !tunnel;
    ByteArrayOutputStream buffered = (ByteArrayOutputStream) args[1];
    boolean any = streaming || buffered != null;
    if (sends.enforcing()) {
      args[0] = access.header(lines);
      boolean small = buffered != null && buffered.size() <= sends.maxBody();
      if (small || any && outlook == Outlook.BODY) {
        hold(access, client, connection, request);
        return null;
      }
    }
    Behind behind = any ? unheld(request, buffered) : Behind.NOTHING;
    Firing firing = commit(connection, request, behind, null, Carry.capture());
    return new Sent(client, firing);
  }

  /** In {@code observe}, what the JDK itself has in memory is looked at. */
  private Behind unheld(Request request, ByteArrayOutputStream buffered) {
    if (sends.enforcing()) {
      return new Behind(true, buffered == null ? -1 : buffered.size(), SendBody.UNREAD);
    }
    if (buffered == null) {
      return new Behind(true, -1, SendBody.ON_TRUST);
    }
    byte[] bytes = buffered.toByteArray();
    SendBody body = SendBody.of(List.of(bytes), request.codings(), sends.maxBody());
    return new Behind(true, bytes.length, body);
  }

  /**
   * @param over why its body is not held as a whole; null when it is
   */
  private Firing commit(
      Object connection, Request request, Behind behind, String over, Object captured) {
    SendIntent intent = null;
    String detail = null;
    List<String> divergent = List.of();
    if (over != null) {
      detail = over;
    } else {
      try {
        RequestHead head = request.head(sends).framed(behind.any(), behind.length());
        divergent = head.divergent();
        intent = head.intent();
      } catch (NotCanonicalException unsupported) {
        detail = unsupported.getMessage();
      }
    }
    String asked = request.method() + ' ' + request.url();
    boolean tunnel = request.isForTunnel();
    Firing firing =
        sends.commit(
            captured,
            tunnel
                ? Sends.beforeTunnel(connections.last(connection), request.target())
                : connections.sentOnFrom(connection, asked),
            intent,
            request.target(),
            behind.body(),
            divergent,
            adapter,
            detail);
    if (!tunnel) {
      connections.attempted(connection, asked, firing);
    }
    return firing;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Sent sent = (Sent) token;
    if (thrown == null) {
      unanswered.written(sent.client(), sent.firing());
    } else {
      sent.firing().ended(BodyState.RAISED, thrown);
    }
    return result;
  }

  /** Head and body go into a holder; {@link Held} judges them when they are whole. */
  private void hold(UrlClientAccess access, Object client, Object connection, Request request) {
    Object captured = Carry.capture();
    HeldOutput held =
        HeldOutput.before(
            access.output(client),
            access.encoding(),
            sends.room(),
            (output, complete) -> {
              release(new Held(client, connection, request, captured, output, complete));
              access.output(client, output.real());
            });
    access.output(client, held);
  }

  /**
   * What is written behind a head.
   *
   * @param any whether there is anything, be it the end of chunks
   * @param length in bytes, without framing; negative = not known
   */
  record Behind(boolean any, long length, SendBody body) {
    static final Behind NOTHING = new Behind(false, 0, SendBody.NONE);
  }

  /** A whole request that waits for its judgement. */
  record Held(
      Object client,
      Object connection,
      Request request,
      Object captured,
      HeldOutput output,
      boolean complete) {}

  private void release(Held held) {
    try {
      gate.invoke(Written.METHOD, held.output(), new Object[] {held});
    } catch (RuntimeException | Error refused) {
      throw refused;
    } catch (Throwable undeclared) {
      throw new IllegalStateException(undeclared);
    }
  }

  /** Behind the gate of a held request. */
  final class HeldSink implements SiteHandler {

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      Held held = (Held) args[0];
      HeldBytes bytes = held.output().body();
      String over = held.complete() ? null : bytes.isOver() ? bytes.why() : UNFRAMED;
      Behind behind =
          over == null
              ? new Behind(true, bytes.length(), bytes.body(held.request().codings()))
              : new Behind(true, -1, SendBody.UNREAD);
      Firing firing = commit(held.connection(), held.request(), behind, over, held.captured());
      if (!held.complete()) {
        RuntimeException refused = firing.refused(null, List.of());
        throw refused == null ? Sends.beyondBounds() : refused;
      }
      return new Sent(held.client(), firing);
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) {
      return WriteSink.this.exit(token, result, thrown);
    }
  }

  /** What stands behind the gate of a held request: writing it. */
  static final class Written {

    static final Method METHOD;

    static {
      try {
        METHOD = Written.class.getDeclaredMethod("write", Held.class);
        METHOD.setAccessible(true);
      } catch (NoSuchMethodException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    static void write(Held held) {
      held.output().write();
    }

    private Written() {}
  }

  /**
   * A request as its head says it.
   *
   * @param base of the client: host and port
   * @param proxy through which it goes; null for none
   * @param destination to which its connection goes
   */
  record Request(
      String scheme,
      URL base,
      List<String[]> lines,
      InetSocketAddress proxy,
      Destination destination) {

    String method() {
      String line = lines.get(0)[0];
      return line.substring(0, line.indexOf(' '));
    }

    /** As it is requested; through a proxy the head holds the whole of it. */
    String url() {
      String line = lines.get(0)[0];
      String uri = line.substring(line.indexOf(' ') + 1, line.lastIndexOf(' '));
      if (uri.contains("://") && !uri.startsWith("/")) {
        return uri;
      }
      return origin() + (isForTunnel() ? "/" : uri);
    }

    boolean isForTunnel() {
      return method().equals("CONNECT");
    }

    private String origin() {
      int port = base.getPort();
      return scheme + "://" + base.getHost() + (port < 0 ? "" : ":" + port);
    }

    String target() {
      return Sends.target(scheme, base.getHost(), base.getPort());
    }

    List<String> codings() {
      List<String> codings = new ArrayList<>(0);
      for (String[] line : lines) {
        if ("content-encoding".equalsIgnoreCase(line[0]) && line[1] != null) {
          codings.add(line[1]);
        }
      }
      return codings;
    }

    RequestHead head(Sends sends) {
      RequestHead head = new RequestHead(sends.headers(), method(), url());
      if (!head.url().origin().equals(RequestUrl.parse(origin()).origin())) {
        // new URL("http", host, "http://other/") is asked of host, whatever its line says.
        throw new NotCanonicalException(
            "a request whose line names another server than it goes to");
      }
      for (int i = 1; i < lines.size(); i++) {
        String[] line = lines.get(i);
        if (line[0] != null) { // else it is not written
          head.header(line[0], line[1] == null ? "" : line[1]);
        }
      }
      return head.proxy(sends.proxies(), proxy).to(destination);
    }
  }
}
