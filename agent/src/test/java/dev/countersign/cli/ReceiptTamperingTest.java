package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Json;
import dev.countersign.receipt.ReceiptSigner;
import dev.countersign.verify.ReceiptReport;
import dev.countersign.verify.TreeEdits;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every JSON leaf of every file that a receipt rests on, changed one at a time: the receipt itself,
 * what it carries, chain, records, judging object (its sentences among them), checkpoint. Each
 * change has to fail the check, in at least one step; that nothing changed passes is asserted
 * first.
 */
class ReceiptTamperingTest {

  /**
   * What is not attested, on purpose: a key id is a hint for finding a key, and DSSE has its
   * readers not rely on it.
   */
  private static final Set<String> NOT_ATTESTED = Set.of("/signatures/0/keyid");

  @TempDir Path temp;

  private JudgedBooks books;

  @BeforeEach
  void writeBooks() throws Exception {
    books = JudgedBooks.in(temp);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":40.5,\"to\":[\"a\",null,true]}", true);
    books.call(JudgedBooks.RULES, "refund", "{\"amount\":4000}", true);
    books.ledger.close();
  }

  @Test
  void everyLeafOfAReceiptAndOfWhatItCarries() throws Exception {
    Path receipts = books.export();
    List<String> lines = Files.readAllLines(receipts);
    assertThat(books.check(Files.readAllBytes(receipts), false))
        .isEqualTo(ReceiptReport.Result.VERIFIED);
    Set<String> undetected = new TreeSet<>();
    int changes = 0;
    for (int i = 0; i < lines.size(); i++) {
      for (Leaf leaf : leaves(Json.parse(lines.get(i)))) {
        for (Object other : leaf.others()) {
          List<String> changed = new ArrayList<>(lines);
          changed.set(i, with(lines.get(i), leaf, other));
          changes++;
          if (!isDetected(changed)) {
            undetected.add(leaf.path);
          }
        }
      }
    }
    assertThat(changes).isGreaterThan(300);
    assertThat(undetected).isEqualTo(NOT_ATTESTED);
  }

  /** Even by somebody who has the agent's key: the books and the log say otherwise. */
  @Test
  void everyLeafOfAStatementThatIsSignedAnew() throws Exception {
    Path receipts = books.export();
    List<String> lines = Files.readAllLines(receipts);
    ReceiptSigner signer =
        new ReceiptSigner(Ed25519.seedInPem(Files.readString(books.privateKey("receipt"))));
    Set<String> undetected = new TreeSet<>();
    int changes = 0;
    for (int i = 0; i < lines.size(); i++) {
      Map<String, Object> envelope = JudgedBooks.object(lines.get(i));
      String statement =
          new String(
              Base64.getDecoder().decode((String) envelope.get("payload")), StandardCharsets.UTF_8);
      for (Leaf leaf : leaves(Json.parse(statement))) {
        for (Object other : leaf.others()) {
          Map<String, Object> signed =
              new LinkedHashMap<>(
                  signer.envelope(with(statement, leaf, other).getBytes(StandardCharsets.UTF_8)));
          signed.put("evidence", envelope.get("evidence"));
          List<String> changed = new ArrayList<>(lines);
          changed.set(i, text(signed));
          changes++;
          if (!isDetected(changed)) {
            undetected.add(leaf.path);
          }
        }
      }
    }
    assertThat(changes).isGreaterThan(80);
    assertThat(undetected).isEmpty();
  }

  @Test
  void everyLeafOfTheBooksAndOfThePolicies() throws Exception {
    Path receipts = books.export("--bare");
    byte[] bytes = Files.readAllBytes(receipts);
    assertThat(books.check(bytes, true)).isEqualTo(ReceiptReport.Result.VERIFIED);
    Set<String> undetected = new TreeSet<>();
    int changes = 0;
    for (Path file : files()) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        for (Leaf leaf : leaves(Json.parse(lines.get(i)))) {
          for (Object other : leaf.others()) {
            List<String> changed = new ArrayList<>(lines);
            changed.set(i, with(lines.get(i), leaf, other));
            boolean policy = file.getParent().endsWith("policies");
            Files.writeString(file, String.join("\n", changed) + (policy ? "" : "\n"));
            changes++;
            if (books.check(bytes, true) != ReceiptReport.Result.FAILED) {
              undetected.add(file.getFileName() + " line " + i + leaf.path);
            }
          }
        }
      }
      Files.writeString(
          file, String.join("\n", lines) + (file.getParent().endsWith("policies") ? "" : "\n"));
    }
    assertThat(books.check(bytes, true)).isEqualTo(ReceiptReport.Result.VERIFIED);
    assertThat(changes).isGreaterThan(400);
    assertThat(undetected).isEmpty();
  }

  /**
   * Nothing that is taken away leaves what is left verified. Some of it can only be missed and not
   * be found to be wrong: who has no evidence, no proof or no policy has nothing to check.
   */
  @Test
  void everyMemberThatIsTakenAway() throws Exception {
    Path receipts = books.export();
    List<String> lines = Files.readAllLines(receipts);
    ReceiptSigner signer =
        new ReceiptSigner(Ed25519.seedInPem(Files.readString(books.privateKey("receipt"))));
    Set<String> undetected = new TreeSet<>();
    int changes = 0;
    for (int i = 0; i < lines.size(); i++) {
      for (String path : members("", Json.parse(lines.get(i)))) {
        List<String> changed = new ArrayList<>(lines);
        changed.set(i, without(lines.get(i), path));
        changes++;
        if (check(changed) == ReceiptReport.Result.VERIFIED) {
          undetected.add(path);
        }
      }
      // By somebody who has the agent's key.
      Map<String, Object> envelope = JudgedBooks.object(lines.get(i));
      String statement =
          new String(
              Base64.getDecoder().decode((String) envelope.get("payload")), StandardCharsets.UTF_8);
      for (String path : members("", Json.parse(statement))) {
        Map<String, Object> signed =
            new LinkedHashMap<>(
                signer.envelope(without(statement, path).getBytes(StandardCharsets.UTF_8)));
        signed.put("evidence", envelope.get("evidence"));
        List<String> changed = new ArrayList<>(lines);
        changed.set(i, text(signed));
        changes++;
        if (check(changed) == ReceiptReport.Result.VERIFIED) {
          undetected.add("statement " + path);
        }
      }
    }
    assertThat(changes).isGreaterThan(150);
    assertThat(undetected).isEqualTo(NOT_ATTESTED);
  }

  /** In books and policies, what is taken away and what is added is found. */
  @Test
  void everyMemberThatIsTakenFromTheBooksOrAddedToThem() throws Exception {
    Path receipts = books.export("--bare");
    byte[] bytes = Files.readAllBytes(receipts);
    Set<String> undetected = new TreeSet<>();
    int changes = 0;
    for (Path file : files()) {
      String end = file.getParent().endsWith("policies") ? "" : "\n";
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        List<String> all = new ArrayList<>();
        for (String path : members("", Json.parse(lines.get(i)))) {
          all.add(without(lines.get(i), path));
        }
        all.add(lines.get(i).replaceFirst("\\{", "{\"!\":1,"));
        for (String other : all) {
          List<String> changed = new ArrayList<>(lines);
          changed.set(i, other);
          Files.writeString(file, String.join("\n", changed) + end);
          changes++;
          if (books.check(bytes, true) != ReceiptReport.Result.FAILED) {
            undetected.add(file.getFileName() + " line " + i + ": " + other);
          }
        }
      }
      Files.writeString(file, String.join("\n", lines) + end);
    }
    assertThat(books.check(bytes, true)).isEqualTo(ReceiptReport.Result.VERIFIED);
    assertThat(changes).isGreaterThan(150);
    assertThat(undetected).isEmpty();
  }

  /** A checkpoint is no JSON: each of its characters but the line ends, one at a time. */
  @Test
  void everyCharacterOfACheckpoint() throws Exception {
    Path receipts = books.export("--bare");
    byte[] bytes = Files.readAllBytes(receipts);
    Path file = one(".checkpoint");
    String note = Files.readString(file);
    List<Integer> undetected = new ArrayList<>();
    for (int i = 0; i < note.length(); i++) {
      if (note.charAt(i) != '\n') {
        char other = note.charAt(i) == 'A' ? 'B' : 'A';
        Files.writeString(file, note.substring(0, i) + other + note.substring(i + 1));
        if (books.check(bytes, true) != ReceiptReport.Result.FAILED) {
          undetected.add(i);
        }
      }
    }
    assertThat(undetected).isEmpty();
  }

  @Test
  void linesThatAreRemovedDoubledOrExchanged() throws Exception {
    Path receipts = books.export("--bare");
    byte[] bytes = Files.readAllBytes(receipts);
    for (String suffix : List.of("[0-9a-f].jsonl", ".effects.jsonl")) {
      Path file = one(suffix);
      List<String> lines = Files.readAllLines(file);
      for (int i = 1; i < lines.size(); i++) {
        List<String> removed = new ArrayList<>(lines);
        removed.remove(i);
        List<String> doubled = new ArrayList<>(lines);
        doubled.add(i, lines.get(i));
        List<String> exchanged = new ArrayList<>(lines);
        exchanged.set(i, lines.get(i - 1));
        exchanged.set(i - 1, lines.get(i));
        List<List<String>> all = new ArrayList<>(List.of(removed));
        if (!suffix.startsWith(".effects")) {
          // Records are found by their digest, wherever they stand, and a second copy is no other.
          all.addAll(List.of(doubled, exchanged));
        }
        for (List<String> changed : all) {
          Files.writeString(file, String.join("\n", changed) + "\n");
          assertThat(books.check(bytes, true))
              .as("%s %d", suffix, i)
              .isEqualTo(ReceiptReport.Result.FAILED);
        }
      }
      Files.writeString(file, String.join("\n", lines) + "\n");
    }
  }

  private boolean isDetected(List<String> lines) throws Exception {
    return check(lines) == ReceiptReport.Result.FAILED;
  }

  private ReceiptReport.Result check(List<String> lines) throws Exception {
    return books.check(String.join("\n", lines).getBytes(StandardCharsets.UTF_8), false);
  }

  /** The places of all members of objects, however deep. */
  private static List<String> members(String path, Object value) {
    List<String> members = new ArrayList<>();
    if (value instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> member : map.entrySet()) {
        members.add(path + '/' + member.getKey());
        members.addAll(members(path + '/' + member.getKey(), member.getValue()));
      }
    } else if (value instanceof List<?> list) {
      for (int i = 0; i < list.size(); i++) {
        members.addAll(members(path + '/' + i, list.get(i)));
      }
    }
    return members;
  }

  private static String without(String json, String path) {
    Object tree = TreeEdits.copy(Json.parse(json));
    Object at = tree;
    String[] steps = path.substring(1).split("/");
    for (int i = 0; i < steps.length - 1; i++) {
      at =
          at instanceof Map<?, ?> map
              ? map.get(steps[i])
              : ((List<?>) at).get(Integer.parseInt(steps[i]));
    }
    ((Map<?, ?>) at).remove(steps[steps.length - 1]);
    return text(tree);
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(books.ledgerDirectory())) {
      all.filter(file -> file.toString().endsWith(".jsonl") || file.toString().endsWith(".json"))
          .forEach(files::add);
    }
    assertThat(files).hasSize(3); // chain, records, the one judging object
    return files;
  }

  private Path one(String suffix) throws IOException {
    try (var found = Files.newDirectoryStream(books.ledgerDirectory(), "*" + suffix)) {
      return found.iterator().next();
    }
  }

  /** A place in a JSON tree that holds no container with anything in it. */
  private record Leaf(String path, Object value) {

    List<Object> others() {
      if (value instanceof String text) {
        if (text.isEmpty()) {
          return List.of("x");
        }
        return List.of(
            changed(text, 0), changed(text, text.length() / 2), changed(text, text.length() - 1));
      }
      if (value instanceof Boolean flag) {
        return List.of(!flag, "x");
      }
      if (value == null) {
        return List.of(false, "null");
      }
      if (value instanceof Map || value instanceof List) {
        return List.of("x");
      }
      return List.of(new BigDecimal(value.toString()).add(BigDecimal.ONE), value.toString());
    }

    /** Another text of the same kind: a digit for a digit, a letter for a letter. */
    private static String changed(String text, int at) {
      char c = text.charAt(at);
      char other = c == '0' ? '1' : c >= '0' && c <= '9' ? '0' : c == 'a' ? 'b' : 'a';
      return text.substring(0, at) + other + text.substring(at + 1);
    }
  }

  private static List<Leaf> leaves(Object tree) {
    List<Leaf> leaves = new ArrayList<>();
    collect("", tree, leaves);
    return leaves;
  }

  private static void collect(String path, Object value, List<Leaf> leaves) {
    if (value instanceof Map<?, ?> map && !map.isEmpty()) {
      map.forEach((name, member) -> collect(path + '/' + name, member, leaves));
    } else if (value instanceof List<?> list && !list.isEmpty()) {
      for (int i = 0; i < list.size(); i++) {
        collect(path + '/' + i, list.get(i), leaves);
      }
    } else {
      leaves.add(new Leaf(path, value));
    }
  }

  @SuppressWarnings("unchecked")
  private static String with(String json, Leaf leaf, Object other) {
    Object tree = TreeEdits.copy(Json.parse(json));
    String[] steps = leaf.path.substring(1).split("/");
    Object at = tree;
    for (int i = 0; i < steps.length; i++) {
      boolean last = i == steps.length - 1;
      if (at instanceof Map<?, ?>) {
        Map<String, Object> map = (Map<String, Object>) at;
        if (last) {
          map.put(steps[i], other);
        }
        at = map.get(steps[i]);
      } else {
        List<Object> list = (List<Object>) at;
        int index = Integer.parseInt(steps[i]);
        if (last) {
          list.set(index, other);
        }
        at = list.get(index);
      }
    }
    return text(tree);
  }

  private static String text(Object tree) {
    return new String(Canonical.jcs(tree), StandardCharsets.UTF_8);
  }
}
