package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.RefusalCode;
import dev.countersign.canonical.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExplainTest {

  @ParameterizedTest
  @EnumSource(RefusalCode.class)
  void everyRefusalIsExplained(RefusalCode code) {
    assertThat(Explanation.all()).containsKey(code.code());
    assertThat(Ran.with("explain", code.code()).out())
        .contains(code.code(), "Likely causes:", "Next step:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scope_not_granted",
        "ceiling_exceeded",
        "chain_ceiling",
        "ttl_expired",
        "node_finalized",
        "revoked",
        "agent_banned",
        "no_authority",
        "max_depth",
        "integrity",
        "integrity(anchor)",
        "chain_id_mismatch",
        "missing_root",
        "unsupported_version",
        "anchor_version_mismatch",
        "root_version_mismatch",
        "mixed_entry_versions",
        "unknown_ledger_fields",
        "expected_head_mismatch",
        "expected_anchor_mismatch",
        "checkpoint_mismatch",
        "invalid_checkpoint",
        "v2_field_on_v1",
        "monotonicity",
        "containment",
        "unreadable_authority",
        "unreadable_granted",
        "invalid_policy",
        "policy_on_non_allow",
        "invalid_root",
        "invalid_kill",
        "invalid_allow",
        "invalid_deny",
        "invalid_outcome",
        "duplicate_call_id",
        "duplicate_outcome",
        "outcome_without_allow",
        "cross_ref",
        "outcome_before_allow",
        "params_mismatch",
        "envelope_unknown_version",
        "envelope_unknown_member",
        "envelope_subject_mismatch",
        "envelope_duplicate_subject",
        "envelope_non_canonical",
        "envelope_unknown_witness",
        "envelope_bad_signature",
        "unknown_ledger_event",
        "invalid_ledger_entry",
        "invalid_bundle"
      })
  void everyReasonIsExplained(String code) {
    assertThat(Explanation.all()).containsKey(code);
  }

  @Test
  void everyEntryIsWhole() {
    for (Explanation entry : Explanation.all().values()) {
      assertThat(entry.kind()).as(entry.code()).isNotEmpty();
      assertThat(entry.meaning()).as(entry.code()).endsWith(".");
      assertThat(entry.causes()).as(entry.code()).isNotEmpty();
      assertThat(entry.next()).as(entry.code()).endsWith(".");
    }
  }

  @Test
  void anUnknownCodeIsAnsweredWithTheNearest() {
    Ran ran = Ran.with("explain", "cs-unbond");
    assertThat(ran.exit()).isEqualTo(Exit.USAGE);
    assertThat(ran.err().strip())
        .isEqualTo("countersign: no code is called \"cs-unbond\". Did you mean \"CS-UNBOUND\"?");
  }

  @Test
  void aTerminalSequenceInACodeIsEscaped() {
    assertThat(Ran.with("explain", "\u001b[31mred").err())
        .contains("\\u001b")
        .doesNotContain("\u001b");
  }

  @Test
  void programsGetOneDocument() {
    Object json = Json.parse(Ran.with("explain", "CS-REPLAY", "--format", "json").out());
    assertThat(json)
        .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
        .containsKeys("code", "kind", "meaning", "causes", "next");
    assertThat((Map<?, ?>) Json.parse(Ran.with("explain", "--format", "json").out()))
        .hasSize(Explanation.all().size());
  }
}
