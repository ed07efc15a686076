package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.HeaderRules;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestHeadTest {

  private static RequestHead head() {
    return new RequestHead(HeaderRules.DEFAULT, "POST", "http://good.test:8080/");
  }

  @ParameterizedTest
  @CsvSource({
    "host, good.test:8080, -1, ''",
    "Host, GOOD.test, -1, ''",
    "host, evil.test, -1, /intent/headers/host",
    "host, good.test:80, -1, /intent/headers/host",
    "content-length, 4, 4, ''",
    "content-length, 4, -1, ''",
    "Content-Length, 4, 8, /intent/headers/content-length",
    "content-length, 04, 4, /intent/headers/content-length",
    "transfer-encoding, chunked, 4, ''",
    "transfer-encoding, 'gzip, chunked', 4, /intent/headers/transfer-encoding",
    "x-other, evil.test, 4, ''",
  })
  void namesWhatMakesAnotherRequestOfIt(String name, String value, long bytes, String pointer) {
    RequestHead head = head().header(name, value).framed(true, bytes);

    assertThat(String.join(" ", head.divergent())).isEqualTo(pointer);
  }

  /** The JDK's clients leave the zone out. */
  @ParameterizedTest
  @CsvSource({
    "[fe80::1], ''",
    "[fe80::1]:8080, ''",
    "[FE80::1%25eth0]:8080, ''",
    "[fe80::1%25eth1], /intent/headers/host",
    "[fe80::2], /intent/headers/host",
    "[fe80::1]:80, /intent/headers/host",
    "fe80::1, /intent/headers/host",
  })
  void aZoneIsNoPartOfTheHostThatIsSaid(String host, String pointer) {
    RequestHead head =
        new RequestHead(HeaderRules.DEFAULT, "GET", "http://[fe80::1%25eth0]:8080/")
            .header("Host", host);

    assertThat(String.join(" ", head.divergent())).isEqualTo(pointer);
  }

  @Test
  void twoLengthsAreTwoEnds() {
    RequestHead both =
        head().header("Content-Length", "4").header("Transfer-Encoding", "chunked").framed(true, 4);
    RequestHead twice =
        head().header("Content-Length", "4").header("content-length", "0").framed(true, 4);

    assertThat(both.divergent()).containsExactly("/intent/headers/transfer-encoding");
    assertThat(twice.divergent()).containsExactly("/intent/headers/content-length");
  }

  /** Of a client that writes its own framing beside what the application set. */
  @ParameterizedTest
  @CsvSource({
    "x-other, 1, 4, ''",
    "x-other, 1, -1, ''",
    "Content-Length, 4, 4, ''",
    "Content-Length, 2, 4, /intent/headers/content-length",
    "Content-Length, 4, -1, /intent/headers/transfer-encoding",
    "Transfer-Encoding, chunked, -1, ''",
    "Transfer-Encoding, chunked, 4, /intent/headers/transfer-encoding",
    "Transfer-Encoding, gzip, -1, /intent/headers/transfer-encoding",
  })
  void whatTheClientFramesOtherwiseIsAnotherRequest(
      String name, String value, long bytes, String pointer) {
    RequestHead head = head().header(name, value).framedByClient(bytes).framed(true, bytes);

    assertThat(String.join(" ", head.divergent())).isEqualTo(pointer);
  }

  /** The next request on the connection would be read as the body that is announced. */
  @ParameterizedTest
  @CsvSource({
    "x-other, 1, ''",
    "content-length, 0, ''",
    "content-length, 4, /intent/headers/content-length",
    "transfer-encoding, chunked, /intent/headers/transfer-encoding",
  })
  void aBodyThatIsAnnouncedAndDoesNotComeIsAnotherRequest(
      String name, String value, String pointer) {
    RequestHead head = head().header(name, value).framed(false, 0);

    assertThat(String.join(" ", head.divergent())).isEqualTo(pointer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "a:", "a\r\nb", "a\n", "ä", "a\u0000"})
  void aNameThatDoesNotEndWithItsLineIsNone(String name) {
    assertThatThrownBy(() -> head().header(name, "value"))
        .isInstanceOf(NotCanonicalException.class);
    assertThatThrownBy(() -> new RequestHead(HeaderRules.DEFAULT, name, "http://good.test/"))
        .isInstanceOf(NotCanonicalException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\r", "a\u0000"})
  void aValueThatGoesOnInAnotherLineIsNone(String value) {
    assertThatThrownBy(() -> head().header("x", value)).isInstanceOf(NotCanonicalException.class);
  }
}
