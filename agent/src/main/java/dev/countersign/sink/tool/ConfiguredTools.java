package dev.countersign.sink.tool;

import dev.countersign.ActionClass;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.config.AgentRule;
import dev.countersign.config.BindRule;
import dev.countersign.config.Configuration;
import dev.countersign.config.HandoffRule;
import dev.countersign.config.MethodPattern;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Glob;
import dev.countersign.effect.Parameter;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Params;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Hop;
import dev.countersign.scope.ToolCall;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.TypePattern;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The methods that {@code tools[].method}, {@code bind[]}, {@code agents[]}, {@code handoff[]} and
 * {@code actor.from} name, as sites (spec 5.2, 5.3, 5.9).
 *
 * <p>A sink is woven once, however many entries name it. A {@code tools[].method} that no {@code
 * bind} resolves is resolved at its own entry; then there is no second observation, and a hole says
 * so.
 */
public final class ConfiguredTools {

  private final Configuration configuration;
  private final Effects effects;
  private final BoundMethods methods;
  private final String version;
  private final Supplier<Map<String, String>> environment;
  private final Function<Object, Map<String, Object>> requests;

  /**
   * @param version of this agent, for the books
   * @param environment reads the JVM's own environment
   * @param requests reads a request of a client that is known, as an intent
   * @param holes hears of methods that turn out not to be bindable
   */
  public ConfiguredTools(
      Configuration configuration,
      Effects effects,
      Weaver weaver,
      String version,
      Supplier<Map<String, String>> environment,
      Function<Object, Map<String, Object>> requests,
      Consumer<String> holes) {
    this.configuration = configuration;
    this.effects = effects;
    this.methods = new BoundMethods(configuration, weaver, holes);
    this.version = version;
    this.environment = environment;
    this.requests = requests;
  }

  /** What is woven: sites where the class is known, patterns where it is not. */
  public record Woven(List<Site> sites, List<TypePattern> patterns) {}

  /** One site or pattern per resolution point, per sink, per agent and per hand-off. */
  public Woven woven() {
    Map<String, MethodPattern> sinks = new LinkedHashMap<>();
    Map<String, ToolRule> resolvedAtEntry = new LinkedHashMap<>();
    Map<String, List<BindRule>> points = new LinkedHashMap<>();
    for (ToolRule tool : configuration.tools()) {
      if (tool.method() != null) {
        sinks.put(key(tool.method()), tool.method());
        if (!isBound(tool)) {
          resolvedAtEntry.putIfAbsent(key(tool.method()), tool);
        }
      }
    }
    for (BindRule bind : configuration.bind()) {
      points.computeIfAbsent(key(bind.resolve()), unused -> new ArrayList<>()).add(bind);
      if (bind.sink() != null) {
        sinks.put(key(bind.sink()), bind.sink());
        resolvedAtEntry.remove(key(bind.sink()));
      }
    }
    Woven all = new Woven(new ArrayList<>(), new ArrayList<>());
    for (List<BindRule> rules : points.values()) {
      MethodPattern pattern = rules.get(0).resolve();
      ResolvePoint point =
          new ResolvePoint(
              effects, adapter("countersign.bind", pattern), rules, methods, environment, requests);
      add(all, pattern, null, new Behind(point, ResolvePoint.needsResult(rules), false));
    }
    for (Map.Entry<String, MethodPattern> sink : sinks.entrySet()) {
      ToolRule tool = resolvedAtEntry.get(sink.getKey());
      Adapter adapter = adapter("countersign.tool", sink.getValue());
      EntryResolution atEntry =
          tool == null ? null : (woven, self, args) -> atEntry(tool, adapter, woven, args);
      MethodPattern pattern = sink.getValue();
      ToolSink handler =
          pattern.isExact()
              ? new ToolSink(effects, adapter, atEntry)
              : new ToolSink(effects, adapter, atEntry, patterned(pattern));
      add(all, pattern, tool == null ? null : tool.tool(), new Behind(handler, false, false));
    }
    for (AgentRule agent : configuration.agents()) {
      // The root's, like the agent's own acts: a node need not have been given hops to be made.
      Hop hop =
          configuration.ledger().receiptKey() == null
              ? null
              : new Hop(agent.agent(), adapter("countersign.agents", agent.method()), Params.NONE);
      add(all, agent.method(), null, new Behind(new AgentPoint(effects, agent, hop), false, true));
    }
    MethodPattern identity = configuration.actor().from();
    if (identity != null) {
      add(all, identity, null, new Behind(new IdentityPoint(effects), false, false));
    }
    for (HandoffRule handoff : configuration.handoffs()) {
      Adapter adapter = adapter("countersign.handoff", handoff.method());
      add(
          all,
          handoff.method(),
          null,
          new Behind(new HandoffPoint(effects, handoff, adapter), false, true));
    }
    return all;
  }

  /**
   * Who stands behind a gate.
   *
   * @param agent whether work is handed on by it, to an agent or to a peer
   */
  private record Behind(SiteHandler handler, boolean decidesAtExit, boolean agent) {

    Site at(Site.Builder method) {
      if (agent) {
        method.innermost().refuses(ActionClass.DELEGATION);
      }
      return method.decidesAtExit(decidesAtExit).to(handler);
    }
  }

  /**
   * @param named null, or which of the annotated methods are meant: those that the glob matches
   */
  private static void add(Woven all, MethodPattern pattern, Glob named, Behind behind) {
    if (pattern.isExact()) {
      all.sites()
          .add(
              behind.at(
                  Site.on(pattern.className()).at(pattern.methodName(), pattern.parameters())));
      return;
    }
    boolean annotated = pattern.kind() == MethodPattern.Kind.ANNOTATED;
    all.patterns()
        .add(
            new TypePattern(
                pattern.text(),
                annotated ? TypePattern.Kind.ANNOTATED : TypePattern.Kind.SUBTYPES,
                pattern.className(),
                annotated ? null : pattern.methodName(),
                pattern.parameters(),
                (className, method, descriptor) ->
                    annotated && named != null && !named.literal() && !named.matches(method)
                        ? null
                        : behind.at(Site.on(className).at(method, descriptor)),
                // An agent that is an interface has nothing behind its proxy but a framework.
                behind.agent()));
  }

  private ToolSink.Patterned patterned(MethodPattern pattern) {
    return new ToolSink.Patterned() {
      @Override
      public String text() {
        return pattern.text();
      }

      @Override
      public ToolMethod method(WovenMethod woven, String tool) {
        ToolRule entry = configuration.firstFor(tool);
        return methods.of(woven, pattern, entry == null ? List.of() : entry.exclude()).target();
      }
    };
  }

  /** Tools whose calls are resolved from their own Java values: no second observation. */
  public List<String> resolvedAtEntry() {
    List<String> tools = new ArrayList<>();
    for (ToolRule tool : configuration.tools()) {
      if (tool.method() != null && !isBound(tool)) {
        tools.add(tool.tool().text());
      }
    }
    return tools;
  }

  private boolean isBound(ToolRule tool) {
    for (BindRule bind : configuration.bind()) {
      boolean names =
          bind.invoke() != null && (bind.tool() == null || bind.tool().matches(tool.tool().text()));
      if (names && (bind.sink() == null || key(bind.sink()).equals(key(tool.method())))) {
        return true;
      }
    }
    return false;
  }

  private ToolCall atEntry(ToolRule rule, Adapter adapter, WovenMethod woven, Object[] args) {
    BoundMethods.Bound bound = methods.of(woven, rule.method(), rule.exclude());
    Map<String, Object> arguments = null;
    String detail = null;
    if (bound.target() != null) {
      try {
        arguments = values(bound.target(), args);
      } catch (NotCanonicalException unsupported) {
        detail = unsupported.getMessage();
      }
    }
    return new ToolCall(
        rule.tool().literal() ? rule.tool().text() : woven.method(),
        null,
        arguments,
        bound.target(),
        bound.plan(),
        () -> null,
        bound.capture(),
        adapter,
        bound.lost(),
        detail);
  }

  private static Map<String, Object> values(ToolMethod target, Object[] args) {
    Map<String, Object> values = new LinkedHashMap<>();
    Object[] actual = target.fromModel(args);
    int i = 0;
    for (Parameter parameter : target.parameters()) {
      values.put(parameter.name(), Snapshot.of(actual[i++]));
    }
    return values;
  }

  private Adapter adapter(String module, MethodPattern pattern) {
    return new Adapter(module, version, pattern.text());
  }

  private static String key(MethodPattern pattern) {
    return pattern.kind()
        + " "
        + pattern.className()
        + "#"
        + pattern.methodName()
        + pattern.parameters();
  }
}
