package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Spec 6: progress on standard error for anything over a second, and results only elsewhere. */
class ProgressTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CountDownLatch said = new CountDownLatch(1);

  /** The input comes only after a line of progress did. */
  @Test
  @Timeout(60)
  void aRunThatTakesLongerSaysHowFarItIs() {
    InputStream waiting =
        new InputStream() {
          @Override
          public int read() throws IOException {
            try {
              said.await(50, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
              throw new IOException(e);
            }
            return -1;
          }

          @Override
          public int read(byte[] to, int from, int length) throws IOException {
            return read();
          }
        };

    run(waiting);

    assertThat(err.toString(StandardCharsets.UTF_8)).contains("countersign: verify: 0 entries");
    assertThat(out.toString(StandardCharsets.UTF_8)).startsWith("chain ").doesNotContain("0 s");
  }

  private void run(InputStream in) {
    PrintStream errors =
        new PrintStream(err, true, StandardCharsets.UTF_8) {
          @Override
          public void println(String line) {
            super.println(line);
            said.countDown();
          }
        };
    Cli.run(
        new String[] {"verify", "-"},
        new PrintStream(out, true, StandardCharsets.UTF_8),
        errors,
        in);
  }
}
