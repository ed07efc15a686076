package dev.countersign.sink.tool;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Snapshot;
import dev.countersign.config.BindRule;
import dev.countersign.config.ExecBind;
import dev.countersign.config.InvokeBind;
import dev.countersign.effect.ExecIntent;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.CallScope;
import dev.countersign.scope.Effects;
import dev.countersign.scope.ThreadCell;
import dev.countersign.scope.ToolCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * An application's own resolution point (spec 5.3): what a method gets or returns is a request that
 * was judged.
 *
 * <p>{@code exec} previews a process start, {@code send} a request; {@code invoke} opens a tool
 * call's scope until the method ends, or, from a returned value, until the sink has run.
 */
final class ResolvePoint implements SiteHandler {

  private final Effects effects;
  private final Adapter adapter;
  private final List<BindRule> rules;
  private final BoundMethods methods;
  private final Supplier<Map<String, String>> environment;
  private final Function<Object, Map<String, Object>> requests;

  /**
   * @param rules the entries that share this method, in the order of the file
   * @param methods finds the sinks of {@code invoke} entries
   * @param environment reads the JVM's own environment, which intents are relative to
   * @param requests reads a request of a client that is known, as an intent
   */
  ResolvePoint(
      Effects effects,
      Adapter adapter,
      List<BindRule> rules,
      BoundMethods methods,
      Supplier<Map<String, String>> environment,
      Function<Object, Map<String, Object>> requests) {
    this.effects = effects;
    this.adapter = adapter;
    this.rules = rules;
    this.methods = methods;
    this.environment = environment;
    this.requests = requests;
  }

  /**
   * Between entry and exit of the resolution point.
   *
   * @param outer of the points of patterns that run on this thread, the next one out; else null
   */
  private record Resolving(
      ResolvePoint point,
      WovenMethod woven,
      Object self,
      Object[] args,
      CallScope opened,
      Object outer) {

    /** Whether that method is what this one overrides, called by it on the same object. */
    boolean isOverriddenBy(ResolvePoint other, WovenMethod method, Object receiver) {
      return point == other
          && self != null
          && self == receiver
          && !woven.className().equals(method.className())
          && woven.method().equals(method.method())
          && woven.parameterCount() == method.parameterCount();
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!patterned()) {
      return resolve(woven, self, args, null);
    }
    ThreadCell cell = ThreadCell.current();
    Object outer = cell.resolving();
    for (Object at = outer; at instanceof Resolving running; at = running.outer()) {
      if (running.isOverriddenBy(this, woven, self)) {
        return null;
      }
    }
    Object here = resolve(woven, self, args, outer);
    cell.resolving(here);
    return here;
  }

  /** A pattern names a method in a class and in those above it: together they resolve once. */
  private boolean patterned() {
    return !rules.get(0).resolve().isExact();
  }

  private Object resolve(WovenMethod woven, Object self, Object[] args, Object outer) {
    CallScope opened = null;
    boolean onReturn = false;
    for (BindRule rule : rules) {
      if (needsResult(rule)) {
        onReturn = true;
      } else if (rule.exec() != null) {
        previewExec(rule, woven, self, args, null);
      } else if (rule.send() != null) {
        previewSend(rule, woven, self, args, null);
      } else if (opened == null) {
        ToolCall call = call(rule, woven, self, args, null);
        opened = call == null ? null : effects.resolve(call);
        if (opened != null && call.target() == null && opened.refusal() != null) {
          // Its sink carries no gate, so nothing further down could refuse it.
          effects.end(opened, null);
          throw opened.refusal();
        }
      }
    }
    return opened == null && !onReturn && !patterned()
        ? null
        : new Resolving(this, woven, self, args.clone(), opened, outer);
  }

  /** Whether one of these entries can be resolved only when the method has returned. */
  static boolean needsResult(List<BindRule> rules) {
    for (BindRule rule : rules) {
      if (needsResult(rule)) {
        return true;
      }
    }
    return false;
  }

  private static boolean needsResult(BindRule rule) {
    if (rule.exec() != null) {
      return rule.exec().needsResult();
    }
    return rule.send() != null ? rule.send().request().needsResult() : rule.invoke().needsResult();
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    Resolving resolving = (Resolving) token;
    if (patterned()) {
      ThreadCell.current().resolving(resolving.outer());
    }
    if (resolving.opened() != null) {
      effects.end(resolving.opened(), thrown);
    }
    if (thrown == null) {
      resolveReturned(resolving, result);
    }
    return result;
  }

  private void resolveReturned(Resolving resolving, Object result) {
    boolean resolved = false;
    for (BindRule rule : rules) {
      if (rule.exec() != null && rule.exec().needsResult()) {
        previewExec(rule, resolving.woven(), resolving.self(), resolving.args(), result);
      } else if (rule.send() != null && rule.send().request().needsResult()) {
        previewSend(rule, resolving.woven(), resolving.self(), resolving.args(), result);
      } else if (rule.invoke() != null && rule.invoke().needsResult() && !resolved) {
        ToolCall call = call(rule, resolving.woven(), resolving.self(), resolving.args(), result);
        if (call != null) {
          effects.resolveReturned(call);
          resolved = true;
          if (call.target() == null
              && effects.currentCall() != null
              && effects.currentCall().refusal() != null) {
            throw effects.currentCall().refusal();
          }
        }
      }
    }
  }

  private void previewExec(
      BindRule rule, WovenMethod woven, Object self, Object[] args, Object result) {
    try {
      ExecBind bind = rule.exec();
      List<String> argv = texts(Snapshot.of(bind.argv().extract(self, args, result)));
      String dir = bind.dir() == null ? null : path(bind.dir().extract(self, args, result));
      Map<String, String> set = new LinkedHashMap<>();
      if (bind.env() != null) {
        changed(Snapshot.of(bind.env().extract(self, args, result)), set);
      }
      ExecIntent intent =
          new ExecIntent(
              argv, dir, set, List.of(), ExecIntent.PIPE, ExecIntent.PIPE, ExecIntent.PIPE, false);
      effects.preview(
          Verb.EXEC, intent.toJson(), rule, methods.plan(rule.resolve(), woven), adapter);
    } catch (NotCanonicalException | TemplateException unsupported) {
      effects.refuseResolution(Verb.EXEC, adapter, unsupported.getMessage());
    }
  }

  private void previewSend(
      BindRule rule, WovenMethod woven, Object self, Object[] args, Object result) {
    try {
      Map<String, Object> intent =
          requests.apply(rule.send().request().extract(self, args, result));
      effects.preview(Verb.SEND, intent, rule, methods.plan(rule.resolve(), woven), adapter);
    } catch (NotCanonicalException | TemplateException unsupported) {
      effects.refuseResolution(Verb.SEND, adapter, unsupported.getMessage());
    }
  }

  /**
   * Null when the entry is for another tool. A name that cannot be read fails the check: no scope
   * would bind the call.
   */
  private ToolCall call(
      BindRule rule, WovenMethod woven, Object self, Object[] args, Object result) {
    InvokeBind bind = rule.invoke();
    if (!(bind.tool().extract(self, args, result) instanceof String tool)) {
      throw new NotCanonicalException("the tool's name is no String");
    }
    if (rule.tool() != null && !rule.tool().matches(tool)) {
      return null;
    }
    Map<String, Object> arguments;
    String detail = null;
    try {
      arguments = object(Snapshot.of(bind.arguments().extract(self, args, result)));
      detail = arguments == null ? "the arguments are no JSON object" : null;
    } catch (NotCanonicalException | TemplateException unsupported) {
      arguments = null;
      detail = unsupported.getMessage();
    }
    BoundMethods.Bound sink = methods.sinkOf(woven, rule, tool);
    return new ToolCall(
        tool,
        null,
        arguments,
        sink.target(),
        sink.plan(),
        () -> null,
        sink.capture(),
        adapter,
        sink.lost(),
        detail);
  }

  @SuppressWarnings("unchecked") // a JSON object has strings for keys
  private static Map<String, Object> object(Object json) {
    return json instanceof Map<?, ?> map ? (Map<String, Object>) map : null;
  }

  private static List<String> texts(Object json) {
    List<String> texts = new ArrayList<>();
    if (json instanceof List<?> list) {
      for (Object element : list) {
        if (!(element instanceof String text)) {
          throw new NotCanonicalException("an argv element is no String");
        }
        texts.add(text);
      }
    }
    if (texts.isEmpty()) {
      throw new NotCanonicalException("argv is no list of strings");
    }
    return texts;
  }

  private static String path(Object dir) {
    if (dir == null || dir instanceof String) {
      return (String) dir;
    }
    if (dir.getClass() == File.class) {
      return ((File) dir).getPath();
    }
    if (dir instanceof Path && dir.getClass().getClassLoader() == null) {
      return dir.toString();
    }
    throw new NotCanonicalException("a directory is a String, File or Path");
  }

  private void changed(Object json, Map<String, String> set) {
    if (json == null) {
      return;
    }
    if (!(json instanceof Map<?, ?> map)) {
      throw new NotCanonicalException("an environment is a Map of strings");
    }
    for (Map.Entry<?, ?> variable : map.entrySet()) {
      if (!(variable.getValue() instanceof String value)) {
        throw new NotCanonicalException("an environment is a Map of strings");
      }
      if (!value.equals(environment.get().get(variable.getKey()))) {
        set.put((String) variable.getKey(), value);
      }
    }
  }
}
