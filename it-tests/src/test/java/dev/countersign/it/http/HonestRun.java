package dev.countersign.it.http;

import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.LearnedLines;
import java.nio.file.Path;

/** A JVM for honest requests: it knows a proxy of its own, and trusts a key of its own. */
final class HonestRun {

  /** What the agent does in it. */
  enum Mode {
    BOUND,
    OBSERVED,
    /** Observed, where nothing is bound and all of it learned. */
    LEARNING,
    /** Observed, and learned is what happens beside what is bound. */
    LEARNING_BESIDE
  }

  static AgentRun.Builder on(Jdk jdk, Mode mode) {
    int proxy = FreePort.any();
    String bound = AgentRun.config("http-honest.yaml").replace("PROXY", Integer.toString(proxy));
    Path keys = ServerKey.store(jdk);
    return AgentRun.on(jdk)
        .configured(configuration(bound, mode))
        .jvm("-Dwire.proxy=" + proxy, "-Dwire.keystore=" + keys)
        .jvm("-Djavax.net.ssl.trustStore=" + keys, "-Djavax.net.ssl.trustStorePassword=changeit")
        // The JDK's clients send a password in clear through no tunnel unless they are told to.
        .jvm("-Djdk.http.auth.tunneling.disabledSchemes=");
  }

  private static String configuration(String bound, Mode mode) {
    switch (mode) {
      case BOUND:
        return bound;
      case OBSERVED:
        return bound.replace("mode: enforce", "mode: observe");
      case LEARNING:
        return LearnedLines.learning(bound);
      default:
        return LearnedLines.learningBeside(bound);
    }
  }

  private HonestRun() {}
}
