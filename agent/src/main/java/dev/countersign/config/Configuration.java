package dev.countersign.config;

import dev.countersign.canonical.Canonical;
import dev.countersign.effect.template.EffectTemplate;
import dev.countersign.effect.template.ExecTemplate;
import dev.countersign.guardrail.Cascade;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One configuration file, parsed once and strictly (spec 5). Immutable; defaults are filled in
 * everywhere but in {@code judging}.
 *
 * @param bundle the name of what judges; not empty
 * @param version of the bundle; at least 1
 * @param mode enforce or observe
 * @param frameworks the presets in force: {@code auto}, or names such as {@code langchain4j}; empty
 *     for {@code none}
 * @param unbound what happens to effects without a preview
 * @param tools in the order of the file; the first match wins
 * @param bind in the order of the file
 * @param ambient in the order of the file
 * @param exec what holds for every process start
 * @param send what holds for every HTTP request
 * @param previewTtl how long the preview of an implicit scope lives; default 10 minutes
 * @param actor who acts
 * @param runId the run's id, or null: drawn at start
 * @param recipeV1 whether the second digest is recorded as well
 * @param ledger where the books are kept
 * @param agents methods that are agents of their own, in the order of the file
 * @param handoffs methods that hand work on to peers, in the order of the file
 * @param stateDir the directory of the agent's own state, as written or {@code <ledger.dir>/state}
 * @param policy where what judges comes from; null where it is this file
 * @param approvals how people answer; null where nobody can
 * @param cascade the rules of {@code layers}, compiled, and {@code default}; null where all of it
 *     says nothing: everything is allowed, and nothing is loaded for it
 * @param local the keys outside the judging object exactly as written: a JSON value
 * @param judging the keys of the judging object exactly as written, no defaults (spec 3.1): a JSON
 *     value
 * @param sha256 of the file's bytes, 64 lowercase hex digits
 * @param warnings what works but deserves a look
 */
public record Configuration(
    String bundle,
    long version,
    Mode mode,
    List<String> frameworks,
    Unbound unbound,
    List<ToolRule> tools,
    List<BindRule> bind,
    List<AmbientRule> ambient,
    ExecRules exec,
    SendRules send,
    Duration previewTtl,
    Actor actor,
    String runId,
    boolean recipeV1,
    LedgerRules ledger,
    List<AgentRule> agents,
    List<HandoffRule> handoffs,
    String stateDir,
    PolicyRules policy,
    ApprovalRules approvals,
    Cascade cascade,
    Map<String, Object> local,
    Map<String, Object> judging,
    String sha256,
    List<Problem> warnings) {

  /** Bytes that a configuration may have. */
  public static final int MAX_BYTES = Source.MAX_BYTES;

  /**
   * Reads one file.
   *
   * @param file YAML 1.2, or JSON where the name ends in {@code .json}; at most 4 MiB of UTF-8
   * @throws ConfigurationException with everything that is wrong with it
   */
  public static Configuration load(File file) throws ConfigurationException {
    return Reader.read(file);
  }

  /**
   * Reads a configuration that is at hand already.
   *
   * @param name what messages call it
   * @param bytes at most 4 MiB of UTF-8
   * @throws ConfigurationException with everything that is wrong with it
   */
  public static Configuration parse(String name, byte[] bytes) throws ConfigurationException {
    Problems problems = new Problems(name);
    return Reader.read(Source.bounded(bytes, problems), problems);
  }

  /**
   * Reads what may be a judging object alone: a configuration, or one without {@code ledger}, which
   * is then read as if it stood in one.
   *
   * @param name what messages call it
   * @param bytes at most 4 MiB of UTF-8
   * @throws ConfigurationException with everything that is wrong with it
   */
  public static Configuration policy(String name, byte[] bytes) throws ConfigurationException {
    Problems problems = new Problems(name);
    return Reader.readPolicy(Source.bounded(bytes, problems), problems);
  }

  /**
   * Reads any YAML or JSON text, as strictly as a configuration.
   *
   * @param name what messages call it
   * @param bytes at most 4 MiB of UTF-8
   * @return a JSON value; null for an empty text
   * @throws ConfigurationException when it cannot be read
   */
  public static Object document(String name, byte[] bytes) throws ConfigurationException {
    Problems problems = new Problems(name);
    Tree document =
        YamlTree.read(Source.decode(Source.bounded(bytes, problems), problems), problems);
    return document == null ? null : document.toJson();
  }

  /**
   * The same machine with another judging object, as strictly read as if it stood in the file.
   *
   * @param name what messages call it
   * @param object the keys of spec 5.9 that are marked J, and no others
   * @throws ConfigurationException with everything that is wrong with it
   */
  public Configuration judgedBy(String name, Map<String, Object> object)
      throws ConfigurationException {
    Problems problems = new Problems(name);
    Map<String, Object> all = new LinkedHashMap<>(local);
    all.remove("policy"); // with it, the object would have to come from elsewhere
    for (Map.Entry<String, Object> member : object.entrySet()) {
      if (!Keys.JUDGING.contains(member.getKey())) {
        String nearest = Nearest.to(member.getKey(), Keys.JUDGING);
        problems.error(
            0,
            0,
            Tree.bare(member.getKey()),
            Keys.ROOT.served().contains(member.getKey())
                ? "belongs to the machine, not to a policy. Remove it"
                : "unknown key. "
                    + (nearest == null
                        ? "A judging object has " + Section.listed(Keys.JUDGING)
                        : "Did you mean \"" + nearest + "\"?"));
        problems.throwIfAny();
      }
      all.put(member.getKey(), member.getValue());
    }
    return Reader.read(Canonical.jcs(all), problems);
  }

  /**
   * {@link #judgedBy(String, Map)}, by a text.
   *
   * @param content YAML 1.2 or JSON, at most 4 MiB of UTF-8
   */
  public Configuration judgedBy(String name, byte[] content) throws ConfigurationException {
    Problems problems = new Problems(name);
    Tree tree =
        content.length == 0
            ? null
            : YamlTree.read(Source.decode(Source.bounded(content, problems), problems), problems);
    if (tree == null || !tree.isMap()) {
      throw problems.fatal(0, 0, "expected a map with the keys of a judging object");
    }
    Map<String, Object> object = new LinkedHashMap<>();
    for (Tree.Member member : tree.map().values()) {
      object.put(member.key(), member.value().toJson());
    }
    return judgedBy(name, object);
  }

  /**
   * The entry of {@code tools} that is in force for a tool: the first that matches (spec 5.3).
   *
   * @return null when none does
   */
  public ToolRule firstFor(String tool) {
    for (ToolRule rule : tools) {
      if (rule.tool().matches(tool)) {
        return rule;
      }
    }
    return null;
  }

  /**
   * What the file itself leaves to the tools, one sentence each, for the list of holes at start
   * (spec 5.7): {@code tools.render_pdf.effects[0] leaves argv[4] to the tool (${any}). A changed
   * value there is not refused.}
   */
  public List<String> holes() {
    List<String> holes = new ArrayList<>();
    for (ToolRule tool : tools) {
      for (int i = 0; i < tool.effects().size(); i++) {
        String place = "tools." + Tree.bare(tool.tool().text()) + ".effects[" + i + ']';
        holes(place, tool.effects().get(i).template(), exec.interpretersRefused(), holes);
      }
    }
    for (AmbientRule rule : ambient) {
      holes(rule.position().path(), rule.template(), exec.interpretersRefused(), holes);
    }
    for (String host : send.exempt()) {
      holes.add("send.exempt leaves every request to " + host + " unjudged and unrecorded.");
    }
    return holes;
  }

  private static void holes(
      String place, EffectTemplate template, boolean interpretersRefused, List<String> holes) {
    if (!interpretersRefused
        && template instanceof ExecTemplate exec
        && exec.readsProgramFromInput()) {
      holes.add(
          place
              + " starts an interpreter that reads its program from standard input. What the tool"
              + " writes there is not compared.");
    }
    for (String part : template.freeParts()) {
      int space = part.indexOf(' ');
      String where =
          space < 0 ? part : part.substring(0, space) + " to the tool" + part.substring(space);
      holes.add(place + " leaves " + where + ". A changed value there is not refused.");
    }
  }

  /** Everything that is in force, defaults included, as a JSON value with the keys of the file. */
  public Map<String, Object> inForce() {
    return InForce.of(this);
  }
}
