package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.HttpActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that are held in a file while they are judged ({@code send.spool}), of every client. */
class SpoolIT {

  private static final String[] HONEST = {
    "S01 large:JdkWays.honest", // of known length
    "S02 large:JdkWays.stream", // in chunks
    "S03 large:JdkWays.async",
    "S04 large:UrlWays.honest",
    "S05 large:UrlWays.fixed",
    "S06 large:UrlWays.chunked",
    "S07 large:OkWays.honest",
    "S08 large:OkWays.stream",
    "S09 large:HcWays.honest",
    "S10 large:HcWays.stream",
    "S11 large:Hc5Ways.honest",
    "S12 large:Hc5Ways.stream",
    "S13 large:AsyncWays.honest",
    "S14 large:AsyncWays.stream",
    "S15 large:Async4Ways.honest",
    "S16 large:Async4Ways.stream",
    "S17 large:ReactorWays.honest",
    "S18 large:ReactorWays.stream",
    "S19 large:JettyWays.honest",
    "S20 large:JettyWays.stream",
    "S21 large:JettyWays.written",
    "S22 post:JdkWays.honest", // small beside large
  };

  private static final String[] REFUSED = {
    "S23 large:JdkWays.anotherStream NIKA-SEC-011",
    "S24 huge:JdkWays.honest CS-UNSUPPORTED",
    "S25 huge:JdkWays.stream CS-UNSUPPORTED",
    "S26 huge:UrlWays.honest CS-UNSUPPORTED",
    "S27 huge:UrlWays.chunked CS-UNSUPPORTED",
    "S28 huge:OkWays.stream CS-UNSUPPORTED",
    "S29 huge:HcWays.stream CS-UNSUPPORTED",
    "S30 huge:Hc5Ways.honest CS-UNSUPPORTED",
    "S31 huge:AsyncWays.stream CS-UNSUPPORTED",
    "S32 huge:Async4Ways.honest CS-UNSUPPORTED",
    "S33 huge:ReactorWays.stream CS-UNSUPPORTED",
    "S34 huge:JettyWays.stream CS-UNSUPPORTED",
  };

  private static final String[] CHANGED = {
    "S35 large:SpoolWays.changedJdk",
    "S36 large:SpoolWays.changedUrl",
    "S37 large:SpoolWays.changedOk",
  };

  private static final String[] NO_FILE = {
    "S38 larger:JdkWays.honest File too large",
    "S39 larger:OkWays.stream File too large",
    "S40 homeless:JdkWays.stream NoSuchFileException",
    "S41 homeless:UrlWays.honest NoSuchFileException",
    "S42 homeless:Hc5Ways.honest NoSuchFileException",
  };

  /** No file may have more than a megabyte: what a full disk says. */
  private static final ActTable FULL =
      ActTable.ofRows(
          jdk ->
              withClients(AgentRun.on(jdk))
                  .file("own/here", "")
                  .through("bash", "-c", "ulimit -f 1000; exec \"$@\"", "bash")
                  .configured(
                      AgentRun.config("http.yaml")
                              .replace("max_body: 256KiB, spool: 0B", "max_body: 4KiB, spool: 4MiB")
                          + "state: { dir: '@work@/own/state' }\n"),
          HttpActs.class,
          NO_FILE);

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk ->
              withClients(AgentRun.on(jdk))
                  .configured(
                      AgentRun.config("http.yaml")
                          .replace("max_body: 256KiB, spool: 0B", "max_body: 4KiB, spool: 200KiB")),
          HttpActs.class,
          HONEST,
          REFUSED,
          CHANGED);

  /** The latest lines of all. */
  static AgentRun.Builder withClients(AgentRun.Builder application) {
    for (ClientLine line : NewestClients.lines()) {
      line.classPath().forEach(application::classPath);
    }
    return application;
  }

  static Stream<Arguments> honest() {
    return onEach(HONEST);
  }

  static Stream<Arguments> refused() {
    return onEach(REFUSED);
  }

  static Stream<Arguments> noFile() {
    return onEach(NO_FILE);
  }

  static Stream<Arguments> changed() {
    return onEach(CHANGED);
  }

  private static Stream<Arguments> onEach(String... rows) {
    return Stream.of(rows)
        .map(row -> row.split(" +", 3))
        .flatMap(
            cells ->
                Jdks.tested()
                    .map(
                        jdk ->
                            Arguments.of(
                                cells[0], cells[1], cells.length < 3 ? "" : cells[2], jdk)));
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void aLargeBodyThatIsEqualIsSentAsItIsAndItsFileIsGone(
      String number, String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
    assertThat(TABLE.with(jdk, act).bodies()).hasSize(1);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void oneThatDiffersOrIsTooLargeIsRefusedAndNothingReachesTheServer(
      String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }

  /**
   * It was allowed as it was read, so the request begins; it never ends, and the change is not in
   * it.
   */
  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("changed")
  void oneWhoseFileIsChangedIsNeverSentWhole(String number, String act, String ignored, Jdk jdk) {
    assertThat(TABLE.with(jdk, act).ending()).startsWith("threw java.");
    assertThat(TABLE.with(jdk, act).bodies()).isEmpty();
    assertThat(TABLE.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).bodies()).hasSize(1);
  }

  /** The client's own failure, and the next request finds it as it was. */
  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("noFile")
  void oneThatCannotBeHeldIsRefusedWithThatReason(
      String number, String act, String reason, Jdk jdk) {
    FULL.isRefused(jdk, act, "CS-UNSUPPORTED");
    assertThat(FULL.books(jdk, act).records().toString())
        .contains("a body that cannot be held in a file (")
        .contains(reason);
  }
}
