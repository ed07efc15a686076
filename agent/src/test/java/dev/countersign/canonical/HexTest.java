package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class HexTest {

  @Test
  void textIsLowercase() {
    assertThat(Hex.of(new byte[] {0, 15, (byte) 0xA0, -1})).isEqualTo("000fa0ff");
    assertThat(Hex.of(new byte[0])).isEmpty();
  }

  @Property
  void parsingUndoesWriting(@ForAll byte[] bytes) {
    assertThat(Arrays.equals(Hex.parse(Hex.of(bytes)), bytes)).isTrue();
    assertThat(Arrays.equals(Hex.parse(Hex.of(bytes).toUpperCase()), bytes)).isTrue();
  }

  @Test
  void anythingElseIsRefusedWithItsPosition() {
    assertThatThrownBy(() -> Hex.parse("abc"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("odd number of digits (3)");
    for (String text : new String[] {"0g", "0 ", "0x", "0\u0661", "0:", "0/", "0@", "0`"}) {
      assertThatThrownBy(() -> Hex.parse(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("character 2 is no hexadecimal digit (0-9, a-f)");
    }
  }
}
