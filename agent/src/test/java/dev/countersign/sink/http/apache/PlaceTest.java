package dev.countersign.sink.http.apache;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlaceTest {

  @Test
  void aLiteralHasItsBrackets() {
    assertThat(Place.of("::1", 80).origin("http")).isEqualTo("http://[::1]:80");
    assertThat(Place.of("[::1]", 80)).isEqualTo(Place.of("::1", 80));
    assertThat(Place.of("a", -1).origin("https")).isEqualTo("https://a");
  }

  @Test
  void readsAnAuthority() {
    assertThat(Place.of("a:443")).isEqualTo(new Place("a", 443));
    assertThat(Place.of("[::1]:443")).isEqualTo(new Place("[::1]", 443));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", ":1", "a:", "a:b", "[::1]", "a:99999999999"})
  void anythingElseIsNone(String text) {
    assertThat(Place.of(text)).isNull();
  }

  @Test
  void namesAreComparedInAnyCase() {
    assertThat(Place.of("A", 1).isSameAs(Place.of("a", 1))).isTrue();
    assertThat(Place.of("a", 1).isSameAs(Place.of("a", 2))).isFalse();
  }
}
