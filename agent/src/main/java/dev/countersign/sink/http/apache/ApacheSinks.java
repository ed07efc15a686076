package dev.countersign.sink.http.apache;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.apache.ApacheHandlers.Part;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.List;

/**
 * What is woven to bind requests of Apache HttpClient 4.5 and 5, the blocking ones, and of whatever
 * else is built on connections of HttpCore 4.4 and 5: the fluent API, minimal clients, the
 * deprecated {@code DefaultHttpClient}, {@code HttpRequestExecutor} in an application's own hands.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>the call of {@code HttpMessageWriter.write} in a connection's {@code sendRequestHeader}</td><td>behind
 *     interceptors, handlers, retries, redirects, authentication rounds and tunnels: stands in for the writer,
 *     reads head and body before anything is sent, decides, sends what was judged</td></tr>
 * <tr><td>the calls of {@code HttpEntity.writeTo} and {@code getTrailers} in {@code sendRequestEntity}, {@code
 *     terminateRequest}</td><td>sends the body that was judged, in the steps of the application</td></tr>
 * <tr><td>{@code bind} of a connection, {@code connect} and {@code upgrade} of the connection operators</td><td>where
 *     a connection really goes to</td></tr>
 * <tr><td>{@code RedirectExec.execute}, {@code DefaultRequestDirector.execute}</td><td>where a request of the
 *     application begins; what is sent afterwards it was sent on to</td></tr>
 * <tr><td>{@code receiveResponseHeader}, {@code sendRequestEntity}, {@code close}, {@code shutdown}</td><td>how an
 *     attempt ended</td></tr>
 * </table>
 *
 * <p>A connection whose writer or entity is called in another way is of an unknown version: its
 * methods refuse. Without the operators a connection goes to where its socket says.
 */
public final class ApacheSinks {

  private static final String SEND_HEAD = "sendRequestHeader";
  private static final String SEND_BODY = "sendRequestEntity";
  private static final String OUTPUT = "java.io.OutputStream";

  private final ApacheHandlers parts;
  private final List<Site> sites;

  private ApacheSinks(ApacheHandlers parts, List<Site> sites) {
    this.parts = parts;
    this.sites = sites;
  }

  /** The sites of these clients. */
  public static List<Site> sites(Sends sends, Weaver weaver, String version) {
    List<Site> sites = new ArrayList<>(48);
    ApacheHandlers four =
        new ApacheHandlers(sends, adapter("countersign.http.apache4", version, Names.CONNECTION_4));
    new ApacheSinks(four, sites).four(weaver);
    ApacheHandlers five =
        new ApacheHandlers(sends, adapter("countersign.http.apache5", version, Names.CONNECTION_5));
    new ApacheSinks(five, sites).five(weaver);
    return sites;
  }

  private static Adapter adapter(String name, String version, String connection) {
    return new Adapter(name, version, connection + '#' + SEND_HEAD);
  }

  private void four(Weaver weaver) {
    String request = Names.CORE_4 + "HttpRequest";
    String withEntity = Names.CORE_4 + "HttpEntityEnclosingRequest";
    String message = Names.CORE_4 + "HttpMessage";
    String entity = Names.CORE_4 + "HttpEntity";
    String head = Names.descriptor("V", request);
    String body = Names.descriptor("V", withEntity);
    String answer = Names.descriptor(Names.CORE_4 + "HttpResponse");
    String write = Names.descriptor("V", message);
    judges(weaver, Names.CONNECTION_4, head);

    // HttpClient 4.3 to 4.5
    guard(
        Site.onEntry(Names.BASE_4).at("bind", Names.descriptor("V", "java.net.Socket")), Part.BIND);
    head(Names.CONNECTION_4, head, Names.CORE_4 + "io.HttpMessageWriter", write);
    body(Names.CONNECTION_4, SEND_BODY, body, entity, "writeTo", Names.descriptor("V", OUTPUT));
    ends(Names.CONNECTION_4, body, answer, Names.CONNECTION_4);
    closes(Names.BASE_4, "()V", "close", "shutdown");
    String host = Names.CORE_4 + "HttpHost";
    String context = Names.CORE_4 + "protocol.HttpContext";
    String operator = Names.CLIENT_4 + "impl.conn.DefaultHttpClientConnectionOperator";
    String managed = Names.CLIENT_4 + "conn.ManagedHttpClientConnection";
    connects(
        operator,
        Names.descriptor(
            "V",
            managed,
            host,
            "java.net.InetSocketAddress",
            "I",
            Names.CORE_4 + "config.SocketConfig",
            context));
    upgrades(operator, "upgrade", Names.descriptor("V", managed, host, context));
    guard(
        Site.on(Names.CLIENT_4 + "impl.execchain.RedirectExec")
            .at(
                "execute",
                Names.descriptor(
                    Names.CLIENT_4 + "client.methods.CloseableHttpResponse",
                    Names.CLIENT_4 + "conn.routing.HttpRoute",
                    Names.CLIENT_4 + "client.methods.HttpRequestWrapper",
                    Names.CLIENT_4 + "client.protocol.HttpClientContext",
                    Names.CLIENT_4 + "client.methods.HttpExecutionAware")),
        Part.CALL);
    oldFour(head, body, answer, write);
  }

  /** What is deprecated in 4.3, and still there: {@code DefaultHttpClient}. */
  private void oldFour(String head, String body, String answer, String write) {
    String old = Names.OLD_CONNECTION_4;
    String params = Names.CORE_4 + "params.HttpParams";
    String host = Names.CORE_4 + "HttpHost";
    String context = Names.CORE_4 + "protocol.HttpContext";
    guard(
        Site.onEntry(Names.CORE_4 + "impl.SocketHttpClientConnection")
            .at("bind", Names.descriptor("V", "java.net.Socket", params)),
        Part.BIND);
    head(old, head, Names.CORE_4 + "io.HttpMessageWriter", write);
    guard(
        Site.onCall(old)
            .at(SEND_BODY, body)
            .before(
                Names.internal(Names.CORE_4 + "impl.entity.EntitySerializer"),
                "serialize",
                Names.descriptor(
                    "V",
                    Names.CORE_4 + "io.SessionOutputBuffer",
                    Names.CORE_4 + "HttpMessage",
                    Names.CORE_4 + "HttpEntity"))
            .replacing(),
        Part.OLD_BODY);
    ends(old, body, answer, Names.CORE_4 + "impl.HttpConnectionMetricsImpl");
    closes(Names.CORE_4 + "impl.SocketHttpClientConnection", "()V", "close", "shutdown");
    String operator = Names.CLIENT_4 + "impl.conn.DefaultClientConnectionOperator";
    String operated = Names.CLIENT_4 + "conn.OperatedClientConnection";
    carry(
        Site.on(operator)
            .at(
                "openConnection",
                Names.descriptor("V", operated, host, "java.net.InetAddress", context, params)),
        Part.CONNECT);
    upgrades(
        operator, "updateSecureConnection", Names.descriptor("V", operated, host, context, params));
    guard(
        Site.on(Names.CLIENT_4 + "impl.client.DefaultRequestDirector")
            .at(
                "execute",
                Names.descriptor(
                    Names.CORE_4 + "HttpResponse", host, Names.CORE_4 + "HttpRequest", context)),
        Part.CALL);
  }

  private void five(Weaver weaver) {
    String request = Names.CORE_5 + "ClassicHttpRequest";
    String entity = Names.CORE_5 + "HttpEntity";
    String head = Names.descriptor("V", request);
    String answer = Names.descriptor(Names.CORE_5 + "ClassicHttpResponse");
    String write =
        Names.descriptor(
            "V", Names.CORE_5 + "MessageHeaders", Names.CORE_5 + "io.SessionOutputBuffer", OUTPUT);
    String trailers = Names.descriptor("org.apache.hc.core5.function.Supplier");
    judges(weaver, Names.CONNECTION_5, head);

    guard(
        Site.onEntry(Names.BASE_5)
            .at("bind", Names.descriptor("V", Names.CORE_5 + "impl.io.SocketHolder")),
        Part.BIND);
    head(Names.CONNECTION_5, head, Names.CORE_5 + "io.HttpMessageWriter", write);
    for (String method : new String[] {SEND_BODY, "terminateRequest"}) {
      body(Names.CONNECTION_5, method, head, entity, "writeTo", Names.descriptor("V", OUTPUT));
      body(Names.CONNECTION_5, method, head, entity, "getTrailers", trailers);
    }
    ends(Names.CONNECTION_5, head, answer, Names.CONNECTION_5);
    closes(Names.BASE_5, "()V", "close");
    closes(Names.BASE_5, Names.descriptor("V", "org.apache.hc.core5.io.CloseMode"), "close");
    fiveOperators();
    guard(
        Site.on(Names.CLIENT_5 + "impl.classic.RedirectExec")
            .at(
                "execute",
                Names.descriptor(
                    Names.CORE_5 + "ClassicHttpResponse",
                    request,
                    Names.CLIENT_5 + "classic.ExecChain$Scope",
                    Names.CLIENT_5 + "classic.ExecChain")),
        Part.CALL);
  }

  /** They have grown from line to line; each calls the one that came later. */
  private void fiveOperators() {
    String operator = Names.CLIENT_5 + "impl.io.DefaultHttpClientConnectionOperator";
    String managed = Names.CLIENT_5 + "io.ManagedHttpClientConnection";
    String host = Names.CORE_5 + "HttpHost";
    String local = "java.net.InetSocketAddress";
    String config = Names.CORE_5 + "io.SocketConfig";
    String context = Names.CORE_5 + "protocol.HttpContext";
    String timeout = "org.apache.hc.core5.util.Timeout";
    String named = "org.apache.hc.core5.net.NamedEndpoint";
    String attachment = "java.lang.Object";
    connects(
        operator,
        Names.descriptor(
            "V", managed, host, local, "org.apache.hc.core5.util.TimeValue", config, context));
    connects(
        operator,
        Names.descriptor("V", managed, host, local, timeout, config, attachment, context));
    connects(
        operator,
        Names.descriptor("V", managed, host, named, local, timeout, config, attachment, context));
    carry(
        Site.on(operator)
            .at(
                "connect",
                Names.descriptor(
                    "V",
                    managed,
                    host,
                    named,
                    "java.nio.file.Path",
                    local,
                    timeout,
                    config,
                    attachment,
                    context)),
        Part.CONNECT_OR_FILE);
    upgrades(operator, "upgrade", Names.descriptor("V", managed, host, context));
    upgrades(operator, "upgrade", Names.descriptor("V", managed, host, attachment, context));
    upgrades(operator, "upgrade", Names.descriptor("V", managed, host, named, attachment, context));
  }

  private void judges(Weaver weaver, String connection, String head) {
    Site judged =
        Site.on(connection)
            .at(SEND_HEAD, head)
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(parts.get(Part.JUDGE));
    parts.gate(
        weaver.gatedCall(
            judged, new WovenMethod(connection, SEND_HEAD, head, null, 0, null, List.of())));
  }

  private void head(String connection, String head, String writer, String write) {
    guard(
        Site.onCall(connection)
            .at(SEND_HEAD, head)
            .before(Names.internal(writer), "write", write)
            .replacing(),
        Part.HEAD);
  }

  private void body(
      String connection,
      String method,
      String descriptor,
      String entity,
      String called,
      String calledDescriptor) {
    guard(
        Site.onCall(connection)
            .at(method, descriptor)
            .before(Names.internal(entity), called, calledDescriptor)
            .replacing(),
        Part.BODY);
  }

  private void ends(String connection, String body, String answer, String counter) {
    carry(Site.on(connection).at(SEND_BODY, body), Part.BODY_ENDS);
    carry(Site.on(connection).at("receiveResponseHeader", answer), Part.ANSWER);
    carry(
        Site.onCall(connection)
            .at("receiveResponseHeader", answer)
            .before(Names.internal(counter), "incrementResponseCount", "()V"),
        Part.LAST_ANSWER);
  }

  private void closes(String connection, String descriptor, String... methods) {
    for (String method : methods) {
      carry(Site.onEntry(connection).at(method, descriptor), Part.CLOSE);
    }
  }

  private void connects(String operator, String descriptor) {
    carry(Site.on(operator).at("connect", descriptor), Part.CONNECT);
  }

  private void upgrades(String operator, String method, String descriptor) {
    carry(Site.on(operator).at(method, descriptor), Part.UPGRADE);
  }

  private void guard(Site.Builder site, Part part) {
    sites.add(site.refuses(ActionClass.NETWORK_REQUEST).to(parts.get(part)));
  }

  private void carry(Site.Builder site, Part part) {
    sites.add(site.carrying().optional().to(parts.get(part)));
  }
}
