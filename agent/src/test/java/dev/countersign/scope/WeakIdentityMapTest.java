package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {

  @Test
  void tellsEqualKeysApart() {
    WeakIdentityMap<String> map = new WeakIdentityMap<>();
    Object one = new StringBuilder("a").toString();
    Object other = new StringBuilder("a").toString();

    map.put(one, "one");

    assertThat(map.get(one)).isEqualTo("one");
    assertThat(map.get(other)).isNull();
  }

  @Test
  void forgetsWhatTheApplicationForgot() {
    WeakIdentityMap<String> map = new WeakIdentityMap<>();
    for (int i = 0; i < 10_000; i++) {
      map.put(new byte[10_000], "x");
    }

    for (int i = 0; i < 100 && map.size() > 9_000; i++) {
      System.gc();
      map.put(map, "itself");
    }
    assertThat(map.size()).isLessThan(10_000);
  }
}
