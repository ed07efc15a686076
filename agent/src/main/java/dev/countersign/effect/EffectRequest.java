package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.canonical.CanonicalPart;
import dev.countersign.canonical.NotCanonicalException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The effect request ρ (spec 1.1): one effect, what it does and what it was judged under. An
 * immutable value; its canonical form is taken once, at construction, so that a request without one
 * cannot exist.
 */
public final class EffectRequest {

  static final byte[] PREVIEW = "effect-preview".getBytes(StandardCharsets.US_ASCII);
  static final byte[] REQUEST = "effect-request".getBytes(StandardCharsets.US_ASCII);

  private static final String ARGUMENTS = "arguments";
  private static final String METHOD = "method";
  private static final String TOOL = "tool";

  private final Verb verb;
  private final String taskId;
  private final Map<String, Object> intent;
  private final Map<String, Object> inputs;
  private final Context context;
  private final byte[] canonical;

  /** What it has in common with other calls; null for anything but the call of a tool. */
  private final CallFrame frame;

  /** Where the intent stands in {@link #canonical}. */
  private final CanonicalPart intentPart;

  /** Where the arguments of a tool call stand there; null for other verbs. */
  private final CanonicalPart argumentsPart;

  private String digest;

  /**
   * @param intent a JSON value of the verb's shape (spec 1.3)
   * @param inputs upstream values by name, as BLAKE3-256 hex digests
   * @throws NotCanonicalException when ρ has no canonical form
   */
  public EffectRequest(
      Verb verb,
      String taskId,
      Map<String, Object> intent,
      Map<String, Object> inputs,
      Context context) {
    this.verb = verb;
    this.taskId = taskId;
    this.intent = intent;
    this.inputs = inputs;
    this.context = context;

    if (verb == Verb.INVOKE
        && inputs.isEmpty()
        && isCall(intent)
        && intent.get(METHOD) instanceof String method
        && intent.get(TOOL) instanceof String tool) {
      this.frame = CallFrame.of(context, method, tool);
      CanonicalObject text = frame.begin(context.attempt(), intent.get(ARGUMENTS));
      int from = text.valueAt();
      int to = text.length();
      boolean same = text.valueSameInEveryForm();
      this.canonical = frame.end(text, taskId);
      this.argumentsPart = new CanonicalPart(canonical, from, to, same);
      // Of the rest nothing is known.
      this.intentPart =
          new CanonicalPart(canonical, CallFrame.intentAt(from), frame.intentEnd(to), false);
    } else {
      this.frame = null;
      CanonicalObject text =
          new CanonicalObject().member("attempt", context.attempt()).begin("ctx");
      context.write(text);
      int from = text.end().member("inputs", inputs).member("intent", intent).valueAt();
      int to = text.length();
      boolean same = text.valueSameInEveryForm();
      this.canonical =
          text.member("task_id", taskId).member("v", 1).member("verb", verb.text()).bytes();
      this.argumentsPart = null;
      this.intentPart = new CanonicalPart(canonical, from, to, same);
    }
  }

  /** Whether this is the intent of a tool call with its three names (spec 1.3). */
  private static boolean isCall(Map<String, Object> intent) {
    return intent.size() == 3
        && intent.containsKey(ARGUMENTS)
        && intent.containsKey(METHOD)
        && intent.containsKey(TOOL);
  }

  /**
   * Where a value stands in ρ's own text, for what else is made of its bytes.
   *
   * @param value the very intent, or the very arguments of a tool call; null is returned for
   *     anything else
   */
  public CanonicalPart part(Object value) {
    if (value == intent) {
      return intentPart;
    }
    return argumentsPart != null && value == intent.get(ARGUMENTS) ? argumentsPart : null;
  }

  /**
   * The request that is observed now, of these parts. Where each of them is the very same as here,
   * it is this request and need not be written and compared byte by byte.
   *
   * @throws NotCanonicalException when ρ has no canonical form
   */
  public EffectRequest observed(
      Verb otherVerb,
      String otherTask,
      Map<String, Object> otherIntent,
      Map<String, Object> otherInputs,
      Context otherContext) {
    boolean same =
        verb == otherVerb
            && taskId.equals(otherTask)
            && context.isSame(otherContext)
            && inputs.equals(otherInputs)
            && isThis(otherIntent);
    return same
        ? this
        : new EffectRequest(otherVerb, otherTask, otherIntent, otherInputs, otherContext);
  }

  private boolean isThis(Map<String, Object> other) {
    return other == intent
        || argumentsPart != null
            && isCall(other)
            && other.get(ARGUMENTS) == intent.get(ARGUMENTS)
            && intent.get(METHOD).equals(other.get(METHOD))
            && intent.get(TOOL).equals(other.get(TOOL));
  }

  /** The same request with what was really asked for; its digest is taken anew. */
  public EffectRequest with(Map<String, Object> other) {
    return new EffectRequest(verb, taskId, other, inputs, context);
  }

  public Verb verb() {
    return verb;
  }

  public Map<String, Object> intent() {
    return intent;
  }

  /** Upstream values by name, as digests. */
  public Map<String, Object> inputs() {
    return inputs;
  }

  public Context context() {
    return context;
  }

  /** {@code preview_digest} or {@code commit_digest} (spec 1.5): 64 lowercase hex digits. */
  public String digest() {
    String known = digest;
    if (known == null) {
      // Two threads may both take it; they get the same.
      known =
          frame == null
              ? Blake3.hex(PREVIEW, canonical)
              : frame.digest(context.attempt(), canonical);
      digest = known;
    }
    return known;
  }

  /**
   * Whether the digests are equal (spec 1.6, law 2): decided in constant time over the very bytes
   * that they are taken of, so that an honest effect is not digested twice.
   */
  public boolean equalsByDigest(EffectRequest other) {
    boolean equal = MessageDigest.isEqual(canonical, other.canonical);
    if (equal) {
      digest = other.digest();
    }
    return equal;
  }

  /** What an approval binds to (spec 1.5): the request without run, attempt or task. */
  public String requestDigest() {
    if (frame != null) {
      return frame.requestDigest(intentPart);
    }
    return new CanonicalObject()
        .written("intent", intentPart)
        .member("permits", context.permits())
        .member("tool_pin", context.toolPin())
        .member("v", 1)
        .member("verb", verb.text())
        .blake3(REQUEST);
  }

  /** ρ in canonical bytes (spec 1.2). */
  public byte[] canonical() {
    return canonical.clone();
  }

  /** ρ as a JSON value. */
  public Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>(16);
    json.put("v", 1);
    json.put("verb", verb.text());
    json.put("task_id", taskId);
    json.put("attempt", context.attempt());
    json.put("intent", intent);
    json.put("inputs", inputs);
    json.put("ctx", context.toJson());
    return json;
  }
}
