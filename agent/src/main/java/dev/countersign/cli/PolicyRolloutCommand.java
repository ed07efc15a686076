package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.policy.Head;
import dev.countersign.policy.Kind;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import dev.countersign.policy.Ring;
import dev.countersign.policy.Rollout;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code policy rollout}: who gets which bundle in which mode, and what is current. */
@Command(
    name = "rollout",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Says what is current. With --ring, signs the next rollout: who gets the bundle in which mode.",
      "Always signs the next head, the one document that agents poll. Without --ring the head names",
      "the rollout that is there, or the newest bundle for everybody: that renews a head that expires.",
      "Where root, rollout or bundle are over themselves, it says so, with exit code 3."
    })
final class PolicyRolloutCommand implements Callable<Integer> {

  private final Console console;

  @Option(names = "--tree", paramLabel = "DIR", description = "The tree of documents.")
  private Path tree;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "A private key of the role rollout; several where several sign.")
  private List<Path> keys = new ArrayList<>();

  @Option(
      names = "--head-key",
      paramLabel = "FILE",
      description = "A private key of the role timestamp; several where several sign.")
  private List<Path> headKeys = new ArrayList<>();

  @Option(
      names = "--ring",
      paramLabel = "NAME:PERCENT:MODE[:LABEL=VALUE,…][@TIME]",
      description = {
        "A part of the fleet, for example canary:10:observe:zone=eu or all:100:enforce@2026-02-01T06:00:00Z.",
        "The first that a JVM is in counts."
      })
  private List<String> rings = new ArrayList<>();

  @Option(
      names = "--bundle",
      paramLabel = "N",
      description = "What the rings get; default: the newest.")
  private long bundle;

  @Option(
      names = "--stable",
      paramLabel = "N",
      description = "What everybody else gets; default: they keep what they have.")
  private long stable;

  @Option(
      names = "--id",
      paramLabel = "ID",
      description =
          "Stays the same while percentages grow, so that they only add; default: the last one's.")
  private String id;

  @Option(
      names = "--expires",
      paramLabel = "SPAN",
      defaultValue = "30d",
      description = "How long the rollout is in time (${DEFAULT-VALUE}).")
  private String expires;

  @Option(
      names = "--head-expires",
      paramLabel = "SPAN",
      defaultValue = "24h",
      description = "How long the head is in time (${DEFAULT-VALUE}).")
  private String headExpires;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicyRolloutCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_ROLLOUT.print(console);
    }
    Required.argument(tree, "--tree DIR", "policy rollout");
    Required.argument(headKeys.isEmpty() ? null : headKeys, "--head-key FILE", "policy rollout");
    if (rings.isEmpty() != keys.isEmpty()) {
      throw new CommandFailure(
          Exit.USAGE, "--ring and --key belong together: a rollout is signed by its own role.");
    }
    List<PrivateKeys.Signer> signers = PrivateKeys.of(keys);
    List<PrivateKeys.Signer> headSigners = PrivateKeys.of(headKeys);
    try {
      PolicyTree into = PolicyTree.at(tree);
      Rollout rollout = rings.isEmpty() ? null : rollout(into);
      if (rollout != null) {
        Dsse dsse =
            PrivateKeys.sign(
                Dsse.of(Kind.ROLLOUT.payloadType(), Canonical.jcs(rollout.toJson())), signers);
        into.root().requireSignedBy(Kind.ROLLOUT, dsse.json());
        into.put(Kind.ROLLOUT, String.valueOf(rollout.version()), dsse);
      }
      Head head =
          Heads.next(
              into,
              headSigners,
              into.newest(Kind.ROLLOUT),
              Times.in(Times.span("--head-expires", headExpires)),
              null);
      report(head, rollout);
      List<String> overdue = Heads.overdue(into, head);
      for (String each : overdue) {
        console.err().println("countersign: " + each);
      }
      return overdue.isEmpty() ? Exit.CLEAN : Exit.INCOMPLETE;
    } catch (PolicyException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.getMessage());
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
  }

  private Rollout rollout(PolicyTree into) throws IOException, PolicyException {
    Root root = into.root();
    long before = into.newest(Kind.ROLLOUT);
    Map<String, Object> last =
        before == 0 ? null : into.document(Kind.ROLLOUT, String.valueOf(before));
    long version = before + 1;
    String name = id != null ? id : last != null ? (String) last.get("id") : "rollout-" + version;
    List<Ring> parsed = new ArrayList<>();
    for (String ring : rings) {
      parsed.add(ring(ring));
    }
    long of = bundle == 0 ? into.newest(Kind.BUNDLE) : bundle;
    Rollout rollout =
        new Rollout(
            root.fleet(),
            root.epoch(),
            version,
            name,
            into.ref(Kind.BUNDLE, of),
            stable == 0 ? null : into.ref(Kind.BUNDLE, stable),
            parsed,
            Times.in(Times.span("--expires", expires)));
    return Rollout.parse("the rollout", Canonical.jcs(rollout.toJson()));
  }

  private static Ring ring(String text) {
    int at = text.indexOf('@');
    Instant notBefore = Times.now();
    try {
      notBefore = at < 0 ? notBefore : Instant.parse(text.substring(at + 1));
    } catch (DateTimeParseException noTime) {
      throw wrong(text);
    }
    String[] parts = (at < 0 ? text : text.substring(0, at)).split(":", -1);
    Map<String, String> labels = new LinkedHashMap<>();
    if (parts.length < 3 || parts.length > 4) {
      throw wrong(text);
    }
    if (parts.length == 4) {
      for (String label : parts[3].split(",", -1)) {
        int equals = label.indexOf('=');
        if (equals < 1) {
          throw wrong(text);
        }
        labels.put(label.substring(0, equals), label.substring(equals + 1));
      }
    }
    boolean enforce = parts[2].equals("enforce");
    if (!enforce && !parts[2].equals("observe")) {
      throw wrong(text);
    }
    try {
      return new Ring(parts[0], labels, Integer.parseInt(parts[1]), enforce, notBefore);
    } catch (NumberFormatException noNumber) {
      throw wrong(text);
    }
  }

  private static CommandFailure wrong(String ring) {
    return new CommandFailure(
        Exit.USAGE,
        "--ring "
            + JsonText.quoted(ring)
            + ": expected NAME:PERCENT:MODE[:LABEL=VALUE,…][@TIME], MODE observe or enforce");
  }

  private void report(Head head, Rollout rollout) {
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("head", head.toJson());
    made.put("rollout", rollout == null ? null : rollout.toJson());
    if (format == Format.json) {
      console.out().println(JsonText.of(made));
      return;
    }
    console
        .out()
        .println(
            "head "
                + head.version()
                + ", in time until "
                + head.expiresAt()
                + ": bundle "
                + head.bundle().version()
                + (head.rollout() == null
                    ? " for everybody"
                    : ", rollout " + head.rollout().version()));
    if (rollout != null) {
      for (Ring ring : rollout.rings()) {
        console
            .out()
            .println(
                "  "
                    + ring.name()
                    + ": bundle "
                    + rollout.bundle().version()
                    + ", "
                    + ring.percent()
                    + " % of "
                    + (ring.labels().isEmpty() ? "all" : ring.labels().toString())
                    + ", "
                    + (ring.enforce() ? "enforce" : "observe"));
      }
    }
  }
}
