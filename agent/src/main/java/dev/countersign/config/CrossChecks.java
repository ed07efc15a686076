package dev.countersign.config;

import dev.countersign.effect.template.EffectTemplate;
import dev.countersign.effect.template.ExecTemplate;
import dev.countersign.effect.template.Extractor;
import java.util.List;

/** What only shows when rules are seen side by side. */
final class CrossChecks {

  private final List<ToolRule> tools;
  private final List<BindRule> bind;
  private final List<AmbientRule> ambient;
  private final ExecRules exec;
  private final Problems problems;

  private CrossChecks(
      List<ToolRule> tools,
      List<BindRule> bind,
      List<AmbientRule> ambient,
      ExecRules exec,
      Problems problems) {
    this.tools = tools;
    this.bind = bind;
    this.ambient = ambient;
    this.exec = exec;
    this.problems = problems;
  }

  static CrossChecks of(
      List<ToolRule> tools,
      List<BindRule> bind,
      List<AmbientRule> ambient,
      ExecRules exec,
      Problems problems) {
    return new CrossChecks(tools, bind, ambient, exec, problems);
  }

  void throughout() {
    for (int i = 0; i < tools.size(); i++) {
      reachable(i);
      named(tools.get(i));
      for (EffectRule effect : tools.get(i).effects()) {
        startable(effect.template(), effect.position());
      }
    }
    for (AmbientRule rule : ambient) {
      startable(rule.template(), rule.position());
    }
    for (BindRule rule : bind) {
      if (rule.invoke() != null) {
        sink(rule);
        takes(rule, ".invoke.tool", rule.invoke().tool());
        takes(rule, ".invoke.arguments", rule.invoke().arguments());
      } else if (rule.send() != null) {
        takes(rule, ".send", rule.send().request());
      } else {
        takes(rule, ".exec", rule.exec().argv());
        takes(rule, ".exec.dir", rule.exec().dir());
        takes(rule, ".exec.env", rule.exec().env());
      }
    }
  }

  /** An extractor cannot take an argument that the method does not have. */
  private void takes(BindRule rule, String key, Extractor extractor) {
    int count = rule.resolve().parameterCount();
    if (extractor != null && count >= 0 && extractor.argument() >= count) {
      problems.error(
          rule.position().line(),
          rule.position().column(),
          rule.position().path() + key,
          extractor
              + " takes an argument that "
              + rule.resolve().text()
              + " does not have; it has "
              + count
              + ", counted from arg0");
    }
  }

  /** What may start by one rule and never by another. */
  private void startable(EffectTemplate template, Position position) {
    if (exec.interpretersRefused()
        && template instanceof ExecTemplate start
        && start.readsProgramFromInput()) {
      problems.warning(
          position.line(),
          position.column(),
          position.path() + ".exec",
          "always refused, by exec.stdin: refuse-interpreters: this interpreter reads its program from"
              + " standard input. Give it a script, or stdio: { stdin: { read: … } }");
    }
  }

  /** The first match wins: a rule behind one that matches everything it matches is never used. */
  private void reachable(int index) {
    ToolRule rule = tools.get(index);
    for (int i = 0; i < index; i++) {
      ToolRule earlier = tools.get(i);
      boolean covered =
          earlier.tool().text().equals(rule.tool().text())
              || earlier.tool().text().equals("*")
              || rule.tool().literal() && earlier.tool().matches(rule.tool().text());
      if (covered) {
        problems.warning(
            rule.position().line(),
            rule.position().column(),
            rule.position().path(),
            "never used: "
                + earlier.position().path()
                + " (line "
                + earlier.position().line()
                + ") matches "
                + Tree.quoted(rule.tool().text())
                + " first. Move this entry before it, or remove one");
        return;
      }
    }
  }

  /**
   * A method without a bind is resolved at its own entry, and then this entry alone says what the
   * tool is called.
   */
  private void named(ToolRule rule) {
    if (rule.method() == null
        || rule.tool().literal()
        || rule.method().kind() == MethodPattern.Kind.ANNOTATED) {
      // Where an annotation names methods, each tool is called as its method is.
      return;
    }
    for (BindRule binding : bind) {
      if (binding.invoke() != null) {
        return;
      }
    }
    problems.error(
        rule.position().line(),
        rule.position().column(),
        rule.position().path() + ".method",
        "the tool of this method has no name: "
            + Tree.quoted(rule.tool().text())
            + " is a glob and no bind entry invokes one. Write the tool's name");
  }

  private void sink(BindRule rule) {
    boolean found = rule.sink() != null;
    for (ToolRule tool : tools) {
      if (tool.method() == null || !concerns(rule, tool)) {
        continue;
      }
      found = true;
      if (rule.sink() != null && !rule.sink().sameMethods(tool.method())) {
        problems.error(
            rule.position().line(),
            rule.position().column(),
            rule.position().path() + ".sink",
            "differs from "
                + tool.position().path()
                + ".method (line "
                + tool.position().line()
                + ") of the same tool. Keep one of the two");
      }
    }
    if (!found) {
      problems.error(
          rule.position().line(),
          rule.position().column(),
          rule.position().path() + ".sink",
          "missing: no tools entry gives the method that carries this call out. Give it here, or as tools[].method");
    }
  }

  /**
   * An entry with a tool concerns that tool; one without concerns every tool when it has no sink of
   * its own.
   */
  private static boolean concerns(BindRule rule, ToolRule tool) {
    if (rule.tool() == null) {
      return rule.sink() == null;
    }
    return rule.tool().text().equals(tool.tool().text())
        || tool.tool().literal() && rule.tool().matches(tool.tool().text());
  }
}
