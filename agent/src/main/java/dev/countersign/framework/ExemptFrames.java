package dev.countersign.framework;

import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;
import dev.countersign.weave.Site;
import dev.countersign.weave.SiteHandler;

/**
 * Rows of a preset's table of exempt frames (spec 5.5): model calls and MCP transports of a
 * framework, inside which requests are not judged. Nothing but {@code send} is exempt, and any call
 * of a tool below ends it while that runs.
 *
 * <p>A row that a line of the framework lacks exempts nothing there: its requests are judged like
 * any other. Every row names a method with a body, so an implementation of the application's own
 * that overrides it is not exempt.
 */
public final class ExemptFrames {

  private final Effects effects;

  public ExemptFrames(Effects effects) {
    this.effects = effects;
  }

  /**
   * A method inside which requests are exempt. What it returns is exempt as long as it goes on: a
   * {@code CompletableFuture} until it is complete, a {@code Flow.Publisher}, {@code Flux} or
   * {@code Mono} while it is subscribed.
   *
   * @param type binary name of the class that has the body
   * @param descriptor whole, or up to and with the parenthesis
   */
  public Site frame(String type, String method, String descriptor) {
    return frame(type, method, descriptor, new FrameSite(effects, false, null));
  }

  /**
   * The same of a frame that lets nothing out unseen.
   *
   * @param frame from {@link #sealed}
   */
  public Site frame(String type, String method, String descriptor, SiteHandler frame) {
    return Site.on(type).at(method, descriptor).carrying().optional().to(frame);
  }

  /** Who stands around a method inside which requests are exempt once somebody looked at them. */
  public static SiteHandler sealed(Effects effects, Seal seal) {
    return new FrameSite(effects, false, seal);
  }

  /**
   * The same, where what was begun goes on behind the method and tells a handler: exempt until the
   * handler hears of the end ({@link #handing}), for {@code preview_ttl} at most.
   */
  public Site frameGoingOn(String type, String method, String descriptor) {
    return Site.on(type)
        .at(method, descriptor)
        .carrying()
        .optional()
        .to(new FrameSite(effects, true, null));
  }

  /**
   * Where a framework calls the application back from inside a frame, which is not meant for it.
   */
  public Site handing(String type, String method, String descriptor) {
    return handing(type, method, descriptor, false);
  }

  /** The same, where nothing of the frame goes on behind it. */
  public Site handingLast(String type, String method, String descriptor) {
    return handing(type, method, descriptor, true);
  }

  private Site handing(String type, String method, String descriptor, boolean last) {
    return Site.on(type)
        .at(method, descriptor)
        .carrying()
        .optional()
        .to(new HandingSite(effects, last));
  }
}
