package com.example.acts.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import io.modelcontextprotocol.spec.McpServerTransportProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiFunction;
import reactor.core.publisher.Mono;

/**
 * A server of stdio of the MCP Java SDK 0.10, spoken to in lines of JSON. Its answers are printed.
 */
final class OldMcpDesk implements AutoCloseable {

  private static final String STDIO =
      "io.modelcontextprotocol.server.transport.StdioServerTransportProvider";

  /** Of Reactor: what refuses one of two values that are given at a time. */
  private static final String SINK = "reactor.core.publisher.SinkManySerialized";

  private final PipedOutputStream toServer = new PipedOutputStream();
  private final Answers fromServer = new Answers();
  private final Object server;

  private OldMcpDesk(String kind, Object tool) {
    try {
      PipedInputStream requests = new PipedInputStream(toServer, 1 << 16);
      Object transport =
          Class.forName(STDIO)
              .getConstructor(ObjectMapper.class, InputStream.class, OutputStream.class)
              .newInstance(new ObjectMapper(), requests, fromServer);
      Object made =
          McpServer.class.getMethod(kind, McpServerTransportProvider.class).invoke(null, transport);
      call(made, "serverInfo", new Class<?>[] {String.class, String.class}, "desk", "1");
      call(
          made,
          "capabilities",
          new Class<?>[] {ServerCapabilities.class},
          ServerCapabilities.builder().tools(true).build());
      call(made, "tools", new Class<?>[] {List.class}, List.of(tool));
      server = call(made, "build", new Class<?>[0]);
      sends(
          "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
              + "\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
      answer();
      sends("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    } catch (IOException | ReflectiveOperationException failed) {
      throw new IllegalStateException(failed);
    }
  }

  static OldMcpDesk ofSync(SyncToolSpecification tool) {
    return new OldMcpDesk("sync", tool);
  }

  static OldMcpDesk ofAsync(AsyncToolSpecification tool) {
    return new OldMcpDesk("async", tool);
  }

  /** A handler of this line takes the arguments; later ones take a request. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static SyncToolSpecification sync(
      Tool tool, BiFunction<Object, Map<String, Object>, CallToolResult> handler) {
    return new SyncToolSpecification(tool, (BiFunction) handler);
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  static AsyncToolSpecification async(
      Tool tool, BiFunction<Object, Map<String, Object>, Mono<CallToolResult>> handler) {
    return new AsyncToolSpecification(tool, (BiFunction) handler);
  }

  /** What a decorator asks a specification for. */
  @SuppressWarnings("unchecked")
  static BiFunction<Object, Object, Object> handler(Object specification) {
    return (BiFunction<Object, Object, Object>) call(specification, "call", new Class<?>[0]);
  }

  /** A call, as a client writes it; its answer is printed. */
  OldMcpDesk asks(String id, String tool, String arguments) {
    sends(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\""
            + (arguments == null ? "" : ",\"arguments\":" + arguments)
            + "}}");
    System.out.println(answer());
    return this;
  }

  /**
   * The next answer, once nobody is at giving it any more: the library loses one that a thread
   * gives meanwhile.
   */
  private String answer() {
    String answer = fromServer.next();
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().equals(SINK))) {
      Thread.onSpinWait();
    }
    return answer;
  }

  private void sends(String line) {
    try {
      toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      toServer.flush();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static Object call(Object object, String name, Class<?>[] types, Object... args) {
    try {
      Method method = object.getClass().getMethod(name, types);
      method.setAccessible(true);
      return method.invoke(object, args);
    } catch (InvocationTargetException failed) {
      throw new IllegalStateException(failed.getCause());
    } catch (ReflectiveOperationException unknown) {
      throw new IllegalStateException(unknown);
    }
  }

  @Override
  public void close() {
    try {
      toServer.close();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
    if (call(server, "closeGracefully", new Class<?>[0]) instanceof Mono<?> closing) {
      closing.block();
    }
  }

  /** Lines as they come. */
  private static final class Answers extends OutputStream {
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public synchronized void write(int b) {
      if (b == '\n') {
        lines.add(line.toString(StandardCharsets.UTF_8));
        line.reset();
      } else {
        line.write(b);
      }
    }

    String next() {
      try {
        return lines.take();
      } catch (InterruptedException interrupted) {
        throw new IllegalStateException(interrupted);
      }
    }
  }
}
