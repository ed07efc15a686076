package dev.countersign.judge;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.AmbientRule;
import dev.countersign.config.Authorised;
import dev.countersign.config.Configuration;
import dev.countersign.config.EffectRule;
import dev.countersign.config.Glob;
import dev.countersign.config.Lossy;
import dev.countersign.config.Pin;
import dev.countersign.config.Times;
import dev.countersign.config.ToolRule;
import dev.countersign.config.Unbound;
import dev.countersign.effect.template.ExecPreview;
import dev.countersign.effect.template.TemplateException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One judging object: the rules that a call takes at its resolution and keeps to its end (spec 3.1,
 * 3.3).
 */
public final class Judge {

  private final Configuration rules;
  private final Supplier<Map<String, String>> environment;
  private final String permits;
  private final String sandbox;
  private final Set<String> programs = new HashSet<>();
  private final List<Ambient> ambient = new ArrayList<>();

  /** An effect that may happen in any frame, with its uses. */
  private static final class Ambient {
    private final AmbientRule rule;
    private ExecPreview rendered;
    private int used;

    Ambient(AmbientRule rule) {
      this.rule = rule;
    }

    synchronized ExecPreview rendered(Supplier<Map<String, String>> environment) {
      if (rendered == null) {
        rendered = rule.exec().render(Map.of(), environment.get()).get(0);
      }
      return rendered;
    }

    synchronized boolean spend() {
      if (used >= rule.times().count()) {
        return false;
      }
      used++;
      return true;
    }
  }

  /**
   * @param environment reads the JVM's own environment, which intents are relative to (spec 1.3);
   *     not asked before the first template is rendered, because on JDK 25 reading it initialises
   *     {@code ProcessImpl}
   */
  public Judge(Configuration rules, Supplier<Map<String, String>> environment) {
    this.rules = rules;
    this.environment = environment;
    this.permits = "sha256:" + Sha256.hex(Canonical.jcs(rules.judging()));
    this.sandbox = Blake3.hex(Canonical.rho(rules.exec().toJson()));
    for (ToolRule tool : rules.tools()) {
      for (EffectRule effect : tool.effects()) {
        if (!effect.shared()) {
          String program = effect.exec().constantProgram();
          if (program != null) {
            programs.add(program);
          }
        }
      }
    }
    for (AmbientRule rule : rules.ambient()) {
      ambient.add(new Ambient(rule));
    }
  }

  /** {@code sha256:} and the hash of the judging object (spec 3.1). */
  public String permits() {
    return permits;
  }

  /** BLAKE3-256 hex of the exec rules in force (spec 1.4, {@code sandbox}). */
  public String sandbox() {
    return sandbox;
  }

  /** What happens to effects without a preview. */
  public Unbound unbound() {
    return rules.unbound();
  }

  /** The first entry that names the tool; the defaults where none does (spec 5.2). */
  public ToolRule ruleFor(String tool) {
    ToolRule rule = rules.firstFor(tool);
    return rule != null
        ? rule
        : new ToolRule(
            new Glob(tool),
            null,
            List.of(),
            Times.ONCE,
            List.of(),
            Authorised.MODEL,
            Lossy.REFUSE,
            Pin.FIRST_USE,
            null);
  }

  /**
   * The effects that a call of the tool may have.
   *
   * @param arguments the authorised arguments, a JSON object
   * @throws TemplateException when a template cannot be rendered from them
   */
  public List<Declared> declare(ToolRule rule, Map<String, Object> arguments) {
    List<Declared> declared = new ArrayList<>(rule.effects().size());
    for (EffectRule effect : rule.effects()) {
      Times times = rule.times().multipliedBy(effect.times());
      for (ExecPreview exec : effect.exec().render(arguments, environment.get())) {
        declared.add(new Declared(exec, times, effect.shared()));
      }
    }
    return declared;
  }

  /**
   * Takes one use of the ambient entry that covers an intent (spec 5.6).
   *
   * @return the entry's rendering, or null when none covers it or all are used up
   */
  public ExecPreview takeAmbient(Map<String, Object> intent) {
    for (Ambient entry : ambient) {
      ExecPreview rendered = entry.rendered(environment);
      if (covers(rendered, intent) && entry.spend()) {
        return rendered;
      }
    }
    return null;
  }

  /** Whether an ambient entry covers an intent; takes no use. */
  public boolean coversAmbient(Map<String, Object> intent) {
    for (Ambient entry : ambient) {
      if (covers(entry.rendered(environment), intent)) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(ExecPreview rendered, Map<String, Object> intent) {
    return rendered.mask(intent).equals(rendered.intent());
  }

  /**
   * Whether a {@code tools}, {@code effects} or {@code bind} entry names this program (spec 1.6,
   * law 7 d).
   */
  public boolean names(String program) {
    return programs.contains(program);
  }
}
