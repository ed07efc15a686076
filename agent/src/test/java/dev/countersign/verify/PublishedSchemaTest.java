package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Our closed sets are those of the published entry schema (attenu/agent-audit.schema.json). */
class PublishedSchemaTest {

  private final Map<String, Object> schema = Vectors.object("attenu/agent-audit.schema.json");
  private final Map<String, Object> properties = Entry.object(schema.get("properties"));

  @Test
  void everyPropertyIsAKnownField() {
    assertThat(LedgerFields.KNOWN).hasSize(39).containsAll(properties.keySet());
  }

  @Test
  void vocabulariesAreTheSame() {
    assertThat(LedgerFields.EVENTS).isEqualTo(values("event"));
    assertThat(RecordSchema.CAPTURES).isEqualTo(values("capture"));
    assertThat(Set.copyOf(CallTable.BODY_STATES)).isEqualTo(values("body_state"));
    assertThat(values("policy")).containsExactly("unlisted");
  }

  @Test
  void theFieldsOfVersionTwoAreTheSame() {
    Set<Object> fields = new HashSet<>();
    for (Object rule : Vectors.list(schema.get("allOf"))) {
      Map<String, Object> then = Entry.object(Entry.object(rule).get("then"));
      Map<String, Object> condition = Entry.object(Entry.object(rule).get("if"));
      if (List.of("v").equals(condition.get("required"))) {
        for (Object one : Vectors.list(Entry.object(then.get("not")).get("anyOf"))) {
          fields.addAll(Vectors.list(Entry.object(one).get("required")));
        }
      }
    }
    assertThat(fields).isEqualTo(LedgerFields.VERSION_2_ONLY);
  }

  private Set<Object> values(String property) {
    return new HashSet<>(Vectors.list(Entry.object(properties.get(property)).get("enum")));
  }
}
