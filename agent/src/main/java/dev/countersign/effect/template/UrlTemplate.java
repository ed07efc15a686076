package dev.countersign.effect.template;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SecretNames;
import java.util.ArrayList;
import java.util.List;

/**
 * The {@code url} of a {@code send} (spec 5.4), matched component by component: a value of the call
 * is exactly one decoded path segment, or one decoded name or value of the query. Scheme, host and
 * port are literal; or the whole URL is one value of the call.
 */
final class UrlTemplate {

  private static final String PLACE = "url";

  /** One pair of the query; {@code value} is null where there is no {@code =}. */
  private record Pair(TextTemplate name, TextTemplate value) {}

  private final TextTemplate whole;
  private final RequestUrl base;
  private final List<TextTemplate> segments;
  private final List<Pair> query;

  private UrlTemplate(
      TextTemplate whole, RequestUrl base, List<TextTemplate> segments, List<Pair> query) {
    this.whole = whole;
    this.base = base;
    this.segments = segments;
    this.query = query;
  }

  static UrlTemplate parse(String text, boolean each) {
    if (text.startsWith("${") && TextTemplate.end(text, 2, PLACE) == text.length() - 1) {
      TextTemplate whole = TextTemplate.parse(text, each, PLACE);
      if (whole.hole() != null || whole.splices()) {
        throw new TemplateException(
            "the whole URL cannot be left open; name scheme and host, or one argument", PLACE);
      }
      return new UrlTemplate(whole, null, List.of(), null);
    }
    int authority = text.indexOf("://") + 3;
    int path = next(text, authority, '/', '?');
    if (authority < 3 || text.substring(0, path).contains("${")) {
      throw new TemplateException(
          "expected scheme://host/… with scheme, host and port written out, or one argument alone,"
              + " like ${args.url}",
          PLACE);
    }
    if (next(text, 0, '#', '#') < text.length()) {
      throw new TemplateException("a fragment is never requested; remove it from \"#\" on", PLACE);
    }
    RequestUrl base;
    try {
      base = RequestUrl.parse(text.substring(0, path));
    } catch (NotCanonicalException wrong) {
      throw new TemplateException(wrong.getMessage(), PLACE);
    }
    int mark = next(text, path, '?', '?');
    List<TextTemplate> segments = new ArrayList<>();
    for (String raw : split(path == mark ? "" : text.substring(path + 1, mark), '/')) {
      segments.add(component(raw, each, false));
    }
    List<Pair> query = null;
    if (mark < text.length()) {
      query = new ArrayList<>();
      String rest = text.substring(mark + 1);
      for (String raw : rest.isEmpty() ? List.<String>of() : split(rest, '&')) {
        int equals = next(raw, 0, '=', '=');
        query.add(
            new Pair(
                component(raw.substring(0, equals), each, true),
                equals == raw.length() ? null : component(raw.substring(equals + 1), each, true)));
      }
    }
    return new UrlTemplate(null, base, List.copyOf(segments), query);
  }

  /** Where one of two characters stands first, outside what is put in; the end where none does. */
  private static int next(String text, int from, char one, char other) {
    int at = from;
    while (at < text.length() && text.charAt(at) != one && text.charAt(at) != other) {
      if (text.startsWith("$${", at)) {
        at += 3;
      } else {
        at = text.startsWith("${", at) ? TextTemplate.end(text, at + 2, PLACE) + 1 : at + 1;
      }
    }
    return Math.min(at, text.length());
  }

  private static List<String> split(String text, char by) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = next(text, 0, by, by); at < text.length(); at = next(text, from, by, by)) {
      parts.add(text.substring(from, at));
      from = at + 1;
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static TextTemplate component(String raw, boolean each, boolean form) {
    TextTemplate template =
        TextTemplate.parse(raw, each, PLACE)
            .withLiterals(
                literal -> {
                  String decoded = RequestUrl.decoded(literal, form);
                  if (decoded == null) {
                    throw new TemplateException("a malformed escape", PLACE);
                  }
                  return decoded;
                });
    if (template.splices()) {
      throw new TemplateException("a list is spliced into argv only", PLACE);
    }
    return template;
  }

  /** Scheme, host and port where they are the same for every call; else null. */
  String constantOrigin() {
    return base == null ? null : base.origin();
  }

  /** Whether a value of the call decides which host is asked. */
  boolean isOpenToAnyHost() {
    return whole != null;
  }

  List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>(segments);
    if (query != null) {
      for (Pair pair : query) {
        texts.add(pair.name());
        if (pair.value() != null) {
          texts.add(pair.value());
        }
      }
    }
    return texts;
  }

  /** The URL as a person reads it. */
  String depicted(Teller teller) {
    if (whole != null) {
      String text = teller.text(whole, "URL", false, false);
      return text == null ? "" : text;
    }
    boolean own = base.port() == (base.scheme().equals("https") ? 443 : 80);
    StringBuilder url = new StringBuilder(64);
    url.append(base.scheme()).append("://").append(base.host());
    url.append(own ? "" : ":" + base.port());
    for (TextTemplate segment : segments) {
      String text = teller.text(segment, "URL path", false, true);
      if (text != null) {
        url.append('/').append(text);
      }
    }
    if (query != null) {
      char before = '?';
      for (Pair pair : query) {
        String name = teller.text(pair.name(), "URL query", false, true);
        String value =
            pair.value() == null || name == null
                ? null
                : teller.text(pair.value(), "URL query " + name, SecretNames.isName(name), true);
        if (name != null && (pair.value() == null || value != null)) {
          url.append(before).append(name).append(value == null ? "" : "=" + value);
          before = '&';
        }
      }
    }
    return OneLine.of(url.toString());
  }

  Rendered render(Source source) {
    if (whole != null) {
      return whole(source);
    }
    List<Text> path = new ArrayList<>(segments.size());
    for (TextTemplate segment : segments) {
      Text text = segment.render(source);
      if (text == null) {
        continue;
      }
      if (segment.refers() && text.hole() == null && !isOneSegment(text.prefix())) {
        throw new TemplateException(
            "a value of the call that is empty, \".\" or \"..\" is no path segment", PLACE);
      }
      path.add(text);
    }
    List<Rendered.Pair> pairs = null;
    if (query != null) {
      pairs = new ArrayList<>(query.size());
      for (Pair pair : query) {
        Text name = pair.name().render(source);
        Text value = pair.value() == null ? null : pair.value().render(source);
        if (name != null && (pair.value() == null || value != null)) {
          pairs.add(new Rendered.Pair(name, value));
        }
      }
    }
    return new Rendered(base, path, pairs);
  }

  private Rendered whole(Source source) {
    Text text = whole.render(source);
    if (text == null) {
      throw new TemplateException("a request needs a URL; the argument is absent", PLACE);
    }
    RequestUrl url;
    try {
      url = RequestUrl.parse(text.prefix());
    } catch (NotCanonicalException wrong) {
      throw new TemplateException(wrong.getMessage(), PLACE);
    }
    List<String> decoded = url.segments();
    List<RequestUrl.Pair> pairs = url.pairs();
    if (decoded == null || pairs == null) {
      throw new TemplateException("a malformed escape", PLACE);
    }
    List<Text> path = new ArrayList<>(decoded.size());
    for (String segment : decoded) {
      path.add(Text.fixed(segment));
    }
    List<Rendered.Pair> rendered = url.hasQuery() ? new ArrayList<>(pairs.size()) : null;
    for (RequestUrl.Pair pair : pairs) {
      rendered.add(
          new Rendered.Pair(
              Text.fixed(pair.name()), pair.value() == null ? null : Text.fixed(pair.value())));
    }
    return new Rendered(url, path, rendered);
  }

  /** What servers do not take for a step to another place. */
  private static boolean isOneSegment(String decoded) {
    return !decoded.isEmpty() && !decoded.equals(".") && !decoded.equals("..");
  }

  /**
   * A rendered URL.
   *
   * @param base scheme, host and port
   * @param query null where there is no {@code ?}
   */
  record Rendered(RequestUrl base, List<Text> path, List<Pair> query) {

    record Pair(Text name, Text value) {}

    /** As it stands in ρ. */
    String shown() {
      boolean own = base.port() == (base.scheme().equals("https") ? 443 : 80);
      StringBuilder url = new StringBuilder(64);
      url.append(base.scheme()).append("://").append(base.host());
      url.append(own ? "" : ":" + base.port());
      for (Text segment : path) {
        url.append('/').append(shown(segment));
      }
      if (path.isEmpty()) {
        url.append('/');
      }
      if (query != null) {
        url.append('?');
        for (int i = 0; i < query.size(); i++) {
          url.append(i == 0 ? "" : "&").append(shown(query.get(i).name()));
          if (query.get(i).value() != null) {
            url.append('=').append(shown(query.get(i).value()));
          }
        }
      }
      return url.toString();
    }

    private static String shown(Text text) {
      return text.hole() == null
          ? RequestUrl.encoded(text.prefix())
          : RequestUrl.encoded(text.prefix())
              + text.hole().text()
              + RequestUrl.encoded(text.suffix());
    }

    boolean hasHole() {
      for (Text segment : path) {
        if (segment.hole() != null) {
          return true;
        }
      }
      if (query != null) {
        for (Pair pair : query) {
          if (pair.name().hole() != null || pair.value() != null && pair.value().hole() != null) {
            return true;
          }
        }
      }
      return false;
    }

    /** The URL as it is compared: this one's own text where every component fits. */
    String comparable(String observed) {
      if (fits(RequestUrl.parse(observed))) {
        return shown();
      }
      return observed.equals(shown()) ? "$" + observed : observed;
    }

    private boolean fits(RequestUrl observed) {
      if (!observed.origin().equals(base.origin()) || observed.hasQuery() != (query != null)) {
        return false;
      }
      List<String> segments = observed.segments();
      List<RequestUrl.Pair> pairs = observed.pairs();
      // A path that the template leaves empty is the one empty segment that is requested.
      List<Text> expected = path.isEmpty() ? List.of(Text.fixed("")) : path;
      if (segments == null
          || pairs == null
          || segments.size() != expected.size()
          || pairs.size() != (query == null ? 0 : query.size())) {
        return false;
      }
      for (int i = 0; i < segments.size(); i++) {
        Text text = expected.get(i);
        if (!fits(text, segments.get(i))
            || text.hole() != null && !staysOneSegment(segments.get(i))) {
          return false;
        }
      }
      for (int i = 0; i < pairs.size(); i++) {
        Pair pair = query.get(i);
        String value = pairs.get(i).value();
        if (!fits(pair.name(), pairs.get(i).name())
            || (pair.value() == null) != (value == null)
            || value != null && !fits(pair.value(), value)) {
          return false;
        }
      }
      return true;
    }

    /** The tool's own choice may not lead elsewhere, by a slash that a server decodes either. */
    private static boolean staysOneSegment(String decoded) {
      return isOneSegment(decoded) && decoded.indexOf('/') < 0 && decoded.indexOf('\\') < 0;
    }

    private static boolean fits(Text text, String observed) {
      return text.hole() == null
          ? observed.equals(text.prefix())
          : text.mask(observed).equals(text.shown());
    }
  }
}
