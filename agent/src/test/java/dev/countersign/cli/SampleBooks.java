package dev.countersign.cli;

import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Allow;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Deny;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.Rotation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Books as an agent writes them, for what shows them to people. */
final class SampleBooks {

  private static final Params PARAMS = Params.of(Map.of("amount", 1L));
  private static final String PREVIEW = "5".repeat(64);
  private static final String OTHER = "6".repeat(64);

  final Ledger ledger;

  /** Two digits of the digest of the configuration. */
  String configuration = "ab";

  SampleBooks(Path directory, long segmentBytes) {
    ledger =
        Ledger.create(
            LedgerSettings.of(directory.toString(), "refunds-bot", "1")
                .withRotation(new Rotation(segmentBytes, Duration.ofDays(1))));
  }

  SampleBooks start(String... holes) {
    return startIn("enforce", "template", holes);
  }

  /**
   * @param code of the holes
   */
  SampleBooks startIn(String mode, String code, String... holes) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("agent_version", "0.1.0");
    record.put("jdk", "25.0.3");
    record.put("mode", mode);
    record.put("configuration", "sha256:" + configuration.repeat(32));
    List<Object> unseen = new java.util.ArrayList<>();
    for (String hole : holes) {
      unseen.add(Map.of("code", code, "text", hole));
    }
    record.put("holes", unseen);
    ledger.act("start", record);
    return this;
  }

  /** A call that was allowed and ended. */
  SampleBooks call(String tool, String scope, BodyState state) {
    String id = allow(tool, scope);
    ledger.outcome(
        new Outcome(
            id,
            state,
            7_000_000,
            state == BodyState.RAISED ? "IOException" : null,
            PARAMS,
            Map.of("use", 1L, "commit_digest", PREVIEW)));
    return this;
  }

  /** A call that was allowed, and owes its outcome. */
  String allow(String tool, String scope) {
    String id = ledger.newCallId();
    ledger.allow(
        new Allow(
            id,
            scope,
            tool,
            PREVIEW,
            null,
            Capture.WRAPPER_SYNC,
            new Adapter("countersign.test", "1", "hook"),
            PARAMS,
            false,
            Map.of("verb", "invoke", "verdict", "allow", "preview_digest", PREVIEW)));
    return id;
  }

  /** An effect that was refused at its sink because it was another one. */
  SampleBooks refuse(String tool, String scope, String code, String message, String... paths) {
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("verb", "exec");
    decision.put("verdict", "deny");
    decision.put("preview_digest", PREVIEW);
    if (paths.length > 0) {
      decision.put(
          "divergence", Map.of("preview", PREVIEW, "commit", OTHER, "paths", List.of(paths)));
    }
    ledger.deny(new Deny(ledger.newCallId(), scope, tool, PREVIEW, null, code, message, decision));
    return this;
  }

  /** A call that was allowed and then refused at its own sink. */
  SampleBooks refuseAtSink(String tool, String scope, String... paths) {
    String id = allow(tool, scope);
    ledger.outcome(
        new Outcome(
            id,
            BodyState.RAISED,
            1_000_000,
            "EffectRefused",
            Params.NONE,
            Map.of(
                "use",
                1L,
                "divergence",
                Map.of("preview", PREVIEW, "commit", OTHER, "paths", List.of(paths)))));
    return this;
  }

  /** What was watched and let happen although {@code enforce} would have refused it. */
  SampleBooks wouldRefuse(String tool, String scope, String code, String... paths) {
    String id = ledger.newCallId();
    Map<String, Object> decision = new LinkedHashMap<>();
    decision.put("verb", "exec");
    decision.put("verdict", "allow");
    decision.put("would_refuse", code);
    String preview = paths.length > 0 ? PREVIEW : null;
    if (preview != null) {
      decision.put("preview_digest", preview);
    }
    ledger.allow(
        new Allow(
            id,
            scope,
            tool,
            preview,
            null,
            Capture.WRAPPER_SYNC,
            new Adapter("countersign.test", "1", "hook"),
            PARAMS,
            true,
            decision));
    Map<String, Object> end = new LinkedHashMap<>();
    end.put("use", 1L);
    if (paths.length > 0) {
      end.put("divergence", Map.of("preview", PREVIEW, "commit", OTHER, "paths", List.of(paths)));
    }
    ledger.outcome(new Outcome(id, BodyState.RETURNED, 1_000_000, null, PARAMS, end));
    return this;
  }

  void close() {
    ledger.close();
  }
}
