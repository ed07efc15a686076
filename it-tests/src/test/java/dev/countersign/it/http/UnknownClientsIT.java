package dev.countersign.it.http;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.Acts;
import com.example.acts.http.HttpActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.DoctoredJar;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lines of clients that nobody knows yet: a library in which a method that a sink stands at has
 * another name. None of its requests is sent, whoever asks.
 */
class UnknownClientsIT {

  /**
   * @param jar which of the line's jars is another one
   * @param method the name of the method, wherever it is declared or called with that descriptor
   * @param way that sends a request
   */
  private record Unknown(ClientLine line, int jar, String method, String descriptor, String way) {

    @Override
    public String toString() {
      return line + " without " + method;
    }
  }

  private static final ClientLine OK_HTTP = OkHttpIT.LINES.get(OkHttpIT.LINES.size() - 1);

  private static final List<Unknown> UNKNOWN =
      List.of(
          new Unknown(
              ApacheIT.NEWEST_4, 2, "write", "(Lorg/apache/http/HttpMessage;)V", "HcWays.honest"),
          new Unknown(
              ApacheIT.NEWEST_5,
              2,
              "write",
              "(Lorg/apache/hc/core5/http/MessageHeaders;"
                  + "Lorg/apache/hc/core5/http/io/SessionOutputBuffer;Ljava/io/OutputStream;)V",
              "Hc5Ways.honest"),
          new Unknown(OK_HTTP, 0, "writeTo", "(Lokio/BufferedSink;)V", "OkWays.honest"));

  @TempDir private Path directory;

  static Stream<Arguments> unknown() {
    return UNKNOWN.stream()
        .flatMap(unknown -> Jdks.tested().map(jdk -> Arguments.of(unknown, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("unknown")
  void nothingIsSentByALineThatNobodyKnows(Unknown unknown, Jdk jdk) throws IOException {
    AgentRun.Builder application = AgentRun.on(jdk).with("http.yaml");
    List<Path> jars = unknown.line().classPath();
    for (int i = 0; i < jars.size(); i++) {
      application.classPath(
          i == unknown.jar()
              ? DoctoredJar.without(jars.get(i), directory, unknown.method(), unknown.descriptor())
              : jars.get(i));
    }
    AgentRun run =
        application.main(
            Acts.class,
            HttpActs.class.getName(),
            "post:" + unknown.way(),
            "elsewhere:" + unknown.way());

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout()).doesNotContain("ran ").contains("refused CS-INTERNAL");
    assertThat(run.withoutAgent().stdout().lines().filter(line -> line.startsWith("ran POST")))
        .hasSize(2);
  }
}
