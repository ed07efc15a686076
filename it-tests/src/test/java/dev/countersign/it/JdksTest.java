package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class JdksTest {

  @Test
  void findsTheJdkThatItRunsOn() {
    int running = Runtime.version().feature();

    assertThat(Jdks.tested().filter(jdk -> jdk.feature() == running))
        .allSatisfy(jdk -> assertThat(jdk.java()).isExecutable());
  }

  @OnEachJdk
  void aFoundJdkIsOfItsFeatureRelease(Jdk jdk) throws Exception {
    Process version =
        new ProcessBuilder(jdk.java().toString(), "-version").redirectErrorStream(true).start();

    assertThat(new String(version.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("\"" + jdk.feature());
  }
}
