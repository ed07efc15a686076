package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.config.AddressRule;
import dev.countersign.config.SendRules;
import dev.countersign.effect.Destination;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendIntent;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressesTest {

  private static Addresses under(AddressRule rule) {
    return new Addresses(
        new SendRules(
            List.of(), List.of(), List.of(), 1, 0, rule, List.of("listed.test", "10.0.0.1:8080")));
  }

  private static SendIntent to(String url, Destination destination) {
    return new SendIntent("GET", RequestUrl.parse(url), HeaderRules.DEFAULT).to(destination);
  }

  private static Destination at(String address) throws Exception {
    return Destination.at(InetAddress.getByName(address));
  }

  @Test
  void withoutTheRuleNothingIsAsked() {
    assertThat(under(AddressRule.ANY).admit(to("http://h/", Destination.UNKNOWN))).isTrue();
  }

  @Test
  void whatNobodyCanSayIsNotLetThrough() {
    assertThat(under(AddressRule.PIN).admit(to("http://h/", Destination.UNKNOWN))).isFalse();
    assertThat(under(AddressRule.DENY_PRIVATE).admit(to("http://h/", Destination.UNKNOWN)))
        .isFalse();
    assertThat(under(AddressRule.PIN).admit("http://h:80", null)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/, 127.0.0.1, false",
    "http://h/, 8.8.8.8, true",
    "http://listed.test/, 127.0.0.1, true",
    "http://listed.test:81/, 127.0.0.1, true",
    "http://10.0.0.1:8080/, 10.0.0.1, true",
    "http://10.0.0.1/, 10.0.0.1, false",
  })
  void privateOnesAreLetThroughWhereTheyAreDeclared(String url, String address, boolean admitted)
      throws Exception {
    assertThat(under(AddressRule.DENY_PRIVATE).admit(to(url, at(address)))).isEqualTo(admitted);
  }

  /** What a proxy, or the client later, makes of a name is not known; an address is one already. */
  @ParameterizedTest
  @CsvSource({
    "http://h/, true",
    "http://8.8.8.8/, true",
    "http://[2606:4700::1111]/, true",
    "http://listed.test/, true",
    "http://10.0.0.1:8080/, true",
    "http://10.0.0.1/, false",
    "http://127.0.0.1./, false",
    "http://localhost/, false",
    "http://a.localhost/, false",
    "http://[::1]/, false",
    "http://127.1/, false",
    "http://2130706433/, false",
    "http://0x7f000001/, false",
    "http://0177.0.0.1/, false",
    "http://1.2.3.4.5/, false",
    "http://8.8.8.08/, false",
  })
  void behindAProxyAddressesAreReadAsTheyAreWritten(String url, boolean admitted) {
    assertThat(under(AddressRule.DENY_PRIVATE).admit(to(url, Destination.LATER)))
        .isEqualTo(admitted);
    assertThat(under(AddressRule.PIN).admit(to(url, Destination.LATER))).isTrue();
  }
}
