package dev.countersign.cli;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.observe.Peer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Which running JVM a command is for, and how it is asked: through the socket in its state
 * directory, with one line each way.
 */
final class AgentSocket {

  private static final long PATIENCE_NANOS = 10_000_000_000L;
  private static final long RETRY_NANOS = 20_000_000;
  private static final int MAX_ANSWER = 16 * 1024 * 1024;

  @Option(names = "--pid", paramLabel = "N", description = "The process id of the running JVM.")
  private Long pid;

  @Option(
      names = "--state",
      paramLabel = "DIR",
      description = "Its state directory; without it, that of the configuration of --pid.")
  private Path state;

  private long patience;

  AgentSocket() {
    this.patience = PATIENCE_NANOS;
  }

  /**
   * As {@code --state DIR}.
   *
   * @param patience how long it may take in all, in nanoseconds
   */
  AgentSocket(Path state, long patience) {
    this.state = state;
    this.patience = patience;
  }

  /** Whether one was named. */
  boolean isNamed() {
    return pid != null || state != null;
  }

  /**
   * {@link #ask(Map)}, for a request that may be large and takes some time.
   *
   * @param most bytes that the JVM takes
   * @throws CommandFailure also if it is larger
   */
  Map<?, ?> ask(Map<String, Object> request, int most) throws IOException {
    int length = text(request).length;
    if (length > most) {
      throw new CommandFailure(
          Exit.FAILED,
          "what was given has " + length + " bytes, and a running JVM takes " + most + ".");
    }
    patience *= 2;
    return ask(request);
  }

  /**
   * Sends a request and returns the answer.
   *
   * @throws CommandFailure if there is no such JVM, it does not answer, or it says no
   */
  Map<?, ?> ask(Map<String, Object> request) throws IOException {
    Object answer;
    Path socket = socket();
    try {
      answer = Json.parse(exchange(socket, text(request)));
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

  /** On one line; numbers keep their digits. */
  private static byte[] text(Map<String, Object> request) {
    return ExactText.of(request).getBytes(StandardCharsets.UTF_8);
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

  /** Whether somebody listens, who may be too busy, or stopped, to take a connection. */
  private static boolean answers(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      channel.connect(UnixDomainSocketAddress.of(socket));
      return true;
    } catch (ConnectException gone) {
      // Left by a JVM that did not end by itself.
      return false;
    } catch (IOException busy) {
      return Files.exists(socket, LinkOption.NOFOLLOW_LINKS);
    }
  }

  /**
   * Connects, without waiting in the kernel: it waits for a stopped process as long as that is
   * stopped. A channel that could not be connected at once never will be; each try takes a new one.
   */
  private SocketChannel connect(Path socket, long until) throws IOException {
    while (true) {
      SocketChannel channel = tryConnect(socket);
      if (channel != null) {
        return channel;
      }
      if (until - System.nanoTime() <= 0) {
        throw new IOException(
            "so many wait for it that it took no further connection in " + seconds() + " seconds");
      }
      LockSupport.parkNanos(this, RETRY_NANOS);
    }
  }

  /** Null where whoever listens has as many waiting as the kernel keeps for it. */
  private static SocketChannel tryConnect(Path socket) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    boolean connected = false;
    try {
      channel.configureBlocking(false);
      connected = channel.connect(UnixDomainSocketAddress.of(socket));
    } catch (ConnectException gone) {
      throw gone;
    } catch (SocketException full) {
      // EAGAIN, which the JDK tells from others in words only.
      if (!Files.isWritable(socket)) {
        throw full;
      }
    } finally {
      if (!connected) {
        channel.close();
      }
    }
    return connected ? channel : null;
  }

  private double seconds() {
    return patience / 1e9;
  }

  /** The socket's directory, the socket and who listens there are one user's. */
  private static void requireOneOwner(Path socket, SocketChannel channel) throws IOException {
    Path directory = socket.toAbsolutePath().getParent().toRealPath();
    String owner = Files.getOwner(directory).getName();
    String maker = Files.getOwner(socket, LinkOption.NOFOLLOW_LINKS).getName();
    String wrong = null;
    if (!owner.equals(maker)) {
      wrong = "it belongs to " + JsonText.quoted(maker);
    } else if (!Peer.mayBe(owner, channel)) {
      wrong = "another user listens there";
    }
    if (wrong != null) {
      throw new CommandFailure(
          Exit.CANNOT,
          socket
              + " is not to be trusted: "
              + wrong
              + ", and its directory to "
              + JsonText.quoted(owner)
              + ". Nothing was asked. Has somebody else put it there?");
    }
  }

  private void write(ByteBuffer line, SocketChannel channel, Selector selector, long until)
      throws IOException {
    SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
    while (line.hasRemaining()) {
      long left = (until - System.nanoTime()) / 1_000_000;
      if (left <= 0) {
        throw new IOException("it took no request within " + seconds() + " seconds");
      }
      selector.select(left);
      selector.selectedKeys().clear();
      channel.write(line);
    }
    key.interestOps(SelectionKey.OP_READ);
  }

  private byte[] exchange(Path socket, byte[] request) throws IOException {
    long until = System.nanoTime() + patience;
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    try (SocketChannel channel = connect(socket, until);
        Selector selector = Selector.open()) {
      requireOneOwner(socket, channel);
      ByteBuffer line = ByteBuffer.wrap(Arrays.copyOf(request, request.length + 1));
      line.put(request.length, (byte) '\n');
      write(line.rewind(), channel, selector, until);
      ByteBuffer part = ByteBuffer.allocate(64 * 1024);
      while (answer.size() <= MAX_ANSWER) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          throw new IOException("no answer within " + seconds() + " seconds");
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
