package dev.countersign.guardrail;

import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Condition.Operation;
import dev.countersign.guardrail.Condition.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads a sentence by the grammar of docs/policy.md, one rule of it a method. A sentence that says
 * something that could never hold (a number compared with a program's name, a list where a text is
 * meant) is refused like one that is misspelt: it would look like a guardrail and be none.
 */
final class SentenceParser {

  /** Parentheses and {@code not} inside one another. */
  private static final int MAX_DEPTH = 32;

  /** Tests of a sentence, and elements of a list in it. */
  private static final int MAX_TESTS = 1_000;

  private static final int MAX_INDEX = 63;
  private static final int MAX_SIZE = 1_000_000;

  private static final String COMPARISONS =
      "=, !=, <, >, in, not in, starts with, ends with, contains, like, is missing";

  private static final String EFFECTS = "\"invoke\", \"exec\", \"send\" or \"any effect\"";

  private final String text;
  private final Tokens tokens;
  private Tokens.Token token;
  private Tokens.Token before;
  private Verb verb;
  private int tests;

  SentenceParser(String text) {
    this.text = text;
    this.tokens = new Tokens(text);
  }

  Sentence sentence() throws SentenceException {
    if (text.length() > Sentence.MAX_LENGTH) {
      throw new SentenceException(
          Sentence.MAX_LENGTH,
          "longer than " + Sentence.MAX_LENGTH + " characters, the bound for a sentence. Split it");
    }
    token = tokens.next();
    List<String> names = effect();
    Condition condition = null;
    if (token.is("where")) {
      take();
      condition = condition(0);
    }
    if (token.kind() != Tokens.Kind.END) {
      throw expected(condition == null ? "\"where\" or the end of the sentence" : afterTest());
    }
    return new Sentence(text, verb, names, condition);
  }

  // Which effects

  private List<String> effect() throws SentenceException {
    if (token.is("any")) {
      take();
      if (!token.is("effect")) {
        throw expected("\"effect\" after \"any\"");
      }
      take();
      return List.of();
    }
    String link = "of";
    if (token.is("invoke")) {
      verb = Verb.INVOKE;
    } else if (token.is("exec")) {
      verb = Verb.EXEC;
    } else if (token.is("send")) {
      verb = Verb.SEND;
      link = "to";
    } else {
      throw expected(
          EFFECTS
              + ": a sentence begins with the effect that it is about, like: invoke of \"refund\"");
    }
    take();
    if (token.is(link)) {
      take();
      return names();
    }
    if (token.is("of") || token.is("to")) {
      throw expected("\"" + link + "\" after \"" + verb.text() + '"');
    }
    return List.of();
  }

  private List<String> names() throws SentenceException {
    List<String> names = new ArrayList<>();
    if (token.is("[")) {
      Tokens.Token open = token;
      for (Object name : list()) {
        if (!(name instanceof String)) {
          throw new SentenceException(open.from(), "expected " + whose() + " in double quotes");
        }
        requireName((String) name, open);
        names.add(name((String) name));
      }
      return List.copyOf(names);
    }
    while (true) {
      if (token.kind() != Tokens.Kind.TEXT) {
        throw expected(whose() + " in double quotes");
      }
      requireName(token.text(), token);
      names.add(name(token.text()));
      take();
      if (!token.is("or")) {
        return List.copyOf(names);
      }
      take();
    }
  }

  private String whose() {
    return verb == Verb.INVOKE
        ? "a tool's name"
        : verb == Verb.EXEC ? "a program's name" : "a host's name";
  }

  private void requireName(String name, Tokens.Token at) throws SentenceException {
    if (name.isEmpty()) {
      throw new SentenceException(at.from(), "an empty name. Leave it out where all are meant");
    }
    if (verb == Verb.EXEC) {
      requireProgram(name, at);
    } else if (verb == Verb.SEND) {
      requireHost(name, true, at);
    }
  }

  private String name(String written) {
    return verb == Verb.SEND ? written.toLowerCase(Locale.ROOT) : written;
  }

  private static void requireProgram(String name, Tokens.Token at) throws SentenceException {
    if (name.indexOf('/') >= 0) {
      throw new SentenceException(
          at.from(),
          "a program's name is the last part of its path and has no /. Write \""
              + name.substring(name.lastIndexOf('/') + 1)
              + "\", or compare argv[0]");
    }
  }

  /**
   * @param whole whether it is all of the host, or its end
   */
  private static void requireHost(String name, boolean whole, Tokens.Token at)
      throws SentenceException {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= 127 || c == '/' || c == '@' || c == '#' || c == '\\') {
        throw new SentenceException(
            at.from(),
            "a host is a name or an address as it goes over the wire, like \"api.example.com\":"
                + " without scheme, path and blanks, and in its xn-- form where it has other"
                + " letters");
      }
    }
    int colon = name.lastIndexOf(':');
    if (colon >= 0 && !name.endsWith("]")) {
      throw new SentenceException(
          at.from(), "a host without its port. Compare url where the port matters");
    }
    if (whole && name.endsWith(".")) {
      throw new SentenceException(at.from(), "a host without the dot at its end");
    }
  }

  // Conditions

  private Condition condition(int depth) throws SentenceException {
    Condition first = clause(depth);
    if (!token.is("and") && !token.is("or")) {
      return first;
    }
    Tokens.Token word = token;
    List<Condition> clauses = new ArrayList<>();
    clauses.add(first);
    while (token.is(word.text())) {
      take();
      clauses.add(clause(depth));
    }
    if (token.is("and") || token.is("or")) {
      throw new SentenceException(
          token.from(),
          "\"and\" and \"or\" side by side can be read in two ways. Put parentheses around what"
              + " belongs together, like: (a and b) or c");
    }
    return word.is("and")
        ? new Condition.And(List.copyOf(clauses))
        : new Condition.Or(List.copyOf(clauses));
  }

  private Condition clause(int depth) throws SentenceException {
    if (depth > MAX_DEPTH) {
      throw new SentenceException(
          token.from(),
          "more than " + MAX_DEPTH + " parentheses inside one another. Make several rules of it");
    }
    if (token.is("not")) {
      take();
      return new Condition.Not(clause(depth + 1));
    }
    if (token.is("(")) {
      Tokens.Token open = token;
      take();
      Condition inner = condition(depth + 1);
      if (!token.is(")")) {
        throw token.kind() == Tokens.Kind.END
            ? new SentenceException(open.from(), "this parenthesis is not closed. Add a )")
            : expected(afterTest() + " or \")\"");
      }
      take();
      return inner;
    }
    if (++tests > MAX_TESTS) {
      throw new SentenceException(
          token.from(), "more than " + MAX_TESTS + " comparisons in one sentence. Use in […]");
    }
    return test();
  }

  private static String afterTest() {
    return "\"and\", \"or\", or the end of the sentence";
  }

  // Comparisons

  private Condition test() throws SentenceException {
    int from = token.from();
    Part part = Part.WHOLE;
    if (token.is("length") || token.is("count")) {
      part = token.is("length") ? Part.LENGTH : Part.COUNT;
      Tokens.Token word = token;
      take();
      if (!token.is("of")) {
        throw expected("\"of\" after \"" + word.text() + "\", like: " + word.text() + " of …");
      }
      take();
    }
    Path path = path();
    if (path.part != Part.WHOLE) {
      if (part != Part.WHOLE) {
        throw new SentenceException(path.from, path.text + " has no " + name(part));
      }
      part = path.part;
    }
    return comparison(path, part, from);
  }

  private static String name(Part part) {
    return part == Part.LENGTH ? "length" : "count";
  }

  /** What a sentence names, and what is known of it beforehand. */
  private static final class Path {
    final List<Step> steps = new ArrayList<>();
    final int from;
    String text;
    Shape shape;
    Part part = Part.WHOLE;

    Path(int from) {
      this.from = from;
    }
  }

  private Path path() throws SentenceException {
    if (token.kind() != Tokens.Kind.WORD) {
      throw expected("what is compared: " + roots());
    }
    Path path = new Path(token.from());
    begin(path);
    while (token.is(".") || token.is("[")) {
      if (path.part != Part.WHOLE) {
        throw new SentenceException(token.from(), "nothing stands inside " + path.text);
      }
      if (token.is(".")) {
        take();
        member(path);
      } else {
        take();
        element(path);
      }
      path.text = text.substring(path.from, before.to());
    }
    return path;
  }

  private void begin(Path path) throws SentenceException {
    String root = token.text();
    Map<String, Shape> intent = Shape.intent(verb);
    if (root.equals("actor")) {
      path.steps.add(new Step.Member("actor"));
      path.shape = Shape.actor();
    } else if (root.equals("program") && verb == Verb.EXEC) {
      path.steps.add(new Step.Member("intent"));
      path.steps.add(new Step.Member("argv"));
      path.steps.add(new Step.Index(0));
      path.part = Part.PROGRAM;
    } else if (root.equals("host") && verb == Verb.SEND) {
      path.steps.add(new Step.Member("intent"));
      path.steps.add(new Step.Member("url"));
      path.part = Part.HOST;
    } else if (intent.containsKey(root)) {
      path.steps.add(new Step.Member("intent"));
      path.steps.add(new Step.Member(root));
      path.shape = intent.get(root);
    } else {
      String meant = verb == Verb.INVOKE ? ". An argument is named arguments." + root : "";
      throw expected("what is compared: " + roots() + meant);
    }
    path.text = root;
    take();
  }

  private String roots() {
    if (verb == null) {
      return "actor (a sentence about any effect knows nothing else; begin with invoke, exec or"
          + " send to name parts of the request)";
    }
    String derived = verb == Verb.EXEC ? ", program" : verb == Verb.SEND ? ", host" : "";
    return String.join(", ", Shape.intent(verb).keySet()) + derived + " or actor";
  }

  private void member(Path path) throws SentenceException {
    if (token.kind() != Tokens.Kind.WORD && token.kind() != Tokens.Kind.TEXT) {
      throw expected(
          "a name after the point; put it in double quotes where it is more than letters, digits, _"
              + " and -");
    }
    Shape member = path.shape.member(token.text());
    if (member == null) {
      throw path.shape.names().isEmpty()
          ? new SentenceException(token.from(), "nothing stands inside " + path.text)
          : expected("one of " + String.join(", ", path.shape.names()) + " after " + path.text);
    }
    if (path.text.equals("headers") && !token.text().equals(lower(token.text()))) {
      throw new SentenceException(
          token.from(), "names of headers are in lower case. Write " + lower(token.text()));
    }
    path.steps.add(new Step.Member(token.text()));
    path.shape = member;
    take();
  }

  private void element(Path path) throws SentenceException {
    Shape element = path.shape.element();
    if (element == null) {
      throw new SentenceException(token.from(), path.text + " is no list");
    }
    if (token.is("any") || token.is("every")) {
      path.steps.add(new Step.Each(token.is("every")));
    } else if (token.number() instanceof Long index && index >= 0 && index <= MAX_INDEX) {
      path.steps.add(new Step.Index(index.intValue()));
    } else {
      throw expected(
          "a position from 0 to " + MAX_INDEX + ", any or every, like " + path.text + "[0]");
    }
    take();
    if (!token.is("]")) {
      throw expected("\"]\"");
    }
    take();
    path.shape = element;
  }

  private Condition comparison(Path path, Part part, int from) throws SentenceException {
    Tokens.Token word = token;
    boolean negated = false;
    Operation operation;
    if (token.is("=") || token.is("!=")) {
      negated = token.is("!=");
      operation = Operation.EQUAL;
    } else if (token.is("<")) {
      operation = Operation.LESS;
    } else if (token.is("<=")) {
      operation = Operation.AT_MOST;
    } else if (token.is(">")) {
      operation = Operation.MORE;
    } else if (token.is(">=")) {
      operation = Operation.AT_LEAST;
    } else if (token.is("in")) {
      operation = Operation.IN;
    } else if (token.is("not")) {
      negated = true;
      operation = Operation.IN;
      following("in");
    } else if (token.is("starts")) {
      operation = Operation.STARTS_WITH;
      following("with");
    } else if (token.is("ends")) {
      operation = Operation.ENDS_WITH;
      following("with");
    } else if (token.is("contains")) {
      operation = Operation.CONTAINS;
    } else if (token.is("like")) {
      operation = Operation.LIKE;
    } else if (token.is("matches")) {
      operation = Operation.MATCHES;
    } else if (token.is("is")) {
      return presence(path, part, from);
    } else {
      throw expected("a comparison after " + path.text + ", like " + COMPARISONS);
    }
    take();
    Tokens.Token at = token;
    Object operand = operand(operation, word);
    boolean ignoring = ignoringCase();
    requireFit(path, part, operation, operand, ignoring, word, at);
    if (part == Part.HOST) {
      operand = lowered(operand);
    }
    return new Condition.Test(
        List.copyOf(path.steps), part, operation, operand, ignoring, negated, from, before.to());
  }

  private void following(String word) throws SentenceException {
    Tokens.Token first = token;
    take();
    if (!token.is(word)) {
      throw expected("\"" + word + "\" after \"" + first.text() + '"');
    }
  }

  private Condition presence(Path path, Part part, int from) throws SentenceException {
    take();
    boolean missing = token.is("missing");
    if (!missing && !token.is("present")) {
      throw expected("\"missing\" or \"present\" after \"is\"; for \"is equal to\" write =");
    }
    if (part != Part.WHOLE) {
      throw new SentenceException(token.from(), "only what is compared as a whole can be missing");
    }
    take();
    return new Condition.Test(
        List.copyOf(path.steps), part, Operation.PRESENT, null, false, missing, from, before.to());
  }

  private Object operand(Operation operation, Tokens.Token word) throws SentenceException {
    switch (operation) {
      case IN:
        if (!token.is("[")) {
          throw expected("a list after \"in\", like [\"a\", \"b\"]");
        }
        return List.copyOf(list());
      case LESS:
      case AT_MOST:
      case MORE:
      case AT_LEAST:
        if (token.kind() != Tokens.Kind.NUMBER) {
          throw expected("a number after \"" + word.text() + '"');
        }
        break;
      case EQUAL:
        if (token.is("true") || token.is("false")) {
          Boolean truth = token.is("true");
          take();
          return truth;
        }
        if (token.kind() != Tokens.Kind.NUMBER && token.kind() != Tokens.Kind.TEXT) {
          throw expected(
              "a text in double quotes, a number, true or false after \"" + word.text() + '"');
        }
        break;
      default:
        if (token.kind() != Tokens.Kind.TEXT) {
          throw expected("a text in double quotes after \"" + word.text() + '"');
        }
        if (token.text().isEmpty()) {
          throw new SentenceException(token.from(), "an empty text: that holds for every text");
        }
        break;
    }
    Object value = token.kind() == Tokens.Kind.TEXT ? (Object) token.text() : token.number();
    take();
    return value;
  }

  /** All texts or all numbers, at least one. */
  private List<Object> list() throws SentenceException {
    Tokens.Token open = token;
    List<Object> values = new ArrayList<>();
    Tokens.Kind kind = null;
    do {
      take();
      if (token.kind() != Tokens.Kind.TEXT && token.kind() != Tokens.Kind.NUMBER) {
        throw expected(
            values.isEmpty()
                ? "a text in double quotes or a number in the list"
                : "another text or number after the comma");
      }
      if (kind != null && kind != token.kind()) {
        throw new SentenceException(
            token.from(), "texts and numbers in one list. Make two comparisons, joined by or");
      }
      kind = token.kind();
      values.add(kind == Tokens.Kind.TEXT ? token.text() : token.number());
      if (values.size() > MAX_TESTS) {
        throw new SentenceException(open.from(), "more than " + MAX_TESTS + " values in one list");
      }
      take();
    } while (token.is(","));
    if (!token.is("]")) {
      throw expected("\",\" or \"]\" in the list");
    }
    take();
    return values;
  }

  private boolean ignoringCase() throws SentenceException {
    if (!token.is("ignoring")) {
      return false;
    }
    following("case");
    take();
    return true;
  }

  // What fits together

  private void requireFit(
      Path path,
      Part part,
      Operation operation,
      Object operand,
      boolean ignoring,
      Tokens.Token word,
      Tokens.Token at)
      throws SentenceException {
    boolean texts = operand instanceof String || isListOf(operand, String.class);
    if (part == Part.LENGTH || part == Part.COUNT) {
      requireSize(path, part, operation, operand, word, at);
    } else if (part == Part.PROGRAM || part == Part.HOST) {
      requireTextOf(path, operation, texts, word, at);
      boolean open = operation == Operation.STARTS_WITH || operation == Operation.CONTAINS;
      requireNames(part, operand, !open, at);
    } else {
      requireKind(path, operand, texts, word, at);
    }
    if (ignoring && (!texts || operation == Operation.MATCHES)) {
      throw new SentenceException(
          before.from(),
          operation == Operation.MATCHES
              ? "\"ignoring case\" does not go with matches. Write both letters, like [aA]"
              : "\"ignoring case\" is about texts");
    }
    if (ignoring) {
      requireAscii(operand, at);
    }
    if (operation == Operation.MATCHES) {
      PatternText.of((String) operand, at.from());
    }
  }

  private static void requireSize(
      Path path, Part part, Operation operation, Object operand, Tokens.Token word, Tokens.Token at)
      throws SentenceException {
    boolean ordered = operation.compareTo(Operation.AT_LEAST) <= 0 && operation != Operation.IN;
    if (!ordered || !(operand instanceof Long size) || size < 0 || size > MAX_SIZE) {
      throw new SentenceException(
          ordered ? at.from() : word.from(),
          "a "
              + name(part)
              + " is compared by =, !=, <, <=, > or >= with a whole number from 0 to "
              + MAX_SIZE);
    }
    if (operation == Operation.LESS && size == 0) {
      throw new SentenceException(at.from(), "no " + name(part) + " is less than 0");
    }
    Shape.Kind kind = path.shape.kind();
    boolean fits =
        kind == Shape.Kind.ANY || kind == (part == Part.LENGTH ? Shape.Kind.TEXT : Shape.Kind.LIST);
    if (!fits) {
      throw new SentenceException(
          path.from,
          part == Part.LENGTH
              ? "length is that of a text. For how many a list has, write: count of " + path.text
              : "count is that of a list. For the characters of a text, write: length of "
                  + path.text);
    }
  }

  private static void requireTextOf(
      Path path, Operation operation, boolean texts, Tokens.Token word, Tokens.Token at)
      throws SentenceException {
    if (!texts || operation == Operation.MATCHES) {
      throw new SentenceException(
          texts ? word.from() : at.from(),
          path.text
              + " is a text; it is compared by =, !=, in, not in, starts with, ends with, contains"
              + " or like");
    }
  }

  private static void requireNames(Part part, Object operand, boolean whole, Tokens.Token at)
      throws SentenceException {
    if (operand instanceof List<?> list) {
      for (Object element : list) {
        requireNames(part, element, whole, at);
      }
    } else if (part == Part.PROGRAM) {
      requireProgram((String) operand, at);
    } else {
      requireHost((String) operand, whole, at);
    }
  }

  private void requireKind(
      Path path, Object operand, boolean texts, Tokens.Token word, Tokens.Token at)
      throws SentenceException {
    switch (path.shape.kind()) {
      case ANY:
        return;
      case LIST:
        throw new SentenceException(
            word.from(),
            path.text
                + " is a list. Write "
                + path.text
                + "[0] for its first element, "
                + path.text
                + "[any] or "
                + path.text
                + "[every]");
      case MAP:
        throw new SentenceException(
            word.from(), path.text + " holds several values. Name one: " + path.text + ".NAME");
      case OBJECT:
        throw new SentenceException(
            word.from(),
            path.text
                + " holds several values. Name one of "
                + String.join(", ", path.shape.names()));
      case NUMBER:
        if (texts || operand instanceof Boolean) {
          throw new SentenceException(at.from(), path.text + " is a number. Compare it with one");
        }
        return;
      default:
        if (!texts) {
          throw new SentenceException(
              at.from(), path.text + " is a text. Compare it with one, in double quotes");
        }
        return;
    }
  }

  private static void requireAscii(Object operand, Tokens.Token at) throws SentenceException {
    if (operand instanceof List<?> list) {
      for (Object element : list) {
        requireAscii(element, at);
      }
      return;
    }
    String text = (String) operand;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 127) {
        throw new SentenceException(
            at.from(),
            "\"ignoring case\" knows the letters a to z only. List the spellings: in […]");
      }
    }
  }

  private static boolean isListOf(Object operand, Class<?> type) {
    return operand instanceof List<?> list && type.isInstance(list.get(0));
  }

  private static Object lowered(Object operand) {
    if (operand instanceof List<?> list) {
      List<Object> lowered = new ArrayList<>(list.size());
      for (Object element : list) {
        lowered.add(lowered(element));
      }
      return lowered;
    }
    return operand instanceof String text ? lower(text) : operand;
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  private void take() throws SentenceException {
    before = token;
    token = tokens.next();
  }

  private SentenceException expected(String what) {
    String hint = "";
    if (token.kind() == Tokens.Kind.WORD && !token.text().equals(lower(token.text()))) {
      hint = ". Words of a sentence are in lower case";
    }
    return new SentenceException(
        token.from(), "expected " + what + ", found " + token.shown() + hint);
  }
}
