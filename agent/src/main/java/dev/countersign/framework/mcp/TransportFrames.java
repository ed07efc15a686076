package dev.countersign.framework.mcp;

import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Where clients of this library talk to servers (spec 5.5): requests of its own two HTTP transports
 * are exempt while what these methods return is subscribed, for nothing happens before that but in
 * 0.10, and a {@code tools/call} only where a judgement stands behind it ({@link MessageGate}). The
 * start of a server's process is not: its line is {@code ambient}, or judged where it happens.
 *
 * <p>What a transport receives is the application's again, who waits for it in the scope in which
 * it asked; and the threads that read and write for as long as a client lives are no part of a call
 * that happens to begin that.
 */
final class TransportFrames implements SiteHandler {

  private static final String CLIENT = "io.modelcontextprotocol.client.";
  private static final String STREAMABLE = CLIENT + "transport.HttpClientStreamableHttpTransport";
  private static final String SSE = CLIENT + "transport.HttpClientSseClientTransport";
  private static final String STDIO = CLIENT + "transport.StdioClientTransport";
  private static final String MESSAGE =
      "(L" + Library.SCHEMA.replace('.', '/') + "$JSONRPCMessage;)";
  private static final String FUNCTION = "(Ljava/util/function/Function;)";
  private static final String STREAM = "(Lio/modelcontextprotocol/spec/McpTransportStream;)";

  private static final String[][] EXEMPT = {
    {STREAMABLE, "connect", FUNCTION},
    {STREAMABLE, "reconnect", STREAM},
    {STREAMABLE, "closeGracefully", "()"},
    {SSE, "connect", FUNCTION},
    {SSE, "closeGracefully", "()"},
  };

  private static final String[][] OUTSIDE = {
    {STDIO, "startInboundProcessing", "()"},
    {STDIO, "startOutboundProcessing", "()"},
    {STDIO, "startErrorProcessing", "()"},
    {Library.SESSION, "handle", MESSAGE},
  };

  private final Effects effects;
  private final boolean exempt;

  /**
   * @param exempt whether requests are exempt; else who asks is only told where he asked
   */
  TransportFrames(Effects effects, boolean exempt) {
    this.effects = effects;
    this.exempt = exempt;
  }

  /** What is woven for that; a line that lacks one of them exempts nothing there. */
  static void addTo(List<Site> sites, McpHandlers handlers) {
    SiteHandler exempt = handlers.get(McpHandlers.EXEMPT);
    for (String[] method : EXEMPT) {
      sites.add(site(method).to(exempt));
    }
    SiteHandler outside = handlers.get(McpHandlers.OUTSIDE);
    for (String[] method : OUTSIDE) {
      sites.add(site(method).to(outside));
    }
    for (String transport : new String[] {STREAMABLE, SSE, STDIO}) {
      sites.add(
          Site.on(transport)
              .at("sendMessage", MESSAGE)
              .replacing()
              .decidesAtExit(true)
              .optional()
              .to(
                  handlers.get(
                      transport.equals(STDIO)
                          ? McpHandlers.STDIO_MESSAGES
                          : McpHandlers.HTTP_MESSAGES)));
    }
    // All that a client asks of a server passes here.
    sites.add(
        site(
                CLIENT + "LifecycleInitializer",
                "withInitialization",
                "(Ljava/lang/String;Ljava/util/function/Function;)")
            .to(handlers.get(McpHandlers.ASKING)));
  }

  private static Site.Builder site(String... method) {
    return Site.on(method[0]).at(method[1], method[2]).carrying().optional();
  }

  /** One call of such a method. */
  private static final class Frame {

    private final Class<?> library;

    /** What it does before anybody subscribes; null where it does nothing before. */
    private ExemptWatcher around;

    Frame(Class<?> library) {
      this.library = library;
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Class<?> library = Library.of(woven, self);
    boolean eager = exempt && Library.isOld(library);
    Frame frame = new Frame(library);
    if (eager) {
      frame.around = ExemptWatcher.entered(effects); // last: nothing fails behind it
    }
    return frame;
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Frame frame = (Frame) token;
    Monos monos = Monos.of(frame.library);
    boolean goesOn = thrown == null && monos.isMono(result);
    if (frame.around != null) {
      frame.around.leave();
      if (!goesOn) {
        frame.around.ended();
      }
    }
    return goesOn ? monos.watched(result, () -> subscribed(frame.around)) : result;
  }

  private Watcher subscribed(ExemptWatcher around) {
    if (around != null) {
      return around;
    }
    return exempt ? ExemptWatcher.in(effects) : new Asked(Carry.capture());
  }

  /** Whoever asks hears of the answer in the scope in which he asked. */
  private record Asked(Object carried) implements Watcher {}

  /** Around a method whose work is outside every scope. */
  static final class Outside implements SiteHandler {

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      Object before = Carry.capture();
      Carry.enter(null);
      return before;
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) {
      Carry.enter(token);
      return result;
    }
  }
}
