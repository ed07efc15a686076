package dev.countersign.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.pin.Definition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DefinitionsTest {

  private final Definitions definitions = new Definitions();
  private final Map<String, Object> property = new HashMap<>(Map.of("type", "string"));
  private final Map<String, Object> schema =
      Map.of(
          "type", "object", "properties", Map.of("order", property), "required", List.of("order"));

  @Test
  void whatIsTheSameAsBeforeIsNotDigestedAgain() {
    Defined first = read("refund", "Refunds");
    assertThat(read("refund", "Refunds")).isSameAs(first);
  }

  @Test
  void whatWasChangedInPlaceHasAnotherDigest() {
    Defined before = read("refund", "Refunds");
    property.put("description", "where it goes");
    Defined after = read("refund", "Refunds");

    assertThat(after.digest())
        .isNotEqualTo(before.digest())
        .isEqualTo(Definition.digest(definition("refund", "Refunds")));
    assertThat(read("refund", "Refunds")).isSameAs(after);
  }

  @Test
  void whatDiffersInItsTextOrItsTypesIsAnother() {
    Defined before = read("refund", "Refunds");
    assertThat(read("refund", "Refunds at once").digest()).isNotEqualTo(before.digest());
    property.put("default", 1L);
    String number = read("refund", "Refunds").digest();
    property.put("default", "1");
    assertThat(read("refund", "Refunds").digest()).isNotEqualTo(number);
  }

  @Test
  void whatIsLongIsNotKept() {
    String description = "x".repeat(1 << 16);
    Defined once = read("refund", description);
    assertThat(read("refund", description)).isNotSameAs(once);
    assertThat(read("refund", description).digest()).isEqualTo(once.digest());
  }

  @Test
  void whatHasNoCanonicalFormIsSaidWhereItsDigestIsAskedFor() {
    Defined read = definitions.of(Definition.of("refund", "\uD800", null));
    assertThatThrownBy(read::digest).isInstanceOf(NotCanonicalException.class);
  }

  private Defined read(String name, String description) {
    return definitions.of(definition(name, description));
  }

  private Map<String, Object> definition(String name, String description) {
    return Definition.of(name, description, Snapshot.of(schema));
  }
}
