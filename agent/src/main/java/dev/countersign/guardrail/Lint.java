package dev.countersign.guardrail;

import dev.countersign.effect.Glob;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Condition.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Looks for rules that compile, and do less or more than they seem to. */
final class Lint {

  private final Verdict otherwise;
  private final List<String> tools;
  private final List<RuleFinding> findings = new ArrayList<>();
  private final Map<String, Rule> bySentence = new HashMap<>();

  /**
   * @param otherwise the default
   * @param tools names and globs of the configured tools
   */
  Lint(Verdict otherwise, List<String> tools) {
    this.otherwise = otherwise;
    this.tools = tools;
  }

  List<RuleFinding> of(List<Rule> rules) {
    for (Rule rule : rules) {
      one(rule);
    }
    return List.copyOf(findings);
  }

  private void one(Rule rule) {
    Rule same =
        bySentence.putIfAbsent(
            rule.verdict.text() + ' ' + rule.judgment.guardrail().predicateHash(), rule);
    if (same != null) {
      say(rule, "says the same as the rule " + same.id + ". Remove one of them");
    }
    if (rule.verdict == Verdict.ALLOW && otherwise == Verdict.ALLOW) {
      say(
          rule,
          "allows what default: allow allows anyhow; an allow never takes back what another rule"
              + " denies. Set default: deny, or remove the rule");
    }
    if (rule.tools != null && !tools.isEmpty()) {
      for (String tool : rule.tools) {
        if (!isKnown(tool)) {
          say(rule, "no entry of tools names \"" + tool + "\". Is the name right?");
        }
      }
    }
    if (rule.verdict == Verdict.ALLOW && rule.sentence.condition() != null) {
      openUrls(rule, rule.sentence.condition());
    }
  }

  private boolean isKnown(String tool) {
    for (String known : tools) {
      if (new Glob(known).matches(tool)) {
        return true;
      }
    }
    return false;
  }

  /** {@code https://api.example.com} begins {@code https://api.example.com.evil.example/} too. */
  private void openUrls(Rule rule, Condition condition) {
    if (condition instanceof Condition.And and) {
      for (Condition each : and.all()) {
        openUrls(rule, each);
      }
    } else if (condition instanceof Condition.Or or) {
      for (Condition each : or.any()) {
        openUrls(rule, each);
      }
    } else if (condition instanceof Condition.Test test
        && rule.sentence.verb() == Verb.SEND
        && test.operation() == Operation.STARTS_WITH
        && test.path().contains(new Step.Member("url"))
        && test.operand() instanceof String begin
        && begin.indexOf('/', begin.indexOf("//") + 2) < 0) {
      say(
          rule,
          "url starts with \""
              + begin
              + "\" also allows longer host names that begin so. Compare host, or end it with /");
    }
  }

  private void say(Rule rule, String message) {
    findings.add(new RuleFinding(rule.id, message));
  }
}
