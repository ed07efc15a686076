package dev.countersign.cli;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.PolicyCase;
import dev.countersign.policy.Bundle;
import dev.countersign.policy.Kind;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.PolicyTree;
import dev.countersign.policy.Ref;
import dev.countersign.policy.Root;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code policy sign FILE}: roots, bundles, and one more signature. */
@Command(
    name = "sign",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Signs a document and puts it into the tree that agents read. FILE is one of",
      "  the rules of a policy (YAML or JSON): a bundle is made of it, with the cases beside it, which are judged first;",
      "  a root (type: root), whose roles name files of public keys;",
      "  a document that was signed before: it gets one more signature.",
      "A version that is there is never written with another content."
    })
final class PolicySignCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "What is to be signed.")
  private String file;

  @Option(names = "--tree", paramLabel = "DIR", description = "The tree of documents.")
  private Path tree;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "A private key (mode 0600); several where several sign.")
  private List<Path> keys = new ArrayList<>();

  @Option(
      names = "--expires",
      paramLabel = "SPAN",
      defaultValue = "90d",
      description = "How long a bundle is in time (${DEFAULT-VALUE}).")
  private String expires;

  @Option(
      names = "--min-agent",
      paramLabel = "VERSION",
      defaultValue = "0.1.0",
      description = "The agent's least version (${DEFAULT-VALUE}).")
  private String minAgent;

  @Option(
      names = "--require",
      paramLabel = "CAPABILITY",
      description = "What an agent must know, for example bundle/1.")
  private List<String> requires = new ArrayList<>();

  @Option(
      names = "--on-stale",
      paramLabel = "WORD",
      defaultValue = "keep",
      description = "keep or refuse (${DEFAULT-VALUE}).")
  private String onStale;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  PolicySignCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.POLICY_SIGN.print(console);
    }
    Required.argument(file, "FILE", "policy sign");
    Required.argument(tree, "--tree DIR", "policy sign");
    Required.argument(keys.isEmpty() ? null : keys, "--key FILE", "policy sign");
    if (!onStale.equals("keep") && !onStale.equals("refuse")) {
      throw new CommandFailure(
          Exit.USAGE, "--on-stale " + JsonText.quoted(onStale) + ": expected keep or refuse");
    }
    List<PrivateKeys.Signer> signers = PrivateKeys.of(keys);
    try {
      PolicyTree into = PolicyTree.at(tree);
      JsonInput input = JsonInput.of(file, console);
      Map<String, Object> document = document(input);
      Signed signed =
          document.containsKey("payloadType")
              ? again(input)
              : "root".equals(document.get("type"))
                  ? root(document)
                  : bundle(input, document, into);
      Dsse dsse = PrivateKeys.sign(signed.dsse, signers);
      Path place = into.put(signed.kind, signed.name, dsse);
      String missing = missing(signed, dsse, into);
      report(signed, dsse, place, missing);
      return missing == null ? Exit.CLEAN : Exit.INCOMPLETE;
    } catch (PolicyException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.getMessage());
    } catch (IOException failed) {
      throw new CommandFailure(Exit.CANNOT, Unreadable.why(failed));
    } catch (NotCanonicalException wrong) {
      throw new CommandFailure(Exit.FAILED, file + ": " + wrong.getMessage());
    }
  }

  /** What is to be signed, and where it goes. */
  private record Signed(Kind kind, String name, Dsse dsse) {}

  @SuppressWarnings("unchecked") // of a JSON value, names are texts
  private static Map<String, Object> document(JsonInput input) {
    try {
      if (Configuration.document(input.name(), input.bytes()) instanceof Map<?, ?> map) {
        return (Map<String, Object>) map;
      }
      throw new CommandFailure(Exit.FAILED, input.name() + ": expected a map");
    } catch (ConfigurationException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.problems().get(0).toString());
    }
  }

  private static Signed again(JsonInput input) throws PolicyException {
    Dsse dsse = Dsse.parse(input.bytes(), Kind.BUNDLE.mostBytes());
    for (Kind kind : Kind.values()) {
      if (kind.payloadType().equals(dsse.payloadType())) {
        return new Signed(kind, PolicyDocuments.nameOf(kind, dsse.payload()), dsse);
      }
    }
    throw new CommandFailure(Exit.FAILED, input.name() + ": no document of a policy");
  }

  /** The roles of a root name files here; the document has the keys themselves. */
  private Signed root(Map<String, Object> written) throws IOException, PolicyException {
    Map<String, Object> keysById = new LinkedHashMap<>();
    Map<String, Object> roles = new LinkedHashMap<>();
    if (!(written.get("roles") instanceof Map<?, ?> named)) {
      throw new CommandFailure(Exit.FAILED, file + " roles: expected a map of the five roles");
    }
    for (Map.Entry<?, ?> role : named.entrySet()) {
      if (!(role.getValue() instanceof Map<?, ?> one) || !(one.get("keys") instanceof List<?> of)) {
        throw new CommandFailure(
            Exit.FAILED, file + " roles." + role.getKey() + ": expected { keys, threshold }");
      }
      List<Object> ids = new ArrayList<>();
      for (Object key : of) {
        byte[] publicKey = publicKey(String.valueOf(key));
        keysById.put(Root.idOf(publicKey), Hex.of(publicKey));
        ids.add(Root.idOf(publicKey));
      }
      Map<String, Object> signers = new LinkedHashMap<>();
      signers.put("keys", ids);
      signers.put("threshold", one.get("threshold"));
      roles.put(String.valueOf(role.getKey()), signers);
    }
    Map<String, Object> document = new LinkedHashMap<>(written);
    document.put("keys", keysById);
    document.put("roles", roles);
    byte[] payload = Canonical.jcs(document);
    Root root = Root.parse(file, payload);
    return new Signed(
        Kind.ROOT, String.valueOf(root.version()), Dsse.of(Kind.ROOT.payloadType(), payload));
  }

  private byte[] publicKey(String name) throws IOException {
    Path base = file.equals("-") ? Path.of("") : Path.of(file).toAbsolutePath().getParent();
    Path pem = base.resolve(name);
    byte[] key = Ed25519.publicInPem(Files.readString(pem, StandardCharsets.ISO_8859_1));
    if (key == null) {
      throw new CommandFailure(
          Exit.FAILED,
          pem + " holds no Ed25519 public key. That of \"policy keygen\" ends in .pub");
    }
    return key;
  }

  private Signed bundle(JsonInput input, Map<String, Object> policy, PolicyTree into)
      throws IOException, PolicyException {
    if (policy.containsKey("ledger")) {
      throw new CommandFailure(
          Exit.FAILED,
          file + " ledger: belongs to the machine, not to a policy. Sign the rules alone");
    }
    Configuration rules = PolicyFile.soundPolicy(input);
    Root root = into.root();
    String place = Kind.BUNDLE.path(String.valueOf(rules.version()));
    if (into.envelope(Kind.BUNDLE, String.valueOf(rules.version())) != null) {
      throw new CommandFailure(
          Exit.CANNOT,
          place
              + " is there, and a version is never changed: use the next one. To add a signature,"
              + " sign "
              + tree.resolve(place));
    }
    List<?> cases = cases();
    requireCasesHold(rules, cases);
    long before = into.newest(Kind.BUNDLE);
    Bundle bundle =
        new Bundle(
            root.fleet(),
            root.epoch(),
            rules.version(),
            before == 0 || before >= rules.version()
                ? previous(into, rules)
                : into.ref(Kind.BUNDLE, before),
            Times.in(Times.span("--expires", expires)),
            minAgent,
            requires,
            onStale.equals("refuse"),
            policy,
            cases);
    byte[] payload = Canonical.jcs(bundle.toJson());
    String name = String.valueOf(rules.version());
    Bundle.parse("bundle/" + name, payload);
    return new Signed(Kind.BUNDLE, name, Dsse.of(Kind.BUNDLE.payloadType(), payload));
  }

  private static Ref previous(PolicyTree into, Configuration rules) throws IOException {
    long before = rules.version() - 1;
    return before > 0 && into.envelope(Kind.BUNDLE, String.valueOf(before)) != null
        ? into.ref(Kind.BUNDLE, before)
        : null;
  }

  /** The cases beside the rules, as {@code policy test} finds them; none where there are none. */
  private List<?> cases() {
    int dot = file.lastIndexOf('.');
    if (file.equals("-") || dot <= file.lastIndexOf('/')) {
      return List.of();
    }
    String beside = file.substring(0, dot) + ".cases" + file.substring(dot);
    if (!Files.exists(Path.of(beside))) {
      return List.of();
    }
    if (PolicyFile.map(beside, console).get("cases") instanceof List<?> list) {
      return list;
    }
    throw new CommandFailure(
        Exit.FAILED,
        beside
            + " cases: expected a list of { name, request, expect }. Nothing was signed; remove the"
            + " file where there are no cases");
  }

  private static void requireCasesHold(Configuration rules, List<?> cases) {
    for (int i = 0; i < cases.size(); i++) {
      try {
        PolicyCase one = PolicyCase.of(cases.get(i), "cases[" + i + ']');
        Judgment judgment = one.judged(rules.cascade());
        if (!one.isMetBy(judgment)) {
          throw new CommandFailure(
              Exit.FAILED,
              "cases["
                  + i
                  + "] expects "
                  + one.expect().text()
                  + " and comes out as "
                  + judgment.verdict().text()
                  + ". Nothing was signed; \"policy test\" says more");
        }
      } catch (dev.countersign.guardrail.PolicyException wrong) {
        throw new CommandFailure(Exit.FAILED, wrong.path() + ": " + wrong.getMessage());
      }
    }
  }

  /** What an agent would still say of its signatures; null for nothing. */
  private static String missing(Signed signed, Dsse dsse, PolicyTree into) throws IOException {
    try {
      PolicyDocuments.requireSigned(into, signed.kind, signed.name, dsse.json());
      return null;
    } catch (PolicyException notYet) {
      return notYet.reason();
    }
  }

  private void report(Signed signed, Dsse dsse, Path place, String missing) throws IOException {
    Map<String, Object> made = new LinkedHashMap<>();
    made.put("document", signed.kind.path(signed.name));
    made.put("file", place.toString());
    made.put("sha256", PolicyTree.sha256(signed.kind, dsse.json()));
    List<Object> by = new ArrayList<>();
    for (Dsse.Signed signature : dsse.signatures()) {
      by.add(signature.keyid());
    }
    made.put("signed_by", by);
    made.put("missing", missing);
    if (format == Format.json) {
      console.out().println(JsonText.of(made));
      return;
    }
    console
        .out()
        .println(
            made.get("document")
                + " sha256:"
                + made.get("sha256")
                + ", signed by "
                + by.size()
                + (missing == null ? "" : "; not accepted yet: " + missing));
  }
}
