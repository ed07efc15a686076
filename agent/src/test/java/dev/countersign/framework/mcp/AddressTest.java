package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.RequestUrl;
import dev.countersign.scope.Seal;
import dev.countersign.sink.http.Sends;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AddressTest {

  @ParameterizedTest
  @CsvSource({
    "http://a.example/mcp, http://a.example/mcp",
    "http://a.example/mcp, http://A.example:80/mcp",
    "http://a.example/mcp, http://a.example./mcp",
    "http://a.example/mcp, http://a.example/mcp?key=1",
    "http://a.example/m?sessionId=1, http://a.example/m?key=1&sessionId=1",
    "http://u@a.example/mcp, http://u@a.example/mcp",
  })
  void theSamePlaceIsReached(String chosen, String sent) {
    assertThat(Address.of(URI.create(chosen)).isReachedBy(way(sent, false))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "http://a.example/mcp, https://a.example/mcp",
    "http://a.example/mcp, http://b.example/mcp",
    "http://a.example/mcp, http://a.example:81/mcp",
    "http://a.example/mcp, http://a.example/b/mcp",
    "http://a.example/mcp, http://a.example/mcp/",
    "http://a.example/m?sessionId=1, http://a.example/m",
    "http://a.example/m?sessionId=1, http://a.example/m?sessionId=2",
    "http://a.example/m?sessionId=1, http://a.example/m?sessionId=1&sessionId=2",
    "http://a.example/mcp, http://u@a.example/mcp",
    "http://u@a.example/mcp, http://a.example/mcp",
    "http://u@a.example/mcp, http://u@b.example/mcp",
  })
  void anotherPlaceIsNotUnlessTheServerLedThere(String chosen, String sent) {
    assertThat(Address.of(URI.create(chosen)).isReachedBy(way(sent, false))).isFalse();
    assertThat(Address.of(URI.create(chosen)).isReachedBy(way(sent, true))).isTrue();
  }

  private static Seal.Way way(String sent, boolean sentOn) {
    URI uri = URI.create(sent);
    RequestUrl url;
    try {
      url = RequestUrl.parse(sent);
    } catch (NotCanonicalException readInTwoWays) {
      url = null;
    }
    return new Seal.Way(Sends.target(uri.getScheme(), uri.getHost(), uri.getPort()), url, sentOn);
  }
}
