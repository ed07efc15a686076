package dev.countersign.sink.http.apacheasync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeadTest {

  private static final Origin ORIGIN =
      Origin.of("good.test", 80, new InetSocketAddress(InetAddress.getLoopbackAddress(), 80), null);

  private static Head head(String uri, Head.Line... lines) {
    return new Head("POST", uri, null, null, List.of(lines));
  }

  @Test
  void isAskedOfWhereItsConnectionGoes() {
    assertThat(head("/a?b=c").url(ORIGIN)).isEqualTo("http://good.test:80/a?b=c");
  }

  @Test
  void asksAProxyForAWholeUrl() {
    assertThat(head("http://other.test/a").url(ORIGIN)).isEqualTo("http://other.test/a");
  }

  @Test
  void hasNoOneReadingWhereItsLineIsNeitherPathNorUrl() {
    assertThatThrownBy(() -> head("evil").url(ORIGIN)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void hasOneLengthOrNone() {
    Head.Line four = new Head.Line("Content-Length", "4", false);

    assertThat(head("/", four).length()).isEqualTo(4);
    assertThat(head("/", four, four).length()).isNegative();
    assertThat(head("/", new Head.Line("content-length", "x", false)).length()).isNegative();
    assertThat(head("/").length()).isNegative();
  }
}
