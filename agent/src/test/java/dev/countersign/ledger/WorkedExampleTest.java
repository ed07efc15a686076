package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The published small chain (spec 2), written again from its ids, times and salt: the same bytes.
 */
class WorkedExampleTest {

  private static final Params ARCHIVE = Params.of(Map.of("name", "r1", "target", "t1"));

  /** The whole intent, as the published {@code digests.json} has it. */
  private static final Params COPY =
      Params.of(
          Json.parse(
              "{\"argv\":[\"/bin/cp\",\"--\",\"/data/r1\",\"/data/t1\"],\"dir\":null,"
                  + "\"env\":{\"set\":{},\"unset\":[]},"
                  + "\"stdio\":{\"stdin\":\"pipe\",\"stdout\":\"pipe\",\"stderr\":\"pipe\",\"merge\":false}}"));

  private final Deque<byte[]> random = new ArrayDeque<>();

  @Test
  void isReproducedByteForByte(@TempDir Path dir) throws IOException {
    byte[] publishedChain = published("chain.jsonl");
    byte[] publishedEffects = published("chain.effects.jsonl");
    List<Map<String, Object>> entries = objects(publishedChain);
    List<Map<String, Object>> records = objects(publishedEffects);
    random.add(Hex.parse((String) entries.get(0).get("chain_id")));
    random.add(Hex.parse((String) entries.get(0).get("params_salt")));

    Ledger ledger =
        Ledger.create(
            LedgerSettings.of(dir.resolve("ledger").toString(), "shop", "0.1.0"),
            this::replay,
            // One second before the root: the file name takes the first.
            SteppingClock.from("2026-11-29T20:00:00Z"),
            KernelFile.FACTORY);
    Map<String, Map<String, Object>> decisions = decisions(records);
    List<Map<String, Object>> outcomes = new ArrayList<>(records);
    outcomes.removeAll(decisions.values());
    for (Map<String, Object> entry : entries) {
      switch ((String) entry.get("event")) {
        case "allow" -> allow(ledger, entry, decisions.get(entry.get("call_id")));
        case "deny" -> deny(ledger, entry, decisions.get(entry.get("call_id")));
        case "outcome" -> outcome(ledger, entry, outcomes.remove(0));
        case "done" -> ledger.close();
        default -> assertThat(entry).containsEntry("event", "root");
      }
    }

    LedgerFiles files = ledger.files();
    assertThat(files.effects()).hasBinaryContent(publishedEffects);
    assertThat(files.chain()).hasBinaryContent(publishedChain);
  }

  private void allow(Ledger ledger, Map<String, Object> entry, Map<String, Object> decision) {
    String callId = (String) entry.get("call_id");
    String scope = (String) entry.get("scope");
    if (scope.equals("agent.start")) {
      random.add(Hex.parse(callId));
      ledger.act("start", decision, 1_000_000);
      return;
    }
    Map<?, ?> context = (Map<?, ?>) entry.get("context");
    Map<?, ?> adapter = (Map<?, ?>) entry.get("adapter");
    ledger.allow(
        new Allow(
            callId,
            scope,
            (String) entry.get("tool"),
            (String) context.get("preview"),
            (String) context.get("parent"),
            Capture.WRAPPER_SYNC,
            new Adapter(
                (String) adapter.get("module"),
                (String) adapter.get("version"),
                (String) adapter.get("hook_path")),
            params(entry),
            false,
            without(decision, "record", "call_id")));
  }

  private static void deny(Ledger ledger, Map<String, Object> entry, Map<String, Object> decision) {
    Map<?, ?> context = (Map<?, ?>) entry.get("context");
    Map<?, ?> reason = (Map<?, ?>) ((List<?>) entry.get("reasons")).get(0);
    ledger.deny(
        new Deny(
            (String) entry.get("call_id"),
            (String) entry.get("scope"),
            (String) entry.get("tool"),
            (String) context.get("preview"),
            (String) context.get("parent"),
            (String) entry.get("reason"),
            (String) reason.get("message"),
            without(decision, "record", "call_id")));
  }

  private static void outcome(
      Ledger ledger, Map<String, Object> entry, Map<String, Object> record) {
    if (record.get("call_id").equals("ea2b2676c28c0db26d39331a336c6b92")) {
      return; // Written by act.
    }
    String errorCode = (String) entry.get("error_code");
    ledger.outcome(
        new Outcome(
            (String) entry.get("call_id"),
            errorCode == null ? BodyState.RETURNED : BodyState.RAISED,
            ((Number) record.get("duration_ns")).longValue(),
            errorCode,
            entry.containsKey("invoked_params_hash") ? params(entry) : Params.NONE,
            without(record, "record", "call_id", "duration_ns")));
  }

  private static Params params(Map<String, Object> entry) {
    if (entry.containsKey("params_hash_reason")) {
      return Params.of(Map.of("order", 9007199254740993L));
    }
    Object hash = entry.getOrDefault("authorized_params_hash", entry.get("invoked_params_hash"));
    return "ef7efd767ade408862f7aa0e570278584b5fef8e66c6b9c2be61940ee505fbec".equals(hash)
        ? ARCHIVE
        : COPY;
  }

  private void replay(byte[] bytes) {
    byte[] next = random.remove();
    System.arraycopy(next, 0, bytes, 0, bytes.length);
  }

  private static Map<String, Map<String, Object>> decisions(List<Map<String, Object>> records) {
    Map<String, Map<String, Object>> decisions = new LinkedHashMap<>();
    for (Map<String, Object> record : records) {
      if (record.get("record").equals("decision")) {
        decisions.put((String) record.get("call_id"), record);
      }
    }
    return decisions;
  }

  private static Map<String, Object> without(Map<String, Object> map, String... names) {
    Map<String, Object> rest = new LinkedHashMap<>(map);
    rest.keySet().removeAll(List.of(names));
    return rest;
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> objects(byte[] lines) {
    List<Map<String, Object>> objects = new ArrayList<>();
    for (String line : new String(lines, StandardCharsets.UTF_8).split("\n")) {
      objects.add((Map<String, Object>) Json.parse(line));
    }
    return objects;
  }

  private static byte[] published(String name) throws IOException {
    try (InputStream in =
            WorkedExampleTest.class.getResourceAsStream("/vectors/worked-example/" + name);
        ByteArrayOutputStream out = new ByteArrayOutputStream()) {
      in.transferTo(out);
      return out.toByteArray();
    }
  }
}
