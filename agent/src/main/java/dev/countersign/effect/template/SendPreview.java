package dev.countersign.effect.template;

import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One request that a call may send: a template rendered from the call's authorised arguments (spec
 * 5.4). Immutable.
 */
public final class SendPreview implements EffectPreview {

  private final UrlTemplate.Rendered url;
  private final Map<String, List<Text>> headers;
  private final BodyTemplate.Rendered body;
  private final HeaderRules rules;
  private final Map<String, Object> intent;

  /**
   * @param headers the named ones; null = none is compared
   */
  SendPreview(
      String method,
      UrlTemplate.Rendered url,
      Map<String, List<Text>> headers,
      BodyTemplate.Rendered body,
      String proxy,
      HeaderRules rules) {
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.rules = rules;
    Map<String, Object> json = new LinkedHashMap<>(8);
    json.put("method", method);
    json.put("url", url.shown());
    json.put("headers", shownHeaders());
    json.put("body", body.described());
    if (proxy != null) {
      json.put("proxy", proxy);
    }
    this.intent = Collections.unmodifiableMap(json);
  }

  private Map<String, Object> shownHeaders() {
    Map<String, Object> shown = new TreeMap<>();
    if (headers != null) {
      for (Map.Entry<String, List<Text>> header : headers.entrySet()) {
        if (!header.getValue().isEmpty()) {
          List<Object> values = new ArrayList<>();
          for (Text text : header.getValue()) {
            values.add(shown(header.getKey(), text));
          }
          shown.put(header.getKey(), values);
        }
      }
    }
    return Collections.unmodifiableMap(shown);
  }

  private String shown(String name, Text text) {
    return text.hole() != null ? text.shown() : SendIntent.entering(name, text.prefix(), rules);
  }

  @Override
  public Verb verb() {
    return Verb.SEND;
  }

  @Override
  public Map<String, Object> intent() {
    return intent;
  }

  @Override
  public Coverage coverage() {
    return headers == null || url.hasHole() || body.isPartial() || headerHasHole()
        ? Coverage.PARTIAL
        : Coverage.FULL;
  }

  private boolean headerHasHole() {
    for (List<Text> values : headers.values()) {
      for (Text text : values) {
        if (text.hole() != null) {
          return true;
        }
      }
    }
    return false;
  }

  /** A URL has many spellings, a JSON text too, and headers that are not named do not count. */
  @Override
  public boolean comparesLoosely() {
    return true;
  }

  @Override
  public Map<String, Object> comparable(Map<String, Object> observed, SendBody sent) {
    Map<String, Object> comparable = new LinkedHashMap<>(observed);
    comparable.put("url", url.comparable((String) observed.get("url")));
    comparable.put("headers", headers((Map<?, ?>) observed.get("headers")));
    comparable.put("body", body.comparable(observed.get("body"), sent, contentType(observed)));
    return comparable;
  }

  private static String contentType(Map<String, Object> observed) {
    return ((Map<?, ?>) observed.get("headers")).get("content-type") instanceof List<?> values
            && values.size() == 1
        ? (String) values.get(0)
        : null;
  }

  /** The named ones, and any credential that is not named: that is a divergence (spec 5.4). */
  private Map<String, Object> headers(Map<?, ?> observed) {
    Map<String, Object> compared = new TreeMap<>();
    if (headers == null) {
      return compared;
    }
    for (Map.Entry<?, ?> header : observed.entrySet()) {
      String name = (String) header.getKey();
      List<Text> texts = headers.get(name);
      if (texts != null) {
        compared.put(name, masked(name, texts, (List<?>) header.getValue()));
      } else if (HeaderRules.isCredential(name)) {
        compared.put(name, header.getValue());
      }
    }
    return compared;
  }

  private List<Object> masked(String name, List<Text> texts, List<?> observed) {
    List<Object> masked = new ArrayList<>(observed);
    for (int i = 0; i < masked.size() && i < texts.size(); i++) {
      Text text = texts.get(i);
      if (text.hole() != null) {
        // Of a secret value only its digest is there, and the placeholder stands for all of it.
        masked.set(i, rules.hides(name) ? text.shown() : text.mask((String) masked.get(i)));
      }
    }
    return masked;
  }
}
