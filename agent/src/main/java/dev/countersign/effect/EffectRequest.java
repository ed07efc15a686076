package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.CanonicalObject;
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

  private static final byte[] PREVIEW = "effect-preview".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REQUEST = "effect-request".getBytes(StandardCharsets.US_ASCII);

  private final Verb verb;
  private final String taskId;
  private final Map<String, Object> intent;
  private final Map<String, Object> inputs;
  private final Context context;
  private final byte[] canonical;
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
    this.canonical = written();
  }

  private byte[] written() {
    CanonicalObject text = new CanonicalObject().member("attempt", context.attempt()).begin("ctx");
    context.write(text);
    return text.end()
        .member("inputs", inputs)
        .member("intent", intent)
        .member("task_id", taskId)
        .member("v", 1)
        .member("verb", verb.text())
        .bytes();
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
      known = Blake3.hex(PREVIEW, canonical);
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
    return Blake3.hex(
        REQUEST,
        new CanonicalObject()
            .member("intent", intent)
            .member("permits", context.permits())
            .member("tool_pin", context.toolPin())
            .member("v", 1)
            .member("verb", verb.text())
            .bytes());
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
