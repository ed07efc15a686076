package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A learned effect as it would be compared in an agent. */
final class Held implements Draft.Effect {

  private static final int MOST = 1 << 20;

  private final Call call;
  private final Draft.Uses uses;
  private final Map<String, Object> learned;
  private final boolean request;
  private Map<String, Object> intent;
  private SendBody body;
  private Map<String, String> environment;

  Held(Call call, String verb, Map<String, Object> learned) {
    this(call, verb, learned, new Draft.Uses());
  }

  Held(Call call, String verb, Map<String, Object> learned, Draft.Uses uses) {
    this.call = call;
    this.uses = uses;
    this.learned = learned;
    this.request = !verb.equals("exec");
  }

  /** Made once something is compared: most samples of a first round are only counted. */
  private void make() {
    if (intent == null && !request) {
      intent = learned;
    } else if (intent == null) {
      body = body(learned.get("body"));
      intent = new LinkedHashMap<>(learned);
      intent.put("body", learned.get("body") == null ? null : body.raw());
    }
  }

  private static SendBody body(Object learned) {
    if (!(learned instanceof Map<?, ?> map)) {
      return SendBody.NONE;
    }
    if (map.containsKey("json")) {
      return bytes(ExactText.of(map.get("json")));
    }
    if (map.get("raw") instanceof String raw) {
      return bytes(raw);
    }
    if (map.get("form") instanceof Map<?, ?> form) {
      StringBuilder text = new StringBuilder();
      for (Map.Entry<?, ?> pair : form.entrySet()) {
        for (Object value : (List<?>) pair.getValue()) {
          text.append(text.length() == 0 ? "" : "&")
              .append(RequestUrl.encoded((String) pair.getKey()))
              .append('=')
              .append(RequestUrl.encoded((String) value));
        }
      }
      return bytes(text.toString());
    }
    return SendBody.UNREAD;
  }

  private static SendBody bytes(String text) {
    return SendBody.of(List.of(text.getBytes(StandardCharsets.UTF_8)), List.of(), MOST);
  }

  @Override
  public Map<String, Object> args() {
    return call.args();
  }

  @Override
  public Map<String, Object> intent() {
    make();
    return intent;
  }

  @Override
  public SendBody body() {
    make();
    return body;
  }

  /** Of the JVM that it was learned in, as far as it counts: what was removed was there. */
  @Override
  public Map<String, String> environment() {
    if (environment == null) {
      environment = new LinkedHashMap<>();
      if (learned.get("env") instanceof Map<?, ?> env) {
        for (Object name : (List<?>) env.get("unset")) {
          environment.put((String) name, "");
        }
      }
    }
    return environment;
  }

  @Override
  public String run() {
    return call.run;
  }

  @Override
  public long key() {
    return call.key();
  }

  @Override
  public int uses(Draft draft, int index) {
    return uses.of(draft, index);
  }

  @Override
  public int use(Draft draft, int index) {
    return uses.add(draft, index);
  }
}
