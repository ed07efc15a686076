package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether somebody reads ahead or not, the lines are the same, in the same order. */
class ParsedLinesTest {

  private static final int MANY = 5_000;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyLineComesInItsPlace(boolean ahead) throws IOException {
    for (int count : new int[] {0, 1, ParsedLines.LINES, ParsedLines.LINES + 1, MANY}) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        // Of every length around that of a buffer and of a batch, and some that are no JSON.
        texts.add(
            i % 7 == 6
                ? "{" + i
                : "{\"seq\":" + i + ",\"x\":\"" + "y".repeat(i * 37 % 700) + "\"}");
      }
      if (count == MANY) {
        texts.set(700, "\"" + "z".repeat(1 << 16) + "\"");
        texts.set(701, "\"" + "z".repeat(BoundedLines.MAX_LINE - 2) + "\"");
        texts.set(702, "\"" + "z".repeat(BoundedLines.MAX_LINE - 1) + "\"");
      }

      List<ParsedLines.Line> lines = all(String.join("\n", texts), ahead);

      assertThat(lines).hasSize(count);
      for (int i = 0; i < count; i++) {
        ParsedLines.Line line = lines.get(i);
        String text = texts.get(i);
        assertThat(line.ended()).isEqualTo(i < count - 1);
        if (text.length() > BoundedLines.MAX_LINE) {
          assertThat(line.bytes()).isNull();
        } else {
          assertThat(new String(line.bytes(), StandardCharsets.US_ASCII)).isEqualTo(text);
        }
        if (text.startsWith("{\"")) {
          assertThat(line.value()).isEqualTo(Json.parse(text));
          assertThat(line.canonical()).isNotNull();
        } else if (text.startsWith("{")) {
          assertThat(line.malformed()).hasMessageContaining("a name in double quotes");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatReadingFailsWithComesBehindTheLinesBeforeIt(boolean ahead) throws IOException {
    List<Throwable> failures =
        List.of(
            new IOException("disk"), new IllegalStateException("bug"), new OutOfMemoryError("no"));
    for (Throwable failure : failures) {
      Endless in = new Endless(MANY, failure);
      try (ParsedLines lines = new ParsedLines(new BoundedLines(in), ahead)) {
        for (int i = 0; i < MANY; i++) {
          assertThat(lines.next().value()).isEqualTo(Map.of("n", (long) i));
        }
        for (int i = 0; i < 2; i++) {
          assertThatThrownBy(lines::next).isSameAs(failure);
        }
      }
    }
  }

  @Test
  void onlySoMuchIsReadAheadAndNothingAfterTheEnd() throws Exception {
    Endless in = new Endless(Long.MAX_VALUE, null);
    Thread reader;
    try (ParsedLines lines = new ParsedLines(new BoundedLines(in), true)) {
      long bound = (ParsedLines.WAITING + 2) * (long) ParsedLines.LINES;
      for (int taken = 1; taken <= MANY; taken++) {
        lines.next();
        assertThat(in.given.get()).isLessThanOrEqualTo(taken + bound);
      }
      reader = in.reader;
      assertThat(reader).isNotSameAs(Thread.currentThread());
    }
    reader.join(30_000);
    assertThat(reader.isAlive()).isFalse();
  }

  @Test
  void whoIsInterruptedWaitsNoLongerAndStaysInterrupted() throws IOException {
    try (ParsedLines lines =
        new ParsedLines(new BoundedLines(new Endless(Long.MAX_VALUE, null)), true)) {
      for (int i = 0; i < ParsedLines.LINES; i++) {
        lines.next();
      }
      Thread.currentThread().interrupt();
      assertThatThrownBy(lines::next).isInstanceOf(IOException.class).hasMessageContaining("inter");
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void theFirstBreakOfLongBooksIsWhereItWas() throws IOException {
    Books books = new Books(2).root();
    for (int i = 0; i < 1_000; i++) {
      String id = String.format("%032x", i + 1);
      books.allow(id).outcome(id);
    }
    List<String> lines =
        new ArrayList<>(
            List.of(new String(books.done().lines(), StandardCharsets.UTF_8).split("\n")));
    assertThat(verified(lines).failures()).isEmpty();

    for (int at : new int[] {3, 1_501}) {
      List<String> changed = new ArrayList<>(lines);
      changed.set(at, lines.get(at).replace("pay", "bay"));
      assertThat(verified(changed).failures())
          .singleElement()
          .satisfies(
              failure -> {
                assertThat(failure.reason()).isEqualTo("integrity");
                assertThat(failure.seq()).isEqualTo((long) at);
              });
    }
  }

  private static Report verified(List<String> lines) throws IOException {
    byte[] all = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    return Verifier.chain(new ByteArrayInputStream(all), Given.nothing());
  }

  private static List<ParsedLines.Line> all(String text, boolean ahead) throws IOException {
    List<ParsedLines.Line> all = new ArrayList<>();
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    try (ParsedLines lines =
        new ParsedLines(new BoundedLines(new ByteArrayInputStream(bytes)), ahead)) {
      for (ParsedLines.Line line = lines.next(); line != null; line = lines.next()) {
        all.add(line);
      }
      assertThat(lines.next()).isNull();
    }
    return all;
  }

  /** Gives a line with its number for each read, and then fails. */
  private static final class Endless extends InputStream {

    private final AtomicLong given = new AtomicLong();
    private final long lines;
    private final Throwable failure;
    private volatile Thread reader;

    Endless(long lines, Throwable failure) {
      this.lines = lines;
      this.failure = failure;
    }

    @Override
    public int read() {
      throw new AssertionError("read in blocks");
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
      reader = Thread.currentThread();
      if (given.get() == lines) {
        if (failure instanceof Error error) {
          throw error;
        }
        if (failure instanceof RuntimeException unexpected) {
          throw unexpected;
        }
        throw (IOException) failure;
      }
      byte[] line =
          ("{\"n\":" + given.getAndIncrement() + "}\n").getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(line, 0, to, from, line.length);
      return line.length;
    }
  }
}
