package dev.countersign.config;

import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.GuardrailCompiler;
import dev.countersign.guardrail.RuleFinding;
import dev.countersign.guardrail.SentenceException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads {@code layers} (spec 3.1) so that whatever is wrong with them is said with its place: in a
 * sentence, that of the word. What they mean is made of the judging object afterwards, by {@link
 * dev.countersign.guardrail.Cascade}.
 */
final class Layers {

  private static final List<String> LEVELS = List.of("platform", "org", "org_unit", "team");
  private static final List<String> VERDICTS = List.of("allow", "deny", "requires_approval");
  private static final long MAX_VERSION = 9_007_199_254_740_991L;

  static void check(List<Section> sections, Problems problems) {
    Set<String> levels = new HashSet<>();
    Map<String, Integer> ids = new HashMap<>();
    for (Section layer : sections) {
      layer.require("level", "platform, org, org_unit or team");
      layer.require("version", "a whole number that grows with every change of this layer");
      layer.require("rules", "a list of rules { id, when, verdict, reason }");
      String level = layer.word("level", LEVELS, List.of());
      if (level != null && !levels.add(level)) {
        layer.error("level", "there is a layer of this level already. Put its rules together");
      }
      layer.whole("version", 1, MAX_VERSION);
      for (Section rule : layer.sections("rules", Keys.RULE)) {
        rule(rule, ids, problems);
      }
    }
  }

  private static void rule(Section rule, Map<String, Integer> ids, Problems problems) {
    rule.require("id", "the name that the books know the rule by");
    rule.require("when", "a sentence, like: invoke of \"refund\" where arguments.amount > 50000");
    rule.require("verdict", "allow, deny or requires_approval");
    rule.require("reason", "one line for whoever reads the books");
    String id = rule.name("id");
    if (id != null) {
      Integer line = ids.putIfAbsent(id, rule.get("id").line);
      if (line != null) {
        rule.error(
            "id", "the rule on line " + line + " has this id as well. The books name rules by it");
      }
    }
    rule.word("verdict", VERDICTS, List.of());
    rule.name("reason");
    String when = rule.text("when");
    if (when != null) {
      try {
        GuardrailCompiler.check(when);
      } catch (SentenceException wrong) {
        at(rule, when, wrong, problems);
      }
    }
  }

  private static void at(Section rule, String when, SentenceException wrong, Problems problems) {
    Tree sentence = rule.get("when");
    int before = when.codePointCount(0, Math.min(wrong.offset(), when.length()));
    boolean exact = sentence.lead >= 0;
    problems.error(
        sentence.line,
        sentence.column + (exact ? sentence.lead + before : 0),
        rule.path("when"),
        wrong.getMessage() + (exact ? "" : " (character " + (before + 1) + " of the sentence)"));
  }

  /** Says which rules compile and do less, or more, than they seem to. */
  static void lint(List<Section> layers, Cascade cascade, List<ToolRule> tools, Problems problems) {
    List<String> names = new ArrayList<>();
    for (ToolRule tool : tools) {
      names.add(tool.tool().text());
    }
    Map<String, Section> rules = new HashMap<>();
    for (Section layer : layers) {
      for (Section rule : layer.sections("rules", Keys.RULE)) {
        rules.put(rule.name("id"), rule);
      }
    }
    for (RuleFinding finding : cascade.lint(names)) {
      Tree at = rules.get(finding.id()).get("when");
      problems.warning(at.line, at.column, rules.get(finding.id()).path("when"), finding.message());
    }
  }

  private Layers() {}
}
