package dev.countersign.effect.template;

import dev.countersign.effect.Interpreters;
import dev.countersign.effect.SecretNames;
import dev.countersign.effect.Verb;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The {@code exec} of an {@code effects} or {@code ambient} entry (spec 5.4): which process a call
 * may start. Immutable; reading and rendering are pure.
 *
 * <pre>{@code
 * { argv: [git, clone, --depth=1, "${args.url}", "${args.dir}"],     required
 *   dir: "${args.dir?}",                                              absent: this JVM's
 *   env: { set: { LANG: C }, unset: [GIT_DIR] },                      absent: this JVM's, unchanged
 *   stdio: { stdin: pipe|inherit|discard|{read: p}, stdout: …|{write: p}|{append: p}, stderr: …, merge: false } }   absent: pipes
 * }</pre>
 */
public final class ExecTemplate implements EffectTemplate {

  /** Effects that one {@code each} may yield; more is an error of the call. */
  public static final int MAX_EACH = 1024;

  private final List<TextTemplate> argv;
  private final TextTemplate dir;
  private final Map<String, TextTemplate> set;
  private final List<String> unset;
  private final StreamTemplate stdin;
  private final StreamTemplate stdout;
  private final StreamTemplate stderr;
  private final boolean merge;
  private final Reference each;

  private ExecTemplate(
      List<TextTemplate> argv,
      TextTemplate dir,
      Map<String, TextTemplate> set,
      List<String> unset,
      StreamTemplate stdin,
      StreamTemplate stdout,
      StreamTemplate stderr,
      boolean merge,
      Reference each) {
    this.argv = argv;
    this.dir = dir;
    this.set = set;
    this.unset = unset;
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
    this.merge = merge;
    this.each = each;
  }

  /**
   * Reads what stands under {@code exec:} of an {@code effects} or {@code ambient} entry without
   * {@code each}.
   */
  public static ExecTemplate parse(Object json) {
    return parse(json, null);
  }

  /**
   * Reads what stands under {@code exec:} of an {@code effects} entry.
   *
   * @param json a JSON value
   * @param each what stands under {@code each:} beside it, {@code args.items}; null = absent
   * @throws TemplateException naming the place
   */
  public static ExecTemplate parse(Object json, String each) {
    return Parser.read(json, each == null ? null : Reference.ofEach(each));
  }

  /**
   * Renders the starts that a call may make: one, or one per element of {@code each}.
   *
   * @param args the authorised arguments, a JSON object
   * @param environment this JVM's own environment: a variable that is set to what it is anyway is
   *     no change, and neither is removing one that is not there (spec 1.3)
   * @throws TemplateException when the arguments do not fit; the call is then refused
   */
  public List<ExecPreview> render(Map<String, Object> args, Map<String, String> environment) {
    if (each == null) {
      return List.of(render(args, null, environment));
    }
    List<ExecPreview> previews = new ArrayList<>();
    for (Object item : elements(each, args)) {
      previews.add(render(args, item, environment));
    }
    return previews;
  }

  /** The elements of {@code each}, at most {@value #MAX_EACH}. */
  static List<?> elements(Reference each, Map<String, Object> args) {
    Object value = each.in(args, null);
    if (value == null && each.optional()) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      throw new TemplateException(
          "needs a list; " + each.written() + (value == null ? " is absent" : " is none"), "each");
    }
    if (list.size() > MAX_EACH) {
      throw new TemplateException(
          "more than " + MAX_EACH + " elements in " + each.written(), "each");
    }
    return list;
  }

  private ExecPreview render(
      Map<String, Object> args, Object item, Map<String, String> environment) {
    return render(new Source(args, item, new LinkedHashMap<>()), environment);
  }

  private ExecPreview render(Source source, Map<String, String> environment) {
    List<Text> elements = new ArrayList<>();
    for (TextTemplate element : argv) {
      if (element.splices()) {
        for (String text : element.spliced(source)) {
          elements.add(Text.fixed(text));
        }
      } else {
        Text text = element.render(source);
        if (text != null) {
          elements.add(text);
        }
      }
    }
    Map<String, Text> variables = new TreeMap<>();
    for (Map.Entry<String, TextTemplate> entry : set.entrySet()) {
      Text text = entry.getValue().render(source);
      boolean unchanged =
          text == null
              || text.hole() == null && text.prefix().equals(environment.get(entry.getKey()));
      if (!unchanged) {
        variables.put(entry.getKey(), text);
      }
    }
    List<String> removed = new ArrayList<>();
    for (String name : unset) {
      if (environment.containsKey(name)) {
        removed.add(name);
      }
    }
    return ExecPreview.of(
        elements,
        dir == null ? null : dir.render(source),
        variables,
        environment,
        removed,
        stdin.render(source),
        stdout.render(source),
        stderr.render(source),
        merge,
        source.inputs());
  }

  @Override
  public Verb verb() {
    return Verb.EXEC;
  }

  @Override
  public List<EffectPreview> rendered(
      Map<String, Object> args, Supplier<Map<String, String>> environment) {
    return List.copyOf(render(args, environment.get()));
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
    List<String> elements = new ArrayList<>();
    int count = 0;
    // What stands before an element; what is absent stands nowhere.
    Object before = "";
    for (TextTemplate element : argv) {
      boolean secret = Secrets.isOption(before);
      if (element.splices()) {
        List<?> spliced = teller.spliced(element, count, secret, elements);
        count += spliced.size();
        before = spliced.isEmpty() ? before : spliced.get(spliced.size() - 1);
        continue;
      }
      String text = teller.text(element, "argv[" + count + ']', secret, false);
      if (text != null) {
        before = text;
        count++;
        if (elements.size() < Teller.MOST) {
          elements.add(text);
        }
      }
    }
    if (count > elements.size()) {
      elements.set(Teller.MOST - 1, Teller.more(count - Teller.MOST + 1));
    }
    String directory = dir == null ? null : teller.text(dir, "dir", false, false);
    List<String> names = new ArrayList<>(set.size() + unset.size());
    for (Map.Entry<String, TextTemplate> entry : set.entrySet()) {
      String name = entry.getKey();
      if (teller.text(entry.getValue(), "env." + name, SecretNames.isName(name), false) != null) {
        names.add(OneLine.of(name));
      }
    }
    for (String name : unset) {
      names.add(OneLine.of(name));
    }
    stdin.tell(teller, "stdin");
    stdout.tell(teller, "stdout");
    stderr.tell(teller, "stderr");
    return new Depiction(
        Verb.EXEC,
        "exec",
        elements.isEmpty() ? "" : elements.get(0),
        List.copyOf(elements),
        directory,
        bounded(names),
        List.of(),
        null,
        teller.placements(),
        freeParts(),
        more);
  }

  static List<String> bounded(List<String> texts) {
    if (texts.size() <= Teller.MOST) {
      return List.copyOf(texts);
    }
    List<String> bounded = new ArrayList<>(texts.subList(0, Teller.MOST - 1));
    bounded.add(Teller.more(texts.size() - Teller.MOST + 1));
    return bounded;
  }

  /**
   * The program where it is the same for every call: the last path segment of argv[0]; else null.
   */
  @Override
  public String constantTarget() {
    String program = argv.isEmpty() ? null : argv.get(0).literal();
    return program == null ? null : program.substring(program.lastIndexOf('/') + 1);
  }

  /** Whether a rendered intent holds a placeholder. */
  public Coverage coverage() {
    return freeParts().isEmpty() ? Coverage.FULL : Coverage.PARTIAL;
  }

  /**
   * What is left to the tool, one phrase each, like {@code argv[4] (${any:tmp})}; empty = nothing.
   * For the list of holes.
   */
  @Override
  public List<String> freeParts() {
    List<String> parts = new ArrayList<>();
    for (TextTemplate text : texts()) {
      Hole hole = text.hole();
      if (hole != null) {
        parts.add(text.place() + " (" + hole.text() + ")");
      }
    }
    return parts;
  }

  /**
   * Whether this starts an interpreter that reads its program from standard input, which no request
   * holds.
   */
  public boolean readsProgramFromInput() {
    List<String> command = new ArrayList<>(argv.size());
    for (TextTemplate element : argv) {
      command.add(element.literal() == null ? "${}" : element.literal());
    }
    return stdin.open() && Interpreters.readsProgramFromInput(command);
  }

  /**
   * Where a value of the call decides more than it should (spec 5.4), one sentence each, for {@code
   * config check}: as the program, as the text of a shell or interpreter, or before {@code --},
   * where it may be read as an option.
   */
  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (argv.get(0).refers() || argv.get(0).hole() != null) {
      warnings.add("argv[0]: which program starts is left to the call");
    }
    boolean interpreter = argv.get(0).literal() != null && Interpreters.name(argv.get(0).literal());
    int end = endOfOptions();
    for (int i = 1; i < argv.size(); i++) {
      TextTemplate element = argv.get(i);
      if (element.refers() && interpreter && Interpreters.takesText(argv.get(i - 1).literal())) {
        warnings.add(
            element.place()
                + ": a value of the call becomes program text of "
                + argv.get(0).literal());
      } else if (element.refers() && i < end) {
        warnings.add(
            element.place()
                + ": a value of the call stands before \"--\" and may be read as an option");
      }
    }
    return warnings;
  }

  private int endOfOptions() {
    for (int i = 1; i < argv.size(); i++) {
      if ("--".equals(argv.get(i).literal())) {
        return i;
      }
    }
    return 0;
  }

  private List<TextTemplate> texts() {
    List<TextTemplate> texts = new ArrayList<>(argv);
    if (dir != null) {
      texts.add(dir);
    }
    texts.addAll(set.values());
    stdin.texts(texts);
    stdout.texts(texts);
    stderr.texts(texts);
    return texts;
  }

  /** A scalar of a template as its text, in a place where no list is spliced. */
  static TextTemplate plainText(Object json, boolean each, String place) {
    String text = json == null ? null : TextTemplate.scalar(json);
    if (text == null) {
      throw new TemplateException("expected one text or number", place);
    }
    TextTemplate template = TextTemplate.parse(text, each, place);
    if (template.splices()) {
      throw new TemplateException("a list is spliced into argv only", place);
    }
    return template;
  }

  /** Reads the JSON value, strictly. */
  private static final class Parser {

    static ExecTemplate read(Object json, Reference list) {
      if (!(json instanceof Map<?, ?> map)) {
        throw new TemplateException("expected an object with argv, dir, env, stdio", "");
      }
      boolean each = list != null;
      keys(map, "", "argv", "dir", "env", "stdio");
      Map<?, ?> env = object(map, "env", "env");
      keys(env, "env", "set", "unset");
      Map<?, ?> stdio = object(map, "stdio", "stdio");
      keys(stdio, "stdio", "stdin", "stdout", "stderr", "merge");
      Map<String, TextTemplate> set = set(object(env, "set", "env.set"), each);
      List<String> unset = unset(env.get("unset"), set);
      Object merge = stdio.get("merge");
      if (merge != null && !(merge instanceof Boolean)) {
        throw new TemplateException("expected true or false", "stdio.merge");
      }
      Object dir = map.get("dir");
      return new ExecTemplate(
          argv(map.get("argv"), each),
          dir == null ? null : text(dir, each, "dir"),
          set,
          unset,
          StreamTemplate.parse(stdio.get("stdin"), each, "stdin", "read"),
          StreamTemplate.parse(stdio.get("stdout"), each, "stdout", "write", "append"),
          StreamTemplate.parse(stdio.get("stderr"), each, "stderr", "write", "append"),
          Boolean.TRUE.equals(merge),
          list);
    }

    private static List<TextTemplate> argv(Object json, boolean each) {
      if (!(json instanceof List<?> list) || list.isEmpty()) {
        throw new TemplateException("expected a list with the program first", "argv");
      }
      List<TextTemplate> argv = new ArrayList<>();
      for (Object element : list) {
        argv.add(text(element, each, "argv[" + argv.size() + "]"));
      }
      return argv;
    }

    private static Map<String, TextTemplate> set(Map<?, ?> json, boolean each) {
      Map<String, TextTemplate> set = new TreeMap<>();
      for (Map.Entry<?, ?> entry : json.entrySet()) {
        String name = (String) entry.getKey();
        if (name.isEmpty() || name.indexOf('=', 1) >= 0) {
          throw new TemplateException(
              "\"" + name + "\" cannot be the name of a variable", "env.set");
        }
        set.put(name, text(entry.getValue(), each, "env.set." + name));
      }
      return set;
    }

    private static List<String> unset(Object json, Map<String, TextTemplate> set) {
      if (json == null) {
        return List.of();
      }
      if (!(json instanceof List<?> list)) {
        throw new TemplateException("expected a list of names", "env.unset");
      }
      TreeSet<String> names = new TreeSet<>();
      for (Object name : list) {
        if (!(name instanceof String text) || text.isEmpty()) {
          throw new TemplateException("expected a list of names", "env.unset");
        }
        if (set.containsKey(text)) {
          throw new TemplateException("\"" + text + "\" is also under env.set", "env.unset");
        }
        names.add(text);
      }
      return List.copyOf(names);
    }

    static TextTemplate text(Object json, boolean each, String place) {
      String text = json == null ? null : TextTemplate.scalar(json);
      if (text == null) {
        throw new TemplateException("expected one text or number", place);
      }
      if (text.indexOf('\0') >= 0) {
        throw new TemplateException("NUL cannot be passed to a process", place);
      }
      TextTemplate template = TextTemplate.parse(text, each, place);
      if (template.splices() && !place.startsWith("argv[")) {
        throw new TemplateException("a list is spliced into argv only", place);
      }
      return template;
    }

    private static Map<?, ?> object(Map<?, ?> in, String key, String place) {
      Object json = in.get(key);
      if (json == null) {
        return Map.of();
      }
      if (!(json instanceof Map<?, ?> map)) {
        throw new TemplateException("expected an object", place);
      }
      return map;
    }

    private static void keys(Map<?, ?> map, String place, String... known) {
      for (Object key : map.keySet()) {
        if (!List.of(known).contains(key)) {
          throw new TemplateException(
              "unknown key \"" + key + "\": expected one of " + String.join(", ", known), place);
        }
      }
    }

    private Parser() {}
  }
}
