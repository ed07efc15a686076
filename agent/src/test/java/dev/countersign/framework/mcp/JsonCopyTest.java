package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonCopyTest {

  /** Written, it has two to the power of 300 elements. */
  @Test
  void aFewListsThatAreWrittenWithoutEndAreNotCopied() {
    Object list = List.of("x");
    for (int i = 0; i < 300; i++) {
      list = List.of(list, list);
    }
    Object endless = list;

    assertThatThrownBy(() -> JsonCopy.of(Map.of("list", endless)))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("more than");
  }

  @Test
  void aListThatIsHeldTwiceIsCopiedTwice() {
    List<String> held = List.of("x");

    assertThat(JsonCopy.of(List.of(held, held))).isEqualTo(List.of(List.of("x"), List.of("x")));
  }
}
