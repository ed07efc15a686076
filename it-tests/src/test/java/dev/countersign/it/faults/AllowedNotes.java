package dev.countersign.it.faults;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The calls of the tool {@code note} that the books of a run allow, told by their arguments, whose
 * salted digest stands in each allow (spec 2.5). A last line that a killed process tore is passed
 * over.
 */
final class AllowedNotes {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** One chain: its salt, and how often each digest was allowed. */
  private record Chain(byte[] salt, Map<String, Integer> allowed) {}

  private final List<Chain> chains = new ArrayList<>();
  private int count;
  private int outcomes;
  private int segments;
  private boolean torn;

  static AllowedNotes in(Path ledger) {
    AllowedNotes notes = new AllowedNotes();
    try (Stream<Path> files = Files.list(ledger)) {
      for (Path file : files.sorted(Comparator.comparing(Books::segment)).toList()) {
        String name = file.getFileName().toString();
        boolean chain = name.endsWith(".jsonl") && !name.endsWith(".effects.jsonl");
        if (chain && Files.isRegularFile(file)) {
          notes.segments++;
          notes.read(Files.readString(file));
        }
      }
      return notes;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void read(String text) throws IOException {
    torn |= !text.isEmpty() && !text.endsWith("\n");
    Chain chain = chains.isEmpty() ? null : chains.get(chains.size() - 1); // a later segment
    for (String line : text.substring(0, text.lastIndexOf('\n') + 1).split("\n")) {
      JsonNode entry = line.isEmpty() ? JSON.createObjectNode() : JSON.readTree(line);
      switch (entry.path("event").asText()) {
        case "root" -> {
          byte[] salt = HexFormat.of().parseHex(entry.path("params_salt").asText());
          chain = new Chain(salt, new HashMap<>());
          chains.add(chain);
        }
        case "allow" -> {
          if (entry.path("scope").asText().startsWith("tool.")) {
            count++;
            chain.allowed.merge(entry.path("authorized_params_hash").asText(), 1, Integer::sum);
          }
        }
        case "outcome" -> outcomes++;
        default -> {
          // no call
        }
      }
    }
  }

  /** How often the books allow the call with this argument. */
  int allowed(String id) {
    byte[] json = ("{\"id\":\"" + id + "\"}").getBytes(StandardCharsets.US_ASCII);
    int times = 0;
    for (Chain chain : chains) {
      MessageDigest sha256 = sha256();
      sha256.update(chain.salt);
      String digest = HexFormat.of().formatHex(sha256.digest(json));
      times += chain.allowed.getOrDefault(digest, 0);
    }
    return times;
  }

  /** How many calls they allow. */
  int count() {
    return count;
  }

  /** How many outcomes they have, the agent's own acts included. */
  int outcomes() {
    return outcomes;
  }

  /** Whether a chain ends amid a line. */
  boolean torn() {
    return torn;
  }

  /** How many chain files there are. */
  int segments() {
    return segments;
  }

  int chains() {
    return chains.size();
  }

  /** The effects that happened, in order; one that a killed process tore is passed over. */
  static List<String> happened(AgentRun run) {
    String text = run.after().getOrDefault("effects", "");
    List<String> effects = new ArrayList<>();
    for (int end = 8; end <= text.length(); end += 8) {
      effects.add(text.substring(end - 8, end - 1));
    }
    return effects;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }
}
