package dev.countersign.ledger;

import java.util.Map;

/** Calls as tests need them. */
final class Calls {

  static final Adapter ADAPTER = new Adapter("countersign.test", "0.1.0", "acme.Tools#archive");
  static final Params PARAMS = Params.of(Map.of("name", "r1"));
  static final String PREVIEW = "0d64e7d8627b955661da5de046e459fed4d8db2ac8995ebb8742aaa8d51b12fe";

  static LedgerSettings settings(java.nio.file.Path directory) {
    return LedgerSettings.of(directory.toString(), "shop", "0.1.0");
  }

  static Allow allow(String callId) {
    return allow(callId, "archive", PARAMS);
  }

  static Allow allow(String callId, String tool, Params params) {
    return new Allow(
        callId,
        ScopeName.tool("archive"),
        tool,
        PREVIEW,
        null,
        Capture.WRAPPER_SYNC,
        ADAPTER,
        params,
        false,
        Map.of("verdict", "allow"));
  }

  static Deny deny(String callId) {
    return new Deny(
        callId,
        "exec.cp",
        "archive",
        null,
        null,
        "CS-UNBOUND",
        "never previewed",
        Map.of("verdict", "deny"));
  }

  static Outcome returned(String callId) {
    return new Outcome(callId, BodyState.RETURNED, 1_500_000, null, PARAMS, Map.of("use", 1));
  }

  private Calls() {}
}
