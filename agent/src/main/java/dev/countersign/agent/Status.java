package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StatusFile;
import dev.countersign.scope.Effects;
import dev.countersign.weave.Dispatch;
import dev.countersign.weave.Weaver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the status file of this JVM: what is woven by now, the holes that were known at start, and
 * how many effects were allowed unbound, outcomes lost and checks failed by themselves.
 */
final class Status implements Runnable {

  private final StatusFile file;
  private final Map<String, Object> start;
  private final Weaver weaver;
  private final Effects effects;
  private final Dispatch dispatch;
  private boolean failed;

  /**
   * @param start the start record, whose {@code woven} is brought up to date here
   */
  Status(Path file, Map<String, Object> start, Weaver weaver, Effects effects, Dispatch dispatch) {
    this.file = new StatusFile(file);
    this.start = start;
    this.weaver = weaver;
    this.effects = effects;
    this.dispatch = dispatch;
  }

  /** Writes it anew. A disk that does not take it is said once and changes nothing else. */
  @Override
  public synchronized void run() {
    Map<String, Object> status = new LinkedHashMap<>(start);
    status.put("woven", weaver.report().toJson());
    status.put("unbound_allowed", effects.unlistedCount());
    status.put("outcomes_lost", effects.lostOutcomes());
    status.put("checks_failed", dispatch.failed());
    try {
      file.write(Canonical.jcs(status));
      failed = false;
    } catch (IOException full) {
      if (!failed) {
        failed = true;
        StandardError.say("the status file could not be written: " + full);
      }
    }
  }
}
