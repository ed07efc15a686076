package com.example.bench;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The host of an example that serves over standard input and output, in its own JVM: one session
 * with two calls, each sent when the answer before it is there.
 */
public final class Host {

  private static final int PIPE = 1 << 16;

  private static final String[] REQUESTS = {
    "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
        + "\"2024-11-05\",\"capabilities\":{},\"clientInfo\":{\"name\":\"host\",\"version\":\"1\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"pay\","
        + "\"arguments\":{\"supplier\":\"zenith\",\"amount\":\"129.95\"}}}",
    "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\",\"params\":{\"name\":\"payments\","
        + "\"arguments\":{}}}",
  };

  public static void main(String[] arguments) throws Exception {
    PipedOutputStream requests = new PipedOutputStream();
    Answers answers = new Answers();
    System.setIn(new PipedInputStream(requests, PIPE));
    System.setOut(new PrintStream(answers, true, StandardCharsets.UTF_8));
    Example.run(arguments);
    for (int i = 0; i < REQUESTS.length; i++) {
      send(requests, REQUESTS[i]);
      answers.lines.take();
      if (i == 0) {
        send(requests, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      }
    }
    Peak.write();
    requests.close();
  }

  private static void send(OutputStream requests, String line) throws IOException {
    requests.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    requests.flush();
  }

  /** Lines as they are written. */
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
  }

  private Host() {}
}
