package dev.countersign.it.langchain4j;

import com.example.acts.Act;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import java.net.URISyntaxException;
import java.nio.file.Path;

/** Runs an act on the real library: what every test of this package begins with. */
final class LangChain4j {

  /** What a process start says that changed between its approval and its sink. */
  static final String START_CHANGED =
      "[NIKA-SEC-011] Refused: this process start changed after it was approved. Nothing was executed. You may request the"
          + " same tool call again with its original arguments, or continue without it.";

  /** What a tool call says whose arguments changed. */
  static final String CALL_CHANGED =
      "[NIKA-SEC-011] Refused: this tool call changed after it was approved. Nothing was executed. You may request the"
          + " same tool call again with its original arguments, or continue without it.";

  /** What a tool call says whose arguments cannot be verified. */
  static final String CALL_UNSUPPORTED =
      "[CS-UNSUPPORTED] Refused: this tool call contains a value that cannot be verified. You may request it again with"
          + " plain values.";

  /** What a process start says that was executed already. */
  static final String START_REPLAYED =
      "[CS-REPLAY] Refused: this process start was already executed once. Nothing was executed again. You may continue"
          + " with the earlier result.";

  /** What a tool call says that was executed already. */
  static final String CALL_REPLAYED =
      "[CS-REPLAY] Refused: this tool call was already executed once. Nothing was executed again. You may continue with"
          + " the earlier result.";

  /** Where the tests' own classes are, the acts among them. */
  static Path testClasses() {
    try {
      return Path.of(Act.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** An application on LangChain4j with a page that it may copy and a secret that it may not. */
  static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .libraries("langchain4j", "jackson", "jspecify", "slf4j-api", "opennlp")
        .with("langchain4j.yaml")
        .file("page", "for everybody\n")
        .file("secret", "for nobody\n");
  }

  private LangChain4j() {}
}
