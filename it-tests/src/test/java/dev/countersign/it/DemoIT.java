package dev.countersign.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demonstrations of the examples, as a newcomer runs them. */
class DemoIT {

  private static final Path EXAMPLES =
      Path.of(System.getProperty("countersign.examples", "../examples"))
          .toAbsolutePath()
          .normalize();

  @TempDir private Path home;

  @OnEachJdk
  void showsTheAttackTheRefusalAndTheBooks(Jdk jdk) throws Exception {
    assertThat(shown("demo.sh", jdk))
        .contains("published    public/secrets/deploy.key")
        .contains("[NIKA-SEC-011] Refused: this process start changed after it was approved.")
        .contains("deny exec.cp")
        .contains("differed at  \"/intent/argv/3\"");
  }

  @OnEachJdk
  void showsAPaymentThatGoesElsewhereAndIsRefused(Jdk jdk) throws Exception {
    assertThat(shown("payments-agent/demo.sh", jdk))
        .contains("attacker got {\"supplier\":\"zenith\",\"amount\":\"9080.00\"")
        .contains("[NIKA-SEC-011] Refused: this network request changed after it was approved.")
        .contains("attacker got nothing")
        .contains("deny send.x127_0_0_1, allow tool.pay_invoice, allow send.x127_0_0_1")
        .contains("\"/intent/body/digest\"")
        .contains("\"/intent/url\"");
  }

  @OnEachJdk
  void showsARefundThatADecoratorRedirectsAndARetriedNote(Jdk jdk) throws Exception {
    assertThat(shown("spring-ai-refund-desk/demo.sh", jdk))
        .contains("MALLORY-1,129.95,EUR")
        .contains("[NIKA-SEC-011] Refused: this tool call changed after it was approved.")
        .contains("honest: clean.  allow tool.refund, allow tool.note, allow tool.note")
        .contains("/intent/arguments/account");
  }

  /** On one JDK: the other one has the same methods woven. */
  @Test
  void showsAPaymentThatACallbackRedirects() throws Exception {
    assertThat(shown("adk-invoice-desk/demo.sh", Jdks.jdk(17)))
        .contains("payments.csv    MALLORY-1,129.95")
        .contains("{error=[NIKA-SEC-011] Refused: this tool call changed after it was approved.")
        .contains("honest: clean.  allow tool.pay, allow tool.note")
        .contains("/intent/arguments/to");
  }

  /** On one JDK, the other one. */
  @Test
  void showsAServerWhoseHandlerAndDescriptionChange() throws Exception {
    assertThat(shown("mcp-payments-server/demo.sh", Jdks.jdk(25)))
        .contains("payments.csv mallory,129.95")
        .contains("[NIKA-SEC-011] Refused: this tool call changed after it was approved.")
        .contains("[CS-PIN] Refused: the definition of this tool changed since it was first used.")
        .contains(
            "honest: clean.  allow tool.pay, allow tool.payments, deny tool.pay, allow tool.payments")
        .contains("differed at  \"/intent/arguments/");
  }

  /** On one JDK: it is about documents and three machines, not about what is woven. */
  @Test
  void showsAFleetFromTheFirstKeyToBreakGlass() throws Exception {
    assertThat(shown("fleet/demo.sh", Jdks.jdk(25)))
        .contains("would have been refused: 1 payment")
        .containsSubsequence("5 enforce", "one: paid 100", "one: [CS-POLICY]", "three: [CS-POLICY]")
        .containsSubsequence("break-glass", "one: paid 90000", "two: [CS-POLICY]")
        .contains("recorded with its id and what would have been: 1")
        .contains("re-pins recorded: 7");
  }

  /** On one JDK: it is about what is learned, not about what is woven. */
  @Test
  void showsTheWayFromObserveToEnforce() throws Exception {
    assertThat(shown("observe-to-enforce.sh", Jdks.jdk(25)))
        .containsSubsequence(
            "NOT READY    1 call or effect would be refused",
            "- exec: { argv: [cp, \"-R\", \"--\", \"repositories/${args.repository}\", public/] }",
            "READY for enforce",
            "is told      [NIKA-SEC-011] Refused: ",
            "# not used: argv[3] comes from no argument here",
            "# - exec: { argv: [cp, \"-R\", \"--\", repositories/../secrets, public/] }",
            "and what it did is refused all the same.");
  }

  /** What it prints; it must end with 0 and leave everything outside {@code target} as it is. */
  private String shown(String script, Jdk jdk) throws Exception {
    List<String> before = filesOutsideTarget();
    ProcessBuilder demo =
        new ProcessBuilder("sh", EXAMPLES.resolve(script).toString()).redirectErrorStream(true);
    demo.environment().put("JAVA_HOME", quick(jdk).toString());

    Process process = demo.start();
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(shown).isZero();
    assertThat(shown.lines().count()).isLessThanOrEqualTo(40);
    assertThat(filesOutsideTarget()).isEqualTo(before);
    return shown;
  }

  /** That JDK, whose JVMs start as those of an {@link AgentRun} do. */
  private Path quick(Jdk jdk) throws IOException {
    Files.createDirectories(home.resolve("bin"));
    command(jdk.java(), String.join(" ", AgentRun.QUICK));
    command(jdk.java().resolveSibling("javac"), "-J-XX:TieredStopAtLevel=1");
    return home;
  }

  private void command(Path command, String options) throws IOException {
    Path script = home.resolve("bin").resolve(command.getFileName());
    Files.writeString(script, "#!/bin/sh\nexec '%s' %s \"$@\"\n".formatted(command, options));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private static List<String> filesOutsideTarget() throws IOException {
    try (Stream<Path> files = Files.walk(EXAMPLES)) {
      return files
          .map(EXAMPLES::relativize)
          .map(Path::toString)
          .filter(path -> !path.contains("target"))
          .sorted()
          .toList();
    }
  }
}
