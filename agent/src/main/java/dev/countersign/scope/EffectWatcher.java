package dev.countersign.scope;

/**
 * Sees what becomes of effects, on the threads on which it does. Must not fail; gets no argument,
 * path or URL of a request.
 */
public interface EffectWatcher {

  /**
   * A request was judged.
   *
   * @param callId of the call; null outside any
   * @param verb {@code invoke}, {@code exec}, {@code send}
   * @param scope as the books have it, for example {@code tool.search}: for an effect, of the call
   *     around it; null outside any
   * @param digest of the preview; null where it has no canonical form
   * @param allowed whether it may go on to its sink
   */
  void previewed(String callId, String verb, String scope, String digest, boolean allowed);

  /**
   * An effect equals its preview and is about to happen.
   *
   * @param scope as the books have it, for example {@code exec.git}
   * @param use of the preview, from 1
   */
  void committed(String callId, String verb, String scope, String digest, int use);

  /**
   * An effect is refused.
   *
   * @param code of spec 1.7
   * @param action for example {@code process start}
   * @param callId empty where there is none
   */
  void refused(String code, String action, String callId);
}
