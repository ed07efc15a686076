package dev.countersign.sink.http.netty;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Http1WireTest {

  private static final int MOST = 64;

  private static String text(String escaped) {
    return escaped.replace("\\r\\n", "\r\n");
  }

  private static Http1Wire read(String... pieces) {
    Http1Wire wire = new Http1Wire(null, Room.inMemory(MOST));
    for (String piece : pieces) {
      read(wire, piece);
    }
    return wire;
  }

  private static void read(Http1Wire wire, String piece) {
    try {
      wire.read(ByteBuffer.wrap(piece.getBytes(ISO_8859_1)), true);
    } catch (IOException over) {
      assertThat(wire.isOver()).isTrue();
    }
  }

  private static String body(Wire wire) {
    return new String(wire.body().close().joined(), ISO_8859_1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n | GET | /a | ''",
        "POST /a HTTP/1.1\\r\\nContent-Length: 4\\r\\n\\r\\ngood | POST | /a | good",
        "POST /a HTTP/1.1\\r\\ncontent-length: 0\\r\\n\\r\\n | POST | /a | ''",
        "PUT /a?b=c HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n1\\r\\ng\\r\\n3\\r\\nood\\r\\n0\\r\\n\\r\\n | PUT | /a?b=c | good",
        "POST http://h/a HTTP/1.1\\r\\nTransfer-Encoding: Chunked\\r\\n\\r\\n0\\r\\n\\r\\n | POST | http://h/a | ''",
      })
  void aRequestIsReadTheSameWhereverItIsCut(
      String escaped, String method, String target, String body) {
    String whole = text(escaped);
    for (int cut = 0; cut <= whole.length(); cut++) {
      Http1Wire wire = read(whole.substring(0, cut));
      assertThat(wire.isWhole()).as("cut at %d", cut).isEqualTo(cut == whole.length());
      read(wire, whole.substring(cut));
      assertThat(wire.malformed()).isNull();
      assertThat(wire.isWhole()).isTrue();
      assertThat(wire.method()).isEqualTo(method);
      assertThat(wire.target()).isEqualTo(target);
      assertThat(body(wire)).isEqualTo(body);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET /a HTTP/1.1\\r\\n\\r\\nmore | more than its head says",
        "POST /a HTTP/1.1\\r\\nContent-Length: 4\\r\\n\\r\\ngoodEVIL | more than its head says",
        "POST /a HTTP/1.1\\r\\nContent-Length: four\\r\\n\\r\\n | a length that is none",
        "POST /a HTTP/1.1\\r\\nContent-Length: +4\\r\\n\\r\\n | a length that is none",
        "POST /a HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n+1\\r\\n | chunks that are none",
        "POST /a HTTP/1.1\\r\\nContent-Length: -1\\r\\n\\r\\n | a length that is none",
        "POST /a HTTP/1.1\\r\\nTransfer-Encoding: gzip\\r\\n\\r\\n | a transfer coding that is not known",
        "POST /a HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nx\\r\\n | chunks that are none",
        "POST /a HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n1\\r\\ngo\\r\\n | chunks that are none",
        "POST /a HTTP/1.1\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\nX: y\\r\\n\\r\\n | headers behind its body",
        "POST\\r\\n\\r\\n | a request line that is none",
        "GET /a HTTP/1.1\\r\\n folded\\r\\n\\r\\n | a header line that is none",
      })
  void whatHasNoOneReadingIsSaidToHaveNone(String escaped, String why) {
    assertThat(read(text(escaped)).malformed()).isEqualTo(why);
  }

  @Test
  void moreThanIsHeldIsOverAndNotHeld() {
    char[] body = new char[MOST + 1];
    Arrays.fill(body, 'x');

    Http1Wire wire =
        read("POST /a HTTP/1.1\r\nContent-Length: 65\r\n\r\n", new String(body, 0, MOST));
    assertThat(wire.isOver()).isFalse();
    read(wire, "x");

    assertThat(wire.isOver()).isTrue();
    assertThat(wire.body().length()).isZero();
  }
}
