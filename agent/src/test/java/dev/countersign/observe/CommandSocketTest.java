package dev.countersign.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A socket whose clients may be anything: the thread behind it goes on, and nothing else waits. */
class CommandSocketTest {

  private static final long SHORT = 100_000_000L;

  /** No test waits for it: a busy machine takes longer than any bound that is worth a test. */
  private static final long AN_HOUR = 3_600_000_000_000L;

  private Path directory;
  private Path path;
  private final List<CommandSocket> open = new ArrayList<>();

  @BeforeEach
  void make() throws IOException {
    // A test's own directory may have a longer path than a socket can have.
    directory = Files.createTempDirectory("cs");
    path = directory.resolve("1.sock");
  }

  @AfterEach
  void remove() throws IOException {
    open.forEach(CommandSocket::close);
    try (var files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  @Test
  void oneLineInOneLineOut() throws IOException {
    listen(request -> ("said " + text(request)).getBytes(StandardCharsets.UTF_8));

    assertThat(ask("hello\n")).isEqualTo("said hello\n");
    assertThat(ask("a\nb\n")).isEqualTo("said a\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
  }

  @Test
  void aLongAnswerArrivesWhole() throws IOException {
    byte[] answer = "x".repeat(3_000_000).getBytes(StandardCharsets.UTF_8);
    listen(request -> answer);

    assertThat(ask("go\n")).hasSize(answer.length + 1);
  }

  @Test
  void whoSaysTooMuchIsCutOff() throws IOException {
    listen(request -> request);

    assertThat(ask("x".repeat(CommandSocket.MAX_REQUEST - 1) + "\n"))
        .hasSize(CommandSocket.MAX_REQUEST);
    assertThat(ask("x".repeat(CommandSocket.MAX_REQUEST) + "\n")).isEmpty();
    assertThat(ask("x".repeat(2 * CommandSocket.MAX_REQUEST))).isEmpty();
    assertThat(ask("still there\n")).isEqualTo("still there\n");
  }

  @Test
  void whoSaysItTooSlowlyIsCutOff() throws IOException {
    listen(request -> request, SHORT);

    assertThat(ask("no end of line")).isEmpty();
    assertThat(ask("")).isEmpty();
    String answer = "";
    for (int i = 0; i < 100 && answer.isEmpty(); i++) {
      answer = ask("still there\n");
    }
    assertThat(answer).isEqualTo("still there\n");
  }

  /** More than are served at a time, none of which says anything. */
  @Test
  void manyIdleClientsKeepNobodyOut() throws IOException {
    listen(request -> request);
    List<SocketChannel> idle = new ArrayList<>();
    try {
      for (int i = 0; i < 3 * CommandSocket.MAX_CLIENTS; i++) {
        idle.add(SocketChannel.open(UnixDomainSocketAddress.of(path)));
      }
      assertThat(ask("let me in\n")).isEqualTo("let me in\n");
      // The oldest made room for it.
      assertThat(idle.get(0).read(ByteBuffer.allocate(1))).isEqualTo(-1);
    } finally {
      for (SocketChannel each : idle) {
        each.close();
      }
    }
  }

  @Test
  void whatFailsEndsOneClientOnly() throws IOException {
    listen(
        request -> {
          if (text(request).equals("fail")) {
            throw new IllegalStateException("as meant");
          }
          return request;
        });

    assertThat(ask("fail\n")).isEmpty();
    assertThat(ask("still there\n")).isEqualTo("still there\n");
  }

  @Test
  void whoGoesBeforeTheAnswerIsForgotten() throws IOException {
    listen(request -> "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < 20; i++) {
      try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
        client.write(ByteBuffer.wrap("go\n".getBytes(StandardCharsets.UTF_8)));
      }
    }
    assertThat(ask("go\n")).hasSize(1_000_001);
  }

  @Test
  void whatStandsInItsPlaceIsLeftAlone() throws IOException {
    Files.writeString(path, "squatted");
    assertThatThrownBy(() -> listen(request -> request)).isInstanceOf(IOException.class);
    assertThat(path).hasContent("squatted");
    assertThat(directory.toFile().list()).hasSize(1);

    Path link = directory.resolve("2.sock");
    Files.createSymbolicLink(link, directory.resolve("nowhere.sock"));
    assertThatThrownBy(() -> CommandSocket.listen(link, request -> request, () -> {}))
        .isInstanceOf(IOException.class);
    assertThat(directory.resolve("nowhere.sock")).doesNotExist();
  }

  @Test
  void aPathThatIsTooLongIsSaid() {
    Path long108 = directory.resolve("x".repeat(200) + ".sock");
    assertThatThrownBy(() -> CommandSocket.listen(long108, request -> request, () -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Set state.dir to a shorter one");
  }

  @Test
  void itIsGoneWhenItIsClosed() throws IOException {
    listen(request -> request).close();
    assertThat(path).doesNotExist();
  }

  @Test
  void onlySocketsOfDeadProcessesAreRemoved() throws IOException {
    Path dead = directory.resolve("dead.sock");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(dead));
    }
    Path file = Files.writeString(directory.resolve("file.sock"), "no socket");
    listen(request -> request);
    assertThat(dead).exists();

    CommandSocket.removeStale(directory);
    assertThat(dead).doesNotExist();
    assertThat(path).exists();
    assertThat(ask("still there\n")).isEqualTo("still there\n");
    assertThat(file).hasContent("no socket");
  }

  @Test
  void aStateDirectoryLetsNobodyElseIn() throws IOException {
    Path made = StateDirectory.open(directory.resolve("state").toString());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(made)))
        .isEqualTo("rwx------");
    assertThat(StateDirectory.open(made.toString())).isEqualTo(made);

    Files.setPosixFilePermissions(made, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatThrownBy(() -> StateDirectory.open(made.toString()))
        .hasMessageContaining("(rwxr-xr-x). Run: chmod 700");
    Path link = Files.createSymbolicLink(directory.resolve("link"), made);
    assertThatThrownBy(() -> StateDirectory.open(link.toString()))
        .hasMessageContaining("is a link or no directory");
    assertThatThrownBy(() -> StateDirectory.open("/")).isInstanceOf(IOException.class);
  }

  /** Root may write anywhere, and whoever owns a directory decides what is in it. */
  @Test
  void aStateDirectoryOfAnotherUserIsRefused() throws IOException {
    int user = StateDirectory.ownUser();
    Path made = StateDirectory.open(directory.resolve("state").toString(), user);
    assertThat(Files.getAttribute(made, "unix:uid")).isEqualTo(user);
    assertThat(StateDirectory.open(made.toString(), user)).isEqualTo(made);
    assertThatThrownBy(() -> StateDirectory.open(made.toString(), user + 1))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("belongs to another user (" + user + ") than this JVM's");
  }

  private CommandSocket listen(CommandSocket.Commands commands) throws IOException {
    return listen(commands, AN_HOUR);
  }

  private CommandSocket listen(CommandSocket.Commands commands, long patience) throws IOException {
    CommandSocket socket = CommandSocket.listen(path, commands, () -> {}, patience);
    open.add(socket);
    return socket;
  }

  /** What comes back until the end; nothing where the other side ends it. */
  private String ask(String request) throws IOException {
    try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      try {
        ByteBuffer rest = ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8));
        while (rest.hasRemaining()) {
          client.write(rest);
        }
        return new String(Channels.newInputStream(client).readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException cutOff) {
        return "";
      }
    }
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
