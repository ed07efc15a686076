package dev.countersign.sink.http.url;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.sink.http.Room;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much of a body is held, however it is framed. */
class HeldOutputTest {

  private static final int MOST = 20_000;

  /** {@code whole} or {@code over} when it was judged; nothing when it was not. */
  private static List<String> written(String framing, int bytes, int atOnce) {
    List<String> judged = new ArrayList<>();
    ByteArrayOutputStream wire = new ByteArrayOutputStream();
    HeldOutput held =
        HeldOutput.before(
            new PrintStream(wire),
            "ISO8859_1",
            Room.inMemory(MOST),
            (output, complete) -> {
              judged.add(complete ? "whole" : "over");
              if (complete) {
                output.write();
              }
            });
    StringBuilder sent =
        new StringBuilder("POST / HTTP/1.1\r\nX: \u00e9\r\n").append(framing).append("\r\n");
    held.print((Object) sent); // as the JDK writes a head
    held.print("\r\n");
    sent.append("\r\n");
    boolean chunked = framing.endsWith("chunked");
    for (int done = 0; done < bytes && judged.isEmpty(); done += atOnce) {
      String data = "x".repeat(Math.min(atOnce, bytes - done));
      String framed = chunked ? Integer.toHexString(data.length()) + "\r\n" + data + "\r\n" : data;
      put(held, framed);
      sent.append(framed);
    }
    if (chunked && judged.isEmpty()) {
      put(held, "0\r\n\r\n");
      sent.append("0\r\n\r\n");
    }
    held.flush();
    assertThat(wire.toString(StandardCharsets.ISO_8859_1))
        .isEqualTo(judged.contains("whole") ? sent.toString() : "");
    return judged;
  }

  private static void put(HeldOutput held, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    held.write(bytes, 0, bytes.length);
  }

  @ParameterizedTest
  @CsvSource({
    "Transfer-Encoding: chunked, 20000, 1, whole",
    "Transfer-Encoding: chunked, 20000, 7, whole",
    "Transfer-Encoding: chunked, 20000, 20000, whole",
    "Transfer-Encoding: chunked, 0, 1, whole",
    "Transfer-Encoding: chunked, 20001, 1, over",
    "Transfer-Encoding: chunked, 20001, 20001, over",
    "Content-Length: 20000, 20000, 1, whole",
    "Content-Length: 20001, 20001, 1, over",
    "Content-Length: 0, 0, 1, whole",
  })
  void bytesOfTheBodyCountAndNotWhatFramesThem(
      String framing, int bytes, int atOnce, String judged) {
    assertThat(written(framing, bytes, atOnce)).containsExactly(judged);
  }
}
