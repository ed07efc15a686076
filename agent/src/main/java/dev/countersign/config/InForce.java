package dev.countersign.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A configuration written out with its defaults. What it makes is itself a valid configuration that
 * means the same.
 */
final class InForce {

  private InForce() {}

  static Map<String, Object> of(Configuration in) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("bundle", in.bundle());
    out.put("version", in.version());
    out.put("mode", in.mode().text());
    out.put("default", in.cascade() == null ? "allow" : in.cascade().otherwise().text());
    put(out, "layers", entries(in, "layers"));
    out.put("frameworks", frameworks(in.frameworks()));
    out.put("unbound", unbound(in.unbound()));
    put(out, "tools", tools(in));
    put(out, "bind", bind(in));
    put(out, "ambient", ambient(in));
    out.put("exec", in.exec().toJson());
    out.put("send", in.send().toJson());
    out.put("preview_ttl", Durations.text(in.previewTtl()));
    out.put("actor", actor(in.actor()));
    if (in.runId() != null) {
      out.put("run", Map.of("id", in.runId()));
    }
    out.put("digests", Map.of("recipe_v1", in.recipeV1()));
    Map<String, Object> ledger = new LinkedHashMap<>();
    ledger.put("dir", in.ledger().dir());
    ledger.put("durability", in.ledger().fsync() ? "fsync" : "write");
    ledger.put("params_hashes", in.ledger().recordParamsHashes() ? "record" : "omit");
    Map<String, Object> rotate = new LinkedHashMap<>();
    rotate.put("size", Sizes.text(in.ledger().rotateBytes()));
    rotate.put("age", Durations.text(in.ledger().rotateAge()));
    ledger.put("rotate", rotate);
    ledger.put("learn", in.ledger().learn());
    if (in.ledger().anchorKey() != null) {
      ledger.put("anchor_key", in.ledger().anchorKey());
      ledger.put("kid", in.ledger().kid());
    }
    out.put("ledger", ledger);
    put(out, "agents", entries(in, "agents"));
    put(out, "handoff", entries(in, "handoff"));
    out.put("state", Map.of("dir", in.stateDir()));
    if (in.policy() != null) {
      out.keySet().removeAll(List.of("default", "frameworks", "unbound", "exec", "send"));
      out.remove("preview_ttl");
      out.put("policy", policy(in.policy()));
    }
    Map<String, Object> receipts = new LinkedHashMap<>();
    if (in.ledger().receiptKey() != null) {
      receipts.put("key", in.ledger().receiptKey());
    }
    if (in.ledger().checkpointKey() != null) {
      Map<String, Object> checkpoint = new LinkedHashMap<>();
      checkpoint.put("every", (long) in.ledger().checkpointEvery());
      checkpoint.put("key", in.ledger().checkpointKey());
      receipts.put("checkpoint", checkpoint);
    }
    if (!receipts.isEmpty()) {
      out.put("receipts", receipts);
    }
    if (in.approvals() != null) {
      Map<String, Object> approvals = new LinkedHashMap<>();
      List<Object> from = new ArrayList<>();
      for (ApprovalSource source : in.approvals().from()) {
        from.add(source.text());
      }
      approvals.put("from", from);
      if (in.approvals().dir() != null) {
        approvals.put("dir", in.approvals().dir());
        approvals.put("keys", in.approvals().keys());
      }
      if (in.approvals().method() != null) {
        approvals.put("method", in.approvals().method().text());
      }
      approvals.put("ttl", Durations.text(in.approvals().ttl()));
      out.put("approvals", approvals);
    }
    return out;
  }

  private static Map<String, Object> policy(PolicyRules in) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("source", in.source());
    if (in.root() != null) {
      out.put("root", in.root());
    }
    out.put("interval", Durations.text(in.interval()));
    if (in.ca() != null) {
      out.put("ca", in.ca());
    }
    if (in.proxy() != null) {
      out.put("proxy", in.proxy());
    }
    out.put("on_rollback", in.refuseOnRollback() ? "refuse" : "keep");
    out.put("on_tamper", in.refuseOnTamper() ? "refuse" : "keep");
    out.put("on_stale", in.refuseOnStale() ? "refuse" : "keep");
    out.put("stale_grace", Durations.text(in.staleGrace()));
    out.put("max_jump", in.maxJump());
    if (!in.labels().isEmpty()) {
      out.put("labels", new LinkedHashMap<String, Object>(in.labels()));
    }
    return out;
  }

  private static Object frameworks(List<String> frameworks) {
    if (frameworks.isEmpty()) {
      return "none";
    }
    return frameworks.get(0).equals("auto") ? "auto" : frameworks;
  }

  private static Map<String, Object> unbound(Unbound in) {
    Map<String, Object> elsewhere = new LinkedHashMap<>();
    elsewhere.put("exec", in.elsewhereExec().text());
    elsewhere.put("send", in.elsewhereSend().text());
    elsewhere.put("invoke", in.elsewhereInvoke().text());
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("in_tool", in.inTool().text());
    out.put("elsewhere", elsewhere);
    out.put("sockets", in.sockets().text());
    out.put("native", in.nativeLoads().text());
    return out;
  }

  /** The entries as written, with what they leave out. */
  private static List<Object> tools(Configuration in) {
    List<Object> tools = entries(in, "tools");
    for (int i = 0; i < tools.size(); i++) {
      Map<String, Object> tool = writable(tools, i);
      tool.putIfAbsent("effects", List.of());
      tool.put("times", times(in.tools().get(i).times()));
      tool.putIfAbsent("authorised", "model");
      tool.putIfAbsent("lossy", "refuse");
      tool.putIfAbsent("exclude", List.of());
      tool.putIfAbsent("pin", in.tools().get(i).pin().text());
      tool.putIfAbsent("disclose", false);
      tool.putIfAbsent("require_preview", false);
      tool.putIfAbsent("approval", in.tools().get(i).approval().text());
      List<Object> effects = copy(tool.get("effects"));
      for (int j = 0; j < effects.size(); j++) {
        Map<String, Object> effect = writable(effects, j);
        effect.put("times", times(in.tools().get(i).effects().get(j).times()));
        effect.putIfAbsent("shared", false);
        if (effect.containsKey("send")) {
          effect.putIfAbsent("redirects", Redirects.REFUSE.text());
        }
      }
      tool.put("effects", effects);
    }
    return tools;
  }

  private static List<Object> bind(Configuration in) {
    List<Object> rules = entries(in, "bind");
    for (int i = 0; i < rules.size(); i++) {
      Map<String, Object> rule = writable(rules, i);
      rule.put("times", times(in.bind().get(i).times()));
      rule.putIfAbsent("shared", false);
      if (rule.containsKey("send")) {
        rule.putIfAbsent("redirects", Redirects.REFUSE.text());
      }
    }
    return rules;
  }

  private static List<Object> ambient(Configuration in) {
    List<Object> rules = entries(in, "ambient");
    for (int i = 0; i < rules.size(); i++) {
      Map<String, Object> rule = writable(rules, i);
      rule.put("times", times(in.ambient().get(i).times()));
      if (rule.containsKey("send")) {
        rule.putIfAbsent("redirects", Redirects.REFUSE.text());
      }
    }
    return rules;
  }

  private static Map<String, Object> actor(Actor in) {
    Map<String, Object> out = new LinkedHashMap<>();
    out.put("agent", in.agent());
    if (in.principal() != null) {
      out.put("principal", in.principal());
    }
    out.putAll(in.memberState());
    if (in.from() != null) {
      out.put("from", in.from().text());
    }
    return out;
  }

  private static Object times(Times times) {
    return times.any() ? "any" : (Object) (long) times.count();
  }

  private static List<Object> entries(Configuration in, String key) {
    return copy(in.judging().getOrDefault(key, List.of()));
  }

  private static List<Object> copy(Object list) {
    return new java.util.ArrayList<>((List<?>) list);
  }

  @SuppressWarnings("unchecked") // entries were read as maps with text keys
  private static Map<String, Object> writable(List<Object> entries, int index) {
    Map<String, Object> copy = new LinkedHashMap<>((Map<String, Object>) entries.get(index));
    entries.set(index, copy);
    return copy;
  }

  private static void put(Map<String, Object> out, String key, List<?> list) {
    if (!list.isEmpty()) {
      out.put(key, list);
    }
  }
}
