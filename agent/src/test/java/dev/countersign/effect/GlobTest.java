package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "clone_repo, clone_repo, true",
    "clone_repo, Clone_repo, false",
    "clone_*, clone_, true",
    "*, anything, true",
    "*_repo, clone_repo_x, false",
    "a?c, abc, true",
    "a?c, ac, false",
    "a*b*c, aXbYbZc, true",
    "'', '', true",
    "'', a, false",
    "a.b, axb, false",
    "[ab], a, false",
    "a*, b, false",
    "**, x, true"
  })
  void matches(String pattern, String name, boolean expected) {
    assertThat(new Glob(pattern).matches(name)).isEqualTo(expected);
  }

  @Test
  void manyStarsStayCheap() {
    assertThat(new Glob("*a".repeat(200)).matches("a".repeat(199) + "b".repeat(10_000))).isFalse();
  }
}
