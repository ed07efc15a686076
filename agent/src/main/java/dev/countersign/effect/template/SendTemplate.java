package dev.countersign.effect.template;

import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.SecretNames;
import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The {@code send} of an {@code effects} or {@code ambient} entry (spec 5.4): which request a call
 * may send. Immutable; reading and rendering are pure.
 *
 * <pre>{@code
 * { method: POST,                                        required
 *   url: "https://api.example.com/v1/refunds/${args.id}",   required; compared by component
 *   headers: { idempotency-key: "${any}", x: [a, b] },   absent: none is compared
 *   body: any | { raw: text } | { json: value } | { form: {name: text} }
 *             | { multipart: {name: part} },             absent: no body
 *   proxy: "proxy.example.com:3128" }                    absent: none but the JVM's own
 * }</pre>
 */
public final class SendTemplate implements EffectTemplate {

  private final TextTemplate method;
  private final UrlTemplate url;
  private final Map<String, List<TextTemplate>> headers;
  private final BodyTemplate body;
  private final String proxy;
  private final HeaderRules rules;
  private final Reference each;

  private SendTemplate(
      TextTemplate method,
      UrlTemplate url,
      Map<String, List<TextTemplate>> headers,
      BodyTemplate body,
      String proxy,
      HeaderRules rules,
      Reference each) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.body = body;
    this.proxy = proxy;
    this.rules = rules;
    this.each = each;
  }

  /**
   * Reads what stands under {@code send:} of an entry.
   *
   * @param json a JSON value
   * @param each what stands under {@code each:} beside it; null = absent
   * @param rules which headers are compared, and which by digest
   * @throws TemplateException naming the place
   */
  public static SendTemplate parse(Object json, String each, HeaderRules rules) {
    if (!(json instanceof Map<?, ?> map)) {
      throw new TemplateException("expected an object with method, url, headers, body", "");
    }
    boolean item = each != null;
    Reference list = item ? Reference.ofEach(each) : null;
    TextTemplate method = ExecTemplate.plainText(map.get("method"), item, "method");
    if (method.hole() != null) {
      throw new TemplateException("what is asked of the server cannot be left open", "method");
    }
    if (!(map.get("url") instanceof String url)) {
      throw new TemplateException("expected the URL, like https://api.example.com/v1", "url");
    }
    Object proxy = map.get("proxy");
    if (proxy != null && !(proxy instanceof String)) {
      throw new TemplateException("expected host:port", "proxy");
    }
    return new SendTemplate(
        method,
        UrlTemplate.parse(url, item),
        headers(map.get("headers"), item, rules),
        BodyTemplate.parse(map.get("body"), item),
        (String) proxy,
        rules,
        list);
  }

  private static Map<String, List<TextTemplate>> headers(
      Object json, boolean each, HeaderRules rules) {
    if (json == null) {
      return null;
    }
    if (!(json instanceof Map<?, ?> map)) {
      throw new TemplateException("expected names with their values", "headers");
    }
    Map<String, List<TextTemplate>> headers = new TreeMap<>();
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      String name = ((String) entry.getKey()).toLowerCase(Locale.ROOT);
      String place = "headers." + entry.getKey();
      if (rules.ignores(name)) {
        throw new TemplateException(
            "belongs to the transport, or to send.header_ignore, and is never compared", place);
      }
      List<TextTemplate> values = new ArrayList<>();
      for (Object value :
          entry.getValue() instanceof List<?> list ? list : List.of(entry.getValue())) {
        TextTemplate text = ExecTemplate.plainText(value, each, place);
        if (rules.hides(name) && text.hole() != null && !text.isHoleAlone()) {
          throw new TemplateException(
              "is compared as a digest: give the whole value, or ${any} alone", place);
        }
        values.add(text);
      }
      if (headers.put(name, values) != null) {
        throw new TemplateException("stands here twice; give a list of values", place);
      }
    }
    return headers;
  }

  @Override
  public Verb verb() {
    return Verb.SEND;
  }

  @Override
  public List<EffectPreview> rendered(
      Map<String, Object> args, Supplier<Map<String, String>> environment) {
    List<EffectPreview> previews = new ArrayList<>();
    for (Object item : each == null ? one() : ExecTemplate.elements(each, args)) {
      previews.add(render(new Source(args, item, new LinkedHashMap<>())));
    }
    return previews;
  }

  private static List<Object> one() {
    List<Object> one = new ArrayList<>(1);
    one.add(null);
    return one;
  }

  private SendPreview render(Source source) {
    Text verb = method.render(source);
    if (verb == null) {
      throw new TemplateException("a request needs a method; the argument is absent", "method");
    }
    Map<String, List<Text>> named = headers == null ? null : new TreeMap<>();
    if (headers != null) {
      for (Map.Entry<String, List<TextTemplate>> header : headers.entrySet()) {
        List<Text> values = new ArrayList<>();
        for (TextTemplate value : header.getValue()) {
          Text text = value.render(source);
          if (text != null) {
            values.add(text);
          }
        }
        named.put(header.getKey(), values);
      }
    }
    return new SendPreview(
        verb.prefix(), url.render(source), named, body.render(source), proxy, rules);
  }

  @Override
  public List<Depiction> depicted(Map<String, Object> args) {
    Teller teller = new Teller(args);
    List<?> items = each == null ? null : teller.elements(each);
    int count = items == null ? 1 : Math.min(items.size(), Teller.MOST);
    List<Depiction> depicted = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      teller.begin(items == null ? null : items.get(i));
      depicted.add(depicted(teller, i + 1 < count || items == null ? 0 : items.size() - count));
    }
    return depicted;
  }

  private Depiction depicted(Teller teller, int more) {
    String action = teller.text(method, "method", false, false);
    String target = url.depicted(teller);
    List<String> names = new ArrayList<>();
    if (headers != null) {
      for (Map.Entry<String, List<TextTemplate>> header : headers.entrySet()) {
        String name = header.getKey();
        boolean secret = rules.hides(name) || SecretNames.isName(name);
        for (TextTemplate value : header.getValue()) {
          teller.text(value, "header " + name, secret, false);
        }
        names.add(OneLine.of(name));
      }
    }
    String form = body.depicted(teller);
    return new Depiction(
        Verb.SEND,
        action == null ? "" : action,
        target,
        List.of(),
        null,
        List.of(),
        ExecTemplate.bounded(names),
        form,
        teller.placements(),
        freeParts(),
        more);
  }

  @Override
  public String constantTarget() {
    return url.constantOrigin();
  }

  @Override
  public List<String> freeParts() {
    List<String> parts = new ArrayList<>();
    note(parts, url.texts());
    if (headers == null) {
      parts.add("headers (none is compared)");
    } else {
      for (List<TextTemplate> values : headers.values()) {
        note(parts, values);
      }
    }
    if (body.isAny()) {
      parts.add("body (any)");
    }
    note(parts, body.texts());
    return parts;
  }

  private static void note(List<String> parts, List<TextTemplate> texts) {
    for (TextTemplate text : texts) {
      if (text.hole() != null) {
        parts.add(text.place() + " (" + text.hole().text() + ")");
      }
    }
  }

  @Override
  public List<String> warnings() {
    return url.isOpenToAnyHost()
        ? List.of("url: which host is asked is left to the call")
        : List.of();
  }
}
