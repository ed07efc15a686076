package dev.countersign.sink.http.jetty;

import dev.countersign.ActionClass;
import dev.countersign.scope.Effects;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import java.util.ArrayList;
import java.util.List;

/**
 * What is woven to bind requests of Jetty's client: 10 and 11, 12.0 and 12.1, whichever protocol
 * they speak. The names are the same but for their packages, see {@link Line}.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>constructor of {@code HttpExchange}</td><td>where the application asks for a request, and where an answer
 *     sends it on: the thread that carries the tool's scope</td></tr>
 * <tr><td>{@code HttpConnection.normalizeRequest}</td><td>puts a stand-in in the place of the body, which reads it when
 *     it is asked for its length, outside any check</td></tr>
 * <tr><td>{@code HttpSender.send}, {@code HttpSender.abort}</td><td>wait until all of the body is there, without a
 *     thread</td></tr>
 * <tr><td>the call of {@code HttpSender.sendHeaders}</td><td>decides: behind redirects, authentication, and all
 *     listeners that may alter the request</td></tr>
 * <tr><td>the call of {@code HttpSender.sendContent}</td><td>writes what was judged</td></tr>
 * <tr><td>the call of {@code EndPoint.write} with the head in {@code HttpSenderOverHTTP}</td><td>the bytes of HTTP/1.1
 *     say what was judged, and go where it goes</td></tr>
 * <tr><td>{@code HttpExchange.requestComplete}, {@code responseComplete}, {@code abort}</td><td>give a body back, the
 *     outcome</td></tr>
 * </table>
 *
 * <p>A version without one of them is closed: its requests are refused where the method is missing,
 * and where the classes are others.
 */
public final class JettySinks {

  /** The sites of this client. */
  public static List<Site> sites(Effects effects, Sends sends, String version) {
    JettyHandlers handlers = new JettyHandlers(effects, sends, version);
    List<Site> sites = new ArrayList<>();
    for (Line line : new Line[] {Line.ELEVEN, Line.TWELVE}) {
      add(sites, line, handlers);
    }
    return sites;
  }

  private static void add(List<Site> sites, Line line, JettyHandlers handlers) {
    String sender = line.descriptor("HttpSender");
    String owner = sender.substring(1, sender.length() - 1);
    String exchange = line.descriptor("HttpExchange");
    String request = line.descriptor("HttpRequest");
    String piece = "(" + exchange + "Ljava/nio/ByteBuffer;ZLorg/eclipse/jetty/util/Callback;)V";
    String listeners = line.pulled() ? line.descriptor("ResponseListeners") : "Ljava/util/List;";
    sites.add(
        Site.onConstructor(line.core() + "HttpExchange")
            .at("(" + line.descriptor("HttpDestination") + request + listeners + ")V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.EXCHANGE)));
    sites.add(
        Site.onEntry(line.core() + "HttpConnection")
            .at("normalizeRequest", "(" + request + ")V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.BODY)));
    sites.add(
        Site.onEntry(line.core() + "HttpSender")
            .at("send", "(" + exchange + ")V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.SENDING)));
    sites.add(
        Site.onEntry(line.core() + "HttpSender")
            .at(
                "abort",
                "("
                    + exchange
                    + "Ljava/lang/Throwable;"
                    + (line.pulled() ? "Lorg/eclipse/jetty/util/Promise;)" : ")"))
            .carrying()
            .to(handlers.get(JettyHandlers.ABORTING)));
    sites.add(
        Site.onCall(line.core() + line.content())
            .anywhere()
            .before(owner, "sendHeaders", piece)
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.ATTEMPT)));
    sites.add(
        Site.onCall(line.core() + line.content())
            .anywhere()
            .before(owner, "sendContent", piece)
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.CONTENT)));
    sites.add(
        Site.onCall(line.overHttp1() + "HttpSenderOverHTTP$HeadersCallback")
            .anywhere()
            .before(
                "org/eclipse/jetty/io/EndPoint",
                "write",
                "(Lorg/eclipse/jetty/util/Callback;[Ljava/nio/ByteBuffer;)V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(handlers.get(JettyHandlers.WRITTEN)));
    sites.add(
        Site.onEntry(line.core() + "HttpExchange")
            .at("requestComplete", "(Ljava/lang/Throwable;)Z")
            .carrying()
            .to(handlers.get(JettyHandlers.REQUEST_ENDS)));
    sites.add(
        Site.onEntry(line.core() + "HttpExchange")
            .at("responseComplete", "(Ljava/lang/Throwable;)Z")
            .carrying()
            .to(handlers.get(JettyHandlers.ANSWER_ENDS)));
    sites.add(
        Site.onEntry(line.core() + "HttpExchange")
            .at(
                "abort",
                line.pulled()
                    ? "(Ljava/lang/Throwable;Lorg/eclipse/jetty/util/Promise;)"
                    : "(Ljava/lang/Throwable;)")
            .carrying()
            .to(handlers.get(JettyHandlers.ABORT_ENDS)));
  }

  private JettySinks() {}
}
