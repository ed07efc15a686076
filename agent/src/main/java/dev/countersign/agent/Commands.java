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
import dev.countersign.scope.Effects;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What other processes of the same user may ask of this JVM: its status, the end of an authority,
 * the end of the books. Nothing here lets anything happen that was refused before.
 *
 * <p>One JSON object in: {@code {"command": "status" | "complete" | "kill", "node"?, "agent"?,
 * "reason"?}}. One out: {@code {"ok": true, …}} or {@code {"ok": false, "error": text}}.
 */
final class Commands implements CommandSocket.Commands {

  private static final int MAX_TEXT = 256;

  /** Nodes that the line on standard error names. */
  private static final int MAX_SAID = 20;

  private static final Set<String> KEYS = Set.of("command", "node", "agent", "reason");

  private final Ledger ledger;
  private final Status status;
  private final Effects effects;

  Commands(Ledger ledger, Status status, Effects effects) {
    this.ledger = ledger;
    this.status = status;
    this.effects = effects;
  }

  @Override
  public byte[] answer(byte[] request) {
    Map<String, Object> answer;
    try {
      answer = answer(Json.parse(request));
    } catch (NotCanonicalException malformed) {
      answer = error("this is no JSON text: " + malformed.getMessage());
    } catch (LedgerException failed) {
      answer = error(failed.getMessage());
    }
    return Canonical.jcs(answer);
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
    return error("the commands are status, complete and kill");
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
