package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.example.desk.RefundDesk;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged agent in an application, {@code approvals} in processes of their own, and a person:
 * in a browser, by keyboard, and at a terminal.
 */
class DeskIT {

  private static final String JAR = System.getProperty("countersign.jar");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String REFUSED =
      "[CS-APPROVAL] Refused: this tool call needs a person's approval first. You may ask for it"
          + " and try again.";

  /** What a directory holds at most. */
  private static final int MANY = 1_000;

  private static final int LIMIT_SECONDS = 240;

  @TempDir private Path temp;
  private final List<Process> started = new ArrayList<>();
  private Process application;
  private BufferedReader said;

  @BeforeEach
  void makeAKey() throws Exception {
    KeyPair ann = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    pem("ann", "PRIVATE KEY", ann.getPrivate().getEncoded());
    pem("ann.pub", "PUBLIC KEY", ann.getPublic().getEncoded());
  }

  private void pem(String name, String type, byte[] der) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(der);
    Files.writeString(
        temp.resolve(name),
        "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    Files.setPosixFilePermissions(temp.resolve(name), PosixFilePermissions.fromString("rw-------"));
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(ProcessBuilder builder) throws IOException {
    Process process =
        builder.redirectError(temp.resolve("stderr-" + started.size()).toFile()).start();
    started.add(process);
    return process;
  }

  private String stderr(Process process) throws IOException {
    return Files.readString(temp.resolve("stderr-" + started.indexOf(process)));
  }

  private static BufferedReader lines(InputStream in) {
    return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
  }

  private int exitOf(Process process) throws Exception {
    assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(stderr(process)).isTrue();
    return process.exitValue();
  }

  private void startTheApplication() throws Exception {
    Path config =
        Files.writeString(
            temp.resolve("countersign.yaml"),
            """
            bundle: refunds
            version: 1
            mode: enforce
            frameworks: none
            tools:
              - tool: refund
                method: "com.example.desk.RefundDesk#refund(java.lang.String order, long amount)"
                approval: human
                effects: [ { exec: { argv: [touch, "${args.order}"] } } ]
            approvals: { dir: "%1$s/approvals", keys: ["%1$s/ann.pub"] }
            ledger: { dir: "%1$s/ledger" }
            """
                .formatted(temp));
    String classes =
        Path.of(RefundDesk.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
    application =
        start(
            new ProcessBuilder(
                    JAVA,
                    "-javaagent:" + JAR + "=" + config,
                    "-cp",
                    classes,
                    RefundDesk.class.getName())
                .directory(Files.createDirectory(temp.resolve("work")).toFile()));
    said = lines(application.getInputStream());
  }

  private String ask(String order, long amount) throws IOException {
    application
        .getOutputStream()
        .write((order + " " + amount + "\n").getBytes(StandardCharsets.US_ASCII));
    application.getOutputStream().flush();
    return said.readLine();
  }

  private boolean isRefunded(String order) {
    return Files.exists(temp.resolve("work").resolve(order));
  }

  private void endTheApplication() throws Exception {
    application.getOutputStream().close();
    assertThat(exitOf(application)).as(stderr(application)).isZero();
    Process verify = start(new ProcessBuilder(JAVA, "-jar", JAR, "verify", temp + "/ledger"));
    verify.getOutputStream().close();
    lines(verify.getInputStream()).lines().forEach(line -> {});
    assertThat(exitOf(verify)).as("the books").isZero();
  }

  private List<String> approvals(String command, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of(
                JAVA,
                "-jar",
                JAR,
                "approvals",
                command,
                "--dir",
                temp + "/approvals",
                "--key",
                temp + "/ann",
                "--approver",
                "ann"));
    all.addAll(Arrays.asList(more));
    return all;
  }

  /** With one of a thousand that wait: found, read, approved, and carried out once. */
  @Test
  void aPersonApprovesACallOfARunningApplicationByKeyboard() throws Exception {
    assumeTrue(
        Browser.installed() != null,
        "no chromium or google-chrome on the PATH: the page is not opened");
    startTheApplication();
    for (int i = 1; i <= MANY; i++) {
      assertThat(ask("R-" + i, i)).isEqualTo(REFUSED);
    }
    Process desk = start(new ProcessBuilder(approvals("serve", "--until-eof")));
    String link = lines(desk.getInputStream()).readLine();
    Path profile =
        Files.createTempDirectory(
            Files.createDirectories(Path.of("target").toAbsolutePath()), "browser-");
    try (Browser browser = Browser.start(profile)) {
      browser.size(1280, 860);
      browser.open(link);
      browser.until("document.querySelectorAll('.row').length === 50");
      assertThat(browser.text("#queue-title")).isEqualTo("1,000 waiting calls");
      browser.press("/");
      browser.type("r-777");
      browser.until("document.querySelectorAll('.row').length === 1");
      browser.press("Enter");
      browser.until("document.activeElement.classList.contains('row')");
      browser.press("Enter");
      browser.until("document.activeElement.id === 'call-title'");
      String spoken = String.join("\n", browser.spoken());
      assertThat(spoken)
          .contains(
              "heading \"Approvals\"", "heading \"refund\"", "searchbox \"Find a waiting call\"")
          .contains("heading \"It would change one thing\"", "region \"Your answer\"")
          .contains("Start touch: order → argv[1] \"R-777\"")
          .contains("textbox \"Reason, which is signed with the answer\"")
          .contains("button \"Approve once\"", "button \"Refuse\"");
      assertThat(browser.text("#call")).contains("\"amount\": 777", "RefundDesk");
      browser.tabTo("reason");
      browser.type("the order was cancelled");
      browser.shoot(Path.of("target", "desk", "application.png"));
      browser.tabTo("approve");
      assertThat(isRefunded("R-777")).isFalse();
      browser.press("Enter");
      browser.until("document.querySelector('#outcome')");
      assertThat(browser.text("#outcome")).contains("You approved this call");
      assertThat(String.join("\n", browser.spoken())).contains("You approved this call");
      browser.shoot(Path.of("target", "desk", "approved.png"));
      assertThat(browser.complaints()).isEmpty();
    }
    assertThat(ask("R-778", 777)).as("another call").startsWith("[CS-APPROVAL]");
    assertThat(ask("R-777", 778)).as("with another amount").startsWith("[CS-APPROVAL]");
    assertThat(isRefunded("R-777")).isFalse();
    assertThat(ask("R-777", 777)).isEqualTo("refunded 777 of R-777");
    assertThat(isRefunded("R-777")).isTrue();
    assertThat(ask("R-777", 777)).as("the same yes").isEqualTo(REFUSED);
    assertThat(isRefunded("R-778")).isFalse();
    desk.getOutputStream().close();
    assertThat(exitOf(desk)).as(stderr(desk)).isZero();
    endTheApplication();
  }

  /** As a terminal's Ctrl-C is delivered, wherever the tests run. */
  @Test
  void anInterruptEndsTheDeskAsCtrlCDoes() throws Exception {
    Files.createDirectory(temp.resolve("approvals"));
    // What runs the tests may ignore interrupts, and that is inherited.
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(approvals("serve"));
    Process desk = start(new ProcessBuilder(command));
    BufferedReader out = lines(desk.getInputStream());
    int port = URI.create(out.readLine()).getPort();
    Process kill = new ProcessBuilder("kill", "-INT", Long.toString(desk.pid())).start();
    assertThat(kill.waitFor()).isZero();
    assertThat(exitOf(desk)).isEqualTo(130);
    assertThat(out.readLine()).isNull();
    assertThat(stderr(desk))
        .contains("the desk has ended; nothing more is answered")
        .doesNotContain("Exception", "\tat ");
    try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(free.getLocalPort()).isEqualTo(port);
    }
  }

  private static boolean isOnPath(String program) {
    for (String directory : System.getenv().getOrDefault("PATH", "").split(":")) {
      if (Files.isExecutable(Path.of(directory, program))) {
        return true;
      }
    }
    return false;
  }

  /** Within a terminal of its own, through which the test types. */
  private Process inATerminal(List<String> command) throws IOException {
    assumeTrue(isOnPath("script"), "no script(1) on the PATH: no terminal is opened");
    StringBuilder line = new StringBuilder("exec env --default-signal=INT");
    for (String each : command) {
      line.append(" '").append(each).append('\'');
    }
    return start(new ProcessBuilder("script", "-qec", line.toString(), "/dev/null"));
  }

  private static void type(Process terminal, String text) throws IOException {
    terminal.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    terminal.getOutputStream().flush();
  }

  @Test
  void ctrlCAtATerminalEndsTheDesk() throws Exception {
    Files.createDirectory(temp.resolve("approvals"));
    Process terminal = inATerminal(approvals("serve"));
    BufferedReader screen = lines(terminal.getInputStream());
    StringBuilder shown = new StringBuilder();
    for (String line = ""; !line.startsWith("http://127.0.0.1:"); line = screen.readLine()) {
      assertThat(line).as(shown.toString()).isNotNull();
      shown.append(line).append('\n');
    }
    type(terminal, "\u0003");
    screen.lines().forEach(line -> shown.append(line).append('\n'));
    assertThat(exitOf(terminal)).as(shown.toString()).isEqualTo(130);
    assertThat(shown.toString())
        .contains("end with Ctrl-C", "the desk has ended")
        .doesNotContain("Exception", "\tat ");
  }

  @Test
  void aPersonAnswersAtATerminal() throws Exception {
    startTheApplication();
    assertThat(ask("R-1", 249)).isEqualTo(REFUSED);
    Process terminal = inATerminal(approvals("answer"));
    // Whatever is typed before it is asked for waits in the terminal.
    type(terminal, "y\napprove\nthe order was cancelled\n");
    String shown = String.join("\n", lines(terminal.getInputStream()).lines().toList());
    assertThat(exitOf(terminal)).as(shown).isZero();
    assertThat(shown)
        .contains("pending  refund", "change 1   exec  touch", "249", "approved: ")
        .contains("Approve or refuse? [approve/refuse/no]", "Why? ")
        .doesNotContain("Exception");
    assertThat(ask("R-1", 249)).isEqualTo("refunded 249 of R-1");
    assertThat(ask("R-1", 249)).isEqualTo(REFUSED);
    endTheApplication();
  }
}
