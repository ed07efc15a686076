package dev.countersign.preview;

import dev.countersign.Change;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.EffectRule;
import dev.countersign.config.Times;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.Depiction;
import dev.countersign.effect.template.OneLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a tool call would change, without a preview of its own: its declared effects (spec 5.4) as
 * changes (spec 4). For people, and for the record that they were shown it; never compared with
 * what a sink sees.
 *
 * <pre>{@code
 * { action: exec, target: git,
 *   summary: "Start git: url → argv[4] \"https://example.com/x\"",
 *   x-argv: [git, clone, --depth=1, --, "https://example.com/x"],   of a process start
 *   x-dir, x-env: [names],                                          where the entry gives them
 *   x-headers: [names], x-body: json,                               of a request
 *   x-arguments: { url: ["argv[4]"] },                              which argument goes where
 *   x-left-to-tool: ["argv[5] (${any:tmp})"],                       where something is
 *   x-times: 3 | any }                                              where it is not one
 * }</pre>
 *
 * <p>Secrets are never shown: the reference stands there as the template has it ({@code
 * ${args.token}}). {@code before} and {@code after} are left out: neither can be observed.
 */
public final class Predicted {

  /** Changes of one call; the last one says how many are left out. */
  public static final int MOST = 64;

  /** UTF-16 units of all changes together, about; those behind have their summary alone. */
  private static final int MOST_TEXT = 64 << 10;

  private static final int MOST_SUMMARY = 2_000;

  /** Longest changes that a record keeps, in bytes: its line stays far below 1 MiB. */
  private static final int MOST_KEPT = 256 << 10;

  /** A record's own containers around them come on top. */
  private static final int KEPT_NESTING = 48;

  private final List<Change> changes = new ArrayList<>();
  private int text;
  private int left;

  private Predicted() {}

  /**
   * The changes of a call, in the order of the effects; none where it may do nothing.
   *
   * @param rule the entry that names the tool
   * @param arguments the authorised arguments, a JSON object; any: what does not fit a template
   *     stands as its reference
   */
  public static List<Change> of(ToolRule rule, Map<String, Object> arguments) {
    Predicted predicted = new Predicted();
    for (EffectRule effect : rule.effects()) {
      Times times = rule.times().multipliedBy(effect.times());
      for (Depiction each : effect.template().depicted(arguments)) {
        predicted.add(each, times);
        predicted.left += each.more();
      }
    }
    if (predicted.left > 0) {
      String left = predicted.left + " more effects, not listed here";
      predicted.changes.add(Change.of("more", left, left));
    }
    return List.copyOf(predicted.changes);
  }

  /**
   * What an effect is that is about to happen, with the values that it has.
   *
   * @param intent of spec 1.3, without its secrets
   */
  public static Change of(Verb verb, Map<String, Object> intent) {
    if (verb == Verb.SEND) {
      String method = OneLine.of(String.valueOf(intent.get("method")));
      String url = OneLine.of(String.valueOf(intent.get("url")));
      String body =
          intent.get("body") instanceof Map<?, ?> bytes
              ? ", a body of " + bytes.get("length") + " bytes"
              : "";
      return Change.of(method, url, method + ' ' + url + body);
    }
    List<?> argv = (List<?>) intent.get("argv");
    String program = argv.isEmpty() ? "" : program(OneLine.of(String.valueOf(argv.get(0))));
    StringBuilder summary = new StringBuilder("Start ").append(program);
    for (int i = 1; i < argv.size(); i++) {
      if (summary.length() > MOST_SUMMARY) {
        summary.append(" and ").append(argv.size() - i).append(" more");
        break;
      }
      summary.append(' ').append(OneLine.quoted(String.valueOf(argv.get(i))));
    }
    return Change.of(verb.text(), program, summary.toString());
  }

  /** {@code sha256:} and the hash of the changes' canonical JSON. */
  public static String digest(List<Change> changes) {
    return "sha256:" + Sha256.hex(Canonical.rho(ChangeJson.plain(changes)));
  }

  /**
   * Whether the books can keep the changes themselves: what a reader makes of a record's line has
   * to hash to the same, and its line is bounded.
   */
  public static boolean isKept(List<Change> changes) {
    try {
      Object json = ChangeJson.plain(changes);
      byte[] text = Canonical.jcs(json, KEPT_NESTING);
      return text.length <= MOST_KEPT && Arrays.equals(text, Canonical.rho(json));
    } catch (NotCanonicalException noForm) {
      return false;
    }
  }

  private void add(Depiction effect, Times times) {
    if (changes.size() >= MOST) {
      left++;
      return;
    }
    String target = effect.verb() == Verb.EXEC ? program(effect.target()) : effect.target();
    String summary = summary(effect, target, times);
    Change change = Change.of(effect.action(), target, summary);
    text += summary.length() + target.length();
    if (text < MOST_TEXT) {
      for (Map.Entry<String, Object> member : members(effect, times).entrySet()) {
        change = change.with(member.getKey(), member.getValue());
      }
    }
    changes.add(change);
  }

  /** A program that is given by one argument alone keeps its path: that is what starts. */
  private static String program(String argv0) {
    return argv0.isEmpty() ? "(no program)" : argv0;
  }

  private static String summary(Depiction effect, String target, Times times) {
    StringBuilder summary = new StringBuilder();
    summary.append(effect.verb() == Verb.EXEC ? "Start" : effect.action()).append(' ');
    summary.append(target);
    List<Depiction.Placement> placements = effect.placements();
    String before = ": ";
    for (int i = 0; i < placements.size(); i++) {
      Depiction.Placement each = placements.get(i);
      summary.append(before).append(each.argument()).append(" → ").append(each.place());
      if (each.value() != null) {
        summary.append(' ').append(each.value());
      }
      before = ", ";
      if (summary.length() > MOST_SUMMARY && i + 1 < placements.size()) {
        summary.append(", and ").append(placements.size() - i - 1).append(" more");
        break;
      }
    }
    if (placements.isEmpty()) {
      summary.append(": nothing of it from an argument");
    }
    if (!effect.open().isEmpty()) {
      summary.append("; left to the tool: ").append(String.join(", ", effect.open()));
    }
    if (times.any()) {
      summary.append("; any number of times");
    } else if (times.count() != 1) {
      summary.append("; up to ").append(times.count()).append(" times");
    }
    return summary.toString();
  }

  private Map<String, Object> members(Depiction effect, Times times) {
    Map<String, Object> members = new LinkedHashMap<>();
    put(members, "x-argv", effect.argv());
    if (effect.dir() != null) {
      members.put("x-dir", counted(effect.dir()));
    }
    put(members, "x-env", effect.env());
    put(members, "x-headers", effect.headers());
    if (effect.body() != null) {
      members.put("x-body", effect.body());
    }
    Map<String, Object> arguments = new LinkedHashMap<>();
    for (Depiction.Placement each : effect.placements()) {
      @SuppressWarnings("unchecked") // made right here
      List<String> places =
          (List<String>) arguments.computeIfAbsent(each.argument(), unused -> new ArrayList<>());
      places.add(counted(each.place()));
    }
    if (!arguments.isEmpty()) {
      members.put("x-arguments", arguments);
    }
    put(members, "x-left-to-tool", effect.open());
    if (times.any() || times.count() != 1) {
      members.put("x-times", times.any() ? "any" : (Object) (long) times.count());
    }
    return members;
  }

  private void put(Map<String, Object> members, String name, List<String> texts) {
    if (!texts.isEmpty()) {
      for (String each : texts) {
        counted(each);
      }
      members.put(name, texts);
    }
  }

  private String counted(String each) {
    text += each.length();
    return each;
  }
}
