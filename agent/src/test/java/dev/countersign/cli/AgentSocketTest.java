package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.observe.CommandSocket;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks a JVM hangs with no JVM, and tells nothing to somebody else's. */
@Timeout(60)
class AgentSocketTest {

  private static final Map<String, Object> STATUS = Map.of("command", "status");
  private static final long SHORT = 300_000_000L;
  private static final int ANOTHER = 65534;

  private Path directory;
  private Path path;
  private final List<AutoCloseable> open = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();

  @BeforeEach
  void make() throws IOException {
    // A test's own directory may have a longer path than a socket can have.
    directory = Files.createTempDirectory("cs");
    path = directory.resolve("1-a.sock");
  }

  @AfterEach
  void remove() throws Exception {
    for (AutoCloseable each : open) {
      each.close();
    }
    Files.deleteIfExists(path);
    Files.delete(directory);
  }

  private void listen() throws IOException {
    CommandSocket socket =
        CommandSocket.listen(
            path,
            request -> {
              asked.add(new String(request, StandardCharsets.UTF_8));
              return "{\"ok\":true}".getBytes(StandardCharsets.UTF_8);
            },
            () -> {});
    open.add(socket::close);
  }

  private Map<?, ?> ask() throws IOException {
    return new AgentSocket(directory, SHORT).ask(STATUS);
  }

  @Test
  void oneThatListensIsAsked() throws IOException {
    listen();
    assertThat(new AgentSocket(directory, 60_000_000_000L).ask(STATUS).get("ok")).isEqualTo(true);
    assertThat(asked).hasSize(1);
  }

  /** As a stopped JVM: what the kernel queues for it is full, and nobody takes any. */
  @Test
  void aFullQueueIsNotWaitedForWithoutEnd() throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    open.add(server);
    server.bind(UnixDomainSocketAddress.of(path), 1);
    assertThatThrownBy(this::waitInTheQueue).isInstanceOf(SocketException.class);
    assertThatThrownBy(this::ask)
        .isInstanceOf(CommandFailure.class)
        .hasMessageContaining("took no further connection in 0.3 seconds")
        .hasMessageContaining("or stopped?");
  }

  /** Until no more can. */
  private void waitInTheQueue() throws IOException {
    while (true) {
      SocketChannel waiting = SocketChannel.open(StandardProtocolFamily.UNIX);
      open.add(waiting);
      waiting.configureBlocking(false);
      waiting.connect(UnixDomainSocketAddress.of(path));
    }
  }

  /** As one that was stopped with room in its queue. */
  @Test
  void oneThatNeverAnswersIsNotWaitedForWithoutEnd() throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    open.add(server);
    server.bind(UnixDomainSocketAddress.of(path));
    assertThatThrownBy(this::ask).hasMessageContaining("no answer within 0.3 seconds");
  }

  @Test
  void oneThatIsGoneIsNotCounted() throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(path));
    }
    assertThatThrownBy(this::ask).hasMessageContaining("no JVM listens in");
  }

  /** Only root can give files away, so only root can show it. */
  @Test
  void aSocketOfAnotherUserIsToldNothing() throws IOException {
    assumeTrue(Integer.valueOf(0).equals(Files.getAttribute(directory, "unix:uid")));
    listen();
    Files.setAttribute(path, "unix:uid", ANOTHER);
    assertThatThrownBy(this::ask).hasMessageContaining("is not to be trusted: it belongs to");
    Files.setAttribute(directory, "unix:uid", ANOTHER);
    assertThatThrownBy(this::ask).hasMessageContaining("another user listens there");
    assertThat(asked).isEmpty();
  }
}
