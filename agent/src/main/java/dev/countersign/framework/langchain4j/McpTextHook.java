package dev.countersign.framework.langchain4j;

import dev.countersign.effect.SendBody;
import dev.countersign.framework.BoundTool;
import dev.countersign.framework.BoundTools;
import dev.countersign.framework.CallText;
import dev.countersign.framework.PresentedCall;
import dev.countersign.framework.SentText;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Carry;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.tool.ToolSink;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The text of a message as the library's own transports of MCP clients send it. Whatever made or
 * changed the message on its way here (a listener of the client, a transport around this one, an
 * application that calls the transport itself), this is what leaves: a {@code tools/call} in it is
 * the one that was judged above, or one that is asked for and sent at once.
 */
final class McpTextHook implements SiteHandler, Seal {

  private static final String CALL = "tools/call";

  private static final WovenMethod SENT =
      BoundTools.callSite(
          Library.MCP_TRANSPORT,
          "executeOperationWithResponse",
          "(Ljava/lang/Object;)Ljava/util/concurrent/CompletableFuture;");

  private static final BoundTool TOOL = SentText.behind(SENT);

  private final Effects effects;
  private final Resolutions resolutions;
  private final Adapter adapter;
  private final ToolSink sink;

  /** By the frame of a transport's method: what was let through in it. */
  private final WeakIdentityMap<String> sent = new WeakIdentityMap<>();

  /** Whether the calling thread sends again what a server answered by forgetting the session. */
  private final ThreadLocal<Boolean> again = new ThreadLocal<>();

  McpTextHook(Effects effects, Resolutions resolutions, Adapter adapter, ToolSink sink) {
    this.effects = effects;
    this.resolutions = resolutions;
    this.adapter = adapter;
    this.sink = sink;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    String text = textIn(args);
    CallText read = CallText.of(text.getBytes(StandardCharsets.UTF_8), true);
    if (!read.isCall()) {
      return null;
    }
    CallScope frame = effects.exemptions().current();
    if (frame != null && Boolean.TRUE.equals(again.get()) && text.equals(sent.get(frame))) {
      return null;
    }
    send(self, read);
    if (frame != null) {
      sent.put(frame, text);
    }
    return null;
  }

  /**
   * What leaves in a transport's frame is the text that was let through in it, or it is a call of
   * its own: one that somebody sends who was asked for headers, say.
   */
  @Override
  public void leaves(Object frame, Way way, SendBody body) {
    String let = sent.get(frame);
    if (let != null && let.equals(body.text(Integer.MAX_VALUE))) {
      return;
    }
    CallText read = CallText.of(body);
    if (read.isCall()) {
      send(this, read);
    }
  }

  /**
   * The text among what is handed on: alone, or beside a socket or the id of the message. Bytes are
   * those that the library's JSON writer just made, which nobody else holds.
   */
  private static String textIn(Object[] args) {
    for (Object arg : args) {
      if (arg instanceof byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
      }
      if (arg instanceof String text) {
        return text;
      }
    }
    throw new IllegalStateException("a transport of an MCP client sends a message that is no text");
  }

  /** No object is an empty one; null for what is none. */
  @SuppressWarnings("unchecked")
  private static Map<String, Object> arguments(Object read) {
    if (read == null) {
      return Map.of();
    }
    return read instanceof Map<?, ?> object ? (Map<String, Object>) object : null;
  }

  private void send(Object transport, CallText text) {
    Map<?, ?> params = text.params() == null ? Map.of() : text.params();
    String name = params.get("name") instanceof String named ? named : CALL;
    Map<String, Object> arguments =
        text.params() == null ? null : arguments(params.get("arguments"));
    Object before = Carry.capture();
    try {
      McpSending.begin(
              effects,
              sink,
              () ->
                  resolutions.resolveText(
                      new PresentedCall(null, name, arguments), transport, TOOL, adapter),
              opened -> {},
              SENT,
              transport,
              arguments)
          .end(null, null);
    } finally {
      // The frame of the transport, whose request follows.
      Carry.enter(before);
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    return result;
  }

  /** Around what sends: whether it is for the second time, as the transport itself decides. */
  SiteHandler retries() {
    return new Retries(again);
  }

  private record Retries(ThreadLocal<Boolean> again) implements SiteHandler {

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      Boolean before = again.get();
      again.set((Boolean) args[1]);
      return before == null ? Boolean.FALSE : before;
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) {
      again.set((Boolean) token);
      return result;
    }
  }
}
