package com.example.acts.delegation;

import com.example.acts.Act;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** An application whose agents are killed while they work, and whose books are completed. */
public final class ControlActs {

  private static final Office OFFICE = new Office();
  private static final Office.Researcher RESEARCHER = new Office.Researcher();
  private static final Office.Writer WRITER = new Office.Writer();

  public static void main(String[] arguments) throws Exception {
    Act.perform(ControlActs.class, arguments);
  }

  /** The first argument is the state directory. */
  static void killedAtWork(String[] arguments) throws Exception {
    Path socket = socket(Path.of(arguments[0]));
    idleClients(socket);
    eightThreads(socket);
    lateOutcome(socket);
    System.out.println("root: " + outcome(() -> OFFICE.refund("o")));
    completed(socket);
  }

  /** Twenty clients that say nothing, as long as this process lives. */
  private static void idleClients(Path socket) throws IOException {
    for (int i = 0; i < 20; i++) {
      SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }
  }

  private static void eightThreads(Path socket) throws Exception {
    CountDownLatch going = new CountDownLatch(200);
    AtomicInteger refused = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    RESEARCHER.ask(
        () -> {
          for (int i = 0; i < 8; i++) {
            Thread thread =
                new Thread(
                    () -> {
                      while (true) {
                        String outcome = outcome(() -> WRITER.ask(() -> OFFICE.search("x")));
                        if (!outcome.equals("ended")) {
                          refused.addAndGet(outcome.equals("CS-POLICY") ? 1 : 100);
                          return;
                        }
                        going.countDown();
                      }
                    });
            threads.add(thread);
            thread.start();
          }
          going.await();
          ask(socket, "{\"command\":\"kill\",\"agent\":\"researcher\",\"reason\":\"astray\"}");
          for (Thread thread : threads) {
            thread.join();
          }
          return null;
        });
    System.out.println("threads refused: " + refused);
    System.out.println("again: " + outcome(() -> RESEARCHER.ask(() -> OFFICE.search("x"))));
  }

  /** Killed while a tool is at it, which then ends as it always does. */
  private static void lateOutcome(Path socket) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    FutureTask<Object> work =
        new FutureTask<>(
            () ->
                WRITER.ask(
                    () -> {
                      OFFICE.hold(begun, killed);
                      return OFFICE.search("x");
                    }));
    new Thread(work).start();
    begun.await();
    String status = ask(socket, "{\"command\":\"status\"}");
    String nodes = status.substring(status.indexOf("\"nodes\""));
    int writer = nodes.indexOf("\"agent\":\"writer\"");
    int id = nodes.indexOf("\"node\":\"", writer) + 8;
    String node = nodes.substring(id, nodes.indexOf('"', id));
    ask(socket, "{\"command\":\"complete\"}");
    ask(socket, "{\"command\":\"kill\",\"node\":\"" + node + "\"}");
    killed.countDown();
    System.out.println("late: " + outcome(work::get));
  }

  private static void completed(Path socket) throws IOException {
    ask(socket, "{\"command\":\"complete\"}");
    System.out.println("after: " + outcome(() -> OFFICE.search("x")));
    ask(socket, "{\"command\":\"kill\"}");
  }

  /** Kills everything in this JVM by the command line, whose jar is the second argument. */
  static void killedByCommand(String[] arguments) throws Exception {
    socket(Path.of(arguments[0]));
    System.out.println("before: " + outcome(() -> OFFICE.search("x")));
    Process kill =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                arguments[1],
                "kill",
                "--pid",
                Long.toString(ProcessHandle.current().pid()),
                "--all",
                "--reason",
                "drill")
            .inheritIO()
            .start();
    System.out.println("exit: " + kill.waitFor());
    System.out.println("after: " + outcome(() -> OFFICE.search("x")));
    System.out.println("process: " + outcome(() -> new ProcessBuilder("true").start()));
  }

  private static String ask(Path socket, String request) throws IOException {
    try (SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(UnixDomainSocketAddress.of(socket));
      client.write(ByteBuffer.wrap((request + "\n").getBytes(StandardCharsets.UTF_8)));
      String answer =
          new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8);
      if (!request.contains("status")) {
        System.out.println(request + " " + answer.strip());
      }
      return answer;
    }
  }

  /** Waits until the agent of this JVM listens. */
  private static Path socket(Path directory) throws IOException {
    String prefix = ProcessHandle.current().pid() + "-";
    while (true) {
      if (Files.isDirectory(directory)) {
        try (DirectoryStream<Path> sockets =
            Files.newDirectoryStream(directory, prefix + "*.sock")) {
          for (Path socket : sockets) {
            return socket;
          }
        }
      }
      LockSupport.parkNanos(20_000_000);
    }
  }

  private interface Work {
    Object run() throws Exception;
  }

  private static String outcome(Work work) {
    try {
      work.run();
      return "ended";
    } catch (Exception ended) {
      Throwable thrown = ended instanceof ExecutionException ? ended.getCause() : ended;
      return Act.isRefusal(thrown)
          ? thrown.getMessage().substring(1, thrown.getMessage().indexOf(']'))
          : thrown.toString();
    }
  }

  private ControlActs() {}
}
