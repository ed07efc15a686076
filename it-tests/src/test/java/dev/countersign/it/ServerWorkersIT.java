package dev.countersign.it;

import com.example.acts.JBossActs;
import com.example.acts.UndertowActs;
import com.example.acts.VertxActs;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads and queues of servers are nobody's: what they do for others after a call used them
 * belongs to no call (CS-UNBOUND), not to one that is over (CS-EXPIRED) or to its effects
 * (NIKA-SEC-011); and what a call leaves to them is the call's.
 */
class ServerWorkersIT {

  private static final String JBOSS =
      """
      -  worker              ended +fired,+judged  CS-UNBOUND +judged
      -  queued              ended +fired,+judged  CS-UNBOUND +judged
      -  terminated          ended +fired,+judged  CS-UNBOUND +judged
      -  own:honest          ended +judged         ended +judged
      -  own:changed         ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  own:honestWaiting   ended +judged         ended +judged
      -  own:changedWaiting  ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  own:honestQueued    ended +judged         ended +judged
      -  own:changedQueued   ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  rejected            ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  drained             ended +fired,+judged  CS-UNBOUND +judged
      """;

  /** Those of 3.0 and 3.1 are made in another way. */
  private static final String JBOSS_VIEWS =
      """
      -  view:honest         ended +judged         ended +judged
      -  view:changed        ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  viewed              ended +fired,+judged  CS-UNBOUND +judged
      -  viewFull            ended +fired,+judged  CS-UNBOUND +judged
      """;

  private static final String JBOSS_SCHEDULER =
      """
      -  scheduler               ended +fired,+judged  CS-UNBOUND +judged
      -  scheduled:honest        ended +judged         ended +judged
      -  scheduled:changed       ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  scheduled:honestAgain   ended +judged         ended +judged
      -  scheduled:changedAgain  ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      """;

  private static final String UNDERTOW =
      """
      -  request            ended +fired,+judged  CS-UNBOUND +judged
      -  requests           ended +fired,+judged  CS-UNBOUND +judged
      -  server             ended +fired,+judged  CS-UNBOUND +judged
      -  own:honest         ended +judged         ended +judged
      -  own:changed        ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  own:honestLater    ended +judged         ended +judged
      -  own:changedLater   ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  own:changedAtOnce  ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      """;

  private static final String VERTX =
      """
      -  own:honest          ended +judged         ended +judged
      -  own:changed         ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  own:honestWorker    ended +judged         ended +judged
      -  own:changedWorker   ended +fired,+judged  NIKA-SEC-011 +judged  /intent/argv/1
      -  outside:blocking    ended +fired,+judged  CS-UNBOUND +judged
      -  outside:onWorker    ended +fired,+judged  CS-UNBOUND +judged
      -  another:blocking    ended +first,+judged  ended +first,+judged
      -  another:onWorker    ended +first,+judged  ended +first,+judged
      -  close               ended none            ended none
      """;

  /** One line of a server, and what it can do. */
  private record Line(String name, List<Jdk> jdks, ActTable table) {

    @Override
    public String toString() {
      return name;
    }
  }

  private static final List<Line> LINES =
      List.of(
          jboss(false, "2.4.0.Final", JBOSS),
          jboss(false, "3.1.0.Final", JBOSS),
          jboss(false, "3.5.0.Final", JBOSS + JBOSS_VIEWS + JBOSS_SCHEDULER),
          jboss(
              true,
              "3.9.1",
              JBOSS + JBOSS_VIEWS + JBOSS_SCHEDULER,
              "smallrye-common-constraint-2.12.0",
              "smallrye-common-cpu-2.12.0",
              "smallrye-common-function-2.12.0"),
          line(
              true,
              "Undertow 2.3",
              UndertowActs.class,
              UNDERTOW,
              onJboss(
                  "3.5.0.Final",
                  "wildfly-client-config-1.0.1.Final",
                  "xnio-api-3.8.16.Final",
                  "xnio-nio-3.8.16.Final",
                  "undertow-core-2.3.18.Final")),
          vertx(false, "4.5.14", "4.1.135.Final", "codec"),
          vertx(true, "5.0.7", "4.2.17.Final", "codec-base", "codec-compression"));

  private static Line jboss(boolean newest, String version, String rows, String... more) {
    return line(newest, "JBoss threads " + version, JBossActs.class, rows, onJboss(version, more));
  }

  private static List<String> onJboss(String version, String... more) {
    List<String> jars = new ArrayList<>(List.of(more));
    jars.add("jboss-threads-" + version);
    jars.add("jboss-logging-3.6.1.Final");
    jars.add("wildfly-common-1.7.0.Final");
    return jars;
  }

  private static Line vertx(boolean newest, String version, String netty, String... more) {
    List<String> jars = new ArrayList<>(List.of("vertx-core-" + version, "jackson-core-2.20.2"));
    if (newest) {
      jars.add("vertx-core-logging-" + version);
    }
    List<String> parts = new ArrayList<>(List.of(more));
    parts.addAll(
        List.of(
            "common",
            "buffer",
            "transport",
            "resolver",
            "resolver-dns",
            "codec-dns",
            "handler",
            "handler-proxy",
            "codec-socks",
            "codec-http",
            "codec-http2",
            "transport-native-unix-common"));
    parts.forEach(part -> jars.add("../netty-lines/netty-" + part + "-" + netty));
    return line(newest, "Vert.x " + version, VertxActs.class, VERTX, jars);
  }

  private static Line line(
      boolean newest, String name, Class<?> acts, String rows, List<String> jars) {
    return new Line(
        name,
        Jdks.tested().limit(newest ? Long.MAX_VALUE : 1).toList(),
        ActTable.of(jdk -> application(jdk, jars), acts, rows));
  }

  private static AgentRun.Builder application(Jdk jdk, List<String> jars) {
    AgentRun.Builder application = AgentRun.on(jdk).with("carry.yaml");
    Path directory = Path.of("target", "server-lines").toAbsolutePath();
    jars.forEach(jar -> application.classPath(directory.resolve(jar + ".jar").normalize()));
    return application;
  }

  static Stream<Arguments> lines() {
    return LINES.stream().flatMap(line -> line.jdks().stream().map(jdk -> Arguments.of(line, jdk)));
  }

  @ParameterizedTest(name = "{0} on {1}")
  @MethodSource("lines")
  void aCallKeepsWhatItIsAndNothingElseDoes(Line line, Jdk jdk) {
    line.table().shows(jdk);
  }
}
