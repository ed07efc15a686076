package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.CanonicalObject;
import dev.countersign.canonical.CanonicalPart;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * What the ρ of one tool's calls have in common, in canonical bytes: all but the attempt that
 * stands before the arguments, which is most of it, and what stands behind them. Written once, and
 * digested as far as a first attempt's is the same.
 */
final class CallFrame {

  /** As many as are kept; a power of two. */
  private static final int KEPT = 64;

  /** Longest one that is kept, in bytes. */
  private static final int LONGEST_KEPT = 4096;

  /** By method and definition. Read and written by all threads: what is in it never changes. */
  private static final CallFrame[] RECENT = new CallFrame[KEPT];

  private static final String ARGUMENTS = "arguments";
  private static final byte[] ATTEMPT = ascii(",\"attempt\":");
  private static final byte[] INTENT = ascii("{\"intent\":");
  private static final byte[] INTENT_OPENING = ascii("{\"arguments\":");
  private static final String TASK_ID = "task_id";
  private static final byte[] TASK = ascii(",\"" + TASK_ID + "\":");

  private final Context context;
  private final String method;
  private final String tool;

  /** From the first attempt's number up to the second one's. */
  private final byte[] beforeAttempt;

  /** From there up to the arguments. */
  private final byte[] behindAttempt;

  /** All up to the arguments, of a first attempt. */
  private final byte[] opening;

  /** From the arguments up to the task's id. */
  private final byte[] middle;

  /** What the request that an approval binds to has behind the intent. */
  private final byte[] closing;

  /** Of what the digest of a preview of a first attempt is taken over, up to the arguments. */
  private final Blake3 previewed;

  /** Of what a request's digest is taken over, up to the intent. */
  private final Blake3 requested;

  private CallFrame(Context context, String method, String tool) {
    this.context = context;
    this.method = method;
    this.tool = tool;
    CanonicalObject before =
        new CanonicalObject().begin("ctx").member("approval", context.approval());
    this.beforeAttempt = join(members(before.written()), ATTEMPT);
    CanonicalObject behind = new CanonicalObject();
    context.writeBehindAttempt(behind);
    behind.end().member("inputs", Map.of()).begin("intent");
    this.behindAttempt = members(join(behind.written(), ascii("\"arguments\":")));
    this.opening = opening(1).written();
    CanonicalObject names = new CanonicalObject().member("method", method).member("tool", tool);
    this.middle = join(members(names.bytes()), TASK);
    this.closing =
        members(
            new CanonicalObject()
                .member("permits", context.permits())
                .member("tool_pin", context.toolPin())
                .member("v", 1)
                .member("verb", Verb.INVOKE.text())
                .bytes());
    this.previewed = new Blake3();
    previewed.update(EffectRequest.PREVIEW, 0, EffectRequest.PREVIEW.length);
    previewed.update(opening, 0, opening.length);
    this.requested = new Blake3();
    requested.update(EffectRequest.REQUEST, 0, EffectRequest.REQUEST.length);
    requested.update(INTENT, 0, INTENT.length);
  }

  /** That of calls of a method by a name, in a context whose attempt is of no interest. */
  static CallFrame of(Context context, String method, String tool) {
    int place = place(context, method);
    CallFrame recent = RECENT[place];
    if (recent != null
        && recent.method.equals(method)
        && recent.tool.equals(tool)
        && recent.context.isSameButForAttempt(context)) {
      return recent;
    }
    CallFrame made = new CallFrame(context, method, tool);
    if (made.opening.length + made.middle.length <= LONGEST_KEPT) {
      RECENT[place] = made;
    }
    return made;
  }

  private static int place(Context context, String method) {
    String pin = context.toolPin();
    int mixed = method.hashCode() * 31 + (pin == null ? 0 : pin.hashCode());
    return (mixed ^ mixed >>> 16) & KEPT - 1;
  }

  private CanonicalObject opening(int attempt) {
    return new CanonicalObject()
        .member("attempt", attempt)
        .raw(beforeAttempt)
        .number(attempt)
        .raw(behindAttempt);
  }

  /** The ρ of such a call up to the end of its arguments. */
  CanonicalObject begin(int attempt, Object arguments) {
    CanonicalObject text = attempt == 1 ? CanonicalObject.begun(opening) : opening(attempt);
    return text.value(ARGUMENTS, arguments);
  }

  /** The whole of it. */
  byte[] end(CanonicalObject begun, String taskId) {
    return begun
        .raw(middle)
        .text(TASK_ID, taskId)
        .member("v", 1)
        .member("verb", Verb.INVOKE.text())
        .bytes();
  }

  /** Where its intent begins. */
  static int intentAt(int argumentsAt) {
    return argumentsAt - INTENT_OPENING.length;
  }

  /** Where its intent has ended. */
  int intentEnd(int argumentsEnd) {
    return argumentsEnd + middle.length - TASK.length;
  }

  /** The digest of such a ρ. */
  String digest(int attempt, byte[] canonical) {
    if (attempt != 1) {
      return Blake3.hex(EffectRequest.PREVIEW, canonical);
    }
    Blake3 all = previewed.copy();
    all.update(canonical, opening.length, canonical.length - opening.length);
    return all.hex();
  }

  /** The digest of the request that an approval binds to. */
  String requestDigest(CanonicalPart intent) {
    Blake3 all = requested.copy();
    intent.addTo(all);
    all.update(closing, 0, closing.length);
    return all.hex();
  }

  /** What an object begins with, or all of it, behind other members. */
  private static byte[] members(byte[] object) {
    byte[] members = object.clone();
    members[0] = ',';
    return members;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = new byte[first.length + second.length];
    System.arraycopy(first, 0, both, 0, first.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
