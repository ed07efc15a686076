package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StatusFile;
import dev.countersign.weave.Weaver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps the status file of this JVM: what is woven by now, and the holes that were known at start.
 */
final class Status implements Runnable {

  private final StatusFile file;
  private final Map<String, Object> start;
  private final Weaver weaver;
  private boolean failed;

  /**
   * @param start the start record, whose {@code woven} is brought up to date here
   */
  Status(Path file, Map<String, Object> start, Weaver weaver) {
    this.file = new StatusFile(file);
    this.start = start;
    this.weaver = weaver;
  }

  /** Writes it anew. A disk that does not take it is said once and changes nothing else. */
  @Override
  public synchronized void run() {
    Map<String, Object> status = new LinkedHashMap<>(start);
    status.put("woven", weaver.report().toJson());
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
