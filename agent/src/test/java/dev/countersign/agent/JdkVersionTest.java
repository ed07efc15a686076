package dev.countersign.agent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkVersionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "17",
        "17.0.15",
        "25.0.3+9-LTS",
        "26-ea+1-7",
        "26-ea",
        "26-ea-x",
        "26+-x",
        "17.0.1.2+3"
      })
  void isWrittenAsTheJdkWritesIt(String version) {
    assertThat(JdkVersion.text(Runtime.Version.parse(version))).isEqualTo(version);
  }

  @Test
  void soIsTheOneThatRuns() {
    assertThat(JdkVersion.text(Runtime.version())).isEqualTo(Runtime.version().toString());
  }
}
