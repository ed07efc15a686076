package dev.countersign.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code policy} (spec 5.9). */
final class PolicySection {

  private static final List<String> WORDS = List.of("keep", "refuse");
  private static final long MOST = 9_007_199_254_740_991L;
  private static final int MAX_LABELS = 64;
  private static final int MAX_PORT = 65_535;

  /** Of the judging object, these stay in the file: the least that is accepted from the source. */
  private static final List<String> FLOOR = List.of("bundle", "version", "mode");

  /** Null where the document has no such key. */
  static PolicyRules read(Section root) {
    Section section = root.section("policy", Keys.POLICY);
    if (section == null) {
      return null;
    }
    section.require("source", "file:PATH, dir:PATH or https://HOST/PATH/");
    for (String key : Keys.JUDGING) {
      if (root.has(key) && !FLOOR.contains(key)) {
        root.error(
            key,
            "comes from policy.source. Remove it here; bundle, version and mode stay: they are the"
                + " least that is accepted from there");
      }
    }
    String source = section.text("source");
    PolicyRules.Kind kind = source == null ? null : kind(section, source);
    if (kind == null) {
      return null;
    }
    String location =
        kind == PolicyRules.Kind.HTTPS
            ? url(section, source)
            : source.substring(kind.prefix().length());
    if (location != null && location.isEmpty()) {
      section.error("source", "names no place. Write " + kind.prefix() + "PATH");
    }
    if (kind != PolicyRules.Kind.FILE) {
      section.require(
          "root",
          "the file of the fleet's root document. Only a single local file can do without"
              + " signatures");
    }
    boolean https = kind == PolicyRules.Kind.HTTPS;
    boolean local = !https;
    onlyForHttps(section, https, "ca");
    onlyForHttps(section, https, "proxy");
    Long maxJump = section.whole("max_jump", 1, MOST);
    return new PolicyRules(
        kind,
        location,
        section.text("root"),
        Durations.read(section, "interval", PolicyRules.INTERVAL),
        section.text("ca"),
        proxy(section),
        refuses(section, "on_rollback", local),
        refuses(section, "on_tamper", local),
        refuses(section, "on_stale", false),
        Durations.read(section, "stale_grace", PolicyRules.STALE_GRACE),
        maxJump == null ? PolicyRules.MAX_JUMP : maxJump,
        labels(section));
  }

  private static PolicyRules.Kind kind(Section section, String source) {
    for (PolicyRules.Kind kind : PolicyRules.Kind.values()) {
      if (source.startsWith(kind.prefix())) {
        return kind;
      }
    }
    section.error(
        "source",
        "expected file:PATH, dir:PATH or https://HOST/PATH/"
            + (source.startsWith("http:")
                ? ". Without TLS, anybody on the way can withhold what is new"
                : source.startsWith("/") ? ". Did you mean \"file:" + source + "\"?" : ""));
    return null;
  }

  private static String url(Section section, String source) {
    URI uri;
    try {
      uri = new URI(source);
    } catch (URISyntaxException malformed) {
      section.error("source", "is no URL: " + malformed.getReason());
      return null;
    }
    if (uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null) {
      section.error(
          "source", "expected https://HOST[:PORT]/PATH/ without user, query and fragment");
      return null;
    }
    return source.endsWith("/") ? source : source + '/';
  }

  private static void onlyForHttps(Section section, boolean https, String key) {
    if (section.has(key) && !https) {
      section.error(key, "is about an https: source. Remove it");
    }
  }

  private static String proxy(Section section) {
    String text = section.text("proxy");
    if (text == null) {
      return null;
    }
    int colon = text.lastIndexOf(':');
    if (colon < 1 || !isPort(text.substring(colon + 1)) || text.indexOf('/') >= 0) {
      section.error("proxy", "expected host:port, like proxy.example.com:3128");
      return null;
    }
    return text;
  }

  private static boolean isPort(String text) {
    if (text.isEmpty() || text.length() > 5) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    int port = Integer.parseInt(text);
    return port >= 1 && port <= MAX_PORT;
  }

  private static boolean refuses(Section section, String key, boolean absent) {
    String word = section.word(key, WORDS, List.of());
    return word == null ? absent : word.equals("refuse");
  }

  private static Map<String, String> labels(Section section) {
    Tree at = section.get("labels");
    if (at == null) {
      return Map.of();
    }
    if (!at.isMap() || at.map().size() > MAX_LABELS) {
      section.error(
          "labels", "expected a map of at most " + MAX_LABELS + " texts, found " + at.described());
      return Map.of();
    }
    Map<String, String> labels = new LinkedHashMap<>();
    for (Tree.Member member : at.map().values()) {
      if (member.value().value instanceof String text && !text.isEmpty()) {
        labels.put(member.key(), text);
      } else {
        section.error(
            "labels",
            Tree.quoted(member.key())
                + ": expected a text, found "
                + member.value().described()
                + ". Quote it if a text is meant");
      }
    }
    return Map.copyOf(labels);
  }

  private PolicySection() {}
}
