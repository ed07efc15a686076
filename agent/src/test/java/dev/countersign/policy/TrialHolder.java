package dev.countersign.policy;

import java.nio.file.Path;

/** A JVM of its own that has begun with a version, until its standard input ends. */
final class TrialHolder {

  public static void main(String[] args) throws Exception {
    CrashGuard guard = new CrashGuard(PinnedState.in(Path.of(args[0]), new Disk()));
    System.out.println(guard.begin(args[1]));
    while (System.in.read() >= 0) {
      // held
    }
    guard.end();
  }

  private TrialHolder() {}
}
