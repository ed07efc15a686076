package com.example.acts.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpServerFeatures.AsyncToolSpecification;
import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.ServerCapabilities;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A server of stdio, spoken to in lines of JSON as any client writes them: what it answers is
 * printed byte by byte.
 */
final class Desk implements AutoCloseable {

  private static final int PIPE = 1 << 16;

  /** Of Reactor: what refuses one of two values that are given at a time. */
  private static final String SINK = "reactor.core.publisher.SinkManySerialized";

  private final PipedOutputStream toServer = new PipedOutputStream();
  private final Answers fromServer = new Answers();
  private final AutoCloseable server;

  private interface Starts {
    AutoCloseable server(StdioServerTransportProvider transport);
  }

  private Desk(McpJsonMapper mapper, Starts starts) {
    this(mapper, "{}", starts);
  }

  /**
   * @param capabilities of the client, a JSON object
   */
  private Desk(McpJsonMapper mapper, String capabilities, Starts starts) {
    try {
      PipedInputStream requests = new PipedInputStream(toServer, PIPE);
      server = starts.server(new StdioServerTransportProvider(mapper, requests, fromServer));
      sends(
          "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
              + "\"2024-11-05\",\"capabilities\":"
              + capabilities
              + ",\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}");
      answer();
      sends("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  static Desk with(SyncToolSpecification... tools) {
    return with(Payments.MAPPER, tools);
  }

  static Desk with(McpJsonMapper mapper, SyncToolSpecification... tools) {
    return new Desk(mapper, transport -> sync(mapper, transport, tools));
  }

  static Desk with(AsyncToolSpecification... tools) {
    return new Desk(Payments.MAPPER, transport -> async(transport, tools));
  }

  /** The same for a client that can do so much. */
  static Desk of(String capabilities, SyncToolSpecification... tools) {
    return new Desk(
        Payments.MAPPER, capabilities, transport -> sync(Payments.MAPPER, transport, tools));
  }

  static Desk of(String capabilities, AsyncToolSpecification... tools) {
    return new Desk(Payments.MAPPER, capabilities, transport -> async(transport, tools));
  }

  private static AutoCloseable sync(
      McpJsonMapper mapper, StdioServerTransportProvider transport, SyncToolSpecification[] tools) {
    McpSyncServer server =
        McpServer.sync(transport)
            .jsonMapper(mapper)
            .serverInfo("desk", "1")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(List.of(tools))
            .build();
    return server::closeGracefully;
  }

  private static AutoCloseable async(
      StdioServerTransportProvider transport, AsyncToolSpecification[] tools) {
    McpAsyncServer server =
        McpServer.async(transport)
            .jsonMapper(Payments.MAPPER)
            .serverInfo("desk", "1")
            .capabilities(ServerCapabilities.builder().tools(true).build())
            .tools(List.of(tools))
            .build();
    return () -> server.closeGracefully().block();
  }

  /** A call, as a client writes it; its answer is printed. */
  Desk asks(String id, String tool, String arguments) {
    calls(id, tool, arguments);
    System.out.println(answer());
    return this;
  }

  /** A call, as a client writes it. */
  Desk calls(String id, String tool, String arguments) {
    sends(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\"tools/call\",\"params\":{\"name\":\""
            + tool
            + "\""
            + (arguments == null ? "" : ",\"arguments\":" + arguments)
            + "}}");
    return this;
  }

  void sends(String line) {
    try {
      toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
      toServer.flush();
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  String answer() {
    String answer = fromServer.next();
    letGoOfTheAnswer();
    return answer;
  }

  /**
   * The library loses an answer that one thread gives while another one is still at giving the one
   * before, which may have been written already: its transport ignores that its sink says no.
   */
  private static void letGoOfTheAnswer() {
    while (Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(frame -> frame.getClassName().equals(SINK))) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    try {
      toServer.close();
      server.close();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Lines as they come; a pipe of the JDK breaks when the thread ends that wrote last. */
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
