package dev.countersign.framework.mcp;

import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Where clients of this library talk to servers (spec 5.5): requests of its own HTTP transports are
 * exempt while what these methods return is subscribed, for nothing happens before that but in one
 * of 0.10, and a {@code tools/call} only where a judgement stands behind it ({@link MessageGate}),
 * whose text is what leaves ({@link Leaving}). The start of a server's process is not: its line is
 * {@code ambient}, or judged where it happens.
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

  /** Over Spring's {@code WebClient}: up to 0.18 the library's own, then Spring AI's. */
  private static final String[] REACTIVE = {
    CLIENT + "transport.", "org.springframework.ai.mcp.client.webflux.transport."
  };

  private static final String WEB_CLIENT = "org.springframework.web.reactive.function.client.";

  private static final String REACTIVE_STREAMABLE = "WebClientStreamableHttpTransport";
  private static final String REACTIVE_SSE = "WebFluxSseClientTransport";

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
  private final Leaving leaving;

  /**
   * @param leaving looks at what leaves where requests are exempt; null where who asks is only told
   *     where he asked
   */
  TransportFrames(Effects effects, Leaving leaving) {
    this.effects = effects;
    this.leaving = leaving;
  }

  /** What is woven for that; a line that lacks one of them exempts nothing there. */
  static void addTo(List<Site> sites, McpHandlers handlers) {
    SiteHandler exempt = handlers.get(McpHandlers.EXEMPT);
    for (String[] method : EXEMPT) {
      sites.add(site(method).to(exempt));
    }
    for (String where : REACTIVE) {
      sites.add(site(where + REACTIVE_STREAMABLE, "connect", FUNCTION).to(exempt));
      sites.add(site(where + REACTIVE_STREAMABLE, "reconnect", STREAM).to(exempt));
      sites.add(site(where + REACTIVE_STREAMABLE, "closeGracefully", "()").to(exempt));
      sites.add(site(where + REACTIVE_SSE, "connect", FUNCTION).to(exempt));
      sites.add(site(where + REACTIVE_SSE, "closeGracefully", "()").to(exempt));
      for (String transport : new String[] {REACTIVE_STREAMABLE, REACTIVE_SSE}) {
        sites.add(sending(where + transport, handlers.get(McpHandlers.HTTP_MESSAGES)));
      }
    }
    SiteHandler outside = handlers.get(McpHandlers.OUTSIDE);
    for (String[] method : OUTSIDE) {
      sites.add(site(method).to(outside));
    }
    sites.add(sending(STREAMABLE, handlers.get(McpHandlers.HTTP_MESSAGES)));
    sites.add(sending(SSE, handlers.get(McpHandlers.HTTP_MESSAGES)));
    sites.add(sending(STDIO, handlers.get(McpHandlers.STDIO_MESSAGES)));
    addWritten(sites, handlers);
    addAddressed(sites, handlers.get(McpHandlers.ADDRESSES));
    // All that a client asks of a server passes here.
    sites.add(
        site(
                CLIENT + "LifecycleInitializer",
                "withInitialization",
                "(Ljava/lang/String;Ljava/util/function/Function;)")
            .to(handlers.get(McpHandlers.ASKING)));
  }

  /**
   * Where what a message became leaves. Which of these calls a transport makes, its line decides.
   */
  private static void addWritten(List<Site> sites, McpHandlers handlers) {
    for (String mapper : new String[] {Library.MAPPER, Library.OLD_MAPPER}) {
      sites.add(
          Site.onCall(STDIO)
              .anywhere()
              .before(
                  mapper.replace('.', '/'),
                  "writeValueAsString",
                  "(Ljava/lang/Object;)Ljava/lang/String;")
              .optional()
              .to(handlers.get(McpHandlers.WRITTEN_MESSAGES)));
    }
    // Not optional: what leaves must be seen.
    sites.add(
        Site.onCall(STDIO)
            .anywhere()
            .before("java/io/OutputStream", "write", "([B)V")
            .replacing()
            .to(handlers.get(McpHandlers.WRITTEN_LINES)));
    for (String sender :
        new String[] {STREAMABLE, SSE, CLIENT + "transport.ResponseBodyHandlers"}) {
      sites.add(
          Site.onCall(sender)
              .anywhere()
              .before(
                  "java/net/http/HttpClient",
                  "sendAsync",
                  "(Ljava/net/http/HttpRequest;Ljava/net/http/HttpResponse$BodyHandler;)"
                      + "Ljava/util/concurrent/CompletableFuture;")
              .replacing()
              .optional()
              .to(handlers.get(McpHandlers.REQUESTS)));
    }
  }

  /** Where a request of a transport is told its URI, before anybody customizes it. */
  private static void addAddressed(List<Site> sites, SiteHandler handler) {
    for (String sender : new String[] {STREAMABLE, SSE}) {
      sites.add(
          Site.onCall(sender)
              .anywhere()
              .before(
                  "java/net/http/HttpRequest$Builder",
                  "uri",
                  "(Ljava/net/URI;)Ljava/net/http/HttpRequest$Builder;")
              .optional()
              .to(handler));
    }
    sites.add(
        Site.onCall(WEB_CLIENT + "DefaultWebClient$DefaultRequestBodyUriSpec")
            .anywhere()
            .before(
                WEB_CLIENT.replace('.', '/') + "ClientRequest",
                "create",
                "(Lorg/springframework/http/HttpMethod;Ljava/net/URI;)L"
                    + WEB_CLIENT.replace('.', '/')
                    + "ClientRequest$Builder;")
            .optional()
            .to(handler));
  }

  private static Site sending(String transport, SiteHandler handler) {
    return Site.on(transport)
        .at("sendMessage", MESSAGE)
        .replacing()
        .decidesAtExit(true)
        .optional()
        .to(handler);
  }

  /** Whether that transport sends before what it returns is subscribed to: one of 0.10. */
  static boolean sendsAtOnce(Class<?> transport) {
    return transport.getName().equals(SSE) && Library.isOld(transport);
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
    // One of those over WebClient connects where it is called, too, and sends later.
    boolean eager =
        leaving != null && (sendsAtOnce(library) || library.getName().endsWith('.' + REACTIVE_SSE));
    Frame frame = new Frame(library);
    if (eager) {
      frame.around = ExemptWatcher.in(effects, leaving.of(library, null));
      frame.around.enter(); // last: nothing fails behind it
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
    return goesOn ? monos.watched(result, () -> subscribed(frame)) : result;
  }

  private Watcher subscribed(Frame frame) {
    if (frame.around != null) {
      return frame.around;
    }
    return leaving == null
        ? new Asked(Carry.capture())
        : ExemptWatcher.in(effects, leaving.of(frame.library, null));
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
