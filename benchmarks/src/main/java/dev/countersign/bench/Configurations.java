package dev.countersign.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The configurations that are measured, as files with books of their own. */
final class Configurations {

  /** The README's ten lines. */
  static final String README =
      """
      bundle: refunds-bot
      version: 3
      mode: enforce
      frameworks: auto
      tools:
        - tool: clone_repo
          effects:
            - exec: { argv: [git, clone, --depth=1, --, "${args.url}", "${args.dir}"] }
      """;

  /** The example's own. */
  static final String ASSISTANT =
      """
      bundle: repo-assistant
      version: 1
      mode: enforce
      frameworks: [langchain4j]
      tools:
        - tool: publish_release
          effects:
            - exec: { argv: [cp, -R, --, "repositories/${args.repository}", public/] }
      """;

  /** Those of the examples for Spring AI, the MCP Java SDK and Google ADK. */
  static final String REFUNDS =
      """
      bundle: refund-desk
      version: 1
      mode: enforce
      frameworks: [spring-ai]
      tools:
        - tool: refund
        - tool: note
          times: 3
      """;

  static final String PAYMENTS =
      """
      bundle: payments-server
      version: 1
      mode: enforce
      frameworks: [mcp]
      tools:
        - tool: pay
        - tool: payments
      """;

  static final String INVOICES =
      """
      bundle: invoice-desk
      version: 1
      mode: enforce
      frameworks: [adk]
      tools:
        - tool: pay
        - tool: note
      """;

  /** One bound method: its calls are judged, previewed and compared, and their outcomes written. */
  static final String DESK = desk(1);

  /** The same, of a version. */
  static String desk(int version) {
    return "bundle: desk\nversion: "
        + version
        + "\nmode: enforce\nframeworks: none\ntools:\n  - { tool: refund,"
        + " method: \"com.example.bench.Desk#refund(java.lang.String,long)\" }\n";
  }

  /** One tool that a preset sees, with what a call may do left to the defaults. */
  static String preset(String framework) {
    return "bundle: desk\nversion: 1\nmode: enforce\nframeworks: ["
        + framework
        + "]\ntools:\n  - { tool: refund }\n";
  }

  /** A bound method that sends one text many times. */
  static final String POST =
      """
      bundle: post
      version: 1
      mode: enforce
      frameworks: none
      tools:
        - tool: burst
          method: "com.example.bench.Post#burst(java.lang.String,java.lang.String)"
          effects:
            - send: { method: POST, url: "${args.url}", body: { raw: "${args.text}" } }
              times: any
      """;

  /** One bound method that has another thread do its work. */
  static final String LOAD =
      """
      bundle: desk
      version: 1
      mode: enforce
      frameworks: none
      tools:
        - { tool: look, method: "com.example.acts.http.LoadDesk#look(java.lang.String)" }
      """;

  /** {@link #DESK} from a file of its own, which is looked at twenty times a second. */
  static String watched(Path directory) throws IOException {
    Path policy = Files.writeString(policy(directory), DESK);
    return "bundle: desk\nversion: 1\nmode: enforce\npolicy: { source: \"file:"
        + policy.toAbsolutePath().normalize()
        + "\", interval: 50ms }\n";
  }

  /** Where {@link #watched} has the policy. */
  static Path policy(Path directory) {
    return directory.resolve("policy.yaml");
  }

  /** Writes one with its books in {@code directory/ledger}. */
  static Path write(Path directory, String text, String durability) throws IOException {
    return Files.writeString(
        directory.resolve("countersign.yaml"),
        text
            + "ledger: { dir: \""
            + directory.resolve("ledger").toAbsolutePath().normalize()
            + "\", durability: "
            + durability
            + " }\n");
  }

  private Configurations() {}
}
