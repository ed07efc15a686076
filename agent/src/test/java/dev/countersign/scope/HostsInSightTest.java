package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.countersign.EffectRefusedException;
import dev.countersign.config.AgentRule;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.Position;
import dev.countersign.config.SendRules;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.Authority;
import dev.countersign.sink.http.Proxies;
import dev.countersign.sink.http.Sends;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which hosts are left alone outside tools, and for whom (spec 1.6, law 7 d; spec 5.5). */
class HostsInSightTest {

  private static final String CONSTANT =
      "tools: [ { tool: ask, effects: [ { send: { method: GET, url: \"%s\" } } ] } ]\n";

  @TempDir Path temp;

  @AfterEach
  void carryNothing() {
    ThreadCell.current().swap(null);
  }

  private static EffectRefusedException refusal(Sends sends, String url) {
    RequestUrl parsed = RequestUrl.parse(url);
    return catchThrowableOfType(
        EffectRefusedException.class,
        () ->
            sends.commit(
                Carry.capture(),
                null,
                new SendIntent("GET", parsed, HeaderRules.DEFAULT),
                parsed.origin(),
                SendBody.NONE,
                List.of(),
                Fixture.adapter(),
                null));
  }

  private static Sends sends(Fixture run, String... exempt) {
    return new Sends(
        run.effects,
        new SendRules(List.of(exempt), List.of(), List.of(), 1000),
        Proxies.ofThisStart(),
        null);
  }

  /** With or without the dot of the root, it is the same server. */
  @ParameterizedTest
  @CsvSource({
    "http://api.example/x, http://api.example/x",
    "http://api.example/x, http://api.example./x",
    "http://api.example./x, http://api.example/x",
    "http://api.example./x, http://api.example./y",
    "https://api.example:8443/x, https://api.example.:8443/x",
  })
  void aHostThatAToolDeclaresIsNotLeftAlone(String declared, String asked) throws Exception {
    Fixture run = new Fixture(temp, "enforce", CONSTANT.formatted(declared));
    Sends sends = sends(run);

    assertThat(sends.outlook(RequestUrl.parse(asked).origin())).isEqualTo(Outlook.BODY);
    assertThat(refusal(sends, asked).code()).isEqualTo("CS-UNBOUND");
    assertThat(sends.outlook("http://other.example:80")).isEqualTo(Outlook.LEFT);
    assertThat(refusal(sends, "http://other.example/")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "http://api.example/x, http://api.example./x",
    "http://api.example./x, http://api.example/x",
  })
  void norIsOneThatACallNamed(String named, String asked) throws Exception {
    Fixture run = new Fixture(temp, "enforce", CONSTANT.formatted("${args.name}"));
    Sends sends = sends(run);
    String target = RequestUrl.parse(asked).origin();
    assertThat(sends.outlook(target)).isEqualTo(Outlook.LEFT);

    CallScope call = run.effects.resolve(run.call("ask", "{\"name\":\"" + named + "\"}"));
    assertThat(call.refusal()).isNull();
    ThreadCell.current().swap(null);

    assertThat(sends.outlook(target)).isEqualTo(Outlook.BODY);
    assertThat(refusal(sends, asked).code()).isEqualTo("CS-UNBOUND");
  }

  /** Then nothing of any request is read: it must hold wherever one goes. */
  @Test
  void anyHostIsWhereNobodyNamedOne() throws Exception {
    Fixture run = new Fixture(temp, "enforce", CONSTANT.formatted("${args.name}"));
    Sends sends = sends(run);
    assertThat(sends.leavesAny()).isTrue();
    assertThat(run.effects.unlistedCount()).isZero();
    assertThat(sends.leaves()).isTrue();
    assertThat(run.effects.unlistedCount()).isEqualTo(1);
    assertThat(sends.outlook("http://a.example:80")).isEqualTo(Outlook.LEFT);
    assertThat(run.effects.unlistedCount()).as("of one that only may be sent").isEqualTo(1);
    assertThat(sends.outlookAtSink("http://a.example:80")).isEqualTo(Outlook.LEFT);
    assertThat(run.effects.unlistedCount()).isEqualTo(2);
    Sends exempting = sends(run, "metrics.example");
    assertThat(exempting.outlookAtSink("http://metrics.example:80")).isEqualTo(Outlook.LEFT);
    assertThat(run.effects.unlistedCount()).as("of an exempt one").isEqualTo(2);
    assertThat(sends(run, "metrics.example").leavesAny()).as("not counted").isFalse();

    CallScope exempt = run.effects.exemptions().enter(null);
    assertThat(sends.leavesAny()).as("not counted either").isFalse();
    run.effects.exemptions().leave(exempt);
    run.effects.exemptions().end(exempt);
    assertThat(sends.leavesAny()).isTrue();

    CallScope call = run.effects.resolve(run.call("ask", "{\"name\":\"http://a.example/\"}"));
    assertThat(sends.leavesAny()).as("in the call").isFalse();
    ThreadCell.current().swap(null);
    assertThat(sends.leavesAny()).as("beside it").isFalse();
    run.effects.end(call, null);
    assertThat(sends.leavesAny()).as("a host was yielded").isFalse();
    assertThat(sends.outlook("http://b.example:80")).isEqualTo(Outlook.LEFT);
  }

  /** Most tools start programs: that must not make every request of the JVM dearer. */
  @Test
  void whichAProgramDoesNot() throws Exception {
    Fixture run =
        new Fixture(
            temp,
            "enforce",
            "tools: [ { tool: ask, effects: [ { exec: { argv: [git, \"${args.name}\"] } } ] } ]\n");
    Sends sends = sends(run);
    CallScope call = run.effects.resolve(run.call("ask", "{\"name\":\"status\"}"));
    assertThat(call.refusal()).isNull();
    ThreadCell.current().swap(null);
    assertThat(sends.leavesAny()).as("it waits").isTrue();
    run.effects.end(call, null);
    assertThat(sends.leavesAny()).as("it was yielded").isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tools: [ { tool: a, effects: [ { send: { method: GET, url: \"http://a.example/\" } } ] } ]",
        "unbound: { elsewhere: { send: observe } }",
        "unbound: { elsewhere: { send: refuse } }",
        "layers: [ { level: team, version: 1, rules: [ { id: no, when: 'send', verdict: deny, reason: no } ] } ]",
      })
  void norWhereARuleMayBeAboutIt(String rules) throws Exception {
    Sends sends = sends(new Fixture(temp, "enforce", rules));

    assertThat(sends.leavesAny()).isFalse();
    assertThat(sends.leaves()).isFalse();
  }

  @Test
  void norWhileAnythingIsLearnedOrRefused() throws Exception {
    Fixture run = new Fixture(temp, "observe", "");
    assertThat(sends(run).leavesAny()).isTrue();
    run.effects.learn(
        Learning.begin(temp.resolve("a.learned"), Map.of("run", "r1"), HeaderRules.DEFAULT));
    assertThat(sends(run).leavesAny()).isFalse();
    run.effects.endLearning();
  }

  @Test
  void norOfAnApplicationThatWasKilledOrIsClosed() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "");
    run.judging.close("closed");
    assertThat(sends(run).leavesAny()).isFalse();
    run.judging.close(null);
    assertThat(sends(run).leavesAny()).isTrue();
    run.ledger.kill(null, null, "test");
    assertThat(sends(run).leavesAny()).isFalse();
  }

  @Test
  void anExemptHostIsLeftAloneButNotForAnAgentThatWasKilled() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "");
    Sends sends = sends(run, "metrics.example");
    String url = "http://metrics.example/up";
    String target = "http://metrics.example:80";
    CallScope frame =
        run.effects
            .agents()
            .enter(
                new AgentRule(
                    "researcher",
                    MethodPattern.parse("acme.Researcher#ask()"),
                    List.of(),
                    List.of(),
                    null,
                    new Position(1, 1, "agents")),
                new Authority(List.of("tool.*"), List.of(), null),
                null);
    assertThat(sends.outlook(target)).isEqualTo(Outlook.LEFT);
    assertThat(refusal(sends, url)).isNull();

    run.ledger.kill("n1", null, "test");

    assertThat(sends.outlook(target)).isNotEqualTo(Outlook.LEFT);
    assertThat(refusal(sends, url).code()).isEqualTo("CS-POLICY");
    run.effects.agents().leave(frame);
    run.effects.agents().end(frame);
    // The application around it goes on.
    assertThat(sends.outlook(target)).isEqualTo(Outlook.LEFT);
    assertThat(refusal(sends, url)).isNull();
  }

  @Test
  void norForAnApplicationThatWasKilled() throws Exception {
    Fixture run = new Fixture(temp, "enforce", "");
    Sends sends = sends(run, "metrics.example");

    run.ledger.kill(null, null, "test");

    assertThat(sends.outlook("http://metrics.example:80")).isNotEqualTo(Outlook.LEFT);
    assertThat(refusal(sends, "http://metrics.example/up").code()).isEqualTo("CS-POLICY");
  }
}
