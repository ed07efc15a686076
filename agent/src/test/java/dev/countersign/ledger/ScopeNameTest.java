package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scopes as producer and verifier read them; how names become scopes is in {@code FormsTest}. */
class ScopeNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"crm.read", "crm.*", "a.b.c", "a-1_.b", "exec.x7z", "send.x127_0_0_1"})
  void isAScope(String text) {
    assertThat(ScopeName.isScope(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "crm",
        "crm.",
        ".crm",
        "crm..read",
        "crm.*.x",
        "*.x",
        "Crm.read",
        "crm.7z",
        "crm.re ad",
        "crm.read*",
        "crm.**"
      })
  void isNoScope(String text) {
    assertThat(ScopeName.isScope(text)).isFalse();
  }

  @Test
  void aScopeOfAMillionSegmentsIsRead() {
    assertThat(ScopeName.isScope("a" + ".a".repeat(1_000_000))).isTrue();
  }

  @Test
  void aWildcardCoversEveryDepthBelowItButNotItself() {
    assertThat(ScopeName.covers("crm.*", "crm.read")).isTrue();
    assertThat(ScopeName.covers("crm.*", "crm.a.b")).isTrue();
    assertThat(ScopeName.covers("crm.*", "crmx.read")).isFalse();
    assertThat(ScopeName.covers("crm.read", "crm.*")).isFalse();
  }
}
