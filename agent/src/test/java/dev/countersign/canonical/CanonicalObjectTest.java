package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Written member by member or as a map: the same bytes. */
class CanonicalObjectTest {

  @Test
  void writesTheBytesOfTheMapOfItsMembers() {
    byte[] written =
        new CanonicalObject()
            .member("a", null)
            .begin("b")
            .member("c", List.of("\uF8FF", 1L))
            .end()
            .begin("d")
            .end()
            .member("e", Map.of("z", true, "y", "ä"))
            .bytes();

    assertThat(written)
        .isEqualTo(
            Canonical.rho(
                Json.parse(
                    "{\"e\":{\"z\":true,\"y\":\"ä\"},\"d\":{},\"b\":{\"c\":[\"\uF8FF\",1]},\"a\":null}")));
  }

  @Test
  void isAnEmptyObjectWithoutMembers() {
    assertThat(new CanonicalObject().bytes()).isEqualTo(Canonical.rho(Map.of()));
  }

  @Test
  void namesThePlaceOfWhatHasNoCanonicalForm() {
    assertThatThrownBy(
            () -> new CanonicalObject().member("intent", Map.of("arguments", List.of(1L, 2.5))))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("/intent/arguments/1");
  }
}
