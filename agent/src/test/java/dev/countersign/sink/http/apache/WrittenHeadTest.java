package dev.countersign.sink.http.apache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenHeadTest {

  private static WrittenHead head(String text) {
    return WrittenHead.of(text.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
  }

  @Test
  void readsWhatWasWritten() {
    WrittenHead head = head("POST /a?b=c HTTP/1.1\r\nHost: h:1\r\nX:\r\nContent-Length: 4\r\n\r\n");
    assertThat(head.method()).isEqualTo("POST");
    assertThat(head.target()).isEqualTo("/a?b=c");
    assertThat(head.headers())
        .containsExactly(
            new String[] {"Host", "h:1"},
            new String[] {"X", ""},
            new String[] {"Content-Length", "4"});
    assertThat(head.length()).isEqualTo(4);
    assertThat(head.isChunked()).isFalse();
    assertThat(head.isAbsolute()).isFalse();
    assertThat(head.isConnect()).isFalse();
  }

  @Test
  void readsChunks() {
    WrittenHead head = head("POST http://a/ HTTP/1.1\r\ntransfer-encoding: Chunked\r\n\r\n");
    assertThat(head.isChunked()).isTrue();
    assertThat(head.length()).isNegative();
    assertThat(head.isAbsolute()).isTrue();
  }

  /** A URL in a query is no whole URL. */
  @Test
  void aPathIsAPathWhateverIsInIt() {
    assertThat(head("GET /?u=http://a/ HTTP/1.1\r\n\r\n").isAbsolute()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "GET / HTTP/1.1\r\n",
        "GET /\r\n\r\n",
        "GET\r\nA: b c\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET /evil HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nno header\r\n\r\n",
        "GET / HTTP/1.1\r\nfolded: a\r\n on\r\nA: b\r\n\r\n",
      })
  void whatIsNotJustOneHeadHasNoCanonicalForm(String text) {
    assertThatThrownBy(() -> head(text)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void aNumberThatIsNoneIsNoLength() {
    assertThat(head("POST / HTTP/1.1\r\nContent-Length: 4,4\r\n\r\n").length()).isNegative();
  }
}
