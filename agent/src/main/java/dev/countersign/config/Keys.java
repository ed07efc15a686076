package dev.countersign.config;

import java.util.List;

/**
 * Every key of spec 5, map by map: what this version serves, and what it knows but refuses. The one
 * place where the two lists stand; the schema and the documentation are tested against it.
 *
 * @param name the map, as its key path with {@code []} for list elements; empty for the document
 * @param served read by {@link Reader}
 * @param later refused with that reason (spec 5.9: never ignored)
 */
record Keys(String name, List<String> served, List<String> later) {

  static final Keys ROOT =
      of(
          "",
          new String[] {
            "bundle",
            "version",
            "mode",
            "default",
            "layers",
            "frameworks",
            "unbound",
            "tools",
            "bind",
            "ambient",
            "exec",
            "send",
            "preview_ttl",
            "actor",
            "run",
            "digests",
            "ledger",
            "agents",
            "handoff",
            "state",
            "policy",
            "receipts",
            "approvals"
          });

  static final Keys TOOL =
      of(
          "tools[]",
          new String[] {
            "tool",
            "method",
            "effects",
            "times",
            "exclude",
            "authorised",
            "lossy",
            "pin",
            "disclose",
            "approval",
            "approval_from",
            "preview",
            "preflight",
            "require_preview",
            "spend",
            "rows"
          },
          "effects_order");

  static final Keys LAYER = of("layers[]", new String[] {"level", "version", "rules"});

  static final Keys RULE = of("layers[].rules[]", new String[] {"id", "when", "verdict", "reason"});

  static final Keys EFFECT =
      of(
          "tools[].effects[]",
          new String[] {"exec", "send", "each", "times", "shared", "redirects"});

  static final Keys BIND =
      of(
          "bind[]",
          new String[] {
            "resolve", "exec", "send", "invoke", "tool", "sink", "times", "shared", "redirects"
          });

  static final Keys BIND_EXEC = of("bind[].exec", new String[] {"argv", "dir", "env"}, "stdio");

  static final Keys INVOKE = of("bind[].invoke", new String[] {"tool", "arguments"});

  static final Keys AMBIENT = of("ambient[]", new String[] {"exec", "send", "times", "redirects"});

  static final Keys TEMPLATE = of("exec template", new String[] {"argv", "dir", "env", "stdio"});

  static final Keys TEMPLATE_ENV = of("exec template.env", new String[] {"set", "unset"});

  static final Keys TEMPLATE_STDIO =
      of("exec template.stdio", new String[] {"stdin", "stdout", "stderr", "merge"});

  static final Keys SEND_TEMPLATE =
      of("send template", new String[] {"method", "url", "headers", "body", "proxy"});

  static final Keys TEMPLATE_BODY =
      of("send template.body", new String[] {"raw", "json", "form", "multipart"});

  static final Keys UNBOUND =
      of("unbound", new String[] {"in_tool", "elsewhere", "sockets", "native"});

  static final Keys ELSEWHERE = of("unbound.elsewhere", new String[] {"exec", "send", "invoke"});

  static final Keys EXEC = of("exec", new String[] {"env_ignore", "stdin", "native"});

  static final Keys SEND =
      of(
          "send",
          new String[] {
            "exempt",
            "header_ignore",
            "secret_headers",
            "max_body",
            "spool",
            "address",
            "private_hosts"
          });

  static final Keys ACTOR =
      of(
          "actor",
          new String[] {
            "agent", "principal", "clearance", "team", "org_unit", "scopes", "role", "from"
          });

  static final Keys AGENT = of("agents[]", new String[] {"agent", "method", "authority"});

  static final Keys AUTHORITY =
      of("agents[].authority", new String[] {"scopes", "constraints", "ttl"});

  static final Keys CONSTRAINT =
      of(
          "agents[].authority.constraints[]",
          new String[] {"max_calls", "max_rows", "max_spend", "applies_to"},
          "egress",
          "allow",
          "deny",
          "prefix");

  static final Keys HANDOFF = of("handoff[]", new String[] {"method", "peer"});

  static final Keys STATE = of("state", new String[] {"dir"});

  static final Keys RUN = of("run", new String[] {"id"});

  static final Keys DIGESTS = of("digests", new String[] {"recipe_v1"});

  static final Keys LEDGER =
      of(
          "ledger",
          new String[] {
            "dir", "durability", "params_hashes", "rotate", "anchor_key", "kid", "learn"
          });

  static final Keys ROTATE = of("ledger.rotate", new String[] {"size", "age"});

  static final Keys POLICY =
      of(
          "policy",
          new String[] {
            "source",
            "root",
            "interval",
            "ca",
            "proxy",
            "on_rollback",
            "on_tamper",
            "on_stale",
            "stale_grace",
            "max_jump",
            "labels"
          });

  static final Keys RECEIPTS = of("receipts", new String[] {"key", "checkpoint"});

  static final Keys CHECKPOINT = of("receipts.checkpoint", new String[] {"every", "key"});

  static final Keys APPROVALS =
      of("approvals", new String[] {"dir", "keys", "ttl", "from", "method"});

  /** The keys of the judging object (J in spec 5.9). */
  static final List<String> JUDGING =
      List.of(
          "bundle",
          "version",
          "mode",
          "default",
          "layers",
          "frameworks",
          "tools",
          "bind",
          "ambient",
          "unbound",
          "exec",
          "send",
          "preview_ttl",
          "agents",
          "handoff");

  private static Keys of(String name, String[] served, String... later) {
    return new Keys(name, List.of(served), List.of(later));
  }

  /** All maps, for the tests and the documentation. */
  static List<Keys> all() {
    return List.of(
        ROOT,
        LAYER,
        RULE,
        TOOL,
        EFFECT,
        BIND,
        BIND_EXEC,
        INVOKE,
        AMBIENT,
        TEMPLATE,
        TEMPLATE_ENV,
        TEMPLATE_STDIO,
        SEND_TEMPLATE,
        TEMPLATE_BODY,
        UNBOUND,
        ELSEWHERE,
        EXEC,
        SEND,
        ACTOR,
        AGENT,
        AUTHORITY,
        CONSTRAINT,
        HANDOFF,
        STATE,
        RUN,
        DIGESTS,
        LEDGER,
        ROTATE,
        POLICY,
        RECEIPTS,
        CHECKPOINT,
        APPROVALS);
  }
}
