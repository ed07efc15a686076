package dev.countersign.framework.langchain4j;

import dev.countersign.framework.ExemptFrames;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import java.util.ArrayList;
import java.util.List;

/**
 * Where this library talks to models and MCP servers (spec 5.5), and where it calls the application
 * from in there.
 *
 * <p>The names are those of {@code langchain4j-core} 1.0 to 1.23 and {@code langchain4j-mcp} 1.0.1
 * to 1.18.1.
 */
final class ExemptCalls {

  private static final String CHAT = "dev.langchain4j.model.chat.";
  private static final String REQUEST = "(Ldev/langchain4j/model/chat/request/ChatRequest;";
  private static final String OPTIONS = "Ldev/langchain4j/model/chat/ChatRequestOptions;";
  private static final String HANDLER =
      "Ldev/langchain4j/model/chat/response/StreamingChatResponseHandler;";
  private static final String RESPONSE = "Ldev/langchain4j/model/chat/response/";
  private static final String STREAMING = CHAT + "StreamingChatModel";
  private static final String MCP = "dev.langchain4j.mcp.client.transport.http.";

  /** The last two where a channel is opened again, on a thread of the transport's own. */
  private static final String[] ANY_OVERLOAD = {
    "start", "initialize", "checkHealth", "close", "startSseChannel", "startSubsidiaryChannel"
  };

  /** What is sent: from 1.10 on with its context, before 1.8 from another package. */
  private static final String[] MESSAGES = {
    "(Ldev/langchain4j/mcp/client/McpCallContext;)",
    "(Ldev/langchain4j/mcp/protocol/McpClientMessage;)",
    "(Ldev/langchain4j/mcp/client/protocol/McpClientMessage;)"
  };

  /**
   * @param sending stands around what an MCP transport does
   */
  static List<Site> sites(ExemptFrames table, SiteHandler sending) {
    List<Site> sites = new ArrayList<>(40);
    sites.add(table.frame(Library.CHAT_MODEL, "chat", REQUEST + ")"));
    sites.add(table.frame(Library.CHAT_MODEL, "chat", REQUEST + OPTIONS + ")"));
    sites.add(table.frameGoingOn(STREAMING, "chat", REQUEST + HANDLER + ")"));
    sites.add(table.frameGoingOn(STREAMING, "chat", REQUEST + OPTIONS + HANDLER + ")"));
    sites.add(table.frame(STREAMING, "chat", REQUEST + ")Ljava/util/concurrent/Flow$Publisher;"));
    // Whoever asked a streaming model; tools are run in some of these.
    sites.add(table.handing(Library.STREAM, "onPartialResponse", "(Ljava/lang/String;)"));
    sites.add(partial(table, "onPartialResponse", "PartialResponse", true));
    sites.add(partial(table, "onPartialThinking", "PartialThinking", false));
    sites.add(partial(table, "onPartialThinking", "PartialThinking", true));
    sites.add(partial(table, "onPartialToolCall", "PartialToolCall", false));
    sites.add(partial(table, "onPartialToolCall", "PartialToolCall", true));
    sites.add(partial(table, "onCompleteToolCall", "CompleteToolCall", false));
    sites.add(table.handing(Library.STREAM, "onUnmappedRawEvent", "(Ljava/lang/Object;)"));
    sites.add(
        table.handingLast(Library.STREAM, "onCompleteResponse", "(" + RESPONSE + "ChatResponse;)"));
    sites.add(table.handingLast(Library.STREAM, "onError", "(Ljava/lang/Throwable;)"));
    for (String heard : new String[] {"onRequest", "onResponse", "onError"}) {
      sites.add(table.handing(CHAT + "ChatModelListenerUtils", heard, "("));
    }
    // MCP over HTTP: with server-sent events, and streamable.
    for (String transport : new String[] {"HttpMcpTransport", "StreamableHttpMcpTransport"}) {
      for (String method : ANY_OVERLOAD) {
        sites.add(table.frame(MCP + transport, method, "(", sending));
      }
      for (String message : MESSAGES) {
        sites.add(table.frame(MCP + transport, "executeOperationWithResponse", message, sending));
        sites.add(
            table.frame(MCP + transport, "executeOperationWithoutResponse", message, sending));
      }
    }
    return sites;
  }

  private static Site partial(ExemptFrames table, String method, String event, boolean context) {
    return table.handing(
        Library.STREAM,
        method,
        "(" + RESPONSE + event + ";" + (context ? RESPONSE + event + "Context;" : "") + ")");
  }

  private ExemptCalls() {}
}
