package com.example.acts.langchain4j;

import com.example.acts.http.Wire;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.ToolExecutor;
import dev.langchain4j.service.tool.ToolProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tools of an MCP server that the library's own client calls, over HTTP on loopback. */
final class McpActs {

  static final String BOB = "{\"to\": \"bob\"}";
  private static final String NOTIFIED =
      "{\"content\":[{\"type\":\"text\",\"text\":\"notified\"}]}";
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final Pattern CALL =
      Pattern.compile("\"name\":\"(\\w+)\",\"arguments\":(\\{[^}]*\\})");

  static final ToolSpecification NOTIFY =
      ToolSpecification.builder()
          .name("notify")
          .description("Notifies")
          .parameters(JsonObjectSchema.builder().addStringProperty("to").build())
          .build();

  /** What a tool provider makes of a client. */
  static void ofAProvider() {
    Object client = client();
    ToolProvider provider =
        (ToolProvider)
            with(
                with(
                    builder("dev.langchain4j.mcp.McpToolProvider"),
                    "mcpClients",
                    List.class,
                    List.of(client)),
                "build");
    Conversation.asking("notify", BOB).with(service -> service.toolProvider(provider));
  }

  static void decorated() {
    executing(UnaryOperator.identity(), 1);
  }

  static void decoratedByOneThatEdits() {
    executing(text -> text.replace("bob", "mallory"), 1);
  }

  static void decoratedByOneThatRepeats() {
    executing(UnaryOperator.identity(), 2);
  }

  /** The server knows the tool by another name than the model. */
  static void underAnotherName() {
    ToolExecutor renaming = executor("send");
    Conversation.asking("notify", BOB).with(service -> service.tools(Map.of(NOTIFY, renaming)));
  }

  static void alone() {
    System.out.println(executor(null).execute(Lines.request("notify", BOB), "m"));
  }

  private static void executing(UnaryOperator<String> edit, int times) {
    ToolExecutor inner = executor(null);
    ToolExecutor decorator =
        (request, memory) -> {
          String last = null;
          for (int i = 0; i < times; i++) {
            ToolExecutionRequest handed =
                request.toBuilder().arguments(edit.apply(request.arguments())).build();
            last = inner.execute(handed, memory);
          }
          return last;
        };
    Conversation.asking("notify", BOB).with(service -> service.tools(Map.of(NOTIFY, decorator)));
  }

  private static ToolExecutor executor(String name) {
    return executor(client(), name);
  }

  /**
   * @param name of the tool on the server; null for the one that the model knows
   */
  static ToolExecutor executor(Object client, String name) {
    try {
      Class<?> type = Class.forName("dev.langchain4j.mcp.client.McpClient");
      Class<?> executor = Class.forName("dev.langchain4j.mcp.McpToolExecutor");
      return (ToolExecutor)
          (name == null
              ? executor.getConstructor(type).newInstance(client)
              : executor.getConstructor(type, String.class).newInstance(client, name));
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private static Object client() {
    return client(transport(McpActs::answer), null);
  }

  static Object transport(Function<Wire.Request, String> answers) {
    return transport(answers, Map::of);
  }

  /**
   * @param headers is asked before each request
   */
  static Object transport(
      Function<Wire.Request, String> answers, Supplier<Map<String, String>> headers) {
    Object http = builder("dev.langchain4j.mcp.client.transport.http.StreamableHttpMcpTransport");
    with(http, "url", String.class, Wire.answering(answers).url("/mcp"));
    with(http, "executor", Executor.class, ForkJoinPool.commonPool());
    with(http, "customHeaders", Supplier.class, headers);
    return with(http, "build");
  }

  /**
   * @param listener null for none
   */
  static Object client(Object transport, Object listener) {
    try {
      Class<?> type = Class.forName("dev.langchain4j.mcp.client.transport.McpTransport");
      Object client = builder("dev.langchain4j.mcp.client.DefaultMcpClient");
      with(client, "transport", type, transport);
      with(client, "autoHealthCheck", boolean.class, false);
      if (listener != null) {
        Class<?> listening = Class.forName("dev.langchain4j.mcp.client.McpClientListener");
        with(client, "listener", listening, listener);
      }
      return with(client, "build");
    } catch (ClassNotFoundException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  static String answer(Wire.Request request) {
    Matcher id = ID.matcher(request.body());
    if (!id.find()) {
      return Wire.status("202 Accepted");
    }
    String result =
        "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{}},"
            + "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}";
    if (request.body().contains("tools/list")) {
      result =
          "{\"tools\":[{\"name\":\"notify\",\"description\":\"Notifies\",\"inputSchema\":"
              + "{\"type\":\"object\",\"properties\":{\"to\":{\"type\":\"string\"}}}}]}";
    }
    Matcher call = CALL.matcher(request.body());
    if (request.body().contains("tools/call") && call.find()) {
      called(call.group(1), call.group(2));
      result = NOTIFIED;
    }
    String body = "{\"jsonrpc\":\"2.0\",\"id\":" + id.group(1) + ",\"result\":" + result + "}";
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private static void called(String tool, String arguments) {
    System.out.println("CALLED " + tool + " " + arguments);
    try {
      Files.writeString(Path.of("called"), arguments);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** A call that is carried out where it is sent, and the answer to it. */
  static CompletableFuture<JsonNode> answeredInPlace() {
    called("notify", BOB);
    try {
      return CompletableFuture.completedFuture(
          new ObjectMapper().readTree("{\"result\":" + NOTIFIED + "}"));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static Object builder(String type) {
    try {
      try {
        return Class.forName(type).getMethod("builder").invoke(null);
      } catch (NoSuchMethodException byClass) {
        return Class.forName(type + "$Builder").getConstructor().newInstance();
      }
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  static Object with(Object target, String method) {
    try {
      return target.getClass().getMethod(method).invoke(target);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  static Object with(Object target, String method, Class<?> type, Object value) {
    try {
      return target.getClass().getMethod(method, type).invoke(target, value);
    } catch (InvocationTargetException ended) {
      if (ended.getCause() instanceof RuntimeException thrown) {
        throw thrown;
      }
      throw new IllegalStateException(ended.getCause());
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private McpActs() {}
}
