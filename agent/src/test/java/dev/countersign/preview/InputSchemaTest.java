package dev.countersign.preview;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InputSchemaTest {

  private static List<String> problems(String schema, String value) {
    List<String> problems = new ArrayList<>();
    assertThat(
            new InputSchema((Map<?, ?>) Json.parse(schema))
                .compare(Json.parse(value), true, problems))
        .isTrue();
    return problems;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{}|{\"a\":1}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}|{\"a\":1.0}",
        "{\"type\":\"integer\"}|1e2",
        "{\"type\":[\"string\",\"null\"]}|null",
        "{\"enum\":[1,\"a\",null]}|1.0",
        "{\"const\":{\"a\":[1]}}|{\"a\":[1]}",
        "{\"minimum\":0.5,\"maximum\":2}|0.5",
        "{\"exclusiveMinimum\":1,\"multipleOf\":0.1}|1.1",
        "{\"minLength\":1,\"maxLength\":1}|\"\ud83d\ude00\"",
        "{\"pattern\":\"^a+$\"}|\"aaa\"",
        "{\"pattern\":\"(?<x>unknown to RE2)\\\\1\"}|\"b\"",
        "{\"items\":{\"type\":\"string\"},\"minItems\":1,\"maxItems\":2}|[\"a\"]",
        "{\"prefixItems\":[{\"type\":\"string\"}],\"items\":{\"type\":\"integer\"}}|[\"a\",1,2]",
        "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"integer\"}]}|1",
        "{\"oneOf\":[{\"minimum\":3},{\"type\":\"integer\"}]}|1",
        "{\"not\":{\"type\":\"string\"}}|1",
        "{\"$ref\":\"#/$defs/a~1b\",\"$defs\":{\"a/b\":{\"type\":\"string\"}}}|\"x\"",
        "{\"$ref\":\"https://example.com/other\"}|1",
        "{\"additionalProperties\":false,\"properties\":{\"a\":{}}}|{\"a\":1}",
        "{\"additionalProperties\":{\"type\":\"string\"}}|{\"a\":\"b\"}",
        "{\"format\":\"email\",\"unknownKeyword\":{}}|\"x\"",
        "{\"type\":\"null\"}|null",
      })
  void fits(String schema, String value) {
    assertThat(problems(schema, value)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"}}}|{\"a\":1.5}|/a is no integer",
        "{\"type\":[\"string\",\"null\"]}|1|the object is no string or null",
        "{\"type\":\"boolean\"}|0|the object is no boolean",
        "{\"required\":[\"a\"]}|{}|/a is required",
        "{\"enum\":[1,\"a\"]}|\"1\"|the object is none of the values that the schema lists",
        "{\"const\":1}|2|the object is not the value that the schema gives",
        "{\"minimum\":1}|0|the object is less than 1",
        "{\"maximum\":1}|2|the object is more than 1",
        "{\"exclusiveMinimum\":1}|1|the object is not more than 1",
        "{\"exclusiveMaximum\":1}|1|the object is not less than 1",
        "{\"multipleOf\":2}|3|the object is no multiple of 2",
        "{\"minLength\":2}|\"\ud83d\ude00\"|the object is shorter than 2 characters",
        "{\"maxLength\":1}|\"ab\"|the object is longer than 1 characters",
        "{\"pattern\":\"^a$\"}|\"b\"|the object does not match the pattern of the schema",
        "{\"items\":{\"type\":\"string\"}}|[\"a\",1]|/1 is no string",
        "{\"minItems\":1}|[]|the object has fewer than 1 elements",
        "{\"maxItems\":1}|[1,2]|the object has more than 1 elements",
        "{\"anyOf\":[{\"type\":\"string\"},{\"minimum\":3}]}|1|the object fits none of the schemas of"
            + " anyOf",
        "{\"oneOf\":[{\"minimum\":0},{\"type\":\"integer\"}]}|1|the object fits several of the schemas"
            + " of oneOf",
        "{\"not\":{\"type\":\"integer\"}}|1|the object fits the schema that it must not",
        "{\"allOf\":[{\"minimum\":3}]}|1|the object is less than 3",
        "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"type\":\"string\"}}}|1|the object is no string",
        "{\"additionalProperties\":false,\"properties\":{\"a\":{}}}|{\"b\":1}|/b is not allowed",
      })
  void doesNotFit(String schema, String value, String problem) {
    assertThat(problems(schema, value)).containsExactly(problem);
  }

  @Test
  void aSchemaThatNeverEndsIsComparedInPart() {
    for (String endless :
        List.of(
            "{\"$ref\":\"#\"}",
            "{\"allOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}",
            "{\"anyOf\":[{\"$ref\":\"#\"},{\"$ref\":\"#\"}]}")) {
      List<String> problems = new ArrayList<>();
      assertThat(new InputSchema((Map<?, ?>) Json.parse(endless)).compare(1L, true, problems))
          .isFalse();
      assertThat(problems).isEmpty();
    }
  }

  @Test
  void problemsAreBoundedAndHoldNoValue() {
    StringBuilder value = new StringBuilder("{\"").append("k".repeat(5000)).append("\":1");
    for (int i = 0; i < 100; i++) {
      value.append(",\"k").append(i).append("\":\"secret\"");
    }
    List<String> problems =
        problems("{\"additionalProperties\":false}", value.append('}').toString());
    assertThat(problems).hasSize(10).allMatch(each -> each.length() < 300);
    assertThat(problems).noneMatch(each -> each.contains("secret"));
  }
}
