package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Apache HttpClient over TLS, and through the proxy that the JVM was started with. */
class ApacheRoutesIT {

  private static final String[] ACTS = {
    "secure:Ways.trusting",
    "secure:Ways.anotherTextTrusting",
    "proxied:Ways.system",
    "proxied:Ways.anotherTextSystem",
  };

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : List.of(ApacheIT.NEWEST_4, ApacheIT.NEWEST_5)) {
      String[] acts = Stream.of(ACTS).map(act -> of(line, act)).toArray(String[]::new);
      TABLES.put(line, new ActTable(jdk -> application(jdk, line), HttpActs.class, acts));
    }
  }

  private static String of(ClientLine line, String act) {
    return act.replace("Ways.", ApacheIT.isFour(line) ? "HcWays." : "Hc5Ways.");
  }

  private static AgentRun.Builder application(Jdk jdk, ClientLine line) {
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .with("http.yaml")
            .jvm(ServerKey.option(jdk))
            .jvm("-Dhttp.proxyHost=127.0.0.1")
            .jvm("-Dhttp.proxyPort=" + FreePort.any());
    line.classPath().forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> lines() {
    return TABLES.keySet().stream()
        .flatMap(line -> Jdks.tested().map(jdk -> Arguments.of(line, jdk)));
  }

  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("lines")
  void aRequestOverTlsIsJudgedAsWhatItIs(ClientLine line, Jdk jdk) {
    TABLES.get(line).runsAsWithout(jdk, of(line, "secure:Ways.trusting"));
    TABLES.get(line).isRefused(jdk, of(line, "secure:Ways.anotherTextTrusting"), "NIKA-SEC-011");
  }

  @ParameterizedTest(name = "{0} and {1}")
  @MethodSource("lines")
  void theProxyOfTheStartIsPartOfNoRequest(ClientLine line, Jdk jdk) {
    TABLES.get(line).runsAsWithout(jdk, of(line, "proxied:Ways.system"));
    TABLES.get(line).isRefused(jdk, of(line, "proxied:Ways.anotherTextSystem"), "NIKA-SEC-011");

    assertThat(TABLES.get(line).with(jdk, of(line, "proxied:Ways.system")).printed())
        .contains("ran POST http://server.test/here good");
  }
}
