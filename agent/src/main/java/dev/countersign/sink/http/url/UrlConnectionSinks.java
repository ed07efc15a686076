package dev.countersign.sink.http.url;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * What is woven to bind requests of {@code HttpURLConnection} and {@code HttpsURLConnection}. The
 * descriptors are the same on JDK 17 and 25, but for {@code parseHTTP}, of which there is one.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th></tr>
 * <tr><td>{@code sun.net.www.http.HttpClient.writeRequests}</td><td>decides: both protocols, every method, redirects,
 *     authentication rounds, and what the client sends again by itself pass here</td></tr>
 * <tr><td>{@code HttpURLConnection.writeRequests}, where it calls it</td><td>says for which connection: a redirect is
 *     the same one with another URL</td></tr>
 * <tr><td>{@code sun.net.www.http.HttpClient.parseHTTP}, {@code closeServer}</td><td>how it ended: the head of the
 *     answer was read, reading it failed, or nobody read it</td></tr>
 * </table>
 */
public final class UrlConnectionSinks {

  private static final String CLIENT = "sun.net.www.http.HttpClient";
  private static final String HEAD = "Lsun/net/www/MessageHeader;";
  private static final String POSTER = "Lsun/net/www/http/PosterOutputStream;";

  /** The sites of this client. */
  public static List<Site> sites(Sends sends, Weaver weaver, String version) {
    Connections connections = new Connections();
    Unanswered unanswered = new Unanswered();
    WriteSink sink =
        new WriteSink(
            sends,
            connections,
            unanswered,
            new Adapter("countersign.http.url", version, WriteSink.HOOK));
    Site held =
        Site.on(CLIENT)
            .at("writeRequests", "(" + HEAD + POSTER + ")V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(sink.new HeldSink());
    sink.releasedThrough(
        weaver.gatedCall(
            held,
            new WovenMethod(
                CLIENT, "writeRequests", "(" + HEAD + POSTER + ")V", null, 0, null, List.of())));
    return List.of(
        Site.on(CLIENT)
            .at("writeRequests", "(" + HEAD + POSTER + ")V")
            .replacing()
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(sink),
        Site.onCall("sun.net.www.protocol.http.HttpURLConnection")
            .at("writeRequests", "()V")
            .before("sun/net/www/http/HttpClient", "writeRequests", "(" + HEAD + POSTER + "Z)V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(new ConnectionHook(connections)),
        Site.on(CLIENT)
            .at("parseHTTP", "(")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(unanswered.new Reading()),
        Site.onEntry(CLIENT)
            .at("closeServer", "()V")
            .refuses(ActionClass.NETWORK_REQUEST)
            .to(unanswered.new Closing()));
  }

  private UrlConnectionSinks() {}
}
