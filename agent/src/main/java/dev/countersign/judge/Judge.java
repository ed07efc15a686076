package dev.countersign.judge;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.AmbientRule;
import dev.countersign.config.Approval;
import dev.countersign.config.Authorised;
import dev.countersign.config.Configuration;
import dev.countersign.config.EffectRule;
import dev.countersign.config.Lossy;
import dev.countersign.config.Mode;
import dev.countersign.config.Pin;
import dev.countersign.config.Times;
import dev.countersign.config.ToolRule;
import dev.countersign.config.Unbound;
import dev.countersign.config.Word;
import dev.countersign.effect.Glob;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.EffectPreview;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.JudgingObject;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.Verdict;
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
  private final Cascade cascade;
  private final String permits;
  private final String sandbox;
  private final Set<String> targets;
  private final boolean namesServers;
  private final boolean leavesSends;
  private final List<Ambient> ambient;
  private final boolean ambientSends;
  private final boolean discloses;
  private final Mode mode;
  private final boolean strict;
  private final Emergency loosened;
  private final List<Emergency> frozen;

  /** The rules without the one that an exception disables; null where none does. */
  private final Cascade remaining;

  /** An effect that may happen in any frame, with its uses. */
  private static final class Ambient {
    private final AmbientRule rule;
    private EffectPreview rendered;
    private int used;

    Ambient(AmbientRule rule) {
      this.rule = rule;
    }

    synchronized EffectPreview rendered(Supplier<Map<String, String>> environment) {
      if (rendered == null) {
        rendered = rule.template().rendered(Map.of(), environment).get(0);
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
    this.mode = rules.mode();
    this.strict = mode == Mode.ENFORCE;
    this.loosened = null;
    this.frozen = List.of();
    this.remaining = null;
    this.rules = rules;
    this.environment = environment;
    this.cascade = rules.cascade();
    // Without layers there is nothing to sort, and nothing is loaded for it.
    this.permits =
        cascade == null ? "sha256:" + Sha256.hex(Canonical.jcs(rules.judging())) : cascade.hash();
    this.sandbox = Blake3.hex(Canonical.rho(rules.exec().toJson()));
    this.targets = new HashSet<>();
    this.ambient = new ArrayList<>();
    boolean disclosing = false;
    boolean servers = false;
    for (ToolRule tool : rules.tools()) {
      disclosing |= tool.disclose();
      for (EffectRule effect : tool.effects()) {
        if (!effect.shared()) {
          String target = effect.template().constantTarget();
          if (target != null) {
            boolean send = effect.template().verb() == Verb.SEND;
            targets.add(send ? RequestUrl.reached(target) : target);
            servers |= send;
          }
        }
      }
    }
    this.discloses = disclosing;
    this.namesServers = servers;
    this.leavesSends = rules.unbound().elsewhereSend() == Word.ALLOW && !hasRulesForSends();
    boolean sends = false;
    for (AmbientRule rule : rules.ambient()) {
      ambient.add(new Ambient(rule));
      sends |= rule.template().verb() == Verb.SEND;
    }
    this.ambientSends = sends;
  }

  private Judge(Judge same, Mode mode, Emergency loosened, List<Emergency> frozen) {
    this.rules = same.rules;
    this.environment = same.environment;
    this.cascade = same.cascade;
    this.permits = same.permits;
    this.sandbox = same.sandbox;
    this.targets = same.targets;
    this.namesServers = same.namesServers;
    this.leavesSends = same.leavesSends;
    this.ambient = same.ambient;
    this.ambientSends = same.ambientSends;
    this.discloses = same.discloses;
    this.mode = frozen.isEmpty() ? mode : Mode.ENFORCE;
    this.strict = mode == Mode.ENFORCE;
    this.loosened = loosened;
    this.frozen = frozen;
    this.remaining =
        cascade == null || loosened == null || loosened.rule() == null
            ? null
            : cascade.without(loosened.rule());
  }

  /**
   * The same object, with what it has counted, under another mode.
   *
   * @param effective the strictest of what the documents say, an exception aside
   * @param exception what loosens that until it is over; null for none
   * @param freezes what is refused whatever is said
   */
  public Judge under(Mode effective, Emergency exception, List<Emergency> freezes) {
    return new Judge(this, effective, exception, List.copyOf(freezes));
  }

  /**
   * Whether anything can be refused (spec 5.7), so that what is checked has to be held until it is:
   * in {@code enforce}, and where a part is frozen. An exception can end before what is held is
   * judged, so it changes nothing here. What is refused, {@link #refuses} says.
   */
  public boolean enforcing() {
    return mode == Mode.ENFORCE;
  }

  /**
   * Whether what is wrong with an effect has it refused.
   *
   * @param sink of {@code BreakGlass.SINKS}
   * @param tool the innermost one that it happens in, or that is called; null for none
   */
  public boolean refuses(String sink, String tool) {
    if (!frozen.isEmpty() && isFrozen(sink, tool)) {
      return true;
    }
    if (!strict) {
      return false;
    }
    Emergency exception = exception();
    return exception == null || exception.rule() != null || !exception.covers(sink, tool);
  }

  /** What loosens now; null for nothing. */
  private Emergency exception() {
    return loosened == null || loosened.over().getAsBoolean() ? null : loosened;
  }

  /**
   * Whether nothing happens that cannot be recorded: no exception changes that which is about a
   * part.
   */
  public boolean insists() {
    if (!strict) {
      return false;
    }
    Emergency exception = exception();
    return exception == null || !exception.isAboutAll();
  }

  /** Whether an exception refuses a part of what happens. */
  public boolean freezes() {
    return !frozen.isEmpty();
  }

  /** Whether an effect is refused whatever is right with it. */
  public boolean isFrozen(String sink, String tool) {
    for (Emergency each : frozen) {
      if (each.covers(sink, tool)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The id of the break-glass document that loosens what holds for an effect; null for none.
   *
   * @param judgment of the rules; null for none
   */
  public String exception(String sink, String tool, Judgment judgment) {
    boolean waived = judgment != null && judgment.waived();
    // A rule that was waived was, whatever the time is by now.
    Emergency exception = waived ? loosened : exception();
    if (exception == null || !frozen.isEmpty() && isFrozen(sink, tool)) {
      return null;
    }
    boolean applies = exception.rule() == null ? exception.covers(sink, tool) : waived;
    return applies ? exception.id() : null;
  }

  /**
   * The id of the break-glass document that let something happen which is refused without one; null
   * where {@code observe} did. It did so whatever the time is by now: one that ends between the
   * question and the record is named all the same.
   */
  public String exceptionThatPassed() {
    return strict && loosened != null ? loosened.id() : null;
  }

  /** {@code sha256:} and the hash of the judging object (spec 3.1). */
  public String permits() {
    return permits;
  }

  /**
   * Judges an effect that was resolved: a tool call, an effect of one, an ambient one (spec 3.1).
   *
   * @param body of a request; null for other verbs
   * @param actor the state of who acts
   * @return null where everything is allowed and nothing was looked at
   */
  public Judgment judge(
      Verb verb, Map<String, Object> intent, SendBody body, Map<String, Object> actor) {
    if (cascade == null || cascade.allowsEverything()) {
      return null;
    }
    Judgment judgment = judged(cascade, verb, intent, body, actor);
    return mayBeWaived(judgment)
        ? waivedIf(judgment, judged(remaining, verb, intent, body, actor))
        : judgment;
  }

  private static Judgment judged(
      Cascade by, Verb verb, Map<String, Object> intent, SendBody body, Map<String, Object> actor) {
    if (isUnread(by, body)) {
      Judgment judgment = by.matched(verb, null, actor);
      if (judgment != null) {
        return judgment;
      }
    }
    return by.judge(verb, intent, actor);
  }

  /** Whether it is the rule that an exception disables that decided. */
  private boolean mayBeWaived(Judgment judgment) {
    return remaining != null
        && judgment != null
        && judgment.verdict() != Verdict.ALLOW
        && exception() != null
        && loosened.rule().equals(judgment.policyId());
  }

  private static Judgment waivedIf(Judgment judgment, Judgment without) {
    return without == null || without.verdict() == Verdict.ALLOW ? judgment.asWaived() : judgment;
  }

  /**
   * Judges an effect that nothing previewed: where no rule matches, {@code unbound} decides.
   *
   * @param intent null where it has no canonical form: no rule can tell then, and none that refuses
   *     is passed over
   * @param body of a request; null for other verbs
   * @param actor the state of who acts
   * @return null where no rule matches
   */
  public Judgment judgeUnbound(
      Verb verb, Map<String, Object> intent, SendBody body, Map<String, Object> actor) {
    if (cascade == null || !cascade.hasRulesFor(verb)) {
      return null;
    }
    Judgment judgment = matched(cascade, verb, intent, body, actor);
    return mayBeWaived(judgment)
        ? waivedIf(judgment, matched(remaining, verb, intent, body, actor))
        : judgment;
  }

  private static Judgment matched(
      Cascade by, Verb verb, Map<String, Object> intent, SendBody body, Map<String, Object> actor) {
    return by.matched(verb, isUnread(by, body) ? null : intent, actor);
  }

  private static boolean isUnread(Cascade by, SendBody body) {
    return body != null && !body.isRead() && by.looksAtBody();
  }

  /** Whether what no sentence can be about, a hand-off, is denied. */
  public boolean deniesByDefault() {
    return cascade != null && cascade.otherwise() == Verdict.DENY;
  }

  /** The judging object as its hash is taken over it: canonical JSON. */
  public byte[] object() {
    return Canonical.jcs(JudgingObject.sorted(rules.judging()));
  }

  /** Whether an entry has the books keep arguments. */
  public boolean discloses() {
    return discloses;
  }

  /** Whether a rule is about requests, whoever sends them. */
  public boolean hasRulesForSends() {
    return cascade != null && cascade.hasRulesFor(Verb.SEND);
  }

  /**
   * Whether a request outside of every call happens that no entry names and nothing else forbids:
   * no rule is about requests, and the policy allows those that nobody bound.
   */
  public boolean leavesSends() {
    return leavesSends;
  }

  /** Whether a rule about requests looks at their bodies. */
  public boolean looksAtBodies() {
    return cascade != null && cascade.looksAtBody();
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
            Approval.NONE,
            null,
            false,
            null,
            null,
            false,
            null,
            null,
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
      for (EffectPreview each : effect.template().rendered(arguments, environment)) {
        declared.add(new Declared(each, times, effect.shared(), effect.redirects()));
      }
    }
    return declared;
  }

  /**
   * Takes one use of the ambient entry that covers an intent (spec 5.6).
   *
   * @param body of a request; null for other verbs
   * @return the entry's rendering, or null when none covers it or all are used up
   */
  public AmbientUse takeAmbient(Verb verb, Map<String, Object> intent, SendBody body) {
    for (Ambient entry : ambient) {
      if (covers(entry, verb, intent, body) && entry.spend()) {
        return new AmbientUse(entry.rendered(environment), entry.rule.redirects());
      }
    }
    return null;
  }

  /** Whether an ambient entry covers an intent; takes no use. */
  public boolean coversAmbient(Verb verb, Map<String, Object> intent, SendBody body) {
    for (Ambient entry : ambient) {
      if (covers(entry, verb, intent, body)) {
        return true;
      }
    }
    return false;
  }

  private boolean covers(Ambient entry, Verb verb, Map<String, Object> intent, SendBody body) {
    if (entry.rule.template().verb() != verb) {
      return false;
    }
    EffectPreview rendered = entry.rendered(environment);
    return rendered.comparable(intent, body).equals(rendered.intent());
  }

  /** Whether an ambient entry is about requests. */
  public boolean hasAmbientSends() {
    return ambientSends;
  }

  /**
   * Whether a {@code tools}, {@code effects} or {@code bind} entry names this program, or this
   * {@link RequestUrl#reached scheme, host and port} (spec 1.6, law 7 d).
   */
  public boolean names(String target) {
    return targets.contains(target);
  }

  /** Whether it names any scheme, host and port. */
  public boolean namesServers() {
    return namesServers;
  }
}
