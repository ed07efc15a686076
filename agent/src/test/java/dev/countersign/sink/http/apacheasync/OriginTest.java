package dev.countersign.sink.http.apacheasync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import org.junit.jupiter.api.Test;

class OriginTest {

  private static final InetSocketAddress END =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 8080);

  @Test
  void isTheServerThatTheLibraryAskedFor() {
    Origin origin = Origin.of("good.test", 8080, END, null);

    assertThat(origin.url()).isEqualTo("http://good.test:8080");
    assertThat(origin.through()).isNull();
    assertThat(origin.destination().address()).isEqualTo(END.getAddress());
  }

  @Test
  void isTheOtherEndWhereAnAddressWasAskedFor() {
    assertThat(Origin.of(null, -1, END, null).port()).isEqualTo(8080);
  }

  @Test
  void isBehindATunnelWhereItWasSecuredWithAnotherOne() {
    Origin origin = Origin.of("proxy.test", 8080, END, new Origin.Secured("good.test", 443));

    assertThat(origin.url()).isEqualTo("https://good.test:443");
    assertThat(origin.through()).isEqualTo(InetSocketAddress.createUnresolved("proxy.test", 8080));
  }

  @Test
  void isBehindAProxyWhereTheConnectionGoesToAnotherPort() {
    assertThat(Origin.of("good.test", 80, END, null).through()).isEqualTo(END);
  }

  @Test
  void hasBracketsAroundAnAddressOfIpv6() {
    assertThat(Origin.of("::1", 8080, END, null).url()).isEqualTo("http://[::1]:8080");
  }

  @Test
  void isNoneOverASocketOfThisMachine() {
    Origin origin = Origin.of("good.test", 80, UnixDomainSocketAddress.of("socket"), null);

    assertThatThrownBy(origin::requireReached).isInstanceOf(NotCanonicalException.class);
  }
}
