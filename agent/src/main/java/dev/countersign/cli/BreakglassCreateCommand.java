package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Randomness;
import dev.countersign.policy.BreakGlass;
import dev.countersign.policy.Head;
import dev.countersign.policy.Kind;
import dev.countersign.policy.Payload;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code breakglass create}: an exception for a while. */
@Command(
    name = "create",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Signs an exception for at most 4 hours and names it in the next head. observe: nothing is",
      "refused and everything is recorded, with the exception's id and what would have been refused;",
      "it takes two people. disable_rule: one rule of the bundle refuses nothing; two people as well.",
      "freeze: every effect is refused; one person is enough. --sink and --tool make it about a part."
    })
final class BreakglassCreateCommand implements Callable<Integer> {

  private static final int ID_BYTES = 8;

  private final Console console;

  @Option(names = "--tree", paramLabel = "DIR", description = "The tree of documents.")
  private Path tree;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "A private key of the role breakglass; two for observe.")
  private List<Path> keys = new ArrayList<>();

  @Option(
      names = "--head-key",
      paramLabel = "FILE",
      description = "A private key of the role timestamp; several where several sign.")
  private List<Path> headKeys = new ArrayList<>();

  @Option(names = "--action", paramLabel = "WORD", description = "observe, disable_rule or freeze.")
  private String action;

  @Option(names = "--rule", paramLabel = "ID", description = "The rule, for disable_rule.")
  private String rule;

  @Option(
      names = "--sink",
      paramLabel = "WORD",
      description = {
        "Only about invoke, exec, send, native, socket or handoff; several: about each of them.",
        "Default: about all."
      })
  private List<String> sinks = new ArrayList<>();

  @Option(
      names = "--tool",
      paramLabel = "GLOB",
      description = {
        "Only about calls of these tools and what happens in them; several: about each of them.",
        "Default: about all, and about what happens outside any tool."
      })
  private List<String> tools = new ArrayList<>();

  @Option(names = "--reason", paramLabel = "TEXT", description = "For the books.")
  private String reason;

  @Option(
      names = "--for",
      paramLabel = "SPAN",
      defaultValue = "1h",
      description = "At most 4h (${DEFAULT-VALUE}).")
  private String span;

  @Option(
      names = "--bundle",
      paramLabel = "N",
      description = "The version that it is for; default: the newest.")
  private long bundle;

  @Option(
      names = "--label",
      paramLabel = "LABEL=VALUE",
      description = "Only JVMs with this label; several: with all of them.")
  private Map<String, String> labels = new LinkedHashMap<>();

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

  BreakglassCreateCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.BREAKGLASS_CREATE.print(console);
    }
    Required.argument(tree, "--tree DIR", "breakglass create");
    Required.argument(keys.isEmpty() ? null : keys, "--key FILE", "breakglass create");
    Required.argument(headKeys.isEmpty() ? null : headKeys, "--head-key FILE", "breakglass create");
    Required.argument(action, "--action WORD", "breakglass create");
    Required.argument(reason, "--reason TEXT", "breakglass create");
    List<PrivateKeys.Signer> signers = PrivateKeys.of(keys);
    List<PrivateKeys.Signer> headSigners = PrivateKeys.of(headKeys);
    try {
      PolicyTree into = PolicyTree.at(tree);
      BreakGlass glass = glass(into);
      Dsse dsse =
          PrivateKeys.sign(
              Dsse.of(Kind.BREAKGLASS.payloadType(), Canonical.jcs(glass.toJson())), signers);
      requireEnough(into.root(), glass, dsse);
      into.put(Kind.BREAKGLASS, glass.id(), dsse);
      List<Head.Opening> on = new ArrayList<>();
      byte[] last = into.envelope(Kind.HEAD, "");
      if (last != null) {
        on.addAll(Heads.stillOn(into, Head.parse("head", Payload.of(Kind.HEAD, "head", last))));
      }
      on.add(new Head.Opening(glass.id(), PolicyTree.sha256(Kind.BREAKGLASS, dsse.json())));
      Head head =
          Heads.next(
              into,
              headSigners,
              into.newest(Kind.ROLLOUT),
              Times.in(Times.span("--head-expires", headExpires)),
              on);
      report(glass, head, signers);
      return Exit.CLEAN;
    } catch (PolicyException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.getMessage());
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    }
  }

  private BreakGlass glass(PolicyTree into) throws IOException, PolicyException {
    Root root = into.root();
    byte[] random = new byte[ID_BYTES];
    Randomness.fill(random);
    Instant now = Times.now();
    BreakGlass.Action does = BreakGlass.Action.of(action);
    if (does == null) {
      throw new CommandFailure(Exit.USAGE, "--action: expected observe, disable_rule or freeze");
    }
    BreakGlass glass =
        new BreakGlass(
            root.fleet(),
            root.epoch(),
            "bg-" + Hex.of(random),
            does,
            rule,
            sinks,
            tools,
            labels,
            reason,
            into.ref(Kind.BUNDLE, bundle == 0 ? into.newest(Kind.BUNDLE) : bundle).sha256(),
            now,
            now.plus(Times.span("--for", span)));
    return BreakGlass.parse("the exception", Canonical.jcs(glass.toJson()));
  }

  private static void requireEnough(Root root, BreakGlass glass, Dsse dsse) throws PolicyException {
    if (glass.freezes()) {
      root.requireSomebodySigned(Kind.BREAKGLASS, dsse.json());
    } else {
      root.requireSignedBy(Kind.BREAKGLASS, dsse.json());
    }
  }

  private void report(BreakGlass glass, Head head, List<PrivateKeys.Signer> signers) {
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("document", glass.toJson());
    List<Object> by = new ArrayList<>();
    signers.forEach(signer -> by.add(signer.id()));
    made.put("signed_by", by);
    made.put("head_version", head.version());
    if (format == Format.json) {
      console.out().println(JsonText.of(made));
    } else {
      console
          .out()
          .println(
              glass.id()
                  + ": "
                  + glass.action().text()
                  + " until "
                  + glass.expiresAt()
                  + ", signed by "
                  + by.size()
                  + ", head "
                  + head.version());
    }
  }
}
