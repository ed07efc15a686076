package dev.countersign.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MethodPatternTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.B#c()                                          | a.B   | c | ()                        | 0",
        "a.B#c( )                                         | a.B   | c | ()                        | 0",
        "B#c(int)                                         | B     | c | (I)                       | 1",
        "a.B$C#c(java.util.Map$Entry)                     | a.B$C | c | (Ljava/util/Map$Entry;)   | 1",
        "a.B#c(boolean,byte,char,short,int,long,float,double) | a.B | c | (ZBCSIJFD)              | 8",
        "a.B#c(long[][], java.lang.String...)             | a.B   | c | ([[J[Ljava/lang/String;)  | 2",
        "a.B#c(java.lang.String [])                       | a.B   | c | ([Ljava/lang/String;)     | 1",
        "a.B#c-IoAF18A(x.Y)                               | a.B   | c-IoAF18A | (Lx/Y;)           | 1"
      })
  void becomesANameAndADescriptor(
      String text, String type, String method, String parameters, int count) {
    MethodPattern pattern = MethodPattern.parse(text);
    assertThat(pattern.className()).isEqualTo(type);
    assertThat(pattern.methodName()).isEqualTo(method);
    assertThat(pattern.parameters()).isEqualTo(parameters);
    assertThat(pattern.parameterCount()).isEqualTo(count);
    assertThat(pattern.parameterNames()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.B+#c(int)            | SUBTYPES  | a.B | c | (I) | 1",
        "a.B$C+#c(..)           | SUBTYPES  | a.B$C | c | ( | -1",
        "@a.B *#*(..)           | ANNOTATED | a.B | * | ( | -1",
        "@a.B$C   *#*(..)       | ANNOTATED | a.B$C | * | ( | -1"
      })
  void namesMethodsOfManyClasses(
      String text,
      MethodPattern.Kind kind,
      String type,
      String method,
      String parameters,
      int count) {
    MethodPattern pattern = MethodPattern.parse(text);
    assertThat(pattern.kind()).isEqualTo(kind);
    assertThat(pattern.isExact()).isFalse();
    assertThat(pattern.className()).isEqualTo(type);
    assertThat(pattern.methodName()).isEqualTo(method);
    assertThat(pattern.parameters()).isEqualTo(parameters);
    assertThat(pattern.parameterCount()).isEqualTo(count);
  }

  @Test
  void namesMayBeGiven() {
    MethodPattern pattern =
        MethodPattern.parse(
            "com.acme.Refunds#create(long id, java.lang.String[] reasons, int... rest)");
    assertThat(pattern.parameters()).isEqualTo("(J[Ljava/lang/String;[I)");
    assertThat(pattern.parameterNames()).containsExactly("id", "reasons", "rest");
  }
}
