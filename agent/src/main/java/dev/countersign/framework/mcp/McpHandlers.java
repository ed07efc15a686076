package dev.countersign.framework.mcp;

import dev.countersign.config.Configuration;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.Calls;
import dev.countersign.framework.FrameworkHandlers;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.Weaver;
import java.util.function.Consumer;

/** Who stands behind the sites of {@link Mcp}. */
final class McpHandlers extends FrameworkHandlers {

  static final int MESSAGE = 0;
  static final int SERVER = 1;
  static final int STATELESS_SERVER = 2;
  static final int REGISTERED = 3;
  static final int LISTED = 4;
  static final int ASK = 5;
  static final int SEND = 6;
  static final int EXEMPT = 7;
  static final int OUTSIDE = 8;
  static final int ASKING = 9;
  static final int HTTP_MESSAGES = 10;
  static final int STDIO_MESSAGES = 11;

  static final int LISTED_OF_OLD = 12;
  static final int WRITTEN_MESSAGES = 13;
  static final int WRITTEN_LINES = 14;
  static final int REQUESTS = 15;
  static final int ADDRESSES = 16;

  /** From here on one for each of {@link Library#ANNOTATED}. */
  static final int ANNOTATED = 17;

  /** From here on one for each of {@link Library#SPECIFICATIONS}, and then one for each in 0.10. */
  static final int SPECIFICATION = ANNOTATED + Library.ANNOTATED.length;

  McpHandlers(
      Effects effects,
      Configuration configuration,
      Weaver weaver,
      String version,
      Consumer<String> holes) {
    super("countersign.mcp", effects, configuration, weaver, version, holes);
  }

  @Override
  protected SiteHandler[] make() {
    Arrivals arrivals = new Arrivals();
    Calls calls = new Calls(effects, configuration);
    UnknownLine unknown = new UnknownLine(holes);
    Resolutions resolutions = new Resolutions(effects, calls, unknown);
    Commits commits = new Commits(weaver);
    Adapter client = adapter(Library.CLIENT, "callTool");
    ListedTools listed = new ListedTools();
    SentCalls sent =
        new SentCalls(effects, calls, unknown, listed, new ToolSink(effects, client, null), client);
    Leaving leaving = new Leaving(sent, holes);
    SiteHandler[] all = new SiteHandler[SPECIFICATION + 2 * Library.SPECIFICATIONS.length];
    all[MESSAGE] = new MessageHook(arrivals);
    all[SERVER] = entrance(arrivals, resolutions, Library.SERVER);
    all[STATELESS_SERVER] = entrance(arrivals, resolutions, Library.STATELESS_SERVER);
    all[REGISTERED] = new RegisteredHook(calls);
    all[LISTED] = listed;
    all[LISTED_OF_OLD] = listed.ofOldLines();
    all[ASK] = new AskHook(sent);
    all[SEND] = new SendHook(sent, commits);
    all[EXEMPT] = new TransportFrames(effects, leaving);
    all[OUTSIDE] = new TransportFrames.Outside();
    all[ASKING] = new TransportFrames(effects, null);
    all[HTTP_MESSAGES] = new MessageGate(effects, sent, commits, leaving, true);
    all[STDIO_MESSAGES] = new MessageGate(effects, sent, commits, leaving, false);
    LineHook lines = new LineHook(leaving);
    all[WRITTEN_MESSAGES] = lines.messages();
    all[WRITTEN_LINES] = lines;
    all[REQUESTS] = new RequestHook(effects, leaving);
    all[ADDRESSES] = new AddressHook(effects);
    for (int i = 0; i < Library.ANNOTATED.length; i++) {
      all[ANNOTATED + i] = annotated(calls, Library.ANNOTATED[i]);
    }
    for (int i = 0; i < Library.SPECIFICATIONS.length; i++) {
      GatedCall gate = handlerOf(Library.SPECIFICATIONS[i], resolutions, commits);
      all[SPECIFICATION + i] = new HandlerHook(effects, arrivals, gate, false);
      all[SPECIFICATION + Library.SPECIFICATIONS.length + i] =
          new HandlerHook(effects, arrivals, gate, true);
    }
    return all;
  }

  private SiteHandler entrance(Arrivals arrivals, Resolutions resolutions, String server) {
    return new EntranceHook(arrivals, resolutions, adapter(server, "toolsCallRequestHandler"));
  }

  private SiteHandler annotated(Calls calls, String callback) {
    Adapter adapter = adapter(callback, "callMethod");
    BoundTools tools =
        new BoundTools(
            effects, weaver, adapter, holes, "an MCP server", AnnotatedMethod::described);
    return new AnnotatedMethodHook(
        effects, calls, tools, new ToolSink(effects, adapter, null), adapter, holes);
  }

  private GatedCall handlerOf(String specification, Resolutions resolutions, Commits commits) {
    Adapter adapter = adapter(specification, "callHandler");
    // Never woven: it is what stands behind the handlers that are given out.
    Site used =
        Site.on(specification)
            .at("apply", Resolutions.CALLED.descriptor())
            .replacing()
            .to(
                new HandlerGate(
                    effects, resolutions, new ToolSink(effects, adapter, null), commits, adapter));
    return weaver.gatedCall(used, Resolutions.CALLED);
  }
}
