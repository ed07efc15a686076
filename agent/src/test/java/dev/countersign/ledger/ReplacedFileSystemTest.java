package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application's own default file system never sees the books. */
@Timeout(60)
class ReplacedFileSystemTest {

  private static final String REPLACED =
      "-Djava.nio.file.spi.DefaultFileSystemProvider=" + BlindFileSystemProvider.class.getName();

  @TempDir Path temp;

  @Test
  void theBuiltInOneIsUsed() throws Exception {
    Path dir = temp.resolve("ledger");
    Process process =
        ForkedJvm.start(
            List.of(REPLACED, "--add-exports", "java.base/sun.nio.fs=ALL-UNNAMED"),
            Once.class,
            dir.toString());

    assertThat(output(process)).isEqualTo("written");
    assertThat(process.waitFor()).isZero();
    assertThat(Books.of(Books.chainsIn(dir).get(0)).assertIntact().events())
        .containsExactly("root", "allow", "outcome", "done");
  }

  @Test
  void whereTheBuiltInOneIsClosedTheBooksDoNotBegin() throws Exception {
    Path dir = temp.resolve("ledger");
    Process process = ForkedJvm.start(List.of(REPLACED), Once.class, dir.toString());

    assertThat(output(process))
        .contains("replaced the default file system", "sun.nio.fs", "--add-exports");
    assertThat(dir).doesNotExist();
  }

  private static String output(Process process) throws Exception {
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
  }

  static final class Once {
    public static void main(String[] args) {
      try {
        Ledger ledger = Ledger.create(LedgerSettings.of(args[0], "shop", "0.1.0"));
        ledger.act("start", Map.of());
        ledger.close();
        System.out.println("written");
      } catch (LedgerException e) {
        System.out.println(e.getMessage());
      }
    }
  }
}
