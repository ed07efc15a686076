package dev.countersign.effect.template;

import dev.countersign.effect.ExecIntent;
import java.util.List;
import java.util.Map;

/**
 * One standard stream of a template: a word, or a file.
 *
 * @param word {@code pipe}, {@code inherit} or {@code discard}; null for a file
 * @param kind {@code read}, {@code write} or {@code append}; null for a word
 * @param file the path; null for a word
 */
record StreamTemplate(String word, String kind, TextTemplate file) {

  static StreamTemplate parse(Object json, boolean each, String name, String... kinds) {
    String place = "stdio." + name;
    if (json == null) {
      return new StreamTemplate(ExecIntent.PIPE, null, null);
    }
    if (ExecIntent.PIPE.equals(json)
        || ExecIntent.INHERIT.equals(json)
        || ExecIntent.DISCARD.equals(json)) {
      return new StreamTemplate((String) json, null, null);
    }
    if (json instanceof Map<?, ?> map
        && map.size() == 1
        && map.keySet().iterator().next() instanceof String kind) {
      for (String known : kinds) {
        if (known.equals(kind)) {
          return new StreamTemplate(null, kind, path(map.get(kind), each, place + "." + kind));
        }
      }
    }
    throw new TemplateException(
        "expected pipe, inherit, discard, or an object with one key of " + String.join(", ", kinds),
        place);
  }

  private static TextTemplate path(Object json, boolean each, String place) {
    if (!(json instanceof String text) || text.isEmpty()) {
      throw new TemplateException("expected a path", place);
    }
    TextTemplate file = TextTemplate.parse(text, each, place);
    if (file.droppable() || file.splices()) {
      throw new TemplateException(
          "a path cannot be dropped or be a list; give a default: ${args.path|text}", place);
    }
    return file;
  }

  /** The word, or a one-entry map from the kind to the rendered path. */
  Object render(Source source) {
    return word != null ? word : Map.of(kind, file.render(source));
  }

  /** Whether it is connected to this JVM: what is read from it is no part of the request. */
  boolean open() {
    return ExecIntent.PIPE.equals(word) || ExecIntent.INHERIT.equals(word);
  }

  /** Notes which argument names the file. */
  void tell(Teller teller, String name) {
    if (file != null) {
      teller.text(file, name, false, false);
    }
  }

  void texts(List<TextTemplate> texts) {
    if (file != null) {
      texts.add(file);
    }
  }
}
