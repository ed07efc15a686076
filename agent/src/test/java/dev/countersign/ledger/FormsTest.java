package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts that are written by hand, against what writes them slowly. */
class FormsTest {

  private static final byte[] HASH = "0".repeat(64).getBytes(StandardCharsets.US_ASCII);

  @Property(tries = 300)
  void anEntryIsCanonicalWhateverItsTextsAre(
      @ForAll String tool, @ForAll String message, @ForAll String agent, @ForAll String hook) {
    EntryForm form = new EntryForm("3f2a9c51d07b4e68", agent);
    String id = "ea2b2676c28c0db26d39331a336c6b92";
    Adapter adapter = new Adapter(hook, message, tool);
    assertCanonical(form.root("00"));
    Node node = new Node(agent);
    assertCanonical(form.done(node));
    Authority given =
        new Authority(
            List.of("tool.*", "exec.git"),
            List.of(
                new Ceiling(null, 5),
                new Ceiling("tool.x", 0),
                new Ceiling(Measure.SPEND, null, 99_950_001)),
            60L);
    Node child = new Node(node, tool, message, given, Authority.ROOT.meet(given), 0);
    assertCanonical(form.spawn(child));
    Ground ground = new Ground(hook, tool, message, null, agent);
    assertCanonical(form.spawnDenied(child, ground));
    assertCanonical(form.kill("n", List.of("a", tool), List.of(id), agent, message));
    assertCanonical(form.kill("n", List.of(), List.of(), null, null));
    Ground scope = new Ground(Ground.SCOPE_NOT_GRANTED, "scopes", null, tool, agent);
    for (Ground each : new Ground[] {ground, scope}) {
      assertCanonical(
          form.deny(
              new Deny(
                  id,
                  "exec.x",
                  tool,
                  "ef",
                  id,
                  hook,
                  agent,
                  message,
                  EffectRecord.decision(id, Map.of())),
              "n",
              each,
              "cd"));
    }
    for (ParamsStatement params :
        new ParamsStatement[] {
          ParamsStatement.NOTHING, new ParamsStatement(null, true), new ParamsStatement("ab", false)
        }) {
      assertCanonical(
          form.allow(
              new Allow(
                  id,
                  "tool.x",
                  tool,
                  null,
                  id,
                  Capture.WRAPPER_ASYNC,
                  adapter,
                  Params.NONE,
                  true,
                  Map.of()),
              form.node(),
              "cd",
              params));
      assertCanonical(
          form.outcome(
              new Outcome(id, BodyState.RAISED, 12, message, Params.NONE, Map.of()),
              form.node(),
              "cd",
              params));
    }
    assertCanonical(
        form.deny(
            new Deny(
                id,
                "exec.x",
                tool,
                "ef",
                id,
                hook,
                agent,
                message,
                EffectRecord.decision(id, Map.of())),
            form.node(),
            null,
            "cd"));
  }

  @Property(tries = 300)
  void aTextKeepsEverythingButWhatVerifiersChokeOn(@ForAll String text) {
    EntryForm form = new EntryForm("3f2a9c51d07b4e68", text);
    String wellFormed =
        new String(text.getBytes(StandardCharsets.UTF_16BE), StandardCharsets.UTF_16BE);
    String expected =
        wellFormed
            .replace('\u0085', '\ufffd')
            .replace('\u2028', '\ufffd')
            .replace('\u2029', '\ufffd');

    assertThat(parse(form.done(new Node(text))).get("agent")).isEqualTo(expected);
  }

  @Property(tries = 500)
  void aTimestampIsWhatTheFormatterWrites(
      @ForAll @LongRange(min = 0, max = 253_402_300_799L) long seconds,
      @ForAll @LongRange(min = 0, max = 999_999_999) long nanos) {
    Instant instant = Instant.ofEpochSecond(seconds, nanos);
    DateTimeFormatter slow =
        DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

    assertThat(new String(Timestamp.of(instant), StandardCharsets.US_ASCII))
        .isEqualTo(slow.format(instant));
    assertThat(Timestamp.compact(instant))
        .isEqualTo(
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'")
                .withZone(ZoneOffset.UTC)
                .format(instant));
  }

  @ParameterizedTest
  @CsvSource({
    "archive, tool.archive",
    "Archive-It_2, tool.archive-it_2",
    "2fast, tool.x2fast",
    "_a, tool.x_a",
    "-a, tool.x-a",
    "a.b*, tool.a_b_",
    "'', tool.x",
    "É, tool.x_",
    "\uD83D\uDE00, tool.x__"
  })
  void aToolScopeIsOneSegment(String name, String scope) {
    assertThat(ScopeName.tool(name)).isEqualTo(scope);
  }

  @ParameterizedTest
  @CsvSource({
    "/usr/bin/7z, exec.x7z",
    "cp, exec.cp",
    "/opt/My Tool.sh, exec.my_tool_sh",
    "/bin/, exec.x",
    "'', exec.x"
  })
  void anExecScopeIsTheProgram(String argv0, String scope) {
    assertThat(ScopeName.exec(argv0)).isEqualTo(scope);
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1, send.x127_0_0_1", "API.acme.example, send.api_acme_example"})
  void aSendScopeIsTheHost(String host, String scope) {
    assertThat(ScopeName.send(host)).isEqualTo(scope);
  }

  @ParameterizedTest
  @CsvSource({"IllegalStateException, IllegalStateException", "a b/c, a_b_c", "'', _", "$1, $1"})
  void anErrorCodeIsAName(String name, String code) {
    assertThat(ErrorCode.clean(name)).isEqualTo(code);
  }

  @Property(tries = 50)
  void anErrorCodeIsShort(@ForAll String name) {
    assertThat(ErrorCode.clean(name)).matches("[A-Za-z0-9_$.]{1,128}");
  }

  @org.junit.jupiter.api.Test
  void anAnonymousExceptionHasItsBinaryName() {
    assertThat(ErrorCode.of(new IllegalStateException())).isEqualTo("IllegalStateException");
    assertThat(ErrorCode.of(new RuntimeException() {})).matches("FormsTest\\$[0-9]+");
  }

  private static void assertCanonical(EntryDraft draft) {
    String line = line(draft);
    Object json = Json.parse(line);
    assertThat(new String(Canonical.jcs(json), StandardCharsets.UTF_8)).isEqualTo(line);
  }

  private static Map<?, ?> parse(EntryDraft draft) {
    return (Map<?, ?>) Json.parse(line(draft));
  }

  private static String line(EntryDraft draft) {
    byte[] out = new byte[draft.mostBytes()];
    int end =
        draft.write(
            out,
            0,
            HASH.clone(),
            7,
            Timestamp.of(Instant.EPOCH),
            dev.countersign.canonical.Sha256.own());
    assertThat(out[end - 1]).isEqualTo((byte) '\n');
    return new String(out, 0, end - 1, StandardCharsets.UTF_8);
  }
}
