package dev.countersign.verify;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a node may hold, and what it may do with it: scopes, bounds, time to live. */
final class AuthorityVectors {

  private static final Map<String, Object> ROWS = Map.of("key", "max_rows", "max", 10L);
  private static final Map<String, Object> SPEND = Map.of("key", "max_spend", "max", 100L);
  private static final Map<String, Object> CALLS = Map.of("key", "max_calls", "max", 3L);
  private static final Map<String, Object> CALLS_OF_PAY =
      Map.of(
          "key", "max_calls[tool.pay]", "type", "max_calls", "applies_to", "tool.pay", "max", 2L);
  private static final Map<String, Object> EGRESS = Map.of("key", "egress", "rank", "internal");
  private static final Map<String, Object> ONE_OF =
      Map.of("key", "region", "type", "allow", "one_of", List.of("eu", "us"));
  private static final Map<String, Object> NONE_OF =
      Map.of("key", "table", "type", "deny", "not_one_of", List.of("salaries"));
  private static final Map<String, Object> PREFIX =
      Map.of("key", "path", "type", "prefix", "prefix", "/data/");

  private final List<VectorCase> all = new ArrayList<>();

  static List<VectorCase> all() {
    AuthorityVectors vectors = new AuthorityVectors();
    vectors.monotonicity();
    vectors.containment();
    vectors.unreadable();
    vectors.policy();
    return vectors.all;
  }

  private void monotonicity() {
    narrower("same_authority", authority(60L, ROWS), authority(60L, ROWS));
    narrower("narrower_scope", authority(null), with(authority(null), "scopes", "tool.pay.card"));
    narrower("lower_ceiling", authority(null, ROWS), authority(null, bound(ROWS, 9L)));
    narrower("shorter_ttl", authority(60L), authority(59L));
    narrower("a_bound_more", authority(null), authority(1L, ROWS, EGRESS));
    narrower("lower_egress", authority(null, EGRESS), authority(null, rank("none")));
    narrower("fewer_of_a_list", authority(null, ONE_OF), authority(null, oneOf("eu")));
    narrower("longer_prefix", authority(null, PREFIX), authority(null, prefix("/data/eu/")));
    narrower("more_denied", authority(null, NONE_OF), authority(null, noneOf("salaries", "keys")));
    wider("wider_scope", authority(null), with(authority(null), "scopes", "tool.pay", "exec.cp"));
    wider("wildcard_scope", authority(null), with(authority(null), "scopes", "exec.*"));
    wider("looser_ceiling", authority(null, ROWS), authority(null, bound(ROWS, 11L)));
    wider("omitted_ceiling", authority(null, ROWS), authority(null));
    wider("longer_ttl", authority(60L), authority(61L));
    wider("omitted_ttl", authority(60L), authority(null));
    wider("higher_egress", authority(null, EGRESS), authority(null, rank("any")));
    wider("more_of_a_list", authority(null, ONE_OF), authority(null, oneOf("eu", "us", "cn")));
    wider("shorter_prefix", authority(null, PREFIX), authority(null, prefix("/")));
    wider("fewer_denied", authority(null, NONE_OF), authority(null, noneOf()));
    wider("bound_of_another_scope", authority(null, CALLS), authority(null, CALLS_OF_PAY));
    add(
        VectorCase.of("spawn_of_an_unknown_parent", "Nobody can hand on what nobody holds.")
            .plain(root(authority(null)).spawn(authority(null)).with("parent", "c:n7"))
            .expect(1, false, "incomplete")
            .finds("monotonicity", 1, Books.N1));
    add(
        VectorCase.of("node_defined_twice", "A node is given its authority once.")
            .plain(root(authority(null)).spawn(authority(null)).spawn(authority(null)))
            .expect(1, false, "incomplete")
            .finds("monotonicity", 2, Books.N1));
    add(
        VectorCase.of("spawn_denied", "A refused delegation makes no node.")
            .plain(
                root(authority(null))
                    .add(
                        "spawn_denied",
                        "parent",
                        Books.N0,
                        "agent",
                        "child",
                        "task",
                        "t",
                        "reason",
                        "delegation_refused",
                        "detail",
                        Map.of())
                    .done())
            .clean()
            .says("nodes", 1L));
  }

  private void containment() {
    inside("scope_held", authority(null), "tool.pay", Map.of());
    inside("scope_under_a_wildcard", authority(null), "tool.pay.card", Map.of());
    outside("scope_not_held", authority(null), "exec.cp", Map.of());
    outside("wildcard_does_not_cover_its_own_stem", authority(null), "tool", Map.of());
    inside("rows_at_the_ceiling", authority(null, ROWS), "tool.pay", Map.of("rows", 10L));
    outside("rows_above_the_ceiling", authority(null, ROWS), "tool.pay", Map.of("rows", 11L));
    outside("rows_as_text", authority(null, ROWS), "tool.pay", Map.of("rows", "1"));
    inside("rows_not_mentioned", authority(null, ROWS), "tool.pay", Map.of());
    outside(
        "spend_above_the_ceiling",
        authority(null, SPEND),
        "tool.pay",
        Map.of("spend", new BigDecimal("100.01")));
    outside("calls_above_the_ceiling", authority(null, CALLS), "tool.pay", Map.of("calls", 4L));
    outside(
        "calls_of_one_scope_above_the_ceiling",
        authority(null, CALLS_OF_PAY),
        "tool.pay",
        Map.of("calls[tool.pay]", 3L));
    inside(
        "calls_of_another_scope",
        authority(null, CALLS_OF_PAY),
        "tool.get",
        Map.of("calls[tool.pay]", 3L));
    inside("egress_within", authority(null, EGRESS), "tool.pay", Map.of("egress", "internal"));
    outside("egress_beyond", authority(null, EGRESS), "tool.pay", Map.of("egress", "any"));
    outside("egress_unknown", authority(null, EGRESS), "tool.pay", Map.of("egress", "moon"));
    inside("one_of_a_list", authority(null, ONE_OF), "tool.pay", Map.of("region", "eu"));
    outside("none_of_a_list", authority(null, ONE_OF), "tool.pay", Map.of("region", "cn"));
    outside("denied_value", authority(null, NONE_OF), "tool.pay", Map.of("table", "salaries"));
    outside("denied_in_a_list", authority(null, NONE_OF), "tool.pay", Map.of("table", List.of(1L)));
    inside("prefix_matches", authority(null, PREFIX), "tool.pay", Map.of("path", "/data/a"));
    outside("prefix_differs", authority(null, PREFIX), "tool.pay", Map.of("path", "/etc"));
    outside(
        "bound_of_an_unknown_type",
        authority(null, Map.of("key", "moon_phase", "type", "lunar")),
        "tool.pay",
        Map.of());
    add(
        VectorCase.of(
                "allow_before_a_later_kill",
                "The committed allow is the fact; that its node was revoked later contradicts"
                    + " nothing.",
                SeedRow.S5_NO_CURRENT_AUTHORITY)
            .plain(root(authority(null)).allow(Books.A).outcome(Books.A).kill())
            .clean()
            .says("per_node_lifecycle", Map.of(Books.N0, "revoked")));
    add(
        VectorCase.of("allow_on_an_unknown_node", "A call of a node that nobody made.")
            .plain(Books.honest().allow(Books.B).with("node", "c:n9"))
            .expect(1, false, "clean")
            .finds("containment", 4, "c:n9"));
  }

  private void unreadable() {
    Object[][] wrong = {
      {"not_an_object", null},
      {"no_scopes", Map.of("constraints", List.of())},
      {"bare_wildcard", with(authority(null), "scopes", "*")},
      {"one_segment", with(authority(null), "scopes", "tool")},
      {"capital_letter", with(authority(null), "scopes", "tool.Pay")},
      {"two_bounds_of_one_key", authority(null, ROWS, bound(ROWS, 5L))},
      {"bound_that_is_no_number", authority(null, Map.of("key", "max_rows", "max", "10"))},
      {"bound_with_a_member_more", authority(null, Map.of("key", "max_rows", "max", 1L, "or", 2L))},
      {"authority_with_a_member_more", with(authority(null), "until", 5L)},
      {"ttl_as_text", with(authority(null), "ttl", "60")}
    };
    for (Object[] each : wrong) {
      add(
          VectorCase.of("unreadable_authority_" + each[0], "The root's authority cannot be read.")
              .plain(root(each[1]))
              .expect(1, false, "incomplete")
              .finds("unreadable_authority", 0, Books.N0));
    }
    add(
        VectorCase.of("unreadable_granted", "What a delegation granted cannot be read.")
            .plain(root(authority(null)).spawn(List.of()).with("requested", Map.of()))
            .expect(1, false, "incomplete")
            .finds("unreadable_granted", 1, Books.N1));
  }

  private void policy() {
    add(
        VectorCase.of(
                "unlisted", "A call that nothing authorised and that says so is not measured.")
            .plain(
                root(authority(null))
                    .allow(Books.A)
                    .with("scope", "exec.cp")
                    .with("policy", "unlisted")
                    .outcome(Books.A)
                    .done())
            .clean()
            .says("actions_checked", 0L)
            .says("ungated", 1L));
    add(
        VectorCase.of("unknown_policy_buys_nothing", "A made-up value is still measured.")
            .plain(
                root(authority(null))
                    .allow(Books.A)
                    .with("scope", "exec.cp")
                    .with("policy", "trusted")
                    .done())
            .failed()
            .finds("containment", 1, Books.N0)
            .finds("invalid_allow", 1, Books.N0));
    add(
        VectorCase.of("policy_on_a_root", "policy is a field of allow.")
            .plain(root(authority(null)).with("policy", "unlisted").done())
            .expect(1, false, "clean")
            .finds("policy_on_non_allow", 0, Books.N0));
    add(
        VectorCase.of("invalid_policy", "On version 1 a made-up value has a code of its own.")
            .plain(
                new Books(1)
                    .root()
                    .add(
                        "allow",
                        "node",
                        Books.N0,
                        "scope",
                        "tool.pay",
                        "tool",
                        "pay",
                        "context",
                        Map.of(),
                        "policy",
                        "trusted"))
            .expect(1, false, null)
            .finds("invalid_policy", 1, Books.N0));
  }

  private void narrower(String name, Object held, Object granted) {
    add(
        VectorCase.of("delegation_" + name, "What is granted is held by the one who grants it.")
            .plain(root(held).spawn(granted).without("requested"))
            .expect(3, true, "incomplete")
            .says("nodes", 2L));
  }

  private void wider(String name, Object held, Object granted) {
    add(
        VectorCase.of("delegation_" + name, "What is granted is more than what is held.")
            .plain(root(held).spawn(granted).without("requested"))
            .expect(1, false, "incomplete")
            .finds("monotonicity", 1, Books.N1));
  }

  private void inside(String name, Object held, String scope, Map<String, Object> context) {
    add(call(name, held, scope, context).expect(3, true, "incomplete"));
  }

  private void outside(String name, Object held, String scope, Map<String, Object> context) {
    add(
        call(name, held, scope, context)
            .expect(1, false, "incomplete")
            .finds("containment", 1, Books.N0));
  }

  private static VectorCase call(
      String name, Object held, String scope, Map<String, Object> context) {
    return VectorCase.of("call_" + name, "An allowed call, measured against its node's authority.")
        .plain(
            root(held)
                .allow(Books.A)
                .with("scope", scope)
                .with("context", context)
                .without("authorized_params_hash"));
  }

  private static Books root(Object authority) {
    return new Books(2).root().with("authority", authority);
  }

  private static Map<String, Object> authority(Long ttl, Object... constraints) {
    Map<String, Object> authority = new LinkedHashMap<>(Books.authority("tool.*"));
    authority.put("constraints", Arrays.asList(constraints));
    authority.put("ttl", ttl);
    return authority;
  }

  private static Map<String, Object> with(Map<String, Object> json, String member, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(json);
    changed.put(member, member.equals("scopes") ? List.of(value) : value);
    return changed;
  }

  private static Map<String, Object> with(
      Map<String, Object> json, String member, String first, String second) {
    Map<String, Object> changed = new LinkedHashMap<>(json);
    changed.put(member, List.of(first, second));
    return changed;
  }

  private static Map<String, Object> bound(Map<String, Object> constraint, long max) {
    return with(constraint, "max", max);
  }

  private static Map<String, Object> rank(String rank) {
    return with(EGRESS, "rank", rank);
  }

  private static Map<String, Object> oneOf(Object... members) {
    Map<String, Object> changed = new LinkedHashMap<>(ONE_OF);
    changed.put("one_of", List.of(members));
    return changed;
  }

  private static Map<String, Object> noneOf(Object... members) {
    Map<String, Object> changed = new LinkedHashMap<>(NONE_OF);
    changed.put("not_one_of", List.of(members));
    return changed;
  }

  private static Map<String, Object> prefix(String prefix) {
    return with(PREFIX, "prefix", prefix);
  }

  private void add(VectorCase vector) {
    all.add(vector);
  }

  private AuthorityVectors() {}
}
