package dev.countersign.cli;

import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.policy.Kind;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code policy inspect FILE}, {@code breakglass inspect FILE}: what a document says, and who
 * signed.
 */
@Command(
    name = "inspect",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows a signed document: what it says, its hash, who signed it. With --tree, whether the",
      "newest root there lets an agent accept it; not accepted is a finding (exit code 1)."
    })
final class PolicyInspectCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The envelope; - is standard input.")
  private String file;

  @Option(names = "--tree", paramLabel = "DIR", description = "The tree with the root to check by.")
  private Path tree;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyInspectCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_INSPECT.print(console);
    }
    Required.argument(file, "FILE", "policy inspect");
    JsonInput input = JsonInput.of(file, console);
    try {
      Dsse dsse = Dsse.parse(input.bytes(), Kind.BUNDLE.mostBytes());
      Kind kind = kind(input, dsse);
      String name = PolicyDocuments.nameOf(kind, dsse.payload());
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("document", kind.path(name));
      shown.put("sha256", PolicyTree.sha256(kind, input.bytes()));
      List<Object> by = new ArrayList<>();
      for (Dsse.Signed signature : dsse.signatures()) {
        by.add(signature.keyid());
      }
      shown.put("signed_by", by);
      String rejected = tree == null ? null : rejected(kind, name, input.bytes());
      shown.put("accepted", tree == null ? null : rejected == null);
      shown.put("reason", rejected);
      shown.put("content", Json.parse(dsse.payload()));
      print(shown);
      return rejected == null ? Exit.CLEAN : Exit.FAILED;
    } catch (NotCanonicalException malformed) {
      throw new CommandFailure(Exit.FAILED, input.name() + ": " + malformed.getMessage());
    } catch (PolicyException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.getMessage());
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
  }

  private static Kind kind(JsonInput input, Dsse dsse) {
    for (Kind kind : Kind.values()) {
      if (kind.payloadType().equals(dsse.payloadType())) {
        return kind;
      }
    }
    throw new CommandFailure(
        Exit.FAILED,
        input.name() + ": no document of a policy: " + JsonText.quoted(dsse.payloadType()));
  }

  private String rejected(Kind kind, String name, byte[] envelope) throws IOException {
    try {
      PolicyDocuments.requireSigned(PolicyTree.at(tree), kind, name, envelope);
      return null;
    } catch (PolicyException notAccepted) {
      return notAccepted.reason();
    }
  }

  private void print(Map<String, Object> shown) {
    if (format == Format.json) {
      console.out().println(JsonText.of(shown));
      return;
    }
    console.out().println(shown.get("document") + " sha256:" + shown.get("sha256"));
    List<String> ids = new ArrayList<>();
    for (Object id : (List<?>) shown.get("signed_by")) {
      ids.add(JsonText.quoted((String) id));
    }
    console.out().println("says that it is signed by " + String.join(", ", ids));
    console
        .out()
        .println(
            shown.get("accepted") == null
                ? "the signatures were not checked: give --tree DIR, which has the root"
                : Boolean.TRUE.equals(shown.get("accepted"))
                    ? "the root of the tree accepts these signatures"
                    : "NOT accepted: " + shown.get("reason"));
    console.out().println(JsonText.of(shown.get("content")));
  }
}
