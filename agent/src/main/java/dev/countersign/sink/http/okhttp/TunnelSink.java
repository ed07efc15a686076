package dev.countersign.sink.http.okhttp;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.RequestHead;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/**
 * Decides over a {@code CONNECT} to a proxy that this JVM was not started with: a request of its
 * own, written before the one that it is for has been judged. Just before the call of {@code
 * Http1ExchangeCodec.writeRequest} while a connection is made; the rounds that a proxy asks for
 * credentials in pass there too.
 *
 * <p>A refusal leaves through {@link ConnectStandIn}. The library closes a connection that cannot
 * be made only where that fails with an {@code IOException}, so it is closed here.
 */
final class TunnelSink implements SiteHandler {

  static final String HOOK = "okhttp3.internal.http1.Http1ExchangeCodec#writeRequest";

  private static final String METHOD = "CONNECT";

  private final Sends sends;
  private final Attempts attempts;
  private final Adapter adapter;

  TunnelSink(Sends sends, Attempts attempts, Adapter adapter) {
    this.sends = sends;
    this.attempts = attempts;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    // The call's receiver and its arguments: codec, headers, request line.
    OkLibrary library = OkLibrary.of(args[0]);
    String line = (String) args[2];
    Attempts.Passing passing = attempts.passing();
    passing.tunnelRefused = true;
    boolean whole = false;
    try {
      if (!line.startsWith(METHOD + ' ')) {
        throw Sends.unverified();
      }
      judge(library, connection, args[1], line);
      passing.tunnelRefused = false;
      whole = true;
    } finally {
      if (!whole) {
        close(library.socketOfConnecting(connection));
      }
    }
    return null;
  }

  private void judge(OkLibrary library, Object connection, Object headers, String line) {
    InetSocketAddress proxy = null;
    String detail = null;
    try {
      proxy = library.proxyOfConnecting(connection);
    } catch (NotCanonicalException ofTheApplication) {
      detail = ofTheApplication.getMessage();
    }
    if (proxy != null && sends.proxies().entering(proxy) == null) {
      return; // part of no request
    }
    String authority = line.substring(METHOD.length() + 1, line.lastIndexOf(' '));
    String target = target(authority);
    if (sends.outlookAtSink(target) == Outlook.LEFT) {
      return;
    }
    SendIntent intent = null;
    List<String> divergent = List.of();
    try {
      RequestHead head = new RequestHead(sends.headers(), METHOD, "https://" + authority + '/');
      library.headersOf(headers, head, null);
      head.framed(false, 0).proxy(sends.proxies(), proxy);
      divergent = head.divergent();
      intent = detail == null ? head.intent() : null;
    } catch (NotCanonicalException unsupported) {
      detail = unsupported.getMessage();
    }
    Attempts.Passing passing = attempts.passing();
    Attempts.Last last = passing.call == null ? null : attempts.last(passing.call);
    Firing firing =
        sends.commit(
            Carry.capture(),
            Sends.beforeTunnel(last == null ? null : last.firing(), target),
            intent,
            target,
            SendBody.NONE,
            divergent,
            adapter,
            detail);
    passing.tunnel(firing);
  }

  /** As that of a request to there is said. */
  private static String target(String authority) {
    int colon = authority.lastIndexOf(':');
    String host = authority.substring(0, colon);
    return Sends.target(
        "https",
        host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
        Integer.parseInt(authority.substring(colon + 1)));
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      return; // it is closed all the same, and what is thrown says why
    }
  }
}
