package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.Snapshot;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WrittenTest {

  private final List<Class<?>> ofMapper = new ArrayList<>();

  private static Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("to", "bob");
    values.put("amount", 5);
    values.put("rate", 0.1f);
    values.put("small", 4.9E-324);
    values.put("exact", new BigDecimal("1.10"));
    values.put("sure", true);
    values.put("note", null);
    values.put("tags", Arrays.asList("a", null, List.of(1L, 'c')));
    values.put("deep", new Object[] {Map.of("x", 1)});
    return values;
  }

  private static final String TEXT =
      "{'to':'bob','amount':5,'rate':0.1,'small':4.9E-324,'exact':1.10,'sure':true,'note':null,"
          + "'tags':['a',null,[1,'c']],'deep':[{'x':1}]}";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'to' | 'to'",
        "'amount':5 | 'amount':5.0",
        "'amount':5 | 'amount':5e0",
        "'exact':1.10 | 'exact':1.1",
        "'small':4.9E-324 | 'small':5E-324",
        "'rate':0.1 | 'rate':0.10000000149011612",
        "'note':null, | ''",
        "'to':'bob','amount':5 | 'amount':5,'to':'bob'",
      })
  void isWhatALibraryWrites(String one, String other) {
    assertThat(is(TEXT.replace(one, other.equals("''") ? "" : other))).isTrue();
    assertThat(ofMapper).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'bob' | 'mallory'",
        "'bob' | null",
        "'bob' | ['bob']",
        "'amount':5 | 'amount':6",
        "'amount':5 | 'amount':'5'",
        "'amount':5 | 'amount':5.000000000000000000001",
        "'sure':true | 'sure':false",
        "'note':null | 'note':''",
        "'note':null | 'note':null,'cc':'mallory'",
        "'note':null | 'note':null,'cc':null",
        "'to':'bob', | ''",
        "['a',null,[1,'c']] | ['a',[1,'c']]",
        "['a',null,[1,'c']] | [null,'a',[1,'c']]",
        "['a',null,[1,'c']] | {'0':'a'}",
        "{'x':1} | {'x':2}",
        "{'x':1} | {}",
      })
  void anythingElseIsNot(String one, String other) {
    assertThat(is(TEXT.replace(one, other.equals("''") && one.endsWith(",") ? "" : other)))
        .isFalse();
  }

  /** How much. */
  public record Amount(int value) {}

  @Test
  void whatAMapperMakesOfAnObjectIsItsOwnAffairAndSaid() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("on", LocalDate.of(2026, 11, 30));
    values.put("amount", new Amount(5));

    assertThat(is("{'on':'2026-11-30','amount':{'value':5}}", values)).isTrue();
    assertThat(ofMapper).isEmpty();
    assertThat(is("{'on':[2026,11,30],'amount':{'value':5}}", values)).isTrue();
    assertThat(ofMapper).containsExactly(LocalDate.class);
    assertThat(is("{'on':[2026,11,30],'amount':{'value':5},'to':'mallory'}", values)).isFalse();
  }

  private boolean is(String text) {
    return is(text, values());
  }

  private boolean is(String text, Map<String, Object> values) {
    return new Written(ofMapper::add)
        .is(Json.parse(text.replace('\'', '"')), Snapshot.of(values), values);
  }
}
