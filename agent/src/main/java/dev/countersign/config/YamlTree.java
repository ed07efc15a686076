package dev.countersign.config;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.ParserSettings;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML 1.2 document from the parser's events.
 *
 * <p>Events, not the library's nodes: its composer recurses without a bound, resolves scalars with
 * regular expressions and lets the last of two equal keys win.
 */
final class YamlTree {

  /** Deeper than any rule of spec 5 by far. */
  static final int MAX_DEPTH = 64;

  /** How many values a document may hold with its aliases written out. */
  static final int MAX_VALUES = 100_000;

  private final ParserImpl events;
  private final Problems problems;
  private final Map<String, Tree> anchors = new HashMap<>();
  private int values;

  /** Of the node that was read last, as it stands in the text. */
  private int lastLine;

  private YamlTree(ParserImpl events, Problems problems) {
    this.events = events;
    this.problems = problems;
  }

  /** The one document of the text, or null where there is none (blank lines and comments only). */
  static Tree read(String text, Problems problems) throws ConfigurationException {
    try {
      LoadSettings settings = ParserSettings.unbounded();
      return new YamlTree(new ParserImpl(settings, new StreamReader(settings, text)), problems)
          .document();
    } catch (MarkedYamlEngineException e) {
      Mark mark = e.getProblemMark().or(e::getContextMark).orElse(null);
      String what =
          "not valid YAML: "
              + oneLine(e.getContext() == null ? "" : e.getContext() + ", ")
              + oneLine(e.getProblem());
      throw problems.fatal(
          mark == null ? 0 : mark.getLine() + 1, mark == null ? 0 : mark.getColumn() + 1, what);
    } catch (ReaderException e) {
      int[] place = Source.place(text, e.getPosition());
      throw problems.fatal(
          place[0],
          place[1],
          "the character U+"
              + Integer.toHexString(e.getCodePoint() | 0x1000000)
                  .substring(1 + (e.getCodePoint() > 0xffff ? 0 : 2))
                  .toUpperCase(java.util.Locale.ROOT)
              + " is not allowed in YAML. Write it as an escape in double quotes");
    } catch (YamlEngineException e) {
      throw problems.fatal(0, 0, "not valid YAML: " + oneLine(String.valueOf(e.getMessage())));
    }
  }

  private Tree document() throws ConfigurationException {
    events.next();
    Event start = events.next();
    if (start.getEventId() == Event.ID.StreamEnd) {
      return null;
    }
    Tree root = node(0);
    events.next();
    Event after = events.next();
    if (after.getEventId() != Event.ID.StreamEnd) {
      throw fatal(
          after,
          "a second document begins here; a configuration is one document. Remove the \"---\" and what follows");
    }
    return root;
  }

  private Tree node(int depth) throws ConfigurationException {
    Event event = events.next();
    if (++values > MAX_VALUES) {
      throw fatal(
          event,
          "more than 100,000 values, the bound for a configuration. Is this the right file?");
    }
    if (event instanceof AliasEvent) {
      return alias((AliasEvent) event);
    }
    if (depth > MAX_DEPTH) {
      throw fatal(
          event, "nested deeper than " + MAX_DEPTH + " levels, the bound for a configuration");
    }
    Optional<Anchor> anchor = ((NodeEvent) event).getAnchor();
    Tree tree;
    if (event instanceof ScalarEvent) {
      tree = scalar((ScalarEvent) event);
    } else {
      if (((CollectionStartEvent) event).getTag().isPresent()) {
        throw tagged(event);
      }
      tree = event.getEventId() == Event.ID.SequenceStart ? list(event, depth) : map(event, depth);
    }
    if (anchor.isPresent()) {
      anchors.put(anchor.get().getValue(), tree);
    }
    return tree;
  }

  private Tree list(Event start, int depth) throws ConfigurationException {
    List<Tree> elements = new ArrayList<>();
    int size = 1;
    int end = line(start);
    while (!events.checkEvent(Event.ID.SequenceEnd)) {
      Tree element = node(depth + 1);
      size += element.size;
      // What an alias stands for may have stood on any line.
      end = Math.max(end, lastLine);
      elements.add(element);
    }
    return closed(start, elements, size, end);
  }

  private Tree map(Event start, int depth) throws ConfigurationException {
    Map<String, Tree.Member> members = new LinkedHashMap<>();
    int size = 1;
    int end = line(start);
    while (!events.checkEvent(Event.ID.MappingEnd)) {
      Event at = events.peekEvent();
      Tree key = node(depth + 1);
      if (!(key.value instanceof String)) {
        String hint = key.text == null ? "" : ". Quote it if a text is meant";
        throw fatal(at, "a key must be a text, found " + key.described() + hint);
      }
      String name = (String) key.value;
      Tree.Member earlier = members.get(name);
      if (earlier != null) {
        throw fatal(
            at,
            "duplicate key "
                + Tree.quoted(name)
                + "; it stands on line "
                + earlier.line()
                + " already. Remove one of them");
      }
      Tree value = node(depth + 1);
      size += value.size;
      end = Math.max(end, lastLine);
      members.put(name, new Tree.Member(name, line(at), column(at), value));
    }
    return closed(start, members, size, end);
  }

  /**
   * @param end the last line of what stands in it
   */
  private Tree closed(Event start, Object children, int size, int end) {
    Event close = events.next();
    boolean flow = ((CollectionStartEvent) start).isFlow();
    // The end of one without brackets is only noticed where something else begins.
    int last = flow ? Math.max(end, lastLineOf(close)) : end;
    lastLine = last;
    return new Tree(line(start), column(start), children, null, size, -1, last, flow);
  }

  /** The last line that a token has a character on. */
  private static int lastLineOf(Event event) {
    Optional<Mark> mark = event.getEndMark();
    if (mark.isEmpty()) {
      return line(event);
    }
    int line = mark.get().getLine() + 1;
    return mark.get().getColumn() == 0 && line > line(event) ? line - 1 : line;
  }

  private Tree scalar(ScalarEvent event) throws ConfigurationException {
    if (event.getTag().isPresent()) {
      throw tagged(event);
    }
    String text = event.getValue();
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && loneSurrogate(text, i)) {
        throw fatal(
            event,
            "half a character: a lone surrogate escape. Write both halves, or the character itself");
      }
    }
    Object value = text;
    if (event.isPlain()) {
      try {
        value = Scalars.plain(text);
      } catch (NumberFormatException e) {
        throw fatal(event, e.getMessage());
      }
    }
    lastLine = lastLineOf(event);
    return new Tree(line(event), column(event), value, text, 1, lead(event, text), lastLine, false);
  }

  /** See {@link Tree#lead}. */
  private static int lead(ScalarEvent event, String text) {
    Optional<Mark> from = event.getStartMark();
    Optional<Mark> to = event.getEndMark();
    if (from.isEmpty() || to.isEmpty() || from.get().getLine() != to.get().getLine()) {
      return -1;
    }
    int quotes = event.isPlain() ? 0 : 1;
    int columns = to.get().getColumn() - from.get().getColumn() - 2 * quotes;
    return columns == text.codePointCount(0, text.length()) ? quotes : -1;
  }

  private static boolean loneSurrogate(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
    }
    return Character.isLowSurrogate(c)
        && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
  }

  private Tree alias(AliasEvent event) throws ConfigurationException {
    lastLine = lastLineOf(event);
    Tree tree = anchors.get(event.getAlias().getValue());
    if (tree == null) {
      throw fatal(
          event,
          "the alias *"
              + Tree.bare(event.getAlias().getValue())
              + " refers to no value that ends before it");
    }
    values += tree.size - 1;
    if (values > MAX_VALUES) {
      throw fatal(
          event,
          "its aliases, written out, hold more than 100,000 values, the bound for a configuration");
    }
    return tree;
  }

  private ConfigurationException tagged(Event event) {
    return fatal(
        event,
        "YAML tags (!…) are not used here. Remove the tag; quote the value where a text is meant");
  }

  private ConfigurationException fatal(Event event, String message) {
    return problems.fatal(line(event), column(event), message);
  }

  private static int line(Event event) {
    Optional<Mark> mark = event.getStartMark();
    return mark.isPresent() ? mark.get().getLine() + 1 : 1;
  }

  private static int column(Event event) {
    Optional<Mark> mark = event.getStartMark();
    return mark.isPresent() ? mark.get().getColumn() + 1 : 1;
  }

  /**
   * The library's messages run over several lines and quote what stands in the file; ours are one
   * safe line.
   */
  private static String oneLine(String text) {
    return Tree.safe(text.replace('\n', ' '), 200);
  }
}
