package dev.countersign.agent;

import dev.countersign.canonical.Snapshot;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Mode;
import dev.countersign.config.Problem;
import dev.countersign.config.Word;
import dev.countersign.framework.adk.GoogleAdk;
import dev.countersign.framework.langchain4j.LangChain4j;
import dev.countersign.framework.mcp.Mcp;
import dev.countersign.framework.springai.SpringAi;
import dev.countersign.gate.Gate;
import dev.countersign.gate.Handoff;
import dev.countersign.jdk.JdkCalls;
import dev.countersign.judge.Judge;
import dev.countersign.judge.Judging;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Durability;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.LedgerSettings;
import dev.countersign.ledger.ProcessNumber;
import dev.countersign.ledger.Rotation;
import dev.countersign.ledger.Signing;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StateDirectory;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Surroundings;
import dev.countersign.scope.ThreadCell;
import dev.countersign.sink.carry.CarrySites;
import dev.countersign.sink.closed.ClosedSites;
import dev.countersign.sink.exec.ExecSinks;
import dev.countersign.sink.exec.OwnEnvironment;
import dev.countersign.sink.exec.ProcessAccess;
import dev.countersign.sink.http.Proxies;
import dev.countersign.sink.http.Sends;
import dev.countersign.sink.http.Spool;
import dev.countersign.sink.http.apache.ApacheSinks;
import dev.countersign.sink.http.apacheasync.ApacheAsyncSinks;
import dev.countersign.sink.http.jdk.JdkClientSinks;
import dev.countersign.sink.http.jetty.JettySinks;
import dev.countersign.sink.http.netty.NettySinks;
import dev.countersign.sink.http.okhttp.OkHttpSinks;
import dev.countersign.sink.http.url.UrlConnectionSinks;
import dev.countersign.sink.nativecode.NativeSinks;
import dev.countersign.sink.sockets.SocketSinks;
import dev.countersign.sink.sockets.SocksSink;
import dev.countersign.sink.tool.ConfiguredTools;
import dev.countersign.weave.CheckCell;
import dev.countersign.weave.CheckCells;
import dev.countersign.weave.ClosedHandler;
import dev.countersign.weave.Dispatch;
import dev.countersign.weave.Duty;
import dev.countersign.weave.OtherAgents;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenReport;
import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The start of the agent as a list of steps, in this order because each needs the one before.
 *
 * <p>Ends the JVM with exit code 78 and one message where the next step would leave it unprotected.
 * Runs once, on the main thread, before {@code main}; nothing of it stays reachable afterwards but
 * what stands behind the gate.
 */
public final class Startup {

  private static final String PLATFORM_ENCODING = "sun.jnu.encoding";

  // Nested classes, not lambdas: the first lambda of a JVM costs milliseconds.
  private static final Consumer<String> SAY =
      new Consumer<>() {
        @Override
        public void accept(String line) {
          say(line);
        }
      };

  private final long began = System.nanoTime();
  private final String options;
  private final Instrumentation instrumentation;
  private final File jar;
  private final List<Site> sites = new ArrayList<>();
  private final List<Hole> holes = new ArrayList<>();
  private Configuration configuration;
  private PolicyWatch policy;
  private String machineSha256;
  private boolean nativeCallWrapped;
  private ProcessAccess access;
  private OwnEnvironment environment;
  private Ledger ledger;

  private LateHoles lateHoles;
  private LockDigest lock;
  private Effects effects;
  private Weaver weaver;
  private Dispatch dispatch;

  private Startup(String options, Instrumentation instrumentation, File jar) {
    this.options = options;
    this.instrumentation = instrumentation;
    this.jar = jar;
  }

  /**
   * Called by {@link CountersignAgent}, across class loaders.
   *
   * @param given the agent's argument or null, and the path of the agent's own file
   */
  public static void run(String[] given, Instrumentation instrumentation) {
    try {
      Startup startup = new Startup(given[0], instrumentation, new File(given[1]));
      if (!startup.isFirstInThisVm()) {
        return;
      }
      startup
          .loadAhead() // decides nothing
          .openJdk() // before anything is hashed; exit 78 on a JDK that is not known
          .requireNoArchive()
          .readConfiguration() // strict; exit 78 in every mode when it cannot be read
          .requireKnownSystem()
          .openLedger() // before anything can fire
          .armGate() // before anything is woven: an unarmed gate refuses
          .weaveSinks() // counts sites, retransforms what was loaded before us
          .requireEverySink() // enforce: a missing one ends the JVM here, exit 78
          .recordStart() // the first entry of the chain says what this JVM's protection is
          .announceHoles(); // one line each on standard error; none: one line in all
    } catch (NotStarted reason) {
      halt(reason.getMessage());
    } catch (Throwable failed) {
      halt("the agent failed while starting: " + failed + where(failed));
    }
  }

  private boolean isFirstInThisVm() throws NotStarted {
    if (Handoff.claim()) {
      return true;
    }
    if (!Gate.armed()) {
      throw new NotStarted(
          "another Countersign agent claimed this JVM and did not finish its start. Give the agent"
              + " once.");
    }
    say("attached already; this second -javaagent does nothing. Give the agent once.");
    return false;
  }

  private Startup loadAhead() {
    Ahead.start();
    return this;
  }

  private Startup readConfiguration() throws NotStarted {
    File file = ConfigurationFile.of(options, OwnEnvironment.initial("COUNTERSIGN_CONFIG"), SAY);
    try {
      configuration = Configuration.load(file);
    } catch (ConfigurationException wrong) {
      StringBuilder all = new StringBuilder("the configuration cannot be used:");
      for (Problem problem : wrong.problems()) {
        all.append("\n  ").append(problem);
      }
      throw new NotStarted(all.toString());
    }
    machineSha256 = configuration.sha256();
    for (Problem warning : configuration.warnings()) {
      say(warning.toString());
    }
    return this;
  }

  private Startup requireKnownSystem() throws NotStarted {
    String system = System.getProperty("os.name", "unknown");
    if (system.equals("Linux")) {
      return this;
    }
    String text = "process starts are understood on Linux only, this is " + system;
    if (enforcing()) {
      throw new NotStarted(text + ". Use mode: observe here, or run it on Linux.");
    }
    holes.add(new Hole("system", text + ": what is recorded here may be incomplete"));
    return this;
  }

  /**
   * To the agent's own loader only: {@code java.lang} for the order of the JVM's end, it and {@code
   * java.io} for process starts, {@code java.net} for the SOCKS proxy of a socket, {@code
   * jdk.internal.reflect} to hide the wrapped native call and what stands behind the gate (for
   * which {@code java.base} reads the gate's module), {@code sun.net} and what is below it for
   * requests, {@code sun.security.ssl} for where they go, {@code sun.nio.fs} for the built-in file
   * system where the application replaced the default one, {@code jdk.internal.misc} for the JVM's
   * own arguments and whether it writes an archive, {@code jdk.internal.access} for its end, {@code
   * sun.security.provider} and {@code java.security} for the JDK's own SHA-256 whatever the
   * security providers are.
   */
  private Startup openJdk() throws NotStarted {
    Set<Module> agent = Set.of(Startup.class.getModule());
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(Gate.class.getModule()),
        Map.of(
            "sun.nio.fs", agent,
            "sun.security.provider", agent,
            "jdk.internal.access", agent,
            "jdk.internal.misc", agent,
            "jdk.internal.reflect", agent),
        Map.of(
            "java.lang", agent,
            "java.io", agent,
            "java.net", agent,
            "java.security", agent,
            "jdk.internal.reflect", agent,
            "sun.net", agent,
            "sun.net.www", agent,
            "sun.net.www.http", agent,
            "sun.security.ssl", agent),
        Set.of(),
        Map.of());
    Module client = ModuleLayer.boot().findModule("java.net.http").orElse(null);
    if (client != null) {
      // Not every JVM has it. Its classes are not loaded by this.
      instrumentation.redefineModule(
          client,
          Set.of(),
          Map.of(),
          Map.of("jdk.internal.net.http", agent, "jdk.internal.net.http.common", agent),
          Set.of(),
          Map.of());
    }
    try {
      access = ProcessAccess.create();
    } catch (IllegalStateException unknownJdk) {
      throw new NotStarted(unknownJdk.getMessage());
    }
    environment = new OwnEnvironment(access);
    return this;
  }

  /**
   * A JVM that records an AOT cache or a CDS archive ends by writing the classes it has loaded.
   * With {@code java.lang.Thread} retransformed, JDK 25 is killed by a fault of its own while it
   * does so, and JDK 17 writes what is for tests only. Not to weave while recording would be a run
   * without protection.
   */
  private Startup requireNoArchive() throws NotStarted {
    boolean writing;
    try {
      writing = JdkCalls.isDumpingArchive();
    } catch (LinkageError otherJdk) {
      // What is at stake is the archive, not the protection.
      writing = false;
    }
    if (writing) {
      throw new NotStarted(
          "this JVM records an AOT cache or CDS archive, which no JDK can do beside woven classes"
              + " of its own. Record without -javaagent and with --add-modules java.instrument,"
              + " where nothing can do harm; then run with both.");
    }
    return this;
  }

  private Startup openLedger() throws NotStarted {
    try {
      ledger =
          Ledger.create(
              new LedgerSettings(
                  configuration.ledger().dir(),
                  configuration.actor().agent(),
                  configuration.ledger().fsync() ? Durability.FSYNC : Durability.WRITE,
                  configuration.ledger().recordParamsHashes(),
                  new Adapter("countersign.agent", version(), Startup.class.getName()),
                  new Rotation(
                      configuration.ledger().rotateBytes(), configuration.ledger().rotateAge()),
                  new Signing(
                      configuration.ledger().checkpointEvery(),
                      configuration.ledger().checkpointKey(),
                      configuration.ledger().anchorKey(),
                      configuration.ledger().kid())));
    } catch (LedgerException unusable) {
      throw new NotStarted(unusable.getMessage());
    }
    openPolicy();
    lateHoles = new LateHoles(ledger);
    lock =
        new LockDigest(
                lateHoles,
                System.getProperty("java.class.path"),
                System.getProperty("jdk.module.path"))
            .start();
    for (String directory : lock.directories()) {
      holes.add(
          new Hole(
              "lock.directory",
              directory + " on the class path is a directory: changes in it are not noticed"));
    }
    Judging judging = judging();
    if (configuration.ledger().receiptKey() != null) {
      ReceiptStart.prepare(
          configuration.ledger().receiptKey(), configuration.stateDir(), judging.now());
    }
    effects =
        new Effects(
            new Surroundings(
                configuration,
                judging,
                ledger,
                configuration.runId() == null ? ledger.newCallId() : configuration.runId(),
                lock,
                version(),
                build()));
    if (configuration.approvals() != null) {
      effects.ask(
          ApprovalStart.begin(configuration.approvals(), configuration.ledger()),
          ApprovalStart.questions(configuration),
          ApprovalStart.application(),
          ProcessNumber.own());
      holes.addAll(ApprovalStart.holes(configuration.approvals()));
    }
    if (!enforcing()) {
      effects.measure();
    }
    if (configuration.ledger().learn() && !enforcing()) {
      effects.learn(LearningStart.begin(configuration, ledger.files().learned(), version()));
    }
    return this;
  }

  /** Once the directory of the books is there, for that of the state is in it. */
  private void openPolicy() throws NotStarted {
    if (configuration.policy() == null) {
      return;
    }
    boolean before = enforcing();
    policy = PolicyWatch.open(configuration, version());
    configuration = policy.configuration();
    if (enforcing() && !before) {
      requireKnownSystem();
    }
  }

  private Judging judging() {
    return policy == null
        ? Judging.always(new Judge(configuration, environment))
        : policy.judging(environment);
  }

  private Startup armGate() throws NotStarted {
    weaver = new Weaver(enforcing());
    dispatch = weaver.dispatch(new OwnCells(), new FailureLines());
    try {
      if (!Handoff.give(ClosedHandler.around(dispatch))) {
        throw new NotStarted("the gate was initialised by somebody else before the agent started");
      }
    } catch (IllegalStateException unknownJdk) {
      throw new NotStarted(unknownJdk.getMessage());
    }
    return this;
  }

  private Startup weaveSinks() throws NotStarted {
    sites.addAll(new OtherAgents(weaver).sites());
    addNativeSinks();
    sites.addAll(CarrySites.sites(Runtime.version().feature()));
    addNetworkSinks();
    ConfiguredTools tools =
        new ConfiguredTools(
            configuration,
            effects,
            weaver,
            version(),
            environment,
            new RequestReaders(configuration.send()),
            lateHoles);
    ConfiguredTools.Woven configured = tools.woven();
    sites.addAll(configured.sites());
    weaver.addPatterns(configured.patterns());
    if (watches("langchain4j")) {
      sites.addAll(new LangChain4j(effects, configuration, weaver, version(), lateHoles).sites());
      holes.add(
          new Hole(
              "exempt.frames",
              "requests inside model calls and MCP transports of LangChain4j are not judged; those"
                  + " of tools that run inside them are"));
    }
    if (watches("spring-ai")) {
      sites.addAll(new SpringAi(effects, configuration, weaver, version(), lateHoles).sites());
      holes.add(
          new Hole(
              "exempt.frames",
              "requests inside call(Prompt) and stream(Prompt) of the models of Spring AI are not"
                  + " judged; those of tools that run inside them are"));
    }
    if (watches("mcp")) {
      sites.addAll(new Mcp(effects, configuration, weaver, version(), lateHoles).sites());
      holes.add(
          new Hole(
              "exempt.frames",
              "requests of the HTTP transports of clients of the MCP Java SDK are not judged; the"
                  + " tools that they ask for are, as the bytes that leave, and the start of a"
                  + " server's process is"));
    }
    if (watches("adk")) {
      sites.addAll(new GoogleAdk(effects, configuration, weaver, version(), lateHoles).sites());
      holes.add(
          new Hole(
              "exempt.frames",
              "requests inside generateContent of the models of Google ADK are not judged; those of"
                  + " tools that run inside them are"));
    }
    holes.add(
        new Hole(
            "verbs",
            "of network requests, only those of java.net.http.HttpClient, HttpURLConnection,"
                + " OkHttp, Apache HttpClient, Jetty's client, and those that Netty encodes, are"
                + " bound: what goes through WebSockets and through connections of other clients"
                + " is not"
                + (configuration.unbound().sockets() == Word.ALLOW
                    ? ""
                    : ", only that a tool opens one is seen")));
    holes.add(
        new Hole(
            "exec.program",
            "of a process start, the request is bound: not what its program file holds, what it"
                + " reads from standard input, or what it does"));
    holes.addAll(NeighbourAgents.holes(jar, configuration.exec().envIgnore()));
    for (String part : configuration.holes()) {
      holes.add(new Hole("template", part));
    }
    for (String tool : tools.resolvedAtEntry()) {
      holes.add(
          new Hole(
              "tool.entry",
              "tools."
                  + tool
                  + " is resolved at its own method: there is no second observation of its"
                  + " arguments, only its effects are compared. Add a bind entry to close it."));
    }
    if (configuration.unbound().sockets() == Word.ALLOW
        || configuration.unbound().nativeLoads() == Word.ALLOW) {
      sites.addAll(ClosedSites.whenLoaded(configuration.unbound(), Runtime.version().feature()));
    }
    effects.closePreviewsBy(new ClosedSites(weaver, configuration.unbound()));
    weaver.add(sites);
    boolean nativeCall = addExecSinks();
    weaver.install(instrumentation);
    nativeCallWrapped = nativeCall;
    if (nativeCall) {
      hideNativeCall();
    }
    Snapshot.opener(new PackageOpener(weaver));
    return this;
  }

  /** Where large bodies go; null for nowhere. Nothing is made there before there is one. */
  private Spool spool() {
    long most = configuration.send().spool();
    String state = configuration.stateDir();
    return most == 0
        ? null
        : new Spool(
            new Spool.Directory() {
              @Override
              public Path open() throws IOException {
                return StateDirectory.open(state);
              }
            },
            most);
  }

  private void addNetworkSinks() {
    Sends sends = new Sends(effects, configuration.send(), Proxies.ofThisStart(), spool());
    sites.addAll(JdkClientSinks.sites(effects, sends, version()));
    sites.addAll(UrlConnectionSinks.sites(sends, weaver, version()));
    sites.addAll(OkHttpSinks.sites(effects, sends, version()));
    sites.addAll(ApacheAsyncSinks.sites(effects, sends, version()));
    sites.addAll(NettySinks.sites(effects, sends, weaver, version()));
    sites.addAll(ApacheSinks.sites(sends, weaver, version()));
    sites.addAll(JettySinks.sites(effects, sends, version()));
    sites.add(SocksSink.site(effects, sends, version()));
    Word word = configuration.unbound().sockets();
    if (word != Word.ALLOW) {
      sites.addAll(SocketSinks.sites(effects, word == Word.REFUSE, version()));
    }
  }

  private void hideNativeCall() throws NotStarted {
    try {
      ProcessAccess.hideNativeCall(weaver.nameOfNative("forkAndExec"));
    } catch (IllegalStateException unknownJdk) {
      if (enforcing()) {
        throw new NotStarted(unknownJdk.getMessage());
      }
      holes.add(new Hole("exec.native", unknownJdk.getMessage()));
    }
  }

  private void addNativeSinks() {
    Word word = configuration.unbound().nativeLoads();
    if (word != Word.ALLOW) {
      sites.addAll(NativeSinks.sites(effects, Runtime.version().feature(), version()));
    }
    holes.add(
        new Hole(
            "native",
            word == Word.ALLOW
                ? "native code is not seen (unbound.native: allow): what it does is not bound"
                : word == Word.OBSERVE
                    ? "what native code does is not bound; that it is loaded or called is recorded"
                        + " (unbound.native: observe)"
                    : "native code that is there without being loaded or called by the application"
                        + " is not seen: -agentpath, LD_PRELOAD, memory access by Unsafe"));
  }

  /**
   * The last thing before the classes are woven, with nothing in between: a thread of an agent in
   * front of this one may start a process, and so load the class, at any moment.
   */
  private boolean addExecSinks() throws NotStarted {
    boolean nativeCall = ExecSinks.nativeCallIsOpen(instrumentation);
    List<Site> exec = execSinks(nativeCall);
    if (nativeCall && !ExecSinks.nativeCallIsOpen(instrumentation)) {
      nativeCall = false;
      exec = execSinks(false);
    }
    if (!nativeCall) {
      String text =
          "java.lang.ProcessImpl was loaded before the agent: its native call is not wrapped, a"
              + " caller that reaches it by reflection is not seen";
      if (enforcing() && configuration.exec().nativeRequired()) {
        throw new NotStarted(
            text
                + ". List this agent first, train no AOT cache with process starts, or set"
                + " exec.native: best-effort.");
      }
      holes.add(new Hole("exec.native", text));
    }
    weaver.add(exec);
    return nativeCall;
  }

  private List<Site> execSinks(boolean nativeCall) {
    return ExecSinks.sites(
        effects,
        configuration.exec(),
        access,
        environment,
        version(),
        jar.getName(),
        lateHoles,
        nativeCall);
  }

  private Startup requireEverySink() throws NotStarted {
    List<WovenReport.Line> missing = weaver.report().lost(Duty.REQUIRED);
    for (WovenReport.Line line : missing) {
      String text =
          line.site() + " could not be woven on JDK " + Runtime.version() + ": " + line.reason();
      if (enforcing()) {
        throw new NotStarted(
            text + ". Use a JDK that the README lists, or mode: observe; see \"doctor\".");
      }
      holes.add(new Hole("sink", text));
    }
    return this;
  }

  /** In which encodings texts become bytes; process arguments and paths take the first one. */
  private static Map<String, Object> encodings() {
    Map<String, Object> encodings = new LinkedHashMap<>(8);
    for (String name : new String[] {PLATFORM_ENCODING, "native.encoding", "file.encoding"}) {
      String encoding = System.getProperty(name);
      if (encoding != null) {
        encodings.put(name, encoding);
      }
    }
    return encodings;
  }

  private Startup recordStart() throws NotStarted {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("agent_version", version());
    record.put("jdk", JdkVersion.text(Runtime.version()));
    record.put("mode", mode());
    if (policy != null) {
      record.put("policy", policy.toJson());
    }
    record.put("configuration", "sha256:" + machineSha256);
    record.put("encodings", encodings());
    WovenReport report = weaver.report();
    record.put("woven", report.settledToJson());
    record.put("sites", report.lines().size());
    List<Object> unseen = new ArrayList<>();
    for (Hole hole : holes) {
      unseen.add(Map.of("code", hole.code(), "text", hole.text()));
    }
    record.put("holes", unseen);
    try {
      ledger.act("start", record, System.nanoTime() - began);
    } catch (LedgerException unwritten) {
      throw new NotStarted(unwritten.getMessage());
    }
    Status status = new Status(ledger.files().status(), record, weaver, effects, dispatch, ledger);
    Preflights preflights = new Preflights(effects, configuration.stateDir());
    dispatch.validation(preflights);
    Attendant attendant =
        new Attendant(configuration.stateDir(), ledger, status, weaver, effects, preflights);
    weaver.onMissed(
        new Consumer<>() {
          @Override
          public void accept(String className) {
            lateHoles.missed(className);
          }
        });
    weaver.onFinding(lateHoles);
    NativeArrivals arrivals = new NativeArrivals(lateHoles);
    weaver.onLook(
        new Runnable() {
          @Override
          public void run() {
            arrivals.run();
            attendant.run();
          }
        });
    weaver.onChange(
        new Runnable() {
          @Override
          public void run() {
            status.run();
            lateHoles.lost(weaver.report());
          }
        });
    if (policy != null) {
      status.policy(
          new Supplier<>() {
            @Override
            public Map<String, Object> get() {
              return policy.toJson();
            }
          });
      policy.start(
          ledger,
          new Consumer<>() {
            @Override
            public void accept(Boolean refuses) {
              weaver.enforce(refuses);
              dispatch.enforce(refuses);
            }
          },
          new Supplier<>() {
            @Override
            public String get() {
              return unenforceable();
            }
          },
          status);
    }
    end(
        new Runnable() {
          @Override
          public void run() {
            arrivals.look();
            if (policy != null) {
              policy.close();
            }
            lateHoles.unseen(weaver.lookOnceMore());
            weaver.tellFindings();
            lateHoles.lost(weaver.report());
            attendant.close();
            try {
              effects.endLearning();
            } finally {
              try {
                ledger.close();
              } finally {
                status.run();
              }
            }
          }
        });
    return this;
  }

  private static void end(Runnable last) {
    try {
      JdkCalls.atTheEnd(last);
    } catch (LinkageError other) {
      throw new IllegalStateException("this JDK ends in another way than JDK 17 and 25 do", other);
    }
  }

  private void announceHoles() {
    for (Hole hole : holes) {
      say("hole: " + hole.text());
    }
    if ("ANSI_X3.4-1968".equals(System.getProperty(PLATFORM_ENCODING))) {
      say(
          "the platform's encoding is ASCII (ANSI_X3.4-1968): a process start with any other"
              + " character does not arrive as it was judged and is refused. Set LC_ALL=C.UTF-8 to"
              + " allow them");
    }
    WovenReport report = weaver.report();
    say(
        version()
            + ", mode "
            + mode()
            + ", JDK "
            + JdkVersion.text(Runtime.version())
            + ", sites woven "
            + report.count(WovenReport.State.WOVEN)
            + "/"
            + report.lines().size()
            + " (the rest load later), holes "
            + holes.size()
            + ", "
            + (System.nanoTime() - began) / 1_000_000
            + " ms");
  }

  private boolean watches(String framework) {
    return configuration.frameworks().contains("auto")
        || configuration.frameworks().contains(framework);
  }

  private boolean enforcing() {
    return policy == null ? configuration.mode() == Mode.ENFORCE : policy.enforcing();
  }

  private String mode() {
    return (enforcing() ? Mode.ENFORCE : Mode.OBSERVE).text();
  }

  /** Of a JVM that was started in {@code observe}: what was left out then. */
  private String unenforceable() {
    if (!System.getProperty("os.name", "unknown").equals("Linux")) {
      return "process starts are understood on Linux only";
    }
    List<WovenReport.Line> missing = weaver.report().lost(Duty.REQUIRED);
    if (!missing.isEmpty()) {
      return missing.get(0).site() + " is not woven in this JVM: " + missing.get(0).reason();
    }
    return configuration.exec().nativeRequired() && !nativeCallWrapped
        ? "exec.native is required, and the native call is not wrapped in this JVM"
        : null;
  }

  private static String version() {
    String version = Startup.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private static String build() {
    String build = Startup.class.getPackage().getSpecificationVersion();
    return build == null ? "development" : build;
  }

  private static String where(Throwable failed) {
    StackTraceElement[] trace = failed.getStackTrace();
    return trace.length == 0 ? "" : " at " + trace[0];
  }

  private static void say(String line) {
    StandardError.say(line);
  }

  private static void halt(String message) {
    try {
      say("not starting this JVM (exit " + CountersignAgent.NOT_STARTED + "): " + message);
    } finally {
      Runtime.getRuntime().halt(CountersignAgent.NOT_STARTED);
    }
  }

  /** Finds a thread's cell. */
  private static final class OwnCells implements CheckCells {
    @Override
    public CheckCell current() {
      return ThreadCell.current();
    }
  }
}
