package dev.countersign.pin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec 1.4: which definitions of a tool are one. */
class DefinitionTest {

  /** Schemas that JSON Schema or JSON itself does not tell apart. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"a":1,"b":2}                                   | {"b":2,"a":1}
          {"minimum":1}                                   | {"minimum":1.0}
          {"required":["a","b"]}                          | {"required":["b","a"]}
          {"properties":{"o":{"required":["a","b"]}}}     | {"properties":{"o":{"required":["b","a"]}}}
          {"properties":{"required":{"required":["x","a"]}}} | {"properties":{"required":{"required":["a","x"]}}}
          {"items":{"required":["a","b"]}}                | {"items":{"required":["b","a"]}}
          {"anyOf":[{"required":["a","b"]}]}              | {"anyOf":[{"required":["b","a"]}]}
          {"$defs":{"d":{"required":["a","b"]}}}          | {"$defs":{"d":{"required":["b","a"]}}}
          """)
  void theOrderOfWhatHasNoneIsNoDifference(String one, String other) {
    assertThat(digest(one)).isEqualTo(digest(other));
  }

  /** What a model reads otherwise, or a value that is data and no schema. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"required":["a","b"]}                    | {"required":["a"]}
          {"required":["a"]}                        | {}
          {"enum":["a","b"]}                        | {"enum":["b","a"]}
          {"default":{"required":["a","b"]}}        | {"default":{"required":["b","a"]}}
          {"const":{"items":{"required":["a","b"]}}} | {"const":{"items":{"required":["b","a"]}}}
          {"anyOf":[{"type":"a"},{"type":"b"}]}     | {"anyOf":[{"type":"b"},{"type":"a"}]}
          {"maximum":9007199254740993}              | {"maximum":9007199254740992}
          {"description":"\\u00e9"}                  | {"description":"e\\u0301"}
          {"required":[["a"],"b"]}                  | {"required":["b",["a"]]}
          {"additionalProperties":false}            | {"additionalProperties":true}
          """)
  void anythingElseIsOne(String one, String other) {
    assertThat(digest(one)).isNotEqualTo(digest(other));
  }

  @Test
  void nameAndDescriptionCount() {
    Map<String, Object> pay = Definition.of("pay", "Pays", null);
    assertThat(Definition.digest(pay))
        .isNotEqualTo(Definition.digest(Definition.of("pay", "Pays.", null)))
        .isNotEqualTo(Definition.digest(Definition.of("Pay", "Pays", null)))
        .isNotEqualTo(Definition.digest(Definition.of("pay", null, null)))
        .isNotEqualTo(Definition.digest(Definition.of("pay", "Pays", Map.of())))
        .isEqualTo(Definition.digest(Definition.of("pay", "Pays", null)));
  }

  private static String digest(String schema) {
    return Definition.digest(Definition.of("t", "d", Json.parse(schema)));
  }
}
