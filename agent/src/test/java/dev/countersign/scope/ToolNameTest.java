package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B52: which names could pass for others. */
class ToolNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "clone_repo", "mcp.files:read", "Read-File2", "server/tool"})
  void aPlainNameIsNoFinding(String name) {
    assertThat(ToolName.isConfusable(name)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "clone repo",
        "cl\u043ene_repo",
        "caf\u00e9",
        "cafe\u0301",
        "clone\u200b_repo",
        "clone_repo\u00a0",
        "\uff43lone_repo",
        "x\n{\"event\":\"outcome\"}",
      })
  void anyOtherNameIsOne(String name) {
    assertThat(ToolName.isConfusable(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {128, 129})
  void aNameThatIsTooLongToReadIsOne(int length) {
    assertThat(ToolName.isConfusable("a".repeat(length))).isEqualTo(length > 128);
  }
}
