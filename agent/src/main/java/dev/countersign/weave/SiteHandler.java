package dev.countersign.weave;

/** What happens at a woven site. One per sink, hook or configured method; thread-safe. */
public interface SiteHandler {

  /**
   * The method was entered; nothing of its body has run.
   *
   * @param woven the woven method, with the digest of the class file that was entered
   * @param self the receiver; null for static methods and constructors
   * @param args boxed arguments, private to this call; what stands here when this returns is what
   *     the body gets
   * @return a token for {@link #exit}, or null when the exit is of no interest
   * @throws dev.countersign.EffectRefusedException when the body must not run
   */
  Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable;

  /**
   * Whether a call may pass although it comes from inside a running check: it is nothing that this
   * handler is about. Not entered then; else it is refused.
   */
  default boolean passesInsideCheck(Object self, Object[] args) {
    return false;
  }

  /**
   * The method was entered from inside a running check, in place of {@link #enter}. Overridden
   * where the call may pass, but not unseen; nothing may be written here, for the check that runs
   * may be writing.
   *
   * @return whether the call goes on, with what stands in {@code args} then; else it is refused
   */
  default boolean enterInsideCheck(WovenMethod woven, Object self, Object[] args) {
    return passesInsideCheck(self, args);
  }

  /**
   * Of one that carries scopes ({@link Duty#CARRY}) and could not be entered: whether what was to
   * run may be that of a call although the thread carries nothing.
   */
  default boolean mayBeOfACall() {
    return false;
  }

  /**
   * The method is about to leave. Called only for tokens that {@link #enter} returned, once each.
   *
   * @return what the method returns in place of {@code result}; ignored when {@code thrown} is not
   *     null
   */
  default Object exit(Object token, Object result, Throwable thrown) throws Throwable {
    return result;
  }
}
