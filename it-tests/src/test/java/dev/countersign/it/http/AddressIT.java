package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.http.AddressActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host's name stands for (B44): {@code send.address: pin} and {@code deny_private}. */
class AddressIT {

  private static final String[] PIN_HONEST = {
    "- honest:JdkWays.honest",
    "- honest:JdkWays.async",
    "- honest:UrlWays.honest",
    "- honest:UrlWays.chunked",
    "- honest:AddressActs$Resolving.honest",
    "- many:JdkWays.honest",
    "- many:UrlWays.honest",
    "- literal:JdkWays.honest",
    "- literal:UrlWays.honest",
    "- localhost:JdkWays.honest",
    "- honest:AsyncWays.honest",
    "- many:AsyncWays.honest",
    "- literal:AsyncWays.honest",
    "- honest:Async4Ways.honest",
    "- many:Async4Ways.honest",
  };

  private static final String[] PIN_ATTACKS = {
    "B44 rebound:JdkWays.honest",
    "B44 rebound:UrlWays.honest",
    "B44 rebound:UrlWays.chunked",
    "B44 honest:AddressActs$Resolving.elsewhere",
    "B44 moved:AsyncWays.honest",
    "B44 moved:Async4Ways.honest",
  };

  /** First: a host that a tool has named is not left alone outside any more. */
  private static final String[] POOLED = {"B44 pooled"};

  private static final String[] PRIVATE_HONEST = {
    "- listed:JdkWays.honest",
    "- listed:UrlWays.honest",
    "- listed:AddressActs$Resolving.honest",
    "- listed:AsyncWays.honest",
    "- listed:Async4Ways.honest",
  };

  private static final String[] PRIVATE_ATTACKS = {
    "B44 honest:JdkWays.honest",
    "B44 honest:JdkWays.async",
    "B44 honest:UrlWays.honest",
    "B44 honest:UrlWays.chunked",
    "B44 honest:AddressActs$Resolving.honest",
    "B44 literal:JdkWays.honest",
    "B44 literal:UrlWays.honest",
    "B44 mapped:JdkWays.honest",
    "B44 localhost:JdkWays.honest",
    "B44 honest:AsyncWays.honest",
    "B44 literal:AsyncWays.honest",
    "B44 honest:Async4Ways.honest",
  };

  private static final ActTable PIN = table("pin", POOLED, PIN_HONEST, PIN_ATTACKS);
  private static final ActTable DENY_PRIVATE =
      table("deny_private, private_hosts: [listed.test]", PRIVATE_HONEST, PRIVATE_ATTACKS);

  private static ActTable table(String address, String[]... rows) {
    return ActTable.ofRows(
        jdk ->
            withAsyncClients(AgentRun.on(jdk))
                .libraries("okhttp", "okio")
                .configured(
                    AgentRun.config("http.yaml").replace("max_body: 256KiB", "address: " + address))
                .file("hosts", "127.0.0.1 good.test\n")
                // Kept connections of the JDK's own clients would go where they went before.
                .jvm(
                    "-Djdk.net.hosts.file=hosts",
                    "-Dsun.net.inetaddr.ttl=0",
                    "-Dhttp.keepAlive=false"),
        AddressActs.class,
        rows);
  }

  /** The latest lines of Apache's asynchronous clients. */
  private static AgentRun.Builder withAsyncClients(AgentRun.Builder application) {
    for (List<ClientLine> lines : List.of(ApacheAsyncIT.LINES, HttpAsyncClientIT.LINES)) {
      lines.get(lines.size() - 1).classPath().forEach(application::classPath);
    }
    return application;
  }

  static Stream<Arguments> honest() {
    return Stream.concat(onEach(PIN, PIN_HONEST), onEach(DENY_PRIVATE, PRIVATE_HONEST));
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach(PIN, PIN_ATTACKS), onEach(DENY_PRIVATE, PRIVATE_ATTACKS));
  }

  static Stream<Arguments> pooled() {
    return onEach(PIN, POOLED);
  }

  private static Stream<Arguments> onEach(ActTable table, String... rows) {
    String rule = table == PIN ? "pin" : "deny_private";
    return Stream.of(rows)
        .flatMap(row -> Jdks.tested().map(jdk -> Arguments.of(rule, row.split(" +")[1], jdk)));
  }

  private static ActTable of(String rule) {
    return rule.equals("pin") ? PIN : DENY_PRIVATE;
  }

  @ParameterizedTest(name = "{0} {1} on {2}")
  @MethodSource("honest")
  void whereTheNameStandsForWhatItMayTheRequestIsSent(String rule, String act, Jdk jdk) {
    of(rule).runsAsWithout(jdk, act);
    assertThat(of(rule).with(jdk, act).bodies()).hasSize(1);
  }

  @ParameterizedTest(name = "{0} {1} on {2}")
  @MethodSource("attacks")
  void elsewhereNothingIsSent(String rule, String act, Jdk jdk) {
    ActTable table = of(rule);
    // OkHttp wraps what it is told.
    assertThat(table.with(jdk, act).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(table.with(jdk, act).bodies()).isEmpty();
    assertThat(table.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(table.without(jdk, act).bodies()).hasSize(1);
  }

  @ParameterizedTest(name = "{0} {1} on {2}")
  @MethodSource("pooled")
  void aConnectionThatStandsSinceBeforeIsComparedToo(String rule, String act, Jdk jdk) {
    assertThat(PIN.with(jdk, act).ending()).endsWith("refused NIKA-SEC-011");
    assertThat(PIN.with(jdk, act).bodies()).hasSize(1).allMatch(body -> body.contains("/open"));
    assertThat(PIN.without(jdk, act).bodies()).hasSize(2);
    assertThat(PIN.differences(jdk, act)).containsExactly("/intent/address");
  }
}
