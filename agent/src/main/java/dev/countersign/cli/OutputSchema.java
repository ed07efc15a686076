package dev.countersign.cli;

import dev.countersign.verify.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The JSON Schema (2020-12) of what a command writes, kept beside the code that writes it. */
enum OutputSchema {
  VERIFY("report.schema.json"),
  BUNDLE("bundle.schema.json"),
  CROSSWALK("crosswalk.schema.json"),
  RECEIPTS("receipts.schema.json"),
  POLICY_LINT("policy-lint.schema.json"),
  POLICY_TEST("policy-test.schema.json"),
  POLICY_EXPLAIN("policy-explain.schema.json"),
  POLICY_KEYGEN("policy-keygen.schema.json"),
  POLICY_SIGN("policy-sign.schema.json"),
  POLICY_INSPECT("policy-inspect.schema.json"),
  POLICY_DIFF("policy-diff.schema.json"),
  POLICY_ROLLOUT("policy-rollout.schema.json"),
  POLICY_ACK("policy-ack.schema.json"),
  BREAKGLASS_CREATE("breakglass-create.schema.json"),
  SUGGEST("suggest.schema.json"),
  GATE("gate.schema.json"),
  VALIDATE("validate.schema.json"),
  PINS_LIST("pins-list.schema.json"),
  PINS_DIFF("pins-diff.schema.json"),
  PINS_ACCEPT("pins-accept.schema.json"),
  APPROVALS_LIST("approvals-list.schema.json"),
  APPROVALS_ANSWER("approvals-answer.schema.json");

  private final String resource;

  OutputSchema(String resource) {
    this.resource = resource;
  }

  /** Prints it, as {@code --schema} asks. */
  int print(Console console) {
    try (InputStream in = Report.class.getResourceAsStream(resource)) {
      console.out().print(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return Exit.CLEAN;
    } catch (IOException e) {
      throw new CommandFailure(
          Exit.CANNOT, "the schema in this jar cannot be read: " + e.getMessage());
    }
  }
}
