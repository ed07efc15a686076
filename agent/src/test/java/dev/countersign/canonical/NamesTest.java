package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NamesTest {

  private static final Names EXPECTED = new Names(List.of("a", "ab", "hash", "hasp", "Ω", ""));

  @Test
  void whatIsExpectedIsTakenAndEverythingElseIsMade() {
    String hash = new String("hash");
    Names names = new Names(List.of(hash));

    Map<?, ?> read = (Map<?, ?>) Json.parse(utf8("{\"hash\":1,\"hush\":2,\"has\":3}"), names);

    assertThat(read.keySet().iterator().next()).isSameAs(hash);
    assertThat(read).isEqualTo(Map.of("hash", 1L, "hush", 2L, "has", 3L));
  }

  @Test
  void noReadingDependsOnIt() {
    for (String text :
        List.of(
            "{}",
            "{\"\":0}",
            "{\"a\":{\"ab\":{\"abc\":[{\"a\":\"a\"},{\"b\":null}]}}}",
            "{\"hash\":\"hasp\",\"hasp\":\"hash\",\"hashhash\":1,\"hosh\":2}",
            "{\"Ω\":1,\"\u00e9\":2,\"\ud83d\ude00\":3,\"\u03a9\u03a9\":4}",
            "{\"h\\u0061sh\":1,\"\\\"\":2}")) {
      for (Names names : List.of(EXPECTED, new Names(List.of()))) {
        assertThat(Json.parse(utf8(text), names)).as(text).isEqualTo(Json.parse(utf8(text)));
      }
    }
  }

  @Test
  void nameThatOccursTwiceIsRefusedHoweverItIsWritten() {
    for (String text :
        List.of("{\"hash\":1,\"hash\":2}", "{\"hash\":1,\"h\\u0061sh\":2}", "{\"x\":1,\"x\":2}")) {
      assertThatThrownBy(() -> Json.parse(utf8(text), EXPECTED))
          .as(text)
          .isInstanceOf(NotCanonicalException.class)
          .hasMessageContaining("occurs twice");
    }
  }

  @Test
  void allOfManyAreFoundAlthoughTheirPlacesAreFew() {
    List<String> many = new ArrayList<>();
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < 1000; i++) {
      many.add("n" + i % 10 + i / 10 % 10 + i / 100 + "n"); // of one length, with equal ends
      text.append(i == 0 ? "" : ",").append('"').append(many.get(i)).append("\":").append(i);
    }

    Map<?, ?> read = (Map<?, ?>) Json.parse(utf8(text + "}"), new Names(many));

    int next = 0;
    for (Object name : read.keySet()) {
      assertThat(name).isSameAs(many.get(next++));
    }
    assertThat(next).isEqualTo(1000);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
