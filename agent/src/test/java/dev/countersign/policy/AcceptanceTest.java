package dev.countersign.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Dsse;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Sha256;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The table of spec 3.3 on every way that a document can come, a directory, a server, a signed and
 * an unsigned file, and after a restart.
 */
class AcceptanceTest {

  private static final long MAX_JUMP = 100;

  @TempDir Path directory;

  private static LyingServer server;

  @BeforeAll
  static void serve(@TempDir Path keys) throws Exception {
    server = LyingServer.start(keys);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  /**
   * @param said the status of the event; {@code -} for none
   */
  record Row(String act, String said, String pinned) {
    @Override
    public String toString() {
      return act;
    }
  }

  static List<Row> rows() throws IOException {
    return rows("acceptance.txt");
  }

  static List<Row> signedFiles() throws IOException {
    return rows("acceptance-signed-file.txt");
  }

  static List<Row> unsignedFiles() throws IOException {
    return rows("acceptance-unsigned-file.txt");
  }

  private static List<Row> rows(String table) throws IOException {
    List<Row> rows = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                AcceptanceTest.class.getResourceAsStream(table), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (!line.startsWith("#") && !line.isBlank()) {
          String[] cells = line.split("\\|", -1);
          rows.add(new Row(cells[0].strip(), cells[1].strip(), cells[2].strip()));
        }
      }
    }
    return rows;
  }

  @ParameterizedTest
  @MethodSource("rows")
  void holdsForADirectory(Row row) throws Exception {
    Fleet fleet = fleet();
    Path tree = Files.createDirectory(directory.resolve("tree"));
    Way way = Way.ofTree(fleet, FileSource.directory(tree));
    holds(row, way, host -> act(row.act(), fleet, host), () -> write(fleet, tree));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void holdsForAServer(Row row) throws Exception {
    Fleet fleet = fleet();
    Way way =
        Way.ofTree(fleet, HttpsSource.at(server.url(), server.authorities().toString(), null));
    holds(row, way, host -> act(row.act(), fleet, host), () -> server.serve(fleet.tree));
  }

  @ParameterizedTest
  @MethodSource("signedFiles")
  void holdsForASignedFile(Row row) throws Exception {
    Fleet fleet = fleet();
    Path file = directory.resolve("policy.json");
    byte[][] content = {fleet.tree.get("bundle/2.json")};
    Way way = new Way(FileSource.file(file), settings(fleet, false), fleet.ref(Kind.BUNDLE, 2));
    holds(
        row,
        way,
        host -> {
          act(row.act(), fleet, host);
          content[0] = content(row.act(), fleet);
        },
        () -> publish(file, content[0]));
  }

  /** What stands in the file: the newest bundle of the tree, or what an act is about. */
  private static byte[] content(String act, Fleet fleet) {
    switch (act) {
      case "the policy alone":
        return Canonical.jcs(fleet.bundle(3).get("policy"));
      case "no json":
      case "no base64":
        return fleet.tree.get("head.json");
      case "a head in its place":
        return fleet.tree.get("head.json");
      case "a lower bundle under a higher head":
        return fleet.tree.get("bundle/1.json");
      case "everything is gone":
        return null;
      default:
        byte[] newest = fleet.tree.get("bundle/2.json");
        for (long version : new long[] {3, 6, 3 + MAX_JUMP}) {
          byte[] later = fleet.tree.get("bundle/" + version + ".json");
          newest = later == null ? newest : later;
        }
        return newest;
    }
  }

  @ParameterizedTest
  @MethodSource("unsignedFiles")
  void holdsForAnUnsignedFile(Row row) throws Exception {
    Fleet fleet = fleet();
    Path file = directory.resolve("policy.json");
    Map<String, Object> policy = policy(Fleet.read(fleet.tree.get("bundle/2.json")));
    byte[][] content = {Canonical.jcs(policy)};
    Way way =
        new Way(FileSource.file(file), settings(null, false), new Ref(2, Sha256.hex(content[0])));
    holds(
        row,
        way,
        host -> content[0] = unsigned(row.act(), new LinkedHashMap<>(policy), host),
        () -> publish(file, content[0]));
  }

  private static byte[] unsigned(String act, Map<String, Object> policy, TestHost host) {
    switch (act) {
      case "the same bytes again":
        break;
      case "next":
        policy.put("version", 3L);
        break;
      case "next but three":
        policy.put("version", 6L);
        break;
      case "a lower version":
        policy.put("version", 1L);
        break;
      case "the same version with other rules":
        policy.put("tools", List.of());
        break;
      case "the same version written differently":
        return utf8(new String(Canonical.jcs(policy), StandardCharsets.UTF_8) + "\n");
      case "a lower layer in a higher version":
        policy.put("version", 3L);
        policy.put("layers", List.of(layer(1, "a")));
        break;
      case "the same layer with other rules":
        policy.put("version", 3L);
        policy.put("layers", List.of(layer(2, "b")));
        break;
      case "too far above":
        policy.put("version", 3 + MAX_JUMP);
        break;
      case "another name":
        policy.put("version", 3L);
        policy.put("bundle", "bank");
        break;
      case "without a mode":
        policy.put("version", 3L);
        policy.remove("mode");
        break;
      case "no json":
        return utf8("{");
      case "a duplicate key":
        return utf8("{\"version\":3,\"version\":3}");
      case "over its size":
        return new byte[Kind.BUNDLE.mostBytes() + 1];
      case "what needs a restart":
        host.needsRestart = true;
        policy.put("version", 3L);
        break;
      case "enforce where it cannot be":
        host.unenforceable = "process starts could not be woven";
        policy.put("version", 3L);
        break;
      case "it is gone":
        return null;
      default:
        throw new IllegalStateException("no such act: " + act);
    }
    return Canonical.jcs(policy);
  }

  private static void publish(Path file, byte[] content) throws IOException {
    if (content == null) {
      Files.delete(file);
    } else {
      Files.write(file, content);
    }
  }

  /**
   * A way that documents come.
   *
   * @param first what is pinned before anything is done
   */
  private record Way(Source source, Settings settings, Ref first) {
    static Way ofTree(Fleet fleet, Source source) {
      return new Way(source, AcceptanceTest.settings(fleet, true), fleet.ref(Kind.BUNDLE, 2));
    }
  }

  /** Something that somebody does. */
  private interface Act {
    void on(TestHost host) throws Exception;
  }

  private interface Publication {
    void now() throws IOException;
  }

  private void holds(Row row, Way way, Act act, Publication publication) throws Exception {
    TestHost host = new TestHost();
    publication.now();
    Pinning pinning = open(way.settings(), host, way.source(), directory);
    Standing first = pinning.look(true);
    assertThat(first.events()).isEmpty();
    assertThat(first.ref()).isEqualTo(way.first());

    act.on(host);
    publication.now();
    Standing after = pinning.look(true);
    String said =
        after.events().isEmpty()
            ? "-"
            : (String) after.events().get(after.events().size() - 1).record().get("status");
    assertThat(said).as(String.valueOf(after.events())).isEqualTo(row.said());
    if (!after.events().isEmpty()) {
      requireUsable(row, after.events().get(after.events().size() - 1));
    }
    long pinned = Long.parseLong(row.pinned());
    assertThat(after.ref().version()).isEqualTo(pinned);
    assertThat(after.pinned().version()).isEqualTo(pinned);

    // Said once, and it stays so.
    Standing again = pinning.look(true);
    assertThat(again.events()).isEmpty();
    assertThat(again.ref()).isEqualTo(after.ref());

    // A restart forgets nothing: what was not accepted is not, what was stays.
    host.needsRestart = row.said().equals("restart");
    Pinning restarted = open(way.settings(), host, way.source(), directory);
    Standing then = restarted.look(true);
    assertThat(then.ref()).isEqualTo(after.ref());
    assertThat(then.pinned().version()).isEqualTo(pinned);
    if (!List.of("-", "root").contains(row.said())) {
      assertThat(then.events()).extracting(e -> e.record().get("status")).contains(row.said());
    }
    if (row.said().equals("rollback_blocked") || row.said().equals("tamper")) {
      assertThat(after.closed()).startsWith(row.said());
      assertThat(then.closed()).isEqualTo(after.closed());
    } else {
      assertThat(after.closed()).isNull();
    }
  }

  /** What is said of these rows, in part: the document, the field, the reason. */
  private static final Map<String, String> SAYS =
      Map.ofEntries(
          Map.entry("an unknown field in the bundle", "only_for: is no field that this version"),
          Map.entry("a missing field in the bundle", "requires: is missing; every field is"),
          Map.entry("a bundle that calls itself a head", "type: is not bundle"),
          Map.entry("a head of another payload type", "head: payloadType: is not application/"),
          Map.entry("a head that is in time for ever", "head: expires_at: is no time like"),
          Map.entry("a bundle that is in time for ever", "expires_at: is no time like"),
          Map.entry("an agent version that is none", "min_agent: is no version like 1.2.3"),
          Map.entry("a head without signatures", "head: the DSSE envelope has 0 signatures"),
          Map.entry("a head by another role's key", "one is by a key that may not sign this"),
          Map.entry("a bundle by an unknown key", "one is by a key that may not sign this"),
          Map.entry("a bundle whose signature is another's", "is not over these bytes"),
          Map.entry("a bundle below its threshold", "1 of the 2 that the role policy takes"),
          Map.entry("a bundle signed twice by one key", "signed twice"),
          Map.entry("another fleet's head", "head: fleet: is not acme"),
          Map.entry("another fleet's bundle", "fleet: is not acme"),
          Map.entry("an unknown requirement", "requires: names what this agent does not know"),
          Map.entry("a later agent", "min_agent: is 0.2.0; this agent is 0.1.0"),
          Map.entry("another name", "bundle: is not shop"),
          Map.entry("a policy without a mode", "policy.mode: is missing"),
          Map.entry("a case that fails", "tests: tests[0] comes out as allow"),
          Map.entry("a lower head", "head: version: is 1, below 2"),
          Map.entry("a lower bundle under a higher head", "version: is 1, below 2"),
          Map.entry("a lower layer in a higher bundle", "layer org: version: is 1, below 2"),
          Map.entry("a bundle of an earlier epoch", "epoch: is 1; the root's is 2"),
          Map.entry("the same bundle with other bytes", "2 has other bytes than before: sha256 "),
          Map.entry("other bytes than the head names", "3 has other bytes than before: sha256 "),
          Map.entry("too far above", "is more than 100 (policy.max_jump) above 2"),
          Map.entry("an expired bundle", "expires_at: is over"),
          Map.entry("a root that leaves one out", "root/2: version: is 3; after 1 comes 2"));

  /** A person has to find the document and know what is wrong with it. */
  private static void requireUsable(Row row, Event event) {
    assertThat(event.record().get("document")).as("%s", event).asString().isNotEmpty();
    assertThat(event.record().get("detail")).as("%s", event).asString().hasSizeGreaterThan(8);
    assertThat(event.line())
        .contains((String) event.record().get("document"))
        .contains((String) event.record().get("detail"));
    assertThat(event.line()).contains(SAYS.getOrDefault(row.act(), ""));
  }

  static Pinning open(Settings settings, Host host, Source source, Path directory)
      throws Exception {
    Path state = directory.resolve("state");
    if (!Files.exists(state)) {
      Files.createDirectory(state);
    }
    return Pinning.open(
        settings,
        host,
        source,
        PinnedState.in(state, new Disk()),
        Clock.fixed(Fleet.NOW, ZoneOffset.UTC));
  }

  static Settings settings(Fleet fleet, boolean tree) {
    return new Settings(
        "the source",
        tree,
        fleet == null ? null : fleet.trusted,
        "shop",
        1,
        false,
        true,
        true,
        false,
        Duration.ofHours(1),
        MAX_JUMP,
        "0.1.0-SNAPSHOT",
        Map.of("instance", "i-1", "ring", "a"));
  }

  static Fleet fleet() throws GeneralSecurityException {
    Fleet fleet = new Fleet();
    fleet.put(Kind.BUNDLE, "1", fleet.bundle(1));
    Map<String, Object> second = fleet.bundle(2);
    policy(second).put("layers", List.of(layer(2, "a")));
    fleet.put(Kind.BUNDLE, "2", second);
    fleet.putHead(2, 2);
    return fleet;
  }

  private static Map<String, Object> layer(long version, String rule) {
    Map<String, Object> layer = new LinkedHashMap<>();
    layer.put("level", "org");
    layer.put("version", version);
    layer.put("rules", List.of(rule));
    return layer;
  }

  @SuppressWarnings("unchecked") // it is one
  private static Map<String, Object> policy(Map<String, Object> bundle) {
    return (Map<String, Object>) bundle.get("policy");
  }

  private static void write(Fleet fleet, Path tree) throws IOException {
    for (String kind : new String[] {"root", "bundle", "rollout", "breakglass"}) {
      Files.createDirectories(tree.resolve(kind));
      try (var files = Files.newDirectoryStream(tree.resolve(kind))) {
        for (Path file : files) {
          Files.delete(file);
        }
      }
    }
    Files.deleteIfExists(tree.resolve("head.json"));
    for (Map.Entry<String, byte[]> file : fleet.tree.entrySet()) {
      Files.write(tree.resolve(file.getKey()), file.getValue());
    }
  }

  /** Publishes bundle 3 as changed, with a head that names it. */
  private static void second(Fleet fleet, String key, Object value) throws Exception {
    Map<String, Object> bundle = fleet.bundle(3);
    if (value == null) {
      bundle.remove(key);
    } else {
      bundle.put(key, value);
    }
    fleet.put(Kind.BUNDLE, "3", bundle);
    fleet.putHead(3, 3);
  }

  private static void signed(Fleet fleet, List<Ed25519> by) throws Exception {
    fleet.put(Kind.BUNDLE, "3", fleet.bundle(3), by);
    fleet.putHead(3, 3);
  }

  private static void headWith(Fleet fleet, String key, Object value) throws Exception {
    fleet.publish(3, 3);
    fleet.head.put(key, value);
    fleet.put(Kind.HEAD, "", fleet.head);
  }

  /** Publishes bundle 3 with another text in some places, signed as it is then. */
  private static void text(Fleet fleet, String of, String other) throws Exception {
    String json = new String(Canonical.jcs(fleet.bundle(3)), StandardCharsets.UTF_8);
    assertThat(json).contains(of);
    fleet.tree.put(
        "bundle/3.json",
        Fleet.sign(Kind.BUNDLE, utf8(json.replace(of, other)), fleet.signers.get(Role.POLICY)));
    fleet.putHead(3, 3);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void act(String act, Fleet fleet, TestHost host) throws Exception {
    switch (act) {
      case "nothing":
      case "the same bytes again":
        break;
      case "next":
        fleet.publish(3, 3);
        break;
      case "next with a gap that the head proves":
        fleet.publish(6, 3);
        break;
      case "a head that is signed anew":
        fleet.putHead(3, 2);
        break;
      case "no json":
        fleet.tree.put("head.json", utf8("{"));
        break;
      case "no base64":
        fleet.tree.put(
            "head.json",
            utf8("{\"payloadType\":\"t\",\"payload\":\"%\",\"signatures\":[{\"sig\":\"\"}]}"));
        break;
      case "a duplicate key in the head":
        fleet.publish(3, 3);
        byte[] head = Canonical.jcs(fleet.head);
        fleet.tree.put(
            "head.json",
            Fleet.sign(
                Kind.HEAD,
                utf8(
                    new String(head, StandardCharsets.UTF_8)
                        .replace("\"epoch\":1", "\"epoch\":1,\"epoch\":1")),
                fleet.signers.get(Role.TIMESTAMP)));
        break;
      case "a duplicate key in the bundle":
        String least = "\"min_agent\":\"0.1.0\"";
        text(fleet, least, least + ',' + least);
        break;
      case "a key twice, once with an escape":
        text(fleet, "\"on_stale\":\"keep\"", "\"on_stale\":\"refuse\",\"\\u006fn_stale\":\"keep\"");
        break;
      case "a version with a point":
        text(fleet, "\"version\":3", "\"version\":3.0");
        break;
      case "a version in quotes":
        text(fleet, "\"version\":3", "\"version\":\"3\"");
        break;
      case "a version that doubles round":
        text(fleet, "\"version\":3", "\"version\":9007199254740993");
        break;
      case "a duplicate key in an envelope":
        fleet.publish(3, 3);
        fleet.tree.put(
            "bundle/3.json",
            utf8(
                new String(fleet.tree.get("bundle/3.json"), StandardCharsets.UTF_8)
                    .replaceFirst("\\{", "{\"payloadType\":\"" + Kind.HEAD.payloadType() + "\",")));
        break;
      case "a head that is in time for ever":
        headWith(fleet, "expires_at", Instant.MAX.toString());
        break;
      case "a bundle that is in time for ever":
        second(fleet, "expires_at", "9999-12-31T00:00:00Z");
        break;
      case "an agent version that is none":
        second(fleet, "min_agent", "v9.0.0");
        break;
      case "an unknown field in the bundle":
        second(fleet, "only_for", "x");
        break;
      case "a missing field in the bundle":
        second(fleet, "requires", null);
        break;
      case "a bundle that calls itself a head":
        second(fleet, "type", "head");
        break;
      case "a head of another payload type":
        fleet.publish(3, 3);
        fleet.tree.put(
            "head.json",
            Fleet.sign(Kind.BUNDLE, Canonical.jcs(fleet.head), fleet.signers.get(Role.TIMESTAMP)));
        break;
      case "a head over its size":
        fleet.tree.put("head.json", new byte[Kind.HEAD.mostBytes() + 1]);
        break;
      case "a bundle over its size":
        fleet.publish(3, 3);
        fleet.tree.put("bundle/3.json", new byte[Kind.BUNDLE.mostBytes() + 1]);
        break;
      case "another version inside":
        second(fleet, "version", 4L);
        break;
      case "a head without signatures":
        fleet.publish(3, 3);
        fleet.tree.put(
            "head.json", Dsse.of(Kind.HEAD.payloadType(), Canonical.jcs(fleet.head)).json());
        break;
      case "a head by another role's key":
        fleet.publish(3, 3);
        fleet.put(Kind.HEAD, "", fleet.head, fleet.signers.get(Role.ROLLOUT));
        break;
      case "a bundle by another role's key":
        signed(fleet, fleet.signers.get(Role.TIMESTAMP));
        break;
      case "a bundle by an unknown key":
        signed(fleet, Fleet.keys(99, 1));
        break;
      case "a bundle whose signature is another's":
        byte[] other = fleet.put(Kind.BUNDLE, "4", fleet.bundle(4));
        String theirs =
            new String(other, StandardCharsets.UTF_8).replaceFirst("^.*\"signatures\"", "");
        signed(fleet, fleet.signers.get(Role.POLICY));
        String ours = new String(fleet.tree.get("bundle/3.json"), StandardCharsets.UTF_8);
        fleet.tree.put(
            "bundle/3.json",
            utf8(ours.replaceFirst("\"signatures\".*$", "\"signatures\"") + theirs));
        break;
      case "a bundle signed by a stranger as well":
        List<Ed25519> more = new ArrayList<>(fleet.signers.get(Role.POLICY));
        more.addAll(Fleet.keys(99, 1));
        signed(fleet, more);
        break;
      case "a bundle below its threshold":
        // Two sign from root 2 on; one of them signs alone.
        List<Ed25519> one = fleet.signers.get(Role.POLICY);
        fleet.signers.put(Role.POLICY, Fleet.keys(3, 2));
        fleet.trusted = fleet.trusted.clone();
        fleet.putRoot(2);
        fleet.put(Kind.BUNDLE, "3", fleet.bundle(3), one);
        fleet.putHead(3, 3);
        break;
      case "a bundle signed twice by one key":
        Ed25519 key = fleet.signers.get(Role.POLICY).get(0);
        signed(fleet, List.of(key, key));
        break;
      case "another fleet's head":
        headWith(fleet, "fleet", "other");
        break;
      case "another fleet's bundle":
        second(fleet, "fleet", "other");
        break;
      case "a bundle of a later epoch":
        second(fleet, "epoch", 2L);
        break;
      case "an unknown requirement":
        second(fleet, "requires", List.of("bundle/1", "time-travel/1"));
        break;
      case "a later agent":
        second(fleet, "min_agent", "0.2.0");
        break;
      case "another name":
        Map<String, Object> named = fleet.bundle(3);
        policy(named).put("bundle", "bank");
        fleet.put(Kind.BUNDLE, "3", named);
        fleet.putHead(3, 3);
        break;
      case "a policy without a mode":
        Map<String, Object> modeless = fleet.bundle(3);
        policy(modeless).remove("mode");
        fleet.put(Kind.BUNDLE, "3", modeless);
        fleet.putHead(3, 3);
        break;
      case "a case that fails":
        second(fleet, "tests", List.of(Map.of("verb", "exec")));
        break;
      case "a lower head":
        fleet.putHead(1, 2);
        break;
      case "a lower bundle under a higher head":
        fleet.putHead(3, 1);
        break;
      case "a lower layer in a higher bundle":
        layered(fleet, layer(1, "a"));
        break;
      case "the same layer with other rules":
        layered(fleet, layer(2, "b"));
        break;
      case "a bundle of an earlier epoch":
        second(fleet, "epoch", 1L);
        Map<String, Object> old = fleet.bundle(3);
        nextEpoch(fleet, old);
        break;
      case "the same head with other bytes":
        fleet.head.put("expires_at", "2026-06-03T00:00:00Z");
        fleet.put(Kind.HEAD, "", fleet.head);
        break;
      case "the same bundle with other bytes":
        fleet.put(Kind.BUNDLE, "2", fleet.bundle(2));
        fleet.putHead(3, 2);
        break;
      case "other bytes than the head names":
        fleet.publish(3, 3);
        fleet.put(Kind.BUNDLE, "3", fleet.bundle(3, "enforce", "-other"));
        break;
      case "a bundle without signatures":
        fleet.tree.put(
            "bundle/3.json",
            Dsse.of(Kind.BUNDLE.payloadType(), Canonical.jcs(fleet.bundle(3))).json());
        break;
      case "a bundle of another payload type":
        fleet.tree.put(
            "bundle/3.json",
            Fleet.sign(Kind.HEAD, Canonical.jcs(fleet.bundle(3)), fleet.signers.get(Role.POLICY)));
        fleet.putHead(3, 3);
        break;
      case "too far above":
        fleet.publish(3 + MAX_JUMP, 3);
        break;
      case "an expired bundle":
        second(fleet, "expires_at", "2026-06-01T12:00:00Z");
        break;
      case "an expired head of a later version":
        headWith(fleet, "expires_at", "2026-06-01T11:59:59Z");
        break;
      case "another root of the known version":
        headWith(fleet, "root", new Ref(1, "ab".repeat(32)).toJson());
        break;
      case "a root that nobody has":
        headWith(fleet, "root", new Ref(2, "ab".repeat(32)).toJson());
        break;
      case "what needs a restart":
        host.needsRestart = true;
        fleet.publish(3, 3);
        break;
      case "enforce where it cannot be":
        host.unenforceable = "process starts could not be woven";
        fleet.publish(3, 3);
        break;
      case "a head in its place":
      case "the policy alone":
        break;
      case "no head":
        fleet.tree.remove("head.json");
        break;
      case "no bundle":
        fleet.publish(3, 3);
        fleet.tree.remove("bundle/3.json");
        break;
      case "everything is gone":
        fleet.tree.clear();
        break;
      default:
        roots(act, fleet);
    }
  }

  private static void layered(Fleet fleet, Map<String, Object> layer) throws Exception {
    Map<String, Object> bundle = fleet.bundle(3);
    policy(bundle).put("layers", List.of(layer));
    fleet.put(Kind.BUNDLE, "3", bundle);
    fleet.putHead(3, 3);
  }

  private static void nextEpoch(Fleet fleet, Map<String, Object> old) throws Exception {
    fleet.epoch = 2;
    fleet.putRoot(2);
    fleet.put(Kind.BUNDLE, "3", old);
    fleet.putHead(3, 3);
  }

  private static void roots(String act, Fleet fleet) throws Exception {
    List<Ed25519> old = fleet.signers.get(Role.ROOT);
    List<Ed25519> next = Fleet.keys(20, 2);
    Ed25519[] olds = old.toArray(new Ed25519[0]);
    switch (act) {
      case "a next root and a next bundle":
        fleet.signers.put(Role.ROOT, next);
        fleet.signers.put(Role.POLICY, Fleet.keys(30, 1));
        fleet.signers.put(Role.TIMESTAMP, Fleet.keys(40, 1));
        fleet.putRoot(2, olds);
        fleet.publish(3, 3);
        break;
      case "a next root by the old keys only":
        fleet.signers.put(Role.ROOT, next);
        fleet.putRoot(2);
        fleet.put(Kind.ROOT, "2", fleet.root, old);
        fleet.publish(3, 3);
        break;
      case "a next root by the new keys only":
        fleet.signers.put(Role.ROOT, next);
        fleet.putRoot(2);
        fleet.publish(3, 3);
        break;
      case "a root two versions on":
        fleet.putRoot(2);
        fleet.signers.put(Role.ROOT, next);
        fleet.putRoot(3, olds);
        fleet.publish(3, 3);
        break;
      case "a root that leaves one out":
        fleet.putRoot(3);
        fleet.tree.put("root/2.json", fleet.tree.remove("root/3.json"));
        fleet.publish(3, 3);
        break;
      case "a higher epoch begins below":
        fleet.epoch = 2;
        fleet.putRoot(2);
        fleet.put(Kind.BUNDLE, "1", fleet.bundle(1));
        fleet.putHead(1, 1);
        break;
      default:
        throw new IllegalStateException("no such act: " + act);
    }
  }
}
