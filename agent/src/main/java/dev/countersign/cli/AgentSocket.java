package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/**
 * Which running JVM a command is for, and how it is asked: through the socket in its state
 * directory, with one line each way.
 */
final class AgentSocket {

  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final int MAX_ANSWER = 16 * 1024 * 1024;

  @Option(names = "--pid", paramLabel = "N", description = "The process id of the running JVM.")
  private Long pid;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Its state directory; without it, that of the configuration of --pid.")
  private Path state;

  /**
   * Sends a request and returns the answer.
   *
   * @throws CommandFailure if there is no such JVM, it does not answer, or it says no
   */
  Map<?, ?> ask(Map<String, Object> request) throws IOException {
    Object answer;
    Path socket = socket();
    try {
      answer = Json.parse(exchange(socket, Canonical.jcs(request)));
    } catch (NotCanonicalException broken) {
      throw new CommandFailure(
          Exit.CANNOT, socket + " answered with no JSON text: " + broken.getMessage());
    }
    if (!(answer instanceof Map<?, ?> map)) {
      throw new CommandFailure(Exit.CANNOT, socket + " answered with no JSON object.");
    }
    if (!Boolean.TRUE.equals(map.get("ok"))) {
      throw new CommandFailure(
          Exit.FAILED, "the JVM says: " + JsonText.quoted(String.valueOf(map.get("error"))));
    }
    return map;
  }

  private Path socket() throws IOException {
    if (pid == null && state == null) {
      throw new CommandFailure(Exit.USAGE, "say which JVM: --pid N or --state DIR.");
    }
    Path directory = state == null ? stateOf(pid) : state;
    List<Path> live = new ArrayList<>();
    try (DirectoryStream<Path> sockets =
        Files.newDirectoryStream(directory, pid == null ? "*.sock" : pid + "-*.sock")) {
      for (Path socket : sockets) {
        if (answers(socket)) {
          live.add(socket);
        }
      }
    } catch (NoSuchFileException absent) {
      throw new CommandFailure(
          Exit.CANNOT, "the state directory " + directory + " does not exist.");
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
    if (live.size() == 1) {
      return live.get(0);
    }
    throw new CommandFailure(
        live.isEmpty() ? Exit.CANNOT : Exit.USAGE,
        live.isEmpty()
            ? "no JVM listens in "
                + directory
                + ". It takes commands from about a second after its start on; what keeps it from"
                + " doing so is a line on its standard error."
            : live.size() + " JVMs listen in " + directory + ": give --pid as well.");
  }

  private static Path stateOf(long pid) {
    RunningJvm jvm = new RunningJvm(pid);
    try {
      return jvm.in(Configuration.load(jvm.configuration()).stateDir());
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(
          wrong.unreadable() ? Exit.CANNOT : Exit.FAILED,
          wrong.getMessage() + ". Name its state directory: --state DIR.");
    }
  }

  private static boolean answers(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      return channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (IOException gone) {
      // Left by a JVM that did not end by itself.
      return false;
    }
  }

  private static byte[] exchange(Path socket, byte[] request) throws IOException {
    long until = System.nanoTime() + PATIENCE_NANOS;
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
        Selector selector = Selector.open()) {
      ByteBuffer line = ByteBuffer.wrap(Arrays.copyOf(request, request.length + 1));
      line.put(request.length, (byte) '\n');
      channel.write(line); // far below what the kernel takes at once
      channel.configureBlocking(false);
      channel.register(selector, SelectionKey.OP_READ);
      ByteBuffer part = ByteBuffer.allocate(64 * 1024);
      while (answer.size() <= MAX_ANSWER) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IOException("no answer within 10 seconds");
        }
        selector.select(left);
        selector.selectedKeys().clear();
        part.clear();
        int read = channel.read(part);
        if (read < 0) {
          return answer.toByteArray();
        }
        answer.write(part.array(), 0, part.position());
      }
      throw new IOException("an answer of more than " + MAX_ANSWER + " bytes");
    } catch (IOException failed) {
      throw new CommandFailure(
          Exit.CANNOT,
          socket
              + " does not answer ("
              + failed.getMessage()
              + "). Is the JVM ending, or stopped?");
    }
  }
}
