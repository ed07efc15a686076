package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Completion;
import dev.countersign.ledger.Killed;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerException;
import dev.countersign.observe.CommandSocket;
import dev.countersign.observe.StandardError;
import dev.countersign.preview.PreflightJson;
import dev.countersign.scope.Effects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What other processes of the same user may ask of this JVM: its status, the end of an authority,
 * the end of the books, what would become of a call. Nothing here lets anything happen that was
 * refused before.
 *
 * <p>One JSON object in: {@code {"command": "status" | "complete" | "kill", "node"?, "agent"?,
 * "reason"?}}, or {@code {"command": "validate", "tool", "inputs", "caller"?}} with values of any
 * type. One out: {@code {"ok": true, …}} or {@code {"ok": false, "error": text}}; of a validation
 * {@code result} is the text of its JSON, so that it is passed on byte for byte.
 */
final class Commands implements CommandSocket.Commands {

  private static final int MAX_TEXT = 256;

  /** Nodes that the line on standard error names. */
  private static final int MAX_SAID = 20;

  private static final Set<String> KEYS = Set.of("command", "node", "agent", "reason");

  private static final String VALIDATE = "validate";

  private static final Set<String> VALIDATE_KEYS = Set.of("command", "tool", "inputs", "caller");

  /** Characters of a result: its client reads some more. */
  private static final int MAX_RESULT = 4 << 20;

  private final Ledger ledger;
  private final Status status;
  private final Effects effects;
  private final Preflights preflights;

  Commands(Ledger ledger, Status status, Effects effects, Preflights preflights) {
    this.ledger = ledger;
    this.status = status;
    this.effects = effects;
    this.preflights = preflights;
  }

  @Override
  public byte[] answer(byte[] request) {
    Map<String, Object> answer;
    try {
      Object json = Json.parse(request);
      if (json instanceof Map<?, ?> map && VALIDATE.equals(map.get("command"))) {
        return null; // the application is asked as well, and nobody waits for it
      }
      answer = answer(json);
    } catch (NotCanonicalException malformed) {
      answer = error("this is no JSON text: " + malformed.getMessage());
    } catch (LedgerException failed) {
      answer = error(failed.getMessage());
    }
    return Canonical.jcs(answer);
  }

  @Override
  public byte[] later(byte[] request) {
    Map<String, Object> answer;
    try {
      answer = validate((Map<?, ?>) Json.parse(request));
    } catch (RuntimeException | StackOverflowError failed) { // of the application's objects
      answer = error("the call could not be judged: " + failed);
    }
    return Canonical.jcs(answer);
  }

  private Map<String, Object> validate(Map<?, ?> request) {
    if (!VALIDATE_KEYS.containsAll(request.keySet())
        || !(request.get("tool") instanceof String tool)) {
      return error("a validation has a tool, inputs and perhaps a caller");
    }
    String result;
    try {
      result =
          PreflightJson.text(
              preflights.validate(tool, request.get("inputs"), request.get("caller")));
    } catch (IllegalArgumentException unusable) {
      return error(unusable.getMessage());
    } catch (NotCanonicalException noJson) {
      return error("what the tool's own preview says is no JSON: " + noJson.getMessage());
    }
    return result.length() > MAX_RESULT
        ? error(
            "the answer has "
                + result.length()
                + " characters, and at most "
                + MAX_RESULT
                + " are passed on; the tool's own preview says too much")
        : ok("result", result);
  }

  private Map<String, Object> answer(Object request) {
    if (!(request instanceof Map<?, ?> map)) {
      return error("a request is a JSON object");
    }
    for (Map.Entry<?, ?> member : map.entrySet()) {
      if (!KEYS.contains(member.getKey())
          || !(member.getValue() instanceof String text)
          || text.length() > MAX_TEXT) {
        return error("a request has texts of at most " + MAX_TEXT + " characters: " + KEYS);
      }
    }
    Object command = map.get("command");
    if ("status".equals(command)) {
      return ok("status", status.document());
    }
    if ("complete".equals(command)) {
      return complete();
    }
    if ("kill".equals(command)) {
      return kill((String) map.get("node"), (String) map.get("agent"), (String) map.get("reason"));
    }
    return error("the commands are status, complete, kill and validate");
  }

  private Map<String, Object> complete() {
    Completion completion = ledger.complete();
    Map<String, Object> answer = ok("completed", completion.completed());
    answer.put("pending_call_ids", List.<Object>copyOf(completion.pendingCallIds()));
    if (completion.completed()) {
      StandardError.say("the books are complete: somebody ran \"countersign complete\"");
      status.run();
    }
    return answer;
  }

  private Map<String, Object> kill(String node, String agent, String reason) {
    if (!effects.enforcing()) {
      return error(
          "this JVM is in mode observe, which refuses nothing: a kill would not hold. Nothing was"
              + " done");
    }
    if (node != null && agent != null) {
      return error("a kill names a node or an agent, not both");
    }
    Killed killed = ledger.kill(node, agent, reason);
    Map<String, Object> answer = ok("revoked", List.<Object>copyOf(killed.revoked()));
    answer.put("pending_at_kill", List.<Object>copyOf(killed.pendingAtKill()));
    answer.put("recorded", killed.unrecorded() == null);
    if (killed.unrecorded() != null) {
      answer.put("detail", killed.unrecorded());
    }
    StandardError.say(
        "killed by \"countersign kill\": "
            + named(killed.revoked())
            + (agent == null ? "" : ", and every later one of that agent")
            + (killed.unrecorded() == null ? "" : "; not in the books: " + killed.unrecorded()));
    status.run();
    return answer;
  }

  /** A terminal is to be readable: the books and the answer name them all. */
  private static String named(List<String> revoked) {
    if (revoked.isEmpty()) {
      return "no node yet";
    }
    int shown = Math.min(revoked.size(), MAX_SAID);
    String some = String.join(" ", revoked.subList(0, shown));
    return shown == revoked.size() ? some : some + " and " + (revoked.size() - shown) + " more";
  }

  private static Map<String, Object> ok(String name, Object value) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("ok", true);
    answer.put(name, value);
    return answer;
  }

  private static Map<String, Object> error(String text) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("ok", false);
    answer.put("error", text);
    return answer;
  }
}
