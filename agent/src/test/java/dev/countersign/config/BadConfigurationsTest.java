package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * {@code configurations.txt}: what each wrong or questionable file is answered with, to the letter.
 */
class BadConfigurationsTest {

  @ParameterizedTest(name = "{0}")
  @MethodSource("table")
  void isAnsweredWithThesePlacesAndWords(String name, String text, List<String> expected) {
    List<String> said = new ArrayList<>();
    try {
      Configuration read = Configuration.parse("F", text.getBytes(StandardCharsets.UTF_8));
      read.warnings().forEach(warning -> said.add("warning: " + warning));
    } catch (ConfigurationException e) {
      e.problems().forEach(problem -> said.add(problem.toString()));
    }
    assertThat(said).isEqualTo(expected);
  }

  static List<Arguments> table() throws IOException {
    List<Arguments> table = new ArrayList<>();
    for (String block : resource("configurations.txt").split("(?m)^=== ")) {
      if (!block.isBlank()) {
        int name = block.indexOf('\n');
        int expected = block.indexOf(">>>\n");
        List<String> lines = block.substring(expected + 4).lines().toList();
        table.add(
            Arguments.of(block.substring(0, name), block.substring(name + 1, expected), lines));
      }
    }
    return table;
  }

  static String resource(String name) throws IOException {
    try (InputStream in = BadConfigurationsTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
