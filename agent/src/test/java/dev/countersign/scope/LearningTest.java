package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.Overheard;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.effect.Verb;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.BodyState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written down while an application is observed (spec 5.8). */
class LearningTest {

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("a.learned");
  }

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  private Fixture learning(String mode, String rules) throws Exception {
    Fixture run = new Fixture(directory, mode, rules);
    run.effects.learn(Learning.begin(file, Map.of("run", "r1"), HeaderRules.DEFAULT));
    return run;
  }

  @SuppressWarnings("unchecked") // every line is an object
  private List<Map<String, Object>> lines() throws Exception {
    List<Map<String, Object>> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      lines.add((Map<String, Object>) Json.parse(line));
    }
    return lines;
  }

  @Test
  void keepsACallOnceAndItsArgumentsWithItsFirstEffect() throws Exception {
    Fixture run = learning("observe", "");
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\",\"n\":1.50}"));
    run.effects.commit(run.exec("cp", "r1", "/data")).ended(BodyState.RETURNED, null);
    run.effects.commit(run.exec("rm", "r1")).ended(BodyState.RETURNED, null);

    List<Map<String, Object>> lines = lines();
    assertThat(lines).hasSize(4);
    assertThat(lines.get(0)).containsEntry("learned", 1L).containsEntry("run", "r1");
    assertThat(lines.get(1)).isEqualTo(Map.of("call", scope.callId(), "tool", "archive"));
    assertThat(lines.get(2))
        .containsEntry("effect", "exec")
        .containsEntry("call", scope.callId())
        .containsEntry("code", "CS-UNBOUND");
    assertThat(((Map<?, ?>) lines.get(2).get("intent")).get("argv").toString())
        .isEqualTo("[cp, r1, /data]");
    assertThat(lines.get(2).get("args").toString()).isEqualTo("{name=r1, n=1.50}");
    assertThat(lines.get(3)).doesNotContainKey("args").containsEntry("call", scope.callId());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void keepsWhatHappensOutsideToolsAlthoughItIsAllowed() throws Exception {
    Fixture run = learning("observe", "");
    assertThat(run.effects.commit(run.exec("stty", "size"))).isSameAs(Firing.UNRECORDED);
    assertThat(run.effects.outlook("https://a.example:443")).isNotEqualTo(Outlook.LEFT);

    assertThat(lines().get(1)).containsEntry("call", null).doesNotContainKey("code");
  }

  @Test
  void keepsNothingOfWhatIsBound() throws Exception {
    Fixture run =
        learning(
            "observe",
            "tools: [ { tool: archive, effects: [ { exec: { argv: [cp, \"${args.name}\"] } } ] } ]");
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.commit(run.exec("cp", "r1")).ended(BodyState.RETURNED, null);

    assertThat(lines()).hasSize(2);
  }

  @Test
  void saysWhatWouldHaveBeenRefusedAndHow() throws Exception {
    Fixture run =
        learning(
            "observe",
            "tools: [ { tool: archive, effects: [ { exec: { argv: [cp, \"${args.name}\"] } } ] } ]");
    CallScope scope = run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.commit(run.exec("cp", "r2")).ended(BodyState.RETURNED, null);
    run.effects.commit(run.exec("cp", "r1")).ended(BodyState.RETURNED, null);
    run.effects.commit(run.exec("cp", "r1")).ended(BodyState.RETURNED, null);
    run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);
    run.effects.bodies().ended(scope);
    run.effects.bodies().enter(scope, run.body("archive", "{\"name\":\"r1\"}"), run.plan);

    assertThat(lines().subList(2, 5))
        .extracting(line -> line.containsKey("again") ? "again" : line.get("code"))
        .containsExactly("NIKA-SEC-011", "CS-REPLAY", "again");
  }

  @Test
  void keepsNothingInEnforce() throws Exception {
    Fixture run = learning("enforce", "unbound: { in_tool: observe }");
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    run.effects.commit(run.exec("cp", "r1")).ended(BodyState.RETURNED, null);

    assertThat(lines()).hasSize(1);
  }

  @Test
  void holdsNoSecretButShowsWhereItWent() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(
        run.call(
            "push", "{\"url\":\"https://h/x\",\"api_key\":\"s3cr3t/+1\",\"max_tokens\":\"4096\"}"));
    run.effects
        .commit(run.exec("git", "push", "--key=s3cr3t/+1", "https://h/s3cr3t%2F%2B1", "4096"))
        .ended(BodyState.RETURNED, null);

    String text = Files.readString(file);
    assertThat(text).doesNotContain("s3cr3t").contains("4096");
    Map<?, ?> line = lines().get(2);
    String mark = (String) ((Map<?, ?>) line.get("args")).get("api_key");
    assertThat(mark).matches("cs-secret-[0-9a-f]{16}");
    assertThat(((Map<?, ?>) line.get("intent")).get("argv").toString())
        .isEqualTo("[git, push, --key=" + mark + ", https://h/" + mark + ", 4096]");
  }

  @Test
  void hidesSecretsOfRequestsToo() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("ask", "{\"q\":\"x\"}"));
    RequestUrl url = RequestUrl.parse("https://a.example/p?token=t0ken9&q=x");
    byte[] sent =
        "{\"password\":\"hunter2\",\"q\":\"x\",\"n\":1.50}".getBytes(StandardCharsets.UTF_8);
    SendBody body = SendBody.of(List.of(sent), List.of(), 1000);
    Map<String, Object> intent =
        new SendIntent("POST", url, HeaderRules.DEFAULT)
            .header("Authorization", "Bearer b34r3r")
            .header("X-Api-Key", "k3y00")
            .header("Content-Type", "application/json")
            .toJson(body);
    run.effects
        .commit(
            new Observation(
                Verb.SEND,
                intent,
                url.origin(),
                List.of(),
                Fixture.adapter(),
                null,
                false,
                List.of(),
                body,
                null,
                false))
        .ended(BodyState.RETURNED, null);

    assertThat(Files.readString(file))
        .doesNotContain("t0ken9", "hunter2", "b34r3r", "k3y00", "\"digest\"")
        .contains("\"q\":\"x\",\"n\":1.50");
    assertThat(((Map<?, ?>) intent.get("headers")).get("authorization").toString())
        .as("nor the digest of a credential, by which it could be guessed")
        .satisfies(
            digest ->
                assertThat(Files.readString(file))
                    .doesNotContain(digest.replaceAll("[\\[\\]]", "")));
  }

  /** A request whose body is copied while it is sent. */
  private static void sends(Fixture run, String url, Overheard copy) {
    RequestUrl parsed = RequestUrl.parse(url);
    SendBody body = SendBody.onTrust(copy);
    Map<String, Object> intent =
        new SendIntent("POST", parsed, HeaderRules.DEFAULT)
            .header("Content-Type", "application/json")
            .toJson(body);
    run.effects
        .commit(
            new Observation(
                Verb.SEND,
                intent,
                parsed.origin(),
                List.of(),
                Fixture.adapter(),
                null,
                false,
                List.of(),
                body,
                null,
                false))
        .ended(BodyState.RETURNED, null);
  }

  private static ByteBuffer utf8(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> bodies() throws Exception {
    List<String> bodies = new ArrayList<>();
    for (Map<String, Object> line : lines()) {
      if (line.get("intent") instanceof Map<?, ?> intent) {
        bodies.add(String.valueOf(intent.get("body")));
      }
    }
    return bodies;
  }

  @Test
  void aBodyThatIsSentUnreadIsWrittenWhenItHasPassed() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("ask", "{\"q\":\"x\"}"));
    Overheard copy = new Overheard(List.of());
    sends(run, "https://a.example/p", copy);
    assertThat(bodies()).as("nothing of it has passed").isEmpty();
    ByteBuffer first = utf8("{\"q\":\"x\",");
    copy.passes(first);
    assertThat(first.position()).isZero();
    copy.passes(utf8("\"password\":\"hunter2\"}"));
    copy.ends(true);
    copy.ends(false);
    copy.passes(utf8("more"));

    assertThat(bodies()).hasSize(1);
    assertThat(bodies().get(0)).startsWith("{json={q=x, password=cs-secret-");
    assertThat(lines().get(2).get("args").toString()).isEqualTo("{q=x}");
  }

  @Test
  void aBodyThatIsTooLongEmptyOrGivenUpIsNone() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("ask", "{\"q\":\"x\"}"));
    Overheard large = new Overheard(List.of());
    Overheard empty = new Overheard(List.of());
    Overheard failed = new Overheard(List.of());
    sends(run, "https://a.example/large", large);
    sends(run, "https://a.example/empty", empty);
    sends(run, "https://a.example/failed", failed);
    large.passes(ByteBuffer.allocate(Overheard.MOST));
    large.passes(utf8("x"));
    empty.ends(true);
    failed.passes(utf8("{\"half\":"));
    failed.ends(false);

    assertThat(bodies()).containsExactly("{unread=true}", "null", "{unread=true}");
  }

  @Test
  void whatDoesNotEndIsWrittenAtTheEndOfTheJvmOrWhenThereAreTooMany() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("ask", "{\"q\":\"x\"}"));
    for (int i = 0; i < 300; i++) {
      sends(run, "https://a.example/" + i, new Overheard(List.of()));
    }
    assertThat(bodies()).hasSize(300 - 256);
    run.effects.endLearning();

    assertThat(bodies()).hasSize(300).containsOnly("{unread=true}");
  }

  @Test
  void aBodyThatIsSentOnceMoreIsWrittenForEachAttempt() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("ask", "{\"q\":\"x\"}"));
    Overheard copy = new Overheard(List.of());
    sends(run, "https://a.example/challenged", copy);
    sends(run, "https://a.example/answered", copy);
    assertThat(bodies()).containsExactly("{unread=true}");
    run.effects.endLearning();

    assertThat(bodies()).as("the second one is waited for too").hasSize(2);
  }

  /** Whatever it is: memory, or the stack. */
  @Test
  void anErrorOfItsOwnDoesNotReachWhoSendsTheBody() throws Exception {
    Learning learning = Learning.begin(file, Map.of("run", "r1"), HeaderRules.DEFAULT);
    Map<String, Object> failing =
        new AbstractMap<>() {
          @Override
          public Set<Map.Entry<String, Object>> entrySet() {
            throw new OutOfMemoryError("as meant");
          }
        };
    Overheard copy = new Overheard(List.of());
    SendBody body = SendBody.onTrust(copy);
    Map<String, Object> intent =
        new SendIntent("POST", RequestUrl.parse("https://a.example/p"), HeaderRules.DEFAULT)
            .toJson(body);
    learning.called("c1", "ask", null);
    learning.effect("c1", failing, Verb.SEND, intent, body, null, null);
    copy.passes(utf8("x"));
    copy.ends(true);
    learning.called("c2", "ask", null);

    assertThat(lines()).as("it has ended").hasSize(2);
  }

  @Test
  void endsAtItsBoundAndTheApplicationGoesOn() throws Exception {
    Fixture run = new Fixture(directory, "observe", "");
    run.effects.learn(dev.countersign.learn.LearningBounds.begin(file, new LinkedHashMap<>(), 600));
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    for (int i = 0; i < 20; i++) {
      run.effects.commit(run.exec("cp", "r" + i)).ended(BodyState.RETURNED, null);
    }

    List<Map<String, Object>> lines = lines();
    assertThat(lines.get(lines.size() - 1)).containsOnlyKeys("full");
    assertThat(Files.size(file)).isLessThan(700);
    assertThat(run.records()).hasSize(41);
  }

  @Test
  void aLineThatIsTooLongIsLeftOutAndSaidSo() throws Exception {
    Fixture run = learning("observe", "");
    run.effects.resolve(run.call("archive", "{\"name\":\"r1\"}"));
    String[] argv = new String[3000];
    java.util.Arrays.fill(argv, "x".repeat(100));
    run.effects.commit(run.exec(argv)).ended(BodyState.RETURNED, null);
    run.effects.commit(run.exec("cp", "y".repeat(5000))).ended(BodyState.RETURNED, null);

    assertThat(lines().get(2)).containsOnlyKeys("dropped");
    assertThat(lines().get(3).toString()).contains("cs-long-").doesNotContain("yyy");
  }
}
