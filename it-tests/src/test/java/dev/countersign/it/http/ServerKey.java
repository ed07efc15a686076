package dev.countersign.it.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.it.Jdk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A key for a server on loopback, signed by itself; made once for a run of the tests. */
final class ServerKey {

  private static Path made;

  /** The option that names it to an application, see {@code Wire}. */
  static String option(Jdk jdk) {
    return "-Dwire.keystore=" + store(jdk);
  }

  /** A store in PKCS 12 whose password is {@code changeit}. */
  static synchronized Path store(Jdk jdk) {
    if (made == null) {
      made = make(jdk);
    }
    return made;
  }

  private static Path make(Jdk jdk) {
    try {
      Path store = Files.createTempDirectory("server-key").resolve("key.p12");
      Process keytool =
          new ProcessBuilder(
                  jdk.home().resolve("bin").resolve("keytool").toString(),
                  "-genkeypair",
                  "-keyalg",
                  "EC",
                  "-alias",
                  "server",
                  "-dname",
                  "CN=localhost",
                  "-ext",
                  "san=ip:127.0.0.1,dns:localhost",
                  "-storetype",
                  "PKCS12",
                  "-storepass",
                  "changeit",
                  "-keystore",
                  store.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(keytool.waitFor()).as(said).isZero();
      store.toFile().deleteOnExit();
      store.getParent().toFile().deleteOnExit();
      return store;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  private ServerKey() {}
}
