package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.JdkHttpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Requests of {@code java.net.http.HttpClient}: B29 to B46 of the bypass catalogue as far as this
 * client goes, and the honest ones beside them.
 */
class JdkHttpIT {

  private static final String[] HONEST = {
    "- post:honest",
    "- post:async",
    "- get:asking",
    "B29 post:ownRequest",
    "B30 post:changingPublisher",
    "B32 post:file",
    "B32 post:stream",
    "B33 followed:following",
    "B38 strict:withHeader",
    "- order:order",
    "- elsewhere:honest",
  };

  private static final String[] ATTACKS = {
    "- post:anotherText NIKA-SEC-011",
    "- post:anotherTextAsync NIKA-SEC-011",
    "- post:anotherPath NIKA-SEC-011",
    "- post:anotherMethod NIKA-SEC-011",
    "- post:aQueryMore NIKA-SEC-011",
    "- get:withABody NIKA-SEC-011",
    "B29 post:lyingGetters NIKA-SEC-011",
    "B30 post:evilPublisher NIKA-SEC-011",
    "B31 post:mutatedArray NIKA-SEC-011",
    "B32 post:anotherFile NIKA-SEC-011",
    "B32 post:anotherStream NIKA-SEC-011",
    "B38 strict:anotherHeader NIKA-SEC-011",
    "B38 strict:honest NIKA-SEC-011",
    "B38 strict:credential NIKA-SEC-011",
    "B38 strict:cookie NIKA-SEC-011",
    "B46 post:endless CS-UNSUPPORTED",
    "- order:anotherOrder NIKA-SEC-011",
    "- order:oneMoreMember NIKA-SEC-011",
    "- idle:honest CS-UNBOUND",
  };

  private static final String[] LATER_REFUSED = {
    "B33 sentOn:following CS-UNBOUND", "B35 post:twice CS-REPLAY",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("http.yaml"),
          JdkHttpActs.class,
          HONEST,
          ATTACKS,
          LATER_REFUSED);

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> attacks() {
    return onEach(ATTACKS);
  }

  static Stream<Arguments> laterRefused() {
    return onEach(LATER_REFUSED);
  }

  private static Stream<Arguments> onEach(String... rows) {
    List<Arguments> arguments = new ArrayList<>();
    for (String row : rows) {
      String[] cells = row.split(" +", 3);
      Jdks.tested()
          .forEach(
              jdk ->
                  arguments.add(
                      Arguments.of(cells[0], cells[1], cells.length < 3 ? "" : cells[2], jdk)));
    }
    return arguments.stream();
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void aRequestThatIsEqualIsSentAndAnsweredAsWithoutUs(
      String number, String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).bodies()).isNotEmpty();
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("attacks")
  void aRequestThatDiffersIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("laterRefused")
  void theFirstRequestIsSentAndTheNextOneRefused(String number, String act, String code, Jdk jdk) {
    assertThat(TABLE.with(jdk, act).ending()).endsWith("refused " + code);
    assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).bodies()).hasSize(2);
  }
}
