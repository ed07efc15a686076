package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestTest {

  @ParameterizedTest
  @CsvSource(
      value = {
        "argvv, argv",
        "agrv, argv",
        "ARGV, argv",
        "evn, env",
        "stdoi, stdio",
        "completely, NULL",
        "d, NULL",
        "xy, NULL"
      },
      nullValues = "NULL")
  void isTheWordWithTheFewestEdits(String typed, String expected) {
    assertThat(Nearest.to(typed, List.of("argv", "dir", "env", "stdio"))).isEqualTo(expected);
  }
}
