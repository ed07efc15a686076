package dev.countersign.it.http;

import com.example.acts.JettyActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads of a web server that a call happens to start are not that call's for ever: what they do
 * afterwards belongs to no call (CS-UNBOUND), not to one that is over (CS-EXPIRED) or to its
 * effects (NIKA-SEC-011).
 */
class JettyWorkersIT {

  private static final String ROWS =
      """
      -  worker    ended +fired,+judged  CS-UNBOUND +judged
      -  reserved  ended +fired,+judged  CS-UNBOUND +judged
      -  strategy  ended +fired,+judged  CS-UNBOUND +judged
      -  selector  ended +fired,+judged  CS-UNBOUND +judged
      """;

  /** What a tool does itself stays the tool's. */
  private static final String ON_VIRTUAL_THREADS =
      """
      -  virtual   ended +fired,+judged  CS-UNBOUND +judged
      -  ownWork   ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      """;

  private static final Map<ClientLine, ActTable> TABLES = new LinkedHashMap<>();

  static {
    for (ClientLine line : JettyIT.LINES) {
      TABLES.put(
          line,
          ActTable.of(jdk -> application(line, jdk), JettyActs.class, jdk -> rows(line, jdk)));
    }
  }

  private static String rows(ClientLine line, Jdk jdk) {
    boolean hasVirtual = jdk.feature() >= 21 && !line.name().contains(" 11");
    return hasVirtual ? ROWS + ON_VIRTUAL_THREADS : ROWS;
  }

  private static AgentRun.Builder application(ClientLine line, Jdk jdk) {
    AgentRun.Builder application = AgentRun.on(jdk).with("carry.yaml");
    line.classPath().forEach(application::classPath);
    return application;
  }

  static Stream<Arguments> lines() {
    return JettyIT.LINES.stream()
        .flatMap(line -> Jdks.of(line, JettyIT.LINES).map(jdk -> Arguments.of(line, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void aWorkerThatACallStartedBelongsToNobody(ClientLine line, Jdk jdk) {
    TABLES.get(line).shows(jdk);
  }
}
