package dev.countersign.config;

import dev.countersign.canonical.Sha256;
import dev.countersign.effect.Glob;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.template.Argument;
import dev.countersign.effect.template.EffectTemplate;
import dev.countersign.effect.template.ExecTemplate;
import dev.countersign.effect.template.Extractor;
import dev.countersign.effect.template.SendTemplate;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.PolicyException;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Builds the rules from the document, map by map, in the order of {@link Keys}. */
final class Reader {

  private static final List<String> NONE = List.of();
  private static final List<String> PRESETS = List.of("langchain4j", "spring-ai", "mcp", "adk");

  /** Bytes of a body that is held in memory: 256 MiB. */
  private static final int MOST_BODY = 256 << 20;

  /** Digests of blocks stay in memory: 128 MiB of them. */
  private static final long MOST_SPOOL = 64L << 30;

  private static final List<String> WORDS = List.of("refuse", "observe", "allow");

  /** {@code ledger.rotate}, absent. */
  private static final long ROTATE_BYTES = 256L << 20;

  private static final Duration ROTATE_AGE = Duration.ofHours(24);

  /** {@code receipts.checkpoint.every}, absent. */
  private static final int CHECKPOINT_EVERY = 1000;

  private static final String LEAST =
      "The least is bundle, version, mode and ledger: { dir: … }; see \"countersign config"
          + " schema\"";

  private final Problems problems;

  /** Whether it says how people of this machine answer. */
  private final boolean machine;

  private HeaderRules headers = HeaderRules.DEFAULT;

  private Reader(Problems problems, boolean machine) {
    this.problems = problems;
    this.machine = machine;
  }

  static Configuration read(File file) throws ConfigurationException {
    Problems problems = new Problems(file.getPath());
    byte[] bytes = Source.read(file, problems);
    if (file.canWrite()) {
      problems.warning(
          0,
          0,
          "",
          "writable by the user that runs this JVM, so that a tool that can write files can change"
              + " what is refused. Let another user own it, mode 0644");
    }
    return read(bytes, problems);
  }

  static Configuration read(byte[] bytes, Problems problems) throws ConfigurationException {
    return read(bytes, document(bytes, problems), problems, true);
  }

  /** What has no books of its own gets some that nobody keeps. */
  static Configuration readPolicy(byte[] bytes, Problems problems) throws ConfigurationException {
    Tree document = document(bytes, problems);
    if (document != null && document.isMap() && !document.map().containsKey("ledger")) {
      Map<String, Tree.Member> members = new LinkedHashMap<>(document.map());
      Tree dir = new Tree(1, 1, "none", "none", 1);
      Tree ledger = new Tree(1, 1, Map.of("dir", new Tree.Member("dir", 1, 1, dir)), null, 2);
      members.put("ledger", new Tree.Member("ledger", 1, 1, ledger));
      document = new Tree(document.line, document.column, members, null, document.size + 2);
    }
    return read(bytes, document, problems, false);
  }

  private static Tree document(byte[] bytes, Problems problems) throws ConfigurationException {
    return bytes.length == 0 ? null : YamlTree.read(Source.decode(bytes, problems), problems);
  }

  /**
   * @param machine whether it says how people of this machine answer
   */
  private static Configuration read(byte[] bytes, Tree document, Problems problems, boolean machine)
      throws ConfigurationException {
    if (document == null || document.value == null) {
      throw problems.fatal(
          0,
          0,
          bytes.length == 0
              ? "the file is empty. " + LEAST
              : "nothing but comments and blank lines. " + LEAST);
    }
    Section root = Section.of("", document, Keys.ROOT, problems);
    if (root == null) {
      problems.throwIfAny();
    }
    Configuration configuration = new Reader(problems, machine).document(root, Sha256.hex(bytes));
    problems.throwIfAny();
    return configuration;
  }

  private Configuration document(Section root, String sha256) throws ConfigurationException {
    root.require("bundle", "the name of what judges");
    root.require("version", "a whole number that grows with every change");
    root.require("mode", "enforce or observe; there is no default");
    root.require("ledger", "ledger: { dir: … }");
    String bundle = root.name("bundle");
    Long version = root.whole("version", 1, 9_007_199_254_740_991L);
    String mode = root.word("mode", List.of("enforce", "observe"), NONE);
    root.word("default", List.of("allow", "deny"), NONE);
    List<Section> layers = root.sections("layers", Keys.LAYER);
    if (!layers.isEmpty()) {
      Layers.check(layers, problems);
    }
    List<String> frameworks = frameworks(root);
    Unbound unbound = unbound(root);
    SendRules send = send(root.section("send", Keys.SEND));
    headers = send.headers();
    List<Section> toolSections = root.sections("tools", Keys.TOOL);
    List<Section> bindSections = root.sections("bind", Keys.BIND);
    List<ToolRule> tools = tools(toolSections);
    List<BindRule> bind = bind(bindSections);
    List<AmbientRule> ambient = ambient(root.sections("ambient", Keys.AMBIENT));
    ExecRules exec = exec(root.section("exec", Keys.EXEC));
    Duration previewTtl = Durations.read(root, "preview_ttl", Duration.ofMinutes(10));
    Actor actor = actor(root.section("actor", Keys.ACTOR), bundle);
    Section run = root.section("run", Keys.RUN);
    Section digests = root.section("digests", Keys.DIGESTS);
    Boolean recipe = digests == null ? null : digests.bool("recipe_v1");
    String runId = run == null ? null : run.name("id");
    LedgerRules ledger =
        ledger(
            root.section("ledger", Keys.LEDGER),
            root.section("receipts", Keys.RECEIPTS),
            "observe".equals(mode));
    List<Section> agentSections = root.sections("agents", Keys.AGENT);
    List<AgentRule> agents =
        agentSections.isEmpty() ? List.of() : Agents.read(agentSections, Reader::method);
    List<HandoffRule> handoffs = handoffs(root.sections("handoff", Keys.HANDOFF));
    Section state = root.section("state", Keys.STATE);
    if (state != null) {
      state.require("dir", "the directory of the agent's own state");
    }
    String stateDir = state == null ? null : state.text("dir");
    PolicyRules policy = PolicySection.read(root);
    Section answers = root.section("approvals", Keys.APPROVALS);
    ApprovalRules approvals =
        ApprovalRules.read(answers, answers == null ? null : appMethod(answers, "method"));
    problems.throwIfAny();

    CrossChecks.of(tools, bind, ambient, exec, problems).throughout();
    Agents.measurable(agentSections, tools);
    problems.throwIfAny();
    Map<String, Object> judging = written(root.tree, true);
    Cascade cascade =
        layers.isEmpty() && !"deny".equals(judging.get("default")) && !anyOf(tools, Approval.HUMAN)
            ? null
            : cascade(judging);
    if (!layers.isEmpty()) {
      Layers.lint(layers, cascade, tools, problems);
    }
    boolean asks = cascade != null && cascade.mayRequireApproval() || anyOf(tools, Approval.AUTO);
    if (machine && asks && approvals == null && policy == null) {
      problems.warning(
          0,
          0,
          "approvals",
          "absent, and some effects need a person's approval: nobody can give it, and they are"
              + " refused, CS-APPROVAL. Add approvals: { dir: …, keys: […] }");
    }
    return new Configuration(
        bundle,
        version,
        mode.equals("enforce") ? Mode.ENFORCE : Mode.OBSERVE,
        frameworks,
        unbound,
        tools,
        bind,
        ambient,
        exec,
        send,
        previewTtl,
        actor,
        runId,
        recipe != null && recipe,
        ledger,
        agents,
        handoffs,
        stateDir == null ? ledger.dir() + "/state" : stateDir,
        policy,
        approvals,
        cascade,
        written(root.tree, false),
        judging,
        sha256,
        problems.warnings());
  }

  /** The judging object as written (spec 3.1), or what is beside it. */
  private static Map<String, Object> written(Tree document, boolean judging) {
    Map<String, Object> written = new LinkedHashMap<>();
    for (Tree.Member member : document.map().values()) {
      if (Keys.JUDGING.contains(member.key()) == judging) {
        written.put(member.key(), member.value().toJson());
      }
    }
    return Collections.unmodifiableMap(written);
  }

  private static boolean anyOf(List<ToolRule> tools, Approval approval) {
    for (ToolRule tool : tools) {
      if (tool.approval() == approval) {
        return true;
      }
    }
    return false;
  }

  /** What {@link Layers} has let pass. */
  private Cascade cascade(Map<String, Object> judging) throws ConfigurationException {
    try {
      return Cascade.of(judging);
    } catch (PolicyException refused) {
      throw problems.fatal(0, 0, refused.path() + ": " + refused.getMessage());
    }
  }

  private List<String> frameworks(Section root) {
    Tree at = root.get("frameworks");
    if (at == null) {
      return List.of("auto");
    }
    if (!at.isList()) {
      if (at.value instanceof String name && PRESETS.contains(name)) {
        root.error("frameworks", "expected auto, none or a list of names. Write [" + name + ']');
        return List.of();
      }
      String word = root.word(at, "frameworks", List.of("auto", "none"), NONE);
      return "none".equals(word) ? List.of() : List.of("auto");
    }
    if (at.list().isEmpty()) {
      root.error("frameworks", "an empty list. Write none, or auto");
    }
    List<String> names = new ArrayList<>();
    for (int i = 0; i < at.list().size(); i++) {
      Tree element = at.list().get(i);
      String where = "frameworks[" + i + ']';
      String name = root.word(element, where, PRESETS, NONE);
      if (name != null && names.contains(name)) {
        problems.error(
            element.line,
            element.column,
            where,
            Tree.quoted(name) + " stands in this list already");
      } else if (name != null) {
        names.add(name);
      }
    }
    return List.copyOf(names);
  }

  private Unbound unbound(Section root) {
    Section section = root.section("unbound", Keys.UNBOUND);
    if (section == null) {
      return new Unbound(
          Word.REFUSE, Word.ALLOW, Word.ALLOW, Word.ALLOW, Word.OBSERVE, Word.OBSERVE);
    }
    Word inTool = word(section, "in_tool", Word.REFUSE);
    Word exec = Word.ALLOW;
    Word send = Word.ALLOW;
    Word invoke = Word.ALLOW;
    Tree at = section.get("elsewhere");
    if (at != null && at.isMap()) {
      Section elsewhere = section.section("elsewhere", Keys.ELSEWHERE);
      exec = word(elsewhere, "exec", Word.ALLOW);
      send = word(elsewhere, "send", Word.ALLOW);
      invoke = word(elsewhere, "invoke", Word.ALLOW);
    } else if (at != null) {
      exec = word(section, "elsewhere", Word.ALLOW);
      send = exec;
      invoke = exec;
    }
    return new Unbound(
        inTool,
        exec,
        send,
        invoke,
        word(section, "sockets", Word.OBSERVE),
        word(section, "native", Word.OBSERVE));
  }

  private static Word word(Section section, String key, Word absent) {
    String text = section.word(key, WORDS, NONE);
    return text == null ? absent : Word.valueOf(text.toUpperCase(java.util.Locale.ROOT));
  }

  private List<ToolRule> tools(List<Section> sections) {
    List<ToolRule> tools = new ArrayList<>(sections.size());
    for (Section section : sections) {
      section.require("tool", "the tool's name as the model calls it, or a glob");
      String name = section.name("tool");
      MethodPattern method = method(section, "method");
      List<EffectRule> effects = effects(section.sections("effects", Keys.EFFECT));
      Times times = times(section);
      List<String> exclude = section.names("exclude");
      String authorised = section.word("authorised", List.of("model", "after-hooks"), NONE);
      String lossy = section.word("lossy", List.of("refuse", "record", "allow"), NONE);
      if (method != null) {
        needsABuilder(section, "authorised", authorised, Authorised.MODEL.text());
        needsABuilder(section, "lossy", lossy, Lossy.REFUSE.text());
      }
      Pin pin = pin(section, name, method);
      String approval = section.word("approval", List.of("none", "auto", "human"), NONE);
      Boolean disclose = section.bool("disclose");
      AppMethod preview = appMethod(section, "preview");
      AppMethod preflight = appMethod(section, "preflight");
      Boolean requirePreview = section.bool("require_preview");
      Argument spend = argument(section, "spend", exclude);
      Argument rows = argument(section, "rows", exclude);
      if (name != null) {
        tools.add(
            new ToolRule(
                new Glob(name),
                method,
                effects,
                times,
                exclude,
                Authorised.of(authorised),
                Lossy.of(lossy),
                pin,
                Approval.of(approval),
                // Most configurations have none, and the class of the words is not loaded for them.
                section.has("approval_from") ? ApprovalSource.read(section, "approval_from") : null,
                Boolean.TRUE.equals(disclose),
                preview,
                preflight,
                Boolean.TRUE.equals(requirePreview),
                spend,
                rows,
                section.position()));
      }
    }
    return List.copyOf(tools);
  }

  /** The argument that a ceiling measures calls of the tool by; null where the key is absent. */
  private static Argument argument(Section section, String key, List<String> exclude) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      Argument argument = Argument.parse(text);
      if (!exclude.contains(argument.name())) {
        return argument;
      }
      section.error(
          key,
          Tree.quoted(argument.name())
              + " is excluded, so that no call would say it. Remove it from exclude");
    } catch (TemplateException malformed) {
      section.error(key, malformed.getMessage());
    }
    return null;
  }

  /** A word that would never take effect is a promise that is not kept. */
  private static void needsABuilder(Section section, String key, String word, String without) {
    if (word != null && !word.equals(without)) {
      section.error(
          key,
          Tree.quoted(word)
              + " is about a framework's argument builder, and a tool with a method of its own has"
              + " none. Remove one of the two");
    }
  }

  private static Pin pin(Section section, String name, MethodPattern method) {
    String text = section.text("pin");
    Pin pin = Pin.of(text);
    if (pin == null) {
      section.error(
          "pin",
          "expected first-use, off, or the digest of a definition as \"pins list\" has it (64"
              + " lowercase hex digits), found "
              + Tree.quoted(text));
      return Pin.FIRST_USE;
    }
    if (pin.digest() != null && method != null) {
      section.error(
          "pin",
          "a digest is about what a framework shows to its model, and a tool with a method of its"
              + " own has no such definition. Remove one of the two");
    }
    if (pin.digest() != null && name != null && !new Glob(name).literal()) {
      section.error(
          "pin",
          "a digest is that of one tool's definition, its name included, and "
              + Tree.quoted(name)
              + " is a pattern. Give each tool an entry of its own");
    }
    return pin;
  }

  private List<EffectRule> effects(List<Section> sections) {
    List<EffectRule> effects = new ArrayList<>(sections.size());
    for (Section section : sections) {
      if (!section.has("exec") && !section.has("send")) {
        section.require("exec", "the process that a call may start; or send, the request");
      }
      String each = section.text("each");
      EffectTemplate template = template(section, false, each);
      Times times = times(section);
      Boolean shared = section.bool("shared");
      Redirects redirects = redirects(section);
      if (template != null) {
        effects.add(
            new EffectRule(
                template, each, times, shared != null && shared, redirects, section.position()));
      }
    }
    return List.copyOf(effects);
  }

  private List<BindRule> bind(List<Section> sections) {
    List<BindRule> rules = new ArrayList<>(sections.size());
    for (Section section : sections) {
      section.require(
          "resolve",
          "the method where the request is judged, like com.acme.Planner#plan(java.lang.String)");
      MethodPattern resolve = method(section, "resolve");
      MethodPattern sink = method(section, "sink");
      String tool = section.name("tool");
      boolean invokes = section.has("invoke");
      int given = (invokes ? 1 : 0) + (section.has("exec") ? 1 : 0) + (section.has("send") ? 1 : 0);
      if (given != 1) {
        problems.error(
            section.tree.line,
            section.tree.column,
            section.path,
            given > 1
                ? "more than one of exec, send and invoke. Make entries with the same resolve"
                : "neither exec nor send nor invoke. Give the one that this method resolves");
      }
      if (!invokes && given > 0) {
        onlyWithInvoke(section, "sink");
        onlyWithInvoke(section, "tool");
      }
      ExecBind exec = execBind(section);
      Extractor request = extractor(section, "send");
      SendBind send = request == null ? null : new SendBind(request);
      InvokeBind invoke = invoke(section);
      Times times = times(section);
      Boolean shared = section.bool("shared");
      Redirects redirects = redirects(section);
      if (resolve != null && (exec != null || send != null || invoke != null)) {
        rules.add(
            new BindRule(
                resolve,
                tool == null ? null : new Glob(tool),
                exec,
                send,
                invoke,
                sink,
                times,
                shared != null && shared,
                redirects,
                section.position()));
      }
    }
    return List.copyOf(rules);
  }

  private static void onlyWithInvoke(Section section, String key) {
    if (section.has(key)) {
      section.error(
          key,
          "belongs to invoke; the sink of an exec is the start of a process, that of a send the"
              + " client. Remove it");
    }
  }

  private ExecBind execBind(Section bind) {
    Tree at = bind.get("exec");
    if (at == null) {
      return null;
    }
    if (!at.isMap()) {
      Extractor argv = extractor(bind, "exec");
      return argv == null ? null : new ExecBind(argv, null, null);
    }
    Section section = bind.section("exec", Keys.BIND_EXEC);
    section.require("argv", "an extractor of the argument list, like \"${return}\"");
    Extractor argv = extractor(section, "argv");
    Extractor dir = extractor(section, "dir");
    Extractor env = extractor(section, "env");
    return argv == null ? null : new ExecBind(argv, dir, env);
  }

  private InvokeBind invoke(Section bind) {
    Section section = bind.section("invoke", Keys.INVOKE);
    if (section == null) {
      return null;
    }
    section.require("tool", "an extractor of the tool's name, like \"${arg0}\"");
    section.require("arguments", "an extractor of the arguments, like \"${json:arg1}\"");
    Extractor tool = extractor(section, "tool");
    Extractor arguments = extractor(section, "arguments");
    return tool == null || arguments == null ? null : new InvokeBind(tool, arguments);
  }

  private static Extractor extractor(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      return Extractor.parse(text);
    } catch (TemplateException e) {
      section.error(key, said(e));
      return null;
    }
  }

  private List<AmbientRule> ambient(List<Section> sections) {
    List<AmbientRule> rules = new ArrayList<>(sections.size());
    for (Section section : sections) {
      if (!section.has("exec") && !section.has("send")) {
        section.require("exec", "the process that may start in any frame; or send, the request");
      }
      EffectTemplate template = template(section, true, null);
      Redirects redirects = redirects(section);
      Times times = times(section);
      if (template != null) {
        rules.add(new AmbientRule(template, times, redirects, section.position()));
      }
    }
    return List.copyOf(rules);
  }

  private static ExecRules exec(Section section) {
    if (section == null) {
      return new ExecRules(List.of(), false, false);
    }
    String stdin = section.word("stdin", List.of("allow", "refuse-interpreters"), NONE);
    String nativeStart = section.word("native", List.of("best-effort", "required"), NONE);
    return new ExecRules(
        section.names("env_ignore"),
        "refuse-interpreters".equals(stdin),
        "required".equals(nativeStart));
  }

  private static SendRules send(Section section) {
    if (section == null) {
      return SendRules.DEFAULT;
    }
    int maxBody = (int) Sizes.read(section, "max_body", SendRules.DEFAULT_MAX_BODY, 1, MOST_BODY);
    long spool = Sizes.read(section, "spool", SendRules.DEFAULT_SPOOL, 0, MOST_SPOOL);
    if (spool > 0 && spool <= maxBody) {
      section.error(
          "spool", "expected more than send.max_body, up to which memory is meant, or 0B for none");
    }
    AddressRule address =
        AddressRule.of(section.word("address", List.of("any", "pin", "deny_private"), NONE));
    List<String> privateHosts = hosts(section, "private_hosts");
    if (!privateHosts.isEmpty() && address != AddressRule.DENY_PRIVATE) {
      section.error("private_hosts", "belongs to address: deny_private. Remove it");
    }
    return new SendRules(
        hosts(section, "exempt"),
        section.names("header_ignore"),
        section.names("secret_headers"),
        maxBody,
        spool,
        address,
        privateHosts);
  }

  private static List<String> hosts(Section section, String key) {
    List<String> hosts = new ArrayList<>();
    for (String host : section.names(key)) {
      hosts.add(host.toLowerCase(java.util.Locale.ROOT));
    }
    return List.copyOf(hosts);
  }

  /** Only a request can be sent on to another place. */
  private static Redirects redirects(Section section) {
    String word = section.word("redirects", List.of("refuse", "rebind"), NONE);
    if (word != null && !section.has("send")) {
      section.error("redirects", "belongs to send. Remove it");
    }
    return Redirects.of(word);
  }

  private static Actor actor(Section section, String bundle) {
    if (section == null) {
      return new Actor(bundle, null, null, null, null, List.of(), null, null);
    }
    String agent = section.name("agent");
    MethodPattern from = method(section, "from");
    if (from != null) {
      for (String said :
          new String[] {"principal", "clearance", "team", "org_unit", "scopes", "role"}) {
        if (section.has(said)) {
          section.error(said, "is said by the method that from names. Remove one of the two");
        }
      }
    }
    return new Actor(
        agent == null ? bundle : agent,
        section.name("principal"),
        section.name("clearance"),
        section.name("team"),
        section.name("org_unit"),
        section.names("scopes"),
        section.name("role"),
        from);
  }

  private static List<HandoffRule> handoffs(List<Section> sections) {
    List<HandoffRule> rules = new ArrayList<>(sections.size());
    for (Section section : sections) {
      section.require(
          "method", "the method that hands work on, like com.acme.Peers#ask(java.lang.String)");
      section.require("peer", "who is handed it, as the books name it");
      MethodPattern method = method(section, "method");
      String peer = section.name("peer");
      for (HandoffRule other : rules) {
        if (method != null && other.method().text().equals(method.text())) {
          section.error("method", "another entry names this method already. Remove one of the two");
        }
      }
      if (method != null && peer != null) {
        rules.add(new HandoffRule(method, peer, section.position()));
      }
    }
    return List.copyOf(rules);
  }

  private static LedgerRules ledger(Section section, Section receipts, boolean observing) {
    Section checkpoint = receipts == null ? null : receipts.section("checkpoint", Keys.CHECKPOINT);
    if (receipts != null && !receipts.has("checkpoint")) {
      receipts.require("key", "the file of the Ed25519 private key (PEM) that signs receipts");
    }
    Long every = null;
    String checkpointKey = null;
    if (checkpoint != null) {
      checkpoint.require("key", "the file of an Ed25519 private key (PEM)");
      every = checkpoint.whole("every", 1, 1_000_000);
      checkpointKey = checkpoint.text("key");
    }
    if (section == null) {
      return null;
    }
    section.require("dir", "the directory of the books");
    String durability = section.word("durability", List.of("write", "fsync"), NONE);
    String hashes = section.word("params_hashes", List.of("record", "omit"), NONE);
    Section rotate = section.section("rotate", Keys.ROTATE);
    if (section.has("anchor_key") != section.has("kid")) {
      section.error(
          section.has("kid") ? "kid" : "anchor_key",
          "anchor_key and kid belong together: the id tells the reader which key to check with");
    }
    Boolean learn = section.bool("learn");
    if (learn != null && learn && !observing) {
      section.warning(
          "learn", "nothing is learned in mode: enforce. Set mode: observe, or remove this");
    }
    return new LedgerRules(
        section.text("dir"),
        "fsync".equals(durability),
        !"omit".equals(hashes),
        rotate == null
            ? ROTATE_BYTES
            : Sizes.read(rotate, "size", ROTATE_BYTES, 4L << 10, 64L << 30),
        rotate == null ? ROTATE_AGE : Durations.read(rotate, "age", ROTATE_AGE),
        every == null ? CHECKPOINT_EVERY : every.intValue(),
        checkpointKey,
        receipts == null ? null : receipts.text("key"),
        section.text("anchor_key"),
        section.name("kid"),
        learn != null && learn);
  }

  private static MethodPattern method(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      return MethodPattern.parse(text);
    } catch (IllegalArgumentException e) {
      section.error(key, e.getMessage());
      return null;
    }
  }

  private static AppMethod appMethod(Section section, String key) {
    String text = section.text(key);
    if (text == null) {
      return null;
    }
    try {
      return AppMethod.parse(text);
    } catch (IllegalArgumentException wrong) {
      section.error(key, wrong.getMessage());
      return null;
    }
  }

  private static Times times(Section section) {
    Tree at = section.get("times");
    if (at == null) {
      return Times.ONCE;
    }
    if ("any".equals(at.value)) {
      return Times.ANY;
    }
    if (!(at.value instanceof Long) || (Long) at.value < 1 || (Long) at.value > Times.MAX) {
      section.error(
          "times",
          "expected a whole number from 1 to " + Times.MAX + ", or any; found " + at.described());
      return Times.ONCE;
    }
    return new Times(((Long) at.value).intValue());
  }

  private EffectTemplate template(Section section, boolean ambient, String each) {
    if (section.has("exec") && section.has("send")) {
      section.error("send", "stands beside exec. Make two entries");
      return null;
    }
    String key = section.has("send") ? "send" : "exec";
    Tree at = section.get(key);
    if (at == null) {
      return null;
    }
    String path = section.path(key);
    if (at.isMap() && key.equals("send")) {
      int before = problems.count();
      Section map = Section.of(path, at, Keys.SEND_TEMPLATE, problems);
      map.require("method", "like GET or POST");
      map.require("url", "like https://api.example.com/v1/${args.id}");
      Tree body = map.get("body");
      if (body != null && body.isMap()) {
        map.section("body", Keys.TEMPLATE_BODY);
      }
      if (problems.count() > before) {
        return null;
      }
    } else if (at.isMap()) {
      int before = problems.count();
      Section map = Section.of(path, at, Keys.TEMPLATE, problems);
      Tree env = map.get("env");
      if (env != null && env.isMap()) {
        map.section("env", Keys.TEMPLATE_ENV);
      }
      Tree stdio = map.get("stdio");
      if (stdio != null && stdio.isMap()) {
        map.section("stdio", Keys.TEMPLATE_STDIO);
      }
      if (problems.count() > before) {
        return null;
      }
    }
    if (ambient && ModelValues.anywhere(at)) {
      section.error(
          key,
          "what is ambient has no arguments to render from. Write the values out, or use ${any}");
      return null;
    }
    try {
      EffectTemplate template =
          key.equals("send")
              ? SendTemplate.parse(ModelValues.ofRequest(at), each, headers)
              : ExecTemplate.parse(ModelValues.asTexts(at), each);
      for (String warning : template.warnings()) {
        int colon = warning.indexOf(": ");
        Tree place = at.at(warning.substring(0, colon));
        problems.warning(
            place.line,
            place.column,
            path + '.' + warning.substring(0, colon),
            warning.substring(colon + 2));
      }
      return template;
    } catch (TemplateException e) {
      if (e.path().startsWith("each")) {
        section.error("each", said(e));
      } else {
        Tree place = at.at(e.path());
        problems.error(
            place.line, place.column, e.path().isEmpty() ? path : path + '.' + e.path(), said(e));
      }
      return null;
    }
  }

  /** The message without the path, which stands in front of it already. */
  private static String said(TemplateException e) {
    String message = e.getMessage();
    return e.path().isEmpty() || !message.startsWith(e.path())
        ? message
        : message.substring(e.path().length() + 2);
  }
}
