package dev.countersign.scope;

import dev.countersign.config.Times;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Coverage;
import dev.countersign.effect.template.ExecPreview;
import java.util.Map;

/**
 * A request as judged, waiting for its sink. Spent by as many commits as it allows (spec 1.6, law
 * 3).
 */
final class Preview {

  private final EffectRequest request;
  private final CallScope owner;
  private final ExecPreview rendered;
  private final Times times;
  private final boolean shared;
  private int used;
  private boolean withdrawn;

  /**
   * @param rendered the template it came from, which knows its placeholders; null when every byte
   *     is bound
   * @param shared whether its program may also be started elsewhere
   */
  Preview(
      EffectRequest request, CallScope owner, ExecPreview rendered, Times times, boolean shared) {
    this.request = request;
    this.owner = owner;
    this.rendered = rendered;
    this.times = times;
    this.shared = shared;
  }

  EffectRequest request() {
    return request;
  }

  String digest() {
    return request.digest();
  }

  Verb verb() {
    return request.verb();
  }

  CallScope owner() {
    return owner;
  }

  boolean shared() {
    return shared;
  }

  /** {@code full}, or {@code partial} where a placeholder leaves a value to the tool. */
  String coverage() {
    return (rendered == null ? Coverage.FULL : rendered.coverage()).text();
  }

  /**
   * The observed intent as this preview compares it: values at placeholders give way to the
   * placeholder.
   */
  Map<String, Object> comparable(Map<String, Object> observed) {
    return rendered == null ? observed : rendered.mask(observed);
  }

  boolean hasPlaceholders() {
    return rendered != null && rendered.coverage() == Coverage.PARTIAL;
  }

  synchronized boolean unspent() {
    return !withdrawn && used < times.count();
  }

  /** How many uses are left. */
  synchronized int left() {
    return withdrawn ? 0 : times.count() - used;
  }

  /**
   * Takes one use.
   *
   * @return the number of the use, from 1; 0 when there is none left
   */
  synchronized int spend() {
    return !withdrawn && used < times.count() ? ++used : 0;
  }

  /**
   * Another preview takes its place: nothing commits by this one any more.
   *
   * @return false when a use was taken already: then it stays
   */
  synchronized boolean withdraw() {
    withdrawn = used == 0;
    return withdrawn;
  }

  /** It could not be replaced after all. */
  synchronized void reinstate() {
    withdrawn = false;
  }

  /** The same, of another request. */
  Preview superseding(EffectRequest other) {
    return new Preview(other, owner, rendered, times, shared);
  }

  /** Gives a use back: the effect did not fire because its allow could not be written. */
  synchronized void giveBack() {
    used--;
  }
}
