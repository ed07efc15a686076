package dev.countersign.framework.mcp;

import dev.countersign.config.Configuration;
import dev.countersign.framework.Calls;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Site;
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
 * McpAsyncClient#callTool                  Q    of a client: what is called is somebody else's tool
 *   McpClientSession#sendRequest           K    the very request leads here, whenever that is; at each subscription
 *     sendMessage of the transports        Q, K what no session sent: {@link MessageGate}
 * the HTTP transports of clients                  requests inside are exempt: {@link TransportFrames}
 * </pre>
 *
 * <p>Stdio, server-sent events, streamable HTTP and stateless servers all pass here. These names
 * and descriptors are those of 0.17, 1.1 and 2.1. A line that lacks one of them is closed: its
 * calls are refused {@code CS-INTERNAL} and one line says which version was seen.
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
    Arrivals arrivals = new Arrivals();
    Calls calls = new Calls(effects, configuration);
    UnknownLine unknown = new UnknownLine(holes);
    Resolutions resolutions = new Resolutions(effects, calls, unknown);
    Commits commits = new Commits(weaver);
    List<Site> sites = new ArrayList<>(16);
    sites.add(
        Site.on(Library.SCHEMA)
            .at(
                "deserializeJsonRpcMessage",
                "(L" + Library.MAPPER.replace('.', '/') + ";Ljava/lang/String;)")
            .to(new MessageHook(arrivals)));
    for (String server : new String[] {Library.SERVER, Library.STATELESS_SERVER}) {
      Adapter adapter = adapter(server, "toolsCallRequestHandler");
      sites.add(
          Site.on(server)
              .at("toolsCallRequestHandler", "()")
              .decidesAtExit(true)
              .to(new EntranceHook(arrivals, resolutions, adapter)));
    }
    RegisteredHook registered = new RegisteredHook(calls);
    for (String specification : Library.SPECIFICATIONS) {
      Adapter adapter = adapter(specification, "callHandler");
      // Never woven: it is what stands behind the handlers that are given out.
      Site used =
          Site.on(specification)
              .at("apply", Resolutions.CALLED.descriptor())
              .replacing()
              .to(
                  new HandlerGate(
                      effects,
                      resolutions,
                      new ToolSink(effects, adapter, null),
                      commits,
                      adapter));
      GatedCall gate = weaver.gatedCall(used, Resolutions.CALLED);
      sites.add(
          Site.on(specification)
              .at("callHandler", "()")
              .decidesAtExit(true)
              .to(new HandlerHook(effects, arrivals, gate)));
      for (String handlers : new String[] {HANDLER, HANDLER + HANDLER}) {
        // 0.17 has both, the later lines have the first.
        sites.add(
            Site.onConstructor(specification)
                .at("(L" + Library.TOOL.replace('.', '/') + ";" + handlers + ")V")
                .carrying()
                .optional()
                .to(registered));
      }
    }
    addClient(sites, calls, unknown, commits);
    return sites;
  }

  private void addClient(List<Site> sites, Calls calls, UnknownLine unknown, Commits commits) {
    Adapter adapter = adapter(Library.CLIENT, "callTool");
    ListedTools listed = new ListedTools();
    SentCalls sent =
        new SentCalls(
            effects, calls, unknown, listed, new ToolSink(effects, adapter, null), adapter);
    // Its further parameters differ from line to line.
    sites.add(
        Site.on(Library.CLIENT).at("listToolsInternal", "(").carrying().optional().to(listed));
    sites.add(
        Site.on(Library.CLIENT)
            .at("callTool", "(L" + Library.CALL.replace('.', '/') + ";)")
            .replacing()
            .decidesAtExit(true)
            .to(new AskHook(sent)));
    sites.add(
        Site.on(Library.SESSION)
            .at(
                "sendRequest",
                "(Ljava/lang/String;Ljava/lang/Object;L" + Library.TYPE.replace('.', '/') + ";)")
            .replacing()
            .decidesAtExit(true)
            .to(new SendHook(sent, commits)));
    TransportFrames.addTo(sites, effects, sent, commits);
  }

  private Adapter adapter(String className, String method) {
    return new Adapter(MODULE, version, className + "#" + method);
  }
}
