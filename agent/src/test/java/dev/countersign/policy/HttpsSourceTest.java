package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The client against servers that lie, and a thousand of them against one that does not. */
class HttpsSourceTest {

  private static LyingServer server;

  @TempDir Path directory;

  private Fleet fleet;

  @BeforeAll
  static void start(@TempDir Path keys) throws Exception {
    server = LyingServer.start(keys);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @BeforeEach
  void publishes() throws Exception {
    fleet = new Fleet();
    fleet.publish(1, 1);
    server.serve(fleet.tree);
    server.behave(LyingServer.Manner.HONEST);
  }

  private static HttpsSource source(long millis) throws IOException {
    return HttpsSource.at(server.url(), server.authorities().toString(), null, millis);
  }

  private HttpsSource through(ConnectProxy proxy) throws IOException {
    return HttpsSource.at(server.url(), server.authorities().toString(), proxy.address(), 10_000);
  }

  private static int port() {
    return java.net.URI.create(server.url()).getPort();
  }

  @Test
  void aProxyIsAskedToConnectAndSeesNothingElse() throws Exception {
    try (ConnectProxy proxy = ConnectProxy.start("HTTP/1.1 200 Connection established", port())) {
      Pinning pinning =
          AcceptanceTest.open(
              AcceptanceTest.settings(fleet, true), new TestHost(), through(proxy), directory);
      Standing adopted = pinning.look(true);
      assertThat(adopted.ref()).as("%s", adopted.events()).isEqualTo(fleet.ref(Kind.BUNDLE, 1));
      String to = java.net.URI.create(server.url()).getAuthority();
      assertThat(proxy.heads())
          .hasSize(2)
          .containsOnly("CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 407 Proxy Authentication Required | status 407",
        "HTTP/1.1 502 Bad Gateway                   | status 502",
        "HTTP/1.1 302 Found                         | status 302",
        "SSH-2.0-OpenSSH                            | does not answer in HTTP",
      })
  void aProxyThatDoesNotConnectChangesNothing(String answer, String reason) throws Exception {
    try (ConnectProxy proxy = ConnectProxy.start(answer, port())) {
      assertThatThrownBy(() -> through(proxy).read("head.json", 1000))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(reason);
    }
  }

  /** Whoever answers in the server's place has no certificate of its name. */
  @Test
  void aProxyThatAnswersItselfIsNotBelieved(@TempDir Path others) throws Exception {
    try (LyingServer other = LyingServer.start(others);
        ConnectProxy proxy =
            ConnectProxy.start("HTTP/1.1 200 OK", java.net.URI.create(other.url()).getPort())) {
      other.serve(fleet.tree);
      assertThatThrownBy(() -> through(proxy).read("head.json", 1 << 16))
          .isInstanceOf(javax.net.ssl.SSLException.class);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRUNCATED | ends after",
        "TRUNCATED_CHUNK | ends in the middle",
        "WITHOUT_LENGTH | does not say how long",
        "TWO_LENGTHS | two lengths",
        "SLOW | takes too long",
        "SILENT | takes too long",
        "ENDLESS_HEADERS | headers",
        "ENDLESS_LINE | a line of more",
        "COMPRESSED | compresses",
        "BOMB | compresses",
        "REDIRECTED | redirects",
        "ERROR | status 503",
        "HUGE_LENGTH | more than",
        "NO_HTTP | does not answer in HTTP"
      })
  void aLieChangesNothing(LyingServer.Manner manner, String reason) throws Exception {
    // Only those that are to lose their patience have little of it.
    boolean waits = manner == LyingServer.Manner.SLOW || manner == LyingServer.Manner.SILENT;
    HttpsSource source = source(waits ? 1_500 : 10_000);
    Pinning patient =
        AcceptanceTest.open(
            AcceptanceTest.settings(fleet, true), new TestHost(), source(10_000), directory);
    patient.look(true);
    Pinning pinning =
        AcceptanceTest.open(
            AcceptanceTest.settings(fleet, true), new TestHost(), source, directory);
    fleet.publish(2, 2);
    server.serve(fleet.tree);
    server.behave(manner);
    Standing after = pinning.look(true);
    assertThat(after.ref().version()).isEqualTo(1);
    assertThat(after.closed()).isNull();
    assertThat(after.events()).as(manner.name()).hasSize(1);
    assertThat(after.events().get(0).line()).containsIgnoringCase(reason);
    // Once it is honest, the policy comes.
    server.behave(LyingServer.Manner.HONEST);
    assertThat(patient.look(true).ref().version()).isEqualTo(2);
  }

  @Test
  void chunksAreReadAndAHeadThatIsTheSameIsNotSentAgain() throws Exception {
    HttpsSource source = source(10_000);
    byte[] head = source.read("head.json", 1 << 16);
    assertThat(head).isEqualTo(fleet.tree.get("head.json"));
    int unchanged = server.unchanged();
    assertThat(source.read("head.json", 1 << 16)).isEqualTo(head);
    assertThat(server.unchanged()).isEqualTo(unchanged + 1);
    server.behave(LyingServer.Manner.CHUNKED);
    assertThat(source.read("bundle/1.json", 1 << 16)).isEqualTo(fleet.tree.get("bundle/1.json"));
    assertThat(source.read("bundle/7.json", 1 << 16)).isNull();
    assertThatThrownBy(() -> source.read("bundle/1.json", 100))
        .isInstanceOf(Source.TooLargeException.class);
  }

  @Test
  void aServerOfAnotherAuthorityIsNotAsked(@TempDir Path keys) throws Exception {
    int before = server.requests();
    HttpsSource jdk = HttpsSource.at(server.url(), null, null, 10_000);
    assertThatThrownBy(() -> jdk.read("head.json", 1 << 16)).isInstanceOf(IOException.class);
    try (LyingServer other = LyingServer.start(keys)) {
      HttpsSource theirs = HttpsSource.at(server.url(), other.authorities().toString(), null);
      assertThatThrownBy(() -> theirs.read("head.json", 1 << 16)).isInstanceOf(IOException.class);
    }
    assertThat(server.requests()).isEqualTo(before);
    Path empty = Files.createFile(directory.resolve("empty.pem"));
    assertThatThrownBy(() -> HttpsSource.at(server.url(), empty.toString(), null))
        .hasMessageContaining("cannot be used for TLS");
  }

  /** A thousand machines have a thousand disks: one would be what is measured here. */
  private static final class Unforced extends Disk {
    @Override
    void write(Path file, byte[] content) throws IOException {
      Files.write(file, content);
    }

    @Override
    void forceDirectory(Path path) {
      // not here
    }
  }

  /** Each with a state of its own, all of them at once, in one JVM. */
  @Test
  void aThousandAgentsAdoptANewHeadWithoutAnError() throws Exception {
    int agents = 1000;
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      List<Future<Pinning>> started = new ArrayList<>();
      for (int i = 0; i < agents; i++) {
        Path own = Files.createDirectory(directory.resolve("agent-" + i));
        started.add(
            threads.submit(
                () ->
                    Pinning.open(
                        AcceptanceTest.settings(fleet, true),
                        new TestHost(),
                        source(60_000),
                        PinnedState.in(own, new Unforced()),
                        Clock.fixed(Fleet.NOW, ZoneOffset.UTC))));
      }
      fleet.publish(2, 2);
      server.serve(fleet.tree);
      List<Future<Standing>> looked = new ArrayList<>();
      for (Future<Pinning> each : started) {
        Pinning pinning = each.get();
        looked.add(threads.submit(() -> pinning.look(true)));
      }
      for (Future<Standing> each : looked) {
        Standing standing = each.get();
        assertThat(standing.events()).isEmpty();
        assertThat(standing.ref().version()).isEqualTo(2);
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
