package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.cli.Cli;
import dev.countersign.ledger.BodyState;
import dev.countersign.verify.SchemaCheck;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code countersign gate} says about books that an observed application left. */
class GateTest {

  private static final String TOOLS =
      "tools: [ { tool: archive, effects: [ { exec: { argv: [cp, --, \"${args.name}\", /data] } } ] } ]";

  @TempDir Path directory;

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  private record Said(int exit, String out, String err) {}

  private Said gate(String... options) {
    List<String> args = new ArrayList<>(List.of("gate", directory.resolve("ledger").toString()));
    args.addAll(Arrays.asList(options));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exit =
        Cli.run(
            args.toArray(new String[0]),
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            InputStream.nullInputStream());
    return new Said(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A call with its body, in which this process is started. */
  private static void call(Fixture run, String name, String... argv) throws Exception {
    String json = "{\"name\":\"" + name + "\"}";
    CallScope scope = run.effects.resolve(run.call("archive", json));
    Firing body = run.effects.bodies().enter(scope, run.body("archive", json), run.plan);
    run.effects.commit(run.exec(argv)).ended(BodyState.RETURNED, null);
    body.ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
  }

  private Fixture observing(String rules) throws Exception {
    Fixture run = new Fixture(directory, "observe", rules);
    run.ledger.act(
        "start",
        Map.of(
            "mode",
            "observe",
            "holes",
            List.of(Map.of("code", "native", "text", "native code is not bound"))));
    return run;
  }

  @Test
  void readyWhereNothingWouldHaveBeenRefused() throws Exception {
    Fixture run = observing(TOOLS);
    call(run, "r1", "cp", "--", "r1", "/data");
    call(run, "r2", "cp", "--", "r2", "/data");
    run.ledger.close();

    Said said = gate();
    assertThat(said.exit()).as(said.out() + said.err()).isZero();
    assertThat(said.out())
        .contains("seen         2 calls of 1 tool, 2 effects, mode observe")
        .contains("coverage     4 bound (4 full), 0 that nothing authorised")
        .contains("holes        1\n             native code is not bound")
        .contains("would refuse 0")
        .endsWith("READY for enforce, as far as this was seen\n");
  }

  @Test
  void notReadyWhereSomethingWouldHaveBeenRefusedByToolAndReason() throws Exception {
    Fixture run = observing(TOOLS);
    call(run, "r1", "cp", "--", "r1", "/data");
    call(run, "r1", "cp", "--", "../secrets", "/data");
    call(run, "r1", "cp", "--", "../secrets", "/data");
    call(run, "r1", "curl", "http://h");
    run.ledger.close();

    Said said = gate("--format", "json");
    assertThat(said.exit()).as(said.out() + said.err()).isEqualTo(3);
    Map<?, ?> json = (Map<?, ?>) Json.parse(said.out());
    assertThat(SchemaCheck.of("gate.schema.json").fault(json)).isNull();
    assertThat(json.get("ready")).isEqualTo(false);
    assertThat(json.get("would_refuse")).isEqualTo(3L);
    assertThat(json.get("refusals").toString())
        .contains("tool=archive, code=NIKA-SEC-011, scope=exec.cp, count=2")
        .contains("paths=[/intent/argv/2]")
        .contains("code=NIKA-SEC-011, scope=exec.curl, count=1");
    assertThat(gate().out())
        .contains("archive  NIKA-SEC-011  exec.cp  2 times  at /intent/argv/2")
        .contains("NOT READY    3 calls or effects would be refused");
  }

  @Test
  void aBodyThatIsNotWhatWasJudgedIsCounted() throws Exception {
    Fixture run = observing("");
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects
        .bodies()
        .enter(scope, run.body("archive", "{\"name\":\"r2\"}"), run.plan)
        .ended(BodyState.RETURNED, null);
    run.effects.bodies().ended(scope);
    run.effects.end(scope, null);
    run.ledger.close();

    Said said = gate();
    assertThat(said.exit()).as(said.out()).isEqualTo(3);
    assertThat(said.out())
        .contains("archive  NIKA-SEC-011  tool.archive  1 time  at /intent/arguments");
  }

  @Test
  void aBodyThatRunsAgainIsCounted() throws Exception {
    Fixture run = observing("");
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    for (int i = 0; i < 3; i++) {
      run.effects
          .bodies()
          .enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan)
          .ended(BodyState.RETURNED, null);
      run.effects.bodies().ended(scope);
    }
    run.effects.end(scope, null);
    run.ledger.close();

    Said said = gate();
    assertThat(said.exit()).as(said.out()).isEqualTo(3);
    assertThat(said.out()).contains("archive  CS-REPLAY  tool.archive  2 times");
  }

  @Test
  void notReadyWhereNoToolWasSeen() throws Exception {
    Fixture run = observing("");
    run.effects.commit(run.exec("stty", "size"));
    run.ledger.close();

    Said said = gate();
    assertThat(said.exit()).isEqualTo(3);
    assertThat(said.out()).contains("NOT READY    no tool call was seen");
    assertThat(gate("--calls", "0").exit()).isEqualTo(2);
  }

  @Test
  void asManyCallsAsAreAskedFor() throws Exception {
    Fixture run = observing(TOOLS);
    call(run, "r1", "cp", "--", "r1", "/data");
    run.ledger.close();

    assertThat(gate("--calls", "2").out())
        .contains("NOT READY    only 1 tool call was seen, of 2 that were asked for");
    assertThat(gate("--calls", "1").exit()).isZero();
  }

  @Test
  void notReadyWhereEnforceWouldNotStart() throws Exception {
    Fixture run = new Fixture(directory, "observe", TOOLS);
    run.ledger.act(
        "start",
        Map.of(
            "mode",
            "observe",
            "holes",
            List.of(Map.of("code", "sink", "text", "it could not be woven"))));
    call(run, "r1", "cp", "--", "r1", "/data");
    run.ledger.close();

    assertThat(gate().out())
        .contains("NOT READY    enforce would not start (78): it could not be woven");
  }

  @Test
  void booksThatAreStillWrittenAreReadAsFarAsTheyGo() throws Exception {
    Fixture run = observing(TOOLS);
    call(run, "r1", "cp", "--", "r1", "/data");

    Said said = gate();
    assertThat(said.exit()).isZero();
    assertThat(said.out()).contains("in progress  ");
    run.ledger.close();
  }

  @Test
  void booksThatWereChangedSayNothing() throws Exception {
    Fixture run = observing(TOOLS);
    call(run, "r1", "curl", "http://h");
    run.ledger.close();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(directory.resolve("ledger"), "*.jsonl")) {
      for (Path file : files) {
        Files.writeString(file, Files.readString(file).replace("exec.curl", "exec.cp_x"));
      }
    }

    Said said = gate();
    assertThat(said.exit()).as(said.out()).isEqualTo(1);
    assertThat(said.out()).contains("wrong books  ", "NOTHING CAN BE SAID");
  }

  @Test
  void saysHowLongTheCheckTakesWhereItWasMeasured() throws Exception {
    Fixture run = observing(TOOLS);
    run.effects.measure();
    for (int i = 0; i < 5; i++) {
      call(run, "r" + i, "cp", "--", "r" + i, "/data");
    }
    run.ledger.close();
    Map<String, Object> checks = run.effects.checkTimes().toJson();
    assertThat(checks).containsEntry("count", 15L).containsKeys("p50_ns", "p99_ns", "max_ns");
    Files.write(
        run.ledger.files().status(),
        dev.countersign.canonical.Canonical.jcs(
            Map.of("checks", checks, "checks_failed", 2L, "outcomes_lost", 0L)));

    assertThat(gate().out())
        .contains("of 15 checks", "p99 ")
        .contains("NOT READY    2 checks failed by themselves");
  }

  @Test
  void aFileThatIsNotThereIsSaid() {
    Said said = gate();
    assertThat(said.exit()).isEqualTo(4);
    assertThat(gate("--format", "yaml").exit()).isEqualTo(2);
  }
}
