package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The demonstration that the README names, as a newcomer runs it. */
class DemoIT {

  private static final Path EXAMPLES =
      Path.of(System.getProperty("countersign.examples", "../examples"))
          .toAbsolutePath()
          .normalize();

  @OnEachJdk
  void showsTheAttackTheRefusalAndTheBooks(Jdk jdk) throws Exception {
    List<String> before = filesOutsideTarget();
    ProcessBuilder demo =
        new ProcessBuilder("sh", EXAMPLES.resolve("demo.sh").toString()).redirectErrorStream(true);
    demo.environment().put("JAVA_HOME", jdk.home().toString());

    Process process = demo.start();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(shown).isZero();
    assertThat(shown.lines().count()).isLessThanOrEqualTo(40);
    assertThat(shown)
        .contains("published    public/secrets/deploy.key")
        .contains("[NIKA-SEC-011] Refused: this process start changed after it was approved.")
        .contains("deny exec.cp")
        .contains("differed at  \"/intent/argv/3\"");
    assertThat(filesOutsideTarget()).isEqualTo(before);
  }

  private static List<String> filesOutsideTarget() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      return files
          .map(EXAMPLES::relativize)
          .map(Path::toString)
          .filter(path -> !path.contains("target"))
          .sorted()
          .toList();
    }
  }
}
