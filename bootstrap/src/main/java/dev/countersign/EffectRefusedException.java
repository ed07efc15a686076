package dev.countersign;

/**
 * Thrown in place of an effect that Countersign refused. The effect did not happen, not even in
 * part.
 *
 * <p>The message is {@code [CODE] } and a fixed sentence (spec 1.7); no argument, path, URL or
 * model text ever enters it, so it may be shown to a model as it is. It has no cause: frameworks
 * that report a cause's message would replace the sentence. A {@link SecurityException} because
 * that is what {@link ProcessBuilder#start()} documents for a refused start.
 */
public final class EffectRefusedException extends SecurityException {

  private static final long serialVersionUID = 1L;

  private final RefusalCode refusal;
  private final ActionClass action;
  private final String callId;

  /**
   * @param callId the ledger's id of the refused call, 32 lowercase hex digits; empty where none
   *     could be drawn
   */
  public EffectRefusedException(RefusalCode refusal, ActionClass action, String callId) {
    super("[" + refusal.code() + "] " + refusal.sentence(action), null);
    this.refusal = refusal;
    this.action = action;
    this.callId = callId;
  }

  /** Why, as a code of spec 1.7, for example {@code NIKA-SEC-011}. */
  public String code() {
    return refusal.code();
  }

  /** What, as the coarse action class, for example {@code process start}. */
  public String actionClass() {
    return action.text();
  }

  /** Which call of the ledger, 32 lowercase hex digits; empty where none could be drawn. */
  public String callId() {
    return callId;
  }
}
