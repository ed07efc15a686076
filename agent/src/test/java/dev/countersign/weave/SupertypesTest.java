package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SupertypesTest {

  private interface Narrow extends List<String> {}

  private abstract static class Deep extends ArrayList<String> implements Narrow {}

  @Test
  void aTypeIsItselfItsSuperclassesAndEveryInterfaceOfTheirs() {
    for (String name :
        List.of(
            Deep.class.getName(),
            Narrow.class.getName(),
            "java.util.ArrayList",
            "java.util.RandomAccess",
            "java.util.Collection",
            "java.lang.Iterable",
            "java.lang.Object")) {
      assertThat(Supertypes.isA(Deep.class, name)).as(name).isTrue();
    }
    assertThat(Supertypes.isA(Deep.class, "java.util.Set")).isFalse();
    assertThat(Supertypes.isA(Narrow.class, "java.util.ArrayList")).isFalse();
    assertThat(Supertypes.isA(int.class, "java.lang.Object")).isFalse();
  }

  @Test
  void theNearestOfSeveralNamesIsFound() {
    assertThat(
            Supertypes.named(Deep.class, Set.of("java.lang.Object", "java.util.AbstractList", "?")))
        .isEqualTo(AbstractList.class);
    assertThat(Supertypes.named(Deep.class, Set.of())).isNull();
  }
}
