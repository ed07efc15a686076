package dev.countersign.framework.mcp;

import dev.countersign.config.Configuration;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The preset for the MCP Java SDK: where its tool calls are resolved (Q), where their arguments are
 * made (B), and where they are carried out (K).
 *
 * <pre>
 * McpSchema#deserializeJsonRpcMessage           the text, of every transport of the library
 * McpAsyncServer#toolsCallRequestHandler        what takes tools/call, on the session's thread: the very object that
 *   McpStatelessAsyncServer, the same           holds the parameters leads back to the text and the id
 *     its call of a tool's handler         Q, B the handler as the four records of specifications give it out
 *       the application's handler          K    whichever thread the library or a decorator has it run on
 *         a method with @McpTool         K    of Spring AI's annotations, behind the aspects of its bean
 * McpAsyncClient#callTool                  Q    of a client: what is called is somebody else's tool
 *   McpClientSession#sendRequest           K    the very request leads here, whenever that is; at each subscription
 *     sendMessage of the transports        Q, K what no session sent: {@link MessageGate}
 *       what they write                    K    behind mappers, customizers and filters: {@link Leaving}
 * the HTTP transports of clients                  requests inside are exempt: {@link TransportFrames}
 * </pre>
 *
 * <p>Stdio, server-sent events, streamable HTTP and stateless servers all pass here. These names
 * and descriptors are those of 0.17, 1.1 and 2.1; 0.10, which Spring AI 1.0 brings, has other names
 * for some of them ({@link Library#isOld}). A line that lacks one of them is closed: its calls are
 * refused {@code CS-INTERNAL} and one line says which version was seen.
 */
public final class Mcp {

  private static final String MODULE = "countersign.mcp";
  private static final String HANDLER = "Ljava/util/function/BiFunction;";

  private final Effects effects;
  private final Configuration configuration;
  private final Weaver weaver;
  private final String version;
  private final Consumer<String> holes;

  /**
   * @param version of this agent
   * @param holes hears of a line that cannot be bound, as the text of one line
   */
  public Mcp(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    this.effects = effects;
    this.configuration = configuration;
    this.weaver = weaver;
    this.version = version;
    this.holes = holes;
  }

  /** What is woven in the library. */
  public List<Site> sites() {
    McpHandlers handlers = new McpHandlers(effects, configuration, weaver, version, holes);
    List<Site> sites = new ArrayList<>(16);
    sites.add(
        Site.on(Library.SCHEMA)
            .at("deserializeJsonRpcMessage", "(") // a mapper of this or of that JSON library
            .to(handlers.get(McpHandlers.MESSAGE)));
    addEntrance(sites, Library.SERVER, handlers.get(McpHandlers.SERVER));
    addEntrance(sites, Library.STATELESS_SERVER, handlers.get(McpHandlers.STATELESS_SERVER));
    SiteHandler registered = handlers.get(McpHandlers.REGISTERED);
    for (int i = 0; i < Library.SPECIFICATIONS.length; i++) {
      sites.add(
          Site.on(Library.SPECIFICATIONS[i])
              .at("callHandler", "()")
              .decidesAtExit(true)
              .to(handlers.get(McpHandlers.SPECIFICATION + i)));
      for (String registering : new String[] {HANDLER, HANDLER + HANDLER}) {
        // 0.17 has both, the later lines have the first.
        sites.add(
            Site.onConstructor(Library.SPECIFICATIONS[i])
                .at("(L" + Library.TOOL.replace('.', '/') + ";" + registering + ")V")
                .carrying()
                .optional()
                .to(registered));
      }
      sites.add(
          Site.on(Library.SPECIFICATIONS[i])
              .at(Library.MAP_HANDLER, "()")
              .decidesAtExit(true)
              .optional()
              .to(handlers.get(McpHandlers.SPECIFICATION + Library.SPECIFICATIONS.length + i)));
    }
    for (int i = 0; i < Library.ANNOTATED.length; i++) {
      sites.add(
          Site.on(Library.ANNOTATED[i])
              .at("callMethod", "([Ljava/lang/Object;)Ljava/lang/Object;")
              .replacing()
              .to(handlers.get(McpHandlers.ANNOTATED + i)));
    }
    addClient(sites, handlers);
    return sites;
  }

  private static void addEntrance(List<Site> sites, String server, SiteHandler handler) {
    sites.add(Site.on(server).at("toolsCallRequestHandler", "()").decidesAtExit(true).to(handler));
  }

  private static void addClient(List<Site> sites, McpHandlers handlers) {
    // Its further parameters differ from line to line.
    sites.add(
        Site.on(Library.CLIENT)
            .at("listToolsInternal", "(")
            .carrying()
            .optional()
            .to(handlers.get(McpHandlers.LISTED)));
    sites.add(
        Site.on(Library.CLIENT)
            .at("listTools", "(Ljava/lang/String;)")
            .carrying()
            .optional()
            .to(handlers.get(McpHandlers.LISTED_OF_OLD)));
    sites.add(
        Site.on(Library.CLIENT)
            .at("callTool", "(L" + Library.CALL.replace('.', '/') + ";)")
            .replacing()
            .decidesAtExit(true)
            .to(handlers.get(McpHandlers.ASK)));
    sites.add(
        Site.on(Library.SESSION)
            .at("sendRequest", "(") // with a type of this or of that JSON library
            .replacing()
            .decidesAtExit(true)
            .to(handlers.get(McpHandlers.SEND)));
    TransportFrames.addTo(sites, handlers);
  }
}
