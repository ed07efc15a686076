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

/** As {@link AddressIT}, of Reactor Netty and of Jetty on HTTP/1.1 and HTTP/2 (B44). */
class ClientAddressIT {

  private static final String[] PIN_HONEST = {
    "- honest:AddressWays$Reactor.honest",
    "- many:AddressWays$Reactor.honest",
    "- literal:AddressWays$Reactor.honest",
    "- moving:AddressWays$Reactor.honest",
    "- honest:AddressWays$Jetty.honest",
    "- many:AddressWays$Jetty.honest",
    "- literal:AddressWays$Jetty.honest",
    "- honest2:AddressWays$Jetty.on2",
  };

  private static final String[] PIN_ATTACKS = {
    "B44 moving:AddressWays$Reactor.moved",
    "B44 moving:AddressWays$Jetty.moved",
    "B44 moving2:AddressWays$Jetty.movedOn2",
  };

  private static final String[] PRIVATE_HONEST = {
    "- listed:AddressWays$Reactor.honest",
    "- listed:AddressWays$Jetty.honest",
    "- listed2:AddressWays$Jetty.on2",
  };

  private static final String[] PRIVATE_ATTACKS = {
    "B44 honest:AddressWays$Reactor.honest",
    "B44 literal:AddressWays$Reactor.honest",
    "B44 honest:AddressWays$Jetty.honest",
    "B44 literal:AddressWays$Jetty.honest",
    "B44 honest2:AddressWays$Jetty.on2",
  };

  private static final ActTable PIN =
      ActTable.ofRows(jdk -> on(jdk, "pin"), AddressActs.class, PIN_HONEST, PIN_ATTACKS);
  private static final ActTable DENY_PRIVATE =
      ActTable.ofRows(
          jdk -> on(jdk, "deny_private, private_hosts: [listed.test]"),
          AddressActs.class,
          PRIVATE_HONEST,
          PRIVATE_ATTACKS);

  private static AgentRun.Builder on(Jdk jdk, String address) {
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .configured(
                AgentRun.config("http.yaml").replace("max_body: 256KiB", "address: " + address))
            .file("hosts", "127.0.0.1 good.test\n")
            .jvm("-Djdk.net.hosts.file=hosts", "-Dsun.net.inetaddr.ttl=0");
    ClientLine jetty = JettyIT.withHttp2(JettyIT.LINES.get(JettyIT.LINES.size() - 1));
    ClientLine reactor = ReactorNettyIT.LINES.get(ReactorNettyIT.LINES.size() - 1);
    for (ClientLine line : List.of(jetty, reactor)) {
      line.classPath().forEach(application::classPath);
    }
    // Of the server of HTTP/2.
    return application.libraries("httpcore5", "okhttp", "okio");
  }

  static Stream<Arguments> honest() {
    return Stream.concat(onEach("pin", PIN_HONEST), onEach("deny_private", PRIVATE_HONEST));
  }

  static Stream<Arguments> attacks() {
    return Stream.concat(onEach("pin", PIN_ATTACKS), onEach("deny_private", PRIVATE_ATTACKS));
  }

  private static Stream<Arguments> onEach(String rule, String... rows) {
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
    of(rule).isRefused(jdk, act, "NIKA-SEC-011");
  }
}
