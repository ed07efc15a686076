package dev.countersign.it;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The books of a real run, changed and then linked anew, as somebody can who may write the files
 * and whom no anchor stops: what is wrong with them then is what they say, not their hashes.
 *
 * <p>Written with a JSON library and a digest that the agent does not use (spec 2.1).
 */
public final class ForgedBooks {

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();

  /**
   * A copy of the run's books after the change, beside the run.
   *
   * @param change gets the entries in order, and may edit, add, remove and move them
   * @return the directory to verify
   */
  public static Path of(AgentRun run, Consumer<List<ObjectNode>> change) {
    try (Stream<Path> files = Files.list(run.ledger())) {
      Path forged = Files.createTempDirectory(run.directory(), "forged-");
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".effects.jsonl")) {
          Files.copy(file, forged.resolve(name));
        } else if (name.endsWith(".jsonl")) {
          Files.writeString(forged.resolve(name), changed(file, change));
        }
      }
      return forged;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The entries of the run's chain. */
  public static List<ObjectNode> entries(AgentRun run) {
    return Books.of(run).entries().stream().map(entry -> ((ObjectNode) entry).deepCopy()).toList();
  }

  private static String changed(Path chain, Consumer<List<ObjectNode>> change) throws IOException {
    List<ObjectNode> entries = new ArrayList<>();
    for (String line : Files.readAllLines(chain)) {
      entries.add((ObjectNode) JSON.readTree(line));
    }
    change.accept(entries);
    StringBuilder text = new StringBuilder();
    String previous = "0".repeat(64);
    int seq = 0;
    for (ObjectNode entry : entries) {
      entry.put("seq", seq++).put("prev_hash", previous).remove("hash");
      previous = sha256(previous + canonical(entry));
      entry.put("hash", previous);
      text.append(canonical(entry)).append('\n');
    }
    return text.toString();
  }

  /** An entry has strings, small integers, objects and arrays only: sorted names are all of JCS. */
  private static String canonical(JsonNode entry) throws JsonProcessingException {
    return JSON.writeValueAsString(JSON.convertValue(entry, Map.class));
  }

  private static String sha256(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private ForgedBooks() {}
}
