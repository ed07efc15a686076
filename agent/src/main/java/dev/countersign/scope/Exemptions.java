package dev.countersign.scope;

/**
 * Frames in which requests are not judged (spec 5.5): model calls and transports of frameworks.
 * Nothing but requests is exempt, and nothing inside a call, a bound method or another resolution
 * below is.
 */
public final class Exemptions {

  private final Surroundings run;

  Exemptions(Surroundings run) {
    this.run = run;
  }

  /**
   * A model call or a transport of a framework begins (spec 5.5): requests of the calling thread,
   * and of tasks that it submits, are not judged until {@link #end}, but for those inside a call, a
   * bound method or another resolution below. Nothing but requests is exempt.
   *
   * @param seal lets nothing out unseen; null for nobody
   * @return the frame, for {@link #leave}; null where there is none, see {@link #fresh}
   */
  public CallScope enter(Seal seal) {
    CallScope frame = fresh(seal);
    if (frame != null) {
      ThreadCell.current().swap(frame);
    }
    return frame;
  }

  /**
   * The frame of {@link #enter}, which the calling thread is not in yet: for who has more to make,
   * and enters it once nothing can fail any more.
   *
   * @return null inside an application's preview, and, without a seal, where a frame is the
   *     innermost already
   */
  public CallScope fresh(Seal seal) {
    CallScope around = ThreadCell.current().scope();
    boolean none =
        around != null && (around.closing() != null || seal == null && around.isExemption());
    return none ? null : CallScope.ofExemption(around, run.judge(), seal);
  }

  /** Who looks at what the calling thread sends; null for nobody. */
  public Seal seal() {
    CallScope frame = current();
    return frame == null ? null : frame.seal();
  }

  /**
   * Who looks at what is sent in what somebody carried when he asked for it, whether that is over
   * by now or not; null for nobody.
   *
   * @param captured see {@link Carry#capture}
   */
  public static Seal sealIn(Object captured) {
    return captured instanceof CallScope frame ? frame.seal() : null;
  }

  /** The method of a frame returned or threw: the thread carries what it carried before. */
  public void leave(CallScope frame) {
    ThreadCell.current().swap(frame.parent());
  }

  /** Nothing of a frame goes on: whoever still carries it carries what was around it. */
  public void end(CallScope frame) {
    frame.close();
  }

  /** What a frame began goes on behind its method, at most for {@code preview_ttl}. */
  public void endLater(CallScope frame) {
    frame.closeAfter(run.configuration().previewTtl().toNanos());
  }

  /** The frame that the calling thread is in; null where its requests are judged. */
  public CallScope current() {
    CallScope scope = ThreadCell.current().scope();
    return scope != null && scope.isExemption() && scope.closing() == null ? scope : null;
  }

  /**
   * Code of the application's is about to run inside a frame, which is not meant for it.
   *
   * @return for {@link Carry#restore}; null where there is no frame
   */
  public Object suspend() {
    CallScope frame = current();
    if (frame != null) {
      ThreadCell.current().swap(frame.parent());
    }
    return frame;
  }
}
