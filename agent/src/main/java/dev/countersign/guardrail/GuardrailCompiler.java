package dev.countersign.guardrail;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Condition.Operation;
import dev.countersign.guardrail.Condition.Part;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a predicate in JSON of a sentence (spec 3.1): a JSON Schema 2020-12 over {@code {verb,
 * intent, actor}}, the two members of ρ with the actor's state beside them, so that any validator
 * can say whether a rule matches. The same sentence, verdict and {@link #VERSION} make the same
 * bytes, everywhere and for good.
 *
 * <p>A sentence cannot always tell: where it compares an amount with a number and a model presents
 * the text {@code "60000"}, the framework may still make 60000 of it. So it is compiled for the
 * verdict of its rule: a {@code deny} and a {@code requires_approval} match where they cannot tell,
 * an {@code allow} does not. A value that is absent or null is neither: nothing is compared with
 * it, {@code !=} and {@code not in} hold.
 */
public final class GuardrailCompiler {

  /**
   * Of what this compiler makes of a sentence; changes with any byte of it. The golden compilations
   * of a version never change.
   */
  public static final String VERSION = "1.0.0";

  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  /** One character of a name in a URL's host; an address in brackets is matched as a whole. */
  private static final String HOST_CHARACTER = "[^/?:\\[\\]]";

  /**
   * @param sentence as written
   * @param verdict of the rule that it was compiled for
   * @param verb which effects it is about; null for all
   * @param predicate the JSON Schema, a JSON value
   * @param sentenceHash {@code sha256:} and SHA-256 over the sentence in UTF-8
   * @param predicateHash {@code sha256:} and SHA-256 over the predicate's canonical bytes (spec
   *     1.2)
   */
  public record Compiled(
      String sentence,
      Verdict verdict,
      Verb verb,
      Map<String, Object> predicate,
      String sentenceHash,
      String predicateHash) {}

  private final boolean closed;

  /**
   * @param closed whether what cannot be told counts as matched
   */
  private GuardrailCompiler(boolean closed) {
    this.closed = closed;
  }

  /**
   * Compiles a sentence.
   *
   * @param verdict of its rule
   * @throws SentenceException when it does not follow the grammar
   */
  public static Compiled compile(String sentence, Verdict verdict) throws SentenceException {
    return compile(Sentence.parse(sentence), verdict);
  }

  /**
   * Whether a sentence compiles, for whatever verdict.
   *
   * @throws SentenceException when it does not follow the grammar
   */
  public static void check(String sentence) throws SentenceException {
    Sentence.parse(sentence);
  }

  static Compiled compile(Sentence read, Verdict verdict) {
    Map<String, Object> predicate = predicate(read, verdict);
    return new Compiled(
        read.text(),
        verdict,
        read.verb(),
        predicate,
        "sha256:" + Sha256.hex(read.text().getBytes(StandardCharsets.UTF_8)),
        "sha256:" + Sha256.hex(Canonical.rho(predicate)));
  }

  static Map<String, Object> predicate(Sentence sentence, Verdict verdict) {
    GuardrailCompiler compiler = new GuardrailCompiler(verdict != Verdict.ALLOW);
    List<Object> all = new ArrayList<>(3);
    all.add(verb(sentence.verb()));
    if (!sentence.names().isEmpty()) {
      all.add(names(sentence));
    }
    if (sentence.condition() != null) {
      all.add(compiler.condition(sentence.condition()));
    }
    Map<String, Object> predicate = new LinkedHashMap<>(4);
    predicate.put("$schema", DIALECT);
    predicate.put("allOf", all);
    return predicate;
  }

  // Which effects

  private static Map<String, Object> verb(Verb verb) {
    return object(
        "verb",
        verb == null
            ? Map.of("enum", List.of("exec", "send", "invoke"))
            : Map.of("const", verb.text()));
  }

  private static Map<String, Object> names(Sentence sentence) {
    List<Object> patterns = new ArrayList<>();
    List<Object> exact = new ArrayList<>();
    for (String name : sentence.names()) {
      if (name.equals("*")) {
        return Map.of();
      }
      boolean literal = name.indexOf('*') < 0 && name.indexOf('?') < 0;
      switch (sentence.verb()) {
        case INVOKE:
          if (literal) {
            exact.add(name);
          } else {
            patterns.add(text("^" + PatternText.glob(name, false, PatternText.any()) + "$"));
          }
          break;
        case EXEC:
          patterns.add(text(program(PatternText.glob(name, false, "[^/]"))));
          break;
        default:
          patterns.add(text(host(PatternText.glob(name, false, HOST_CHARACTER))));
          break;
      }
    }
    if (!exact.isEmpty()) {
      patterns.add(0, among(exact));
    }
    Map<String, Object> named = patterns.size() == 1 ? map(patterns.get(0)) : anyOf(patterns);
    switch (sentence.verb()) {
      case INVOKE:
        return object("intent", object("tool", named));
      case EXEC:
        return object("intent", object("argv", at(0, named, false)));
      default:
        return object("intent", object("url", named));
    }
  }

  private static String program(String name) {
    return "(?:^|/)" + name + "$";
  }

  /** A host with the dot of the root is the same host (spec 1.6, law 7 d). */
  private static String host(String name) {
    return "^[a-z]+://" + name + "\\.?(?::[0-9]+)?(?:[/?]|$)";
  }

  // Conditions

  private Map<String, Object> condition(Condition condition) {
    if (condition instanceof Condition.And and) {
      return Map.of("allOf", each(and.all()));
    }
    if (condition instanceof Condition.Or or) {
      return Map.of("anyOf", each(or.any()));
    }
    if (condition instanceof Condition.Not not) {
      return not(new GuardrailCompiler(!closed).condition(not.inner()));
    }
    return test((Condition.Test) condition);
  }

  private List<Object> each(List<Condition> conditions) {
    List<Object> schemas = new ArrayList<>(conditions.size());
    for (Condition condition : conditions) {
      schemas.add(condition(condition));
    }
    return schemas;
  }

  private Map<String, Object> test(Condition.Test test) {
    if (!test.negated()) {
      return along(test.path(), 0, test.path().size(), holds(test));
    }
    // What is negated is the comparison of each element, not that there is such an element.
    int inner = 0;
    for (int i = 0; i < test.path().size(); i++) {
      if (test.path().get(i) instanceof Step.Each) {
        inner = i + 1;
      }
    }
    GuardrailCompiler opposite = new GuardrailCompiler(!closed);
    Map<String, Object> negated =
        not(opposite.along(test.path(), inner, test.path().size(), opposite.holds(test)));
    return along(test.path(), 0, inner, negated);
  }

  /** The schema of a value from which a path leads to what the other schema says. */
  private Map<String, Object> along(List<Step> path, int from, int to, Map<String, Object> schema) {
    Map<String, Object> along = schema;
    for (int i = to - 1; i >= from; i--) {
      boolean open = closed && isPresented(path, i);
      if (path.get(i) instanceof Step.Member member) {
        Map<String, Object> object = object(member.name(), along);
        if (open) {
          object.remove("type");
          object.put("not", Map.of("type", "null"));
        }
        along = object;
      } else if (path.get(i) instanceof Step.Index index) {
        along = at(index.index(), along, open);
      } else {
        Map<String, Object> list = list(open);
        list.put(((Step.Each) path.get(i)).every() ? "items" : "contains", along);
        along = list;
      }
    }
    return along;
  }

  /** Whether what this step starts from is what a model presented, of any kind. */
  private static boolean isPresented(List<Step> path, int step) {
    return step >= 3 && isArguments(path);
  }

  private static boolean isArguments(List<Step> path) {
    return path.size() > 2
        && path.get(0) instanceof Step.Member root
        && root.name().equals("intent")
        && path.get(1) instanceof Step.Member member
        && member.name().equals("arguments");
  }

  /** The schema of the value that is compared. */
  private Map<String, Object> holds(Condition.Test test) {
    boolean open = closed && isArguments(test.path());
    if (test.operation() == Operation.PRESENT) {
      return not(Map.of("type", "null"));
    }
    if (test.part() == Part.LENGTH || test.part() == Part.COUNT) {
      return size(test, open);
    }
    switch (test.operation()) {
      case EQUAL:
      case IN:
        return equal(test, open);
      case LESS:
        return number("exclusiveMaximum", test.operand(), open);
      case AT_MOST:
        return number("maximum", test.operand(), open);
      case MORE:
        return number("exclusiveMinimum", test.operand(), open);
      case AT_LEAST:
        return number("minimum", test.operand(), open);
      default:
        return pattern(pattern(test, (String) test.operand()), open);
    }
  }

  private static Map<String, Object> number(String keyword, Object bound, boolean open) {
    Map<String, Object> schema = kind("number", open);
    schema.put(keyword, bound);
    return schema;
  }

  private static Map<String, Object> pattern(String pattern, boolean open) {
    Map<String, Object> schema = kind("string", open);
    schema.put("pattern", pattern);
    return schema;
  }

  private static Map<String, Object> size(Condition.Test test, boolean open) {
    boolean text = test.part() == Part.LENGTH;
    String least = text ? "minLength" : "minItems";
    String most = text ? "maxLength" : "maxItems";
    long size = (Long) test.operand();
    Map<String, Object> schema = kind(text ? "string" : "array", open);
    switch (test.operation()) {
      case EQUAL:
        schema.put(least, size);
        schema.put(most, size);
        break;
      case LESS:
        schema.put(most, size - 1);
        break;
      case AT_MOST:
        schema.put(most, size);
        break;
      case MORE:
        schema.put(least, size + 1);
        break;
      default:
        schema.put(least, size);
        break;
    }
    return schema;
  }

  private static Map<String, Object> equal(Condition.Test test, boolean open) {
    List<?> values = test.operand() instanceof List<?> list ? list : List.of(test.operand());
    Object first = values.get(0);
    boolean texts = first instanceof String;
    Map<String, Object> equal;
    if (texts && (test.ignoringCase() || test.part() != Part.WHOLE)) {
      List<Object> patterns = new ArrayList<>(values.size());
      for (Object value : values) {
        patterns.add(text(whole(test, PatternText.literal((String) value, test.ignoringCase()))));
      }
      equal = patterns.size() == 1 ? map(patterns.get(0)) : anyOf(patterns);
    } else {
      equal = among(values);
    }
    if (!open) {
      return equal;
    }
    String kind = texts ? "string" : first instanceof Boolean ? "boolean" : "number";
    return anyOf(List.of(equal, not(Map.of("type", List.of("null", kind)))));
  }

  private static Map<String, Object> among(List<?> values) {
    return values.size() == 1 ? Map.of("const", values.get(0)) : Map.of("enum", values);
  }

  private static String pattern(Condition.Test test, String operand) {
    String literal = PatternText.literal(operand, test.ignoringCase());
    boolean whole = test.part() == Part.WHOLE;
    String any = characters(test.part());
    switch (test.operation()) {
      case STARTS_WITH:
        return whole ? "^" + literal : whole(test, literal + any + "*");
      case ENDS_WITH:
        return whole ? literal + "$" : whole(test, any + "*" + literal);
      case CONTAINS:
        return whole ? literal : whole(test, any + "*" + literal + any + "*");
      case LIKE:
        return whole(test, PatternText.glob(operand, test.ignoringCase(), any));
      default:
        return checked(operand);
    }
  }

  private static String checked(String expression) {
    try {
      return PatternText.of(expression, 0);
    } catch (SentenceException refused) {
      throw new IllegalStateException("the parser let an expression pass", refused);
    }
  }

  /** What the whole of the compared part is. */
  private static String whole(Condition.Test test, String pattern) {
    switch (test.part()) {
      case PROGRAM:
        return program(pattern);
      case HOST:
        return host(pattern);
      default:
        return "^" + pattern + "$";
    }
  }

  private static String characters(Part part) {
    switch (part) {
      case PROGRAM:
        return "[^/]";
      case HOST:
        return HOST_CHARACTER;
      default:
        return PatternText.any();
    }
  }

  // Schemas

  /** A value of that kind; where it is open, of any other one as well, but not null. */
  private static Map<String, Object> kind(String kind, boolean open) {
    Map<String, Object> schema = new LinkedHashMap<>(4);
    if (open) {
      schema.put("not", Map.of("type", "null"));
    } else {
      schema.put("type", kind);
    }
    return schema;
  }

  private static Map<String, Object> list(boolean open) {
    return kind("array", open);
  }

  private static Map<String, Object> object(String name, Map<String, Object> schema) {
    Map<String, Object> object = kind("object", false);
    object.put("required", List.of(name));
    object.put("properties", Map.of(name, schema));
    return object;
  }

  private static Map<String, Object> at(int index, Map<String, Object> schema, boolean open) {
    List<Object> prefix = new ArrayList<>(index + 1);
    for (int i = 0; i < index; i++) {
      prefix.add(Boolean.TRUE);
    }
    prefix.add(schema);
    Map<String, Object> list = list(open);
    list.put("minItems", index + 1L);
    list.put("prefixItems", prefix);
    return list;
  }

  private static Map<String, Object> text(String pattern) {
    return pattern(pattern, false);
  }

  private static Map<String, Object> not(Map<String, Object> schema) {
    return Map.of("not", schema);
  }

  private static Map<String, Object> anyOf(List<Object> schemas) {
    return Map.of("anyOf", schemas);
  }

  @SuppressWarnings("unchecked") // made by this class
  private static Map<String, Object> map(Object schema) {
    return (Map<String, Object>) schema;
  }
}
