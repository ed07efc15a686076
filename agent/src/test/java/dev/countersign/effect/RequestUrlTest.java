package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestUrlTest {

  @ParameterizedTest
  @CsvSource({
    "HTTP://API.Example.COM/A, http://api.example.com/A",
    "http://h:80/a, http://h/a",
    "https://h:443/a, https://h/a",
    "https://h:80/a, https://h:80/a",
    "http://h:/a, http://h/a",
    "http://h, http://h/",
    "http://h?q, http://h/?q",
    "http://h/?, http://h/?",
    "http://h/a#part, http://h/a",
    "http://h/a/../b, http://h/a/../b",
    "http://h/%2e%2E, http://h/%2e%2E",
    "http://[::1]:8080/a, http://[::1]:8080/a",
    "http://2130706433/, http://2130706433/",
    "http://good.test/..;/admin, http://good.test/..;/admin"
  })
  void rewritesNothingButWhatTheSpecNames(String given, String expected) {
    assertThat(RequestUrl.parse(given).text()).isEqualTo(expected);
  }

  /** B40: what two parsers read differently. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://good.test\\@evil.test/",
        "http://good.test:80@evil.test/",
        "http://user@h/",
        "http://\uff47ood.test/",
        "http://h/\u00e9",
        "http://h/a b",
        "http://h/a\r\nX: y",
        "http://h:99999/",
        "http://h:8o/",
        "http:///a",
        "//h/a",
        "/a",
        "ftp://h/",
        "file:///etc/passwd",
        "http://h%00.evil.test/"
      })
  void whatCanBeReadInTwoWaysHasNoCanonicalForm(String text) {
    assertThatThrownBy(() -> RequestUrl.parse(text)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void componentsAreDecodedAfterTheyWereTakenApart() {
    RequestUrl url = RequestUrl.parse("http://h/a%2Fb/c%20d/?x=1%262&y&z=+%2B");

    assertThat(url.segments()).containsExactly("a/b", "c d", "");
    assertThat(url.pairs())
        .containsExactly(
            new RequestUrl.Pair("x", "1&2"),
            new RequestUrl.Pair("y", null),
            new RequestUrl.Pair("z", " +"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://h/%", "http://h/%4", "http://h/%zz", "http://h/%ff", "http://h/?%C3"})
  void aMalformedEscapeHasNoComponents(String text) {
    RequestUrl url = RequestUrl.parse(text);

    assertThat(url.segments() == null || url.pairs() == null).isTrue();
  }

  @Test
  void encodingIsUndoneByDecoding() {
    for (String text : List.of("", "a b", "a/b?c#d&e=f+g%h", "\u00e9\u20ac", "~-._")) {
      assertThat(RequestUrl.decoded(RequestUrl.encoded(text), false)).isEqualTo(text);
      assertThat(RequestUrl.decoded(RequestUrl.encoded(text), true)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://api.example.:80, http://api.example:80",
    "https://api.example:443, https://api.example:443",
    "http://[::1]:8080, http://[::1]:8080",
    "http://10.0.0.1.:80, http://10.0.0.1:80",
  })
  void theDotOfTheRootReachesNobodyElse(String origin, String reached) {
    assertThat(RequestUrl.reached(origin)).isEqualTo(reached);
  }
}
