package dev.countersign.weave;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Randomness;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodTooLargeException;

/**
 * Puts the gate around every site, as classes are defined, and around those that were defined
 * before.
 *
 * <p>The JVM ignores a transformer that throws and runs the class as it was. So everything is
 * caught here: what cannot be woven is sealed (every named method refuses), what cannot even be
 * read is given back as bytes that no JVM loads, and either way it is recorded as lost. In {@code
 * observe} it is recorded only. Where the stack ends in here, the class cannot be loaded at that
 * depth; where it ends in the JVM's own frames in front of us, {@link #repair} finds the class.
 *
 * <p>Thread-safe. A class that no site names costs one look-up of its name.
 */
public final class Weaver implements ClassFileTransformer {

  /** How a line ends that says what another agent did, where nothing is refused. */
  static final String UNSEEN_FROM_HERE = "what passes there from here on may not be seen";

  private static final byte[] UNLOADABLE = {0};

  /** Byte Buddy generates a class of its own, in a loader of its own. */
  private static final String OUR_LIBRARIES = "dev/countersign/shaded/";

  private volatile boolean enforcing;
  private final SiteNumbers numbers = new SiteNumbers();
  private final String nativePrefix;

  /** By internal name; replaced as a whole when a site is added. */
  private volatile Map<String, Target> targets = new LinkedHashMap<>();

  private final Retransformer retransformer = new Retransformer(this);

  /** What {@link #addAndRetransform} is at; {@link #repair} did not miss it. */
  private final Set<Class<?>> beingWoven = ConcurrentHashMap.newKeySet();

  /** Null where no pattern is configured: then nothing of Byte Buddy is loaded. */
  private volatile Matching matching;

  private volatile List<TypePattern> patterns = List.of();

  /** Superclasses that a pattern's sub-type inherits its method from, with the method. */
  private final Set<String> inherited = new HashSet<>();

  /** Classes that somebody wants to hear of; a set that only shrinks. */
  private final Set<String> awaited = ConcurrentHashMap.newKeySet();

  private volatile Consumer<String> onLoaded;

  /** Some class was since {@link #repair} last looked; not exact, and need not be. */
  private boolean offered;

  /**
   * @param enforcing whether what cannot be woven must not run
   */
  public Weaver(boolean enforcing) {
    this.enforcing = enforcing;
    // A name that application code cannot guess: calling it would go around the gate.
    this.nativePrefix = "cs$" + Long.toHexString(Randomness.nextLong()) + "$";
  }

  /**
   * The name that a wrapped native method has now; to be hidden, for who calls it goes around the
   * gate.
   */
  public String nameOfNative(String method) {
    return nativePrefix + method;
  }

  /**
   * The gate for calls of what no class file can carry: a hidden class never reaches a transformer.
   *
   * @param site says who stands behind it
   * @param woven what the handler is told of the method
   */
  public GatedCall gatedCall(Site site, WovenMethod woven) {
    return new GatedCall(numbers.add(new Site[] {site}, woven, false).number);
  }

  /** What stands behind the gate for the sites of this weaver; made before {@link #install}. */
  public Dispatch dispatch(CheckCells cells, CheckFailures failures) {
    retransformer.onFailure(failures);
    return new Dispatch(enforcing, numbers, cells, failures);
  }

  /**
   * Adds sites for classes that are yet to be defined, and, before {@link #install}, for all.
   *
   * <p>A site that does not exist on this JDK is left out where another one names the same method
   * for it. Where none does, it stays and will be found lost.
   */
  public synchronized void add(Iterable<Site> sites) {
    int jdk = Runtime.version().feature();
    Map<String, Target> more = new LinkedHashMap<>(targets);
    for (Site site : sites) {
      if (site.existsOn(jdk) || !isKnownOtherwise(site, sites, jdk)) {
        String name = site.className().replace('.', '/');
        Target target = more.get(name);
        if (target == null) {
          target = new Target(site.className());
          more.put(name, target);
        }
        target.add(site);
      }
    }
    targets = more;
  }

  /** Adds patterns, before {@link #install}. */
  public void addPatterns(List<TypePattern> more) {
    if (!more.isEmpty()) {
      patterns = List.copyOf(more);
      matching = new TypeMatching(more);
    }
  }

  private static boolean isKnownOtherwise(Site site, Iterable<Site> sites, int jdk) {
    for (Site other : sites) {
      if (other.existsOn(jdk)
          && other.className().equals(site.className())
          && other.method().equals(site.method())) {
        return true;
      }
    }
    return false;
  }

  /**
   * Starts weaving: classes defined from now on, those of {@link Duty#REQUIRED} sites, which are
   * loaded here (but not initialised), and those that were defined before us. Returns when all of
   * them are done; {@link #report} then says what became of them.
   */
  public void install(Instrumentation instrumentation) {
    instrumentation.addTransformer(this, true);
    instrumentation.setNativeMethodPrefix(this, nativePrefix);
    for (Target target : targets.values()) {
      for (Site site : target.sites()) {
        if (site.duty() == Duty.REQUIRED) {
          load(target.className());
          break;
        }
      }
    }
    Map<String, Target> known = targets;
    Map<String, Target> byClassName = byClassName();
    List<Class<?>> before = new ArrayList<>();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (known != targets) {
        known = targets; // a class that was examined showed more of them
        byClassName = byClassName();
      }
      Target target = byClassName.get(loaded.getName());
      if (target != null) {
        if (!wasSeen(target, loaded)) {
          before.add(loaded);
        }
      } else if (examines(loaded.getClassLoader()) && instrumentation.isModifiableClass(loaded)) {
        Retransformer.apply(instrumentation, loaded);
      }
    }
    retransformAll(instrumentation, before);
    retransformer.start(instrumentation);
  }

  /** At once, for the JVM stops once then; one by one where that fails, to know which it was. */
  private void retransformAll(Instrumentation instrumentation, List<Class<?>> before) {
    Map<String, Target> byClassName = byClassName();
    for (Class<?> loaded : before) {
      keepNames(byClassName.get(loaded.getName()).definition(loaded.getClassLoader()), loaded);
    }
    if (Retransformer.apply(instrumentation, before.toArray(new Class<?>[0])) == null) {
      return;
    }
    for (Class<?> loaded : before) {
      retransform(instrumentation, loaded, byClassName.get(loaded.getName()));
    }
  }

  /**
   * The start and the end of every JVM wait for who needs this: no name is rewritten for each of
   * thousands of classes.
   */
  private Map<String, Target> byClassName() {
    Map<String, Target> byClassName = new HashMap<>();
    for (Target target : targets.values()) {
      byClassName.put(target.className(), target);
    }
    return byClassName;
  }

  private static boolean wasSeen(Target target, Class<?> loaded) {
    Target.Definition known = target.find(loaded.getClassLoader());
    return known != null && target.isDone(known);
  }

  /**
   * Weaves what the JVM defined without us: it gives up offering a class where the stack ends in
   * its own frames. Run again and again by the agent's thread.
   *
   * @param inAnyCase whether to look even where no class was offered since the last time, for the
   *     one that was missed may have been the only one
   * @return the classes' names
   */
  List<String> repair(Instrumentation instrumentation, boolean inAnyCase) {
    List<String> missed = new ArrayList<>(0);
    if (!offered && matching == null && !inAnyCase) {
      return missed;
    }
    offered = false;
    Map<String, Target> byClassName = byClassName();
    for (Class<?> loaded : instrumentation.getAllLoadedClasses()) {
      if (matching != null && loaded.isHidden()) {
        sayIfMeant(loaded);
      }
      tellIfAwaited(loaded);
      Target target = byClassName.get(loaded.getName());
      // In this order: who is no longer at it has seen to it.
      if (target != null && !beingWoven.contains(loaded) && !wasSeen(target, loaded)) {
        retransform(instrumentation, loaded, target);
        if (isInherited(loaded)) {
          retransformer.found(
              loaded.getName()
                  + " has a method that a sub-type in a configured pattern inherits; it was loaded"
                  + " before that sub-type, and ran unwoven for up to some seconds");
        } else {
          missed.add(loaded.getName());
        }
      }
    }
    return missed;
  }

  private void tellIfAwaited(Class<?> loaded) {
    if (loaded.getClassLoader() == null && awaited.remove(loaded.getName())) {
      onLoaded.accept(loaded.getName());
    }
  }

  /**
   * Tells this, on a thread of the agent, once each of these classes of the bootstrap loader is
   * loaded; within some seconds, or at once where it is already. Nothing is woven in them.
   */
  public void onLoaded(List<String> classNames, Consumer<String> told) {
    onLoaded = told;
    awaited.addAll(classNames);
  }

  /** No transformer is offered a hidden class, such as a lambda's. */
  private void sayIfMeant(Class<?> hidden) {
    for (TypePattern pattern : patterns) {
      if (pattern.kind() == TypePattern.Kind.SUBTYPES
          && Supertypes.isA(hidden, pattern.typeName())) {
        String name = hidden.getName();
        retransformer.found(
            pattern.text()
                + " does not bind "
                + name.substring(0, name.indexOf('/'))
                + ": a lambda or another hidden class is offered to no agent. Make it a class");
      }
    }
  }

  private boolean isInherited(Class<?> loaded) {
    synchronized (inherited) {
      return inherited.contains(loaded.getName());
    }
  }

  /** Patterns are about the application's classes, not about the JDK's or ours. */
  private boolean examines(ClassLoader loader) {
    return matching != null && !isOfJdk(loader) && loader != Weaver.class.getClassLoader();
  }

  /**
   * Finds out what patterns name in a class that is being defined.
   *
   * @param known what sites name by its name; null for nothing
   * @return the same, or with what was found
   */
  private Target matched(Target known, ClassLoader loader, String name, byte[] classFile) {
    Matching.Result result = matching.in(loader, name, classFile);
    String className = name.replace('/', '.');
    if (result.unread() != null) {
      retransformer.found(
          className
              + " could not be examined for the configured patterns: "
              + result.unread()
              + ". If one of them names it, its calls are not bound");
    }
    for (String hole : result.holes()) {
      retransformer.found(hole);
    }
    List<Site> own = new ArrayList<>(0);
    for (Matching.Found found : result.found()) {
      String declaring = found.className().replace('/', '.');
      Site site = found.pattern().sites().of(declaring, found.method(), found.descriptor());
      if (site != null && declaring.equals(className)) {
        own.add(site);
      } else if (site != null) {
        addInherited(declaring, found.pattern(), site);
      }
    }
    if (own.isEmpty()) {
      return known;
    }
    Target target = known == null ? targetOf(className) : known;
    target.match(target.definition(loader), own);
    return target;
  }

  /** The class that has it may be loaded, and be woven for another site, already. */
  private void addInherited(String declaring, TypePattern pattern, Site site) {
    boolean first;
    synchronized (inherited) {
      inherited.add(declaring);
      first =
          inherited.add(declaring + '#' + site.method() + site.descriptor() + ' ' + pattern.text());
    }
    if (first) {
      targetOf(declaring).addLate(site);
      retransformer.changed();
    }
  }

  private synchronized Target targetOf(String className) {
    String name = className.replace('.', '/');
    Target known = targets.get(name);
    if (known != null) {
      return known;
    }
    Map<String, Target> more = new LinkedHashMap<>(targets);
    Target target = new Target(className);
    more.put(name, target);
    targets = more;
    return target;
  }

  private static void load(String className) {
    try {
      Class.forName(className, false, ClassLoader.getPlatformClassLoader());
    } catch (ClassNotFoundException | LinkageError absent) {
      // Its site stays "not loaded yet", which for a required one means lost.
      return;
    }
  }

  /**
   * Adds sites that a class which is defined already turns out to need, and weaves it again.
   *
   * @return null, or why the class does not carry them
   */
  public String addAndRetransform(Class<?> loaded, List<Site> sites) {
    beingWoven.add(loaded);
    try {
      return addAndWeave(loaded, sites);
    } finally {
      beingWoven.remove(loaded);
    }
  }

  private String addAndWeave(Class<?> loaded, List<Site> sites) {
    add(sites);
    Target target = targets.get(loaded.getName().replace('.', '/'));
    Target.Definition definition = target.definition(loaded.getClassLoader());
    keepNames(definition, loaded);
    Throwable failed = retransformer.retransform(loaded);
    for (Site site : sites) {
      if (failed != null) {
        target.record(definition, site, "its class could not be woven again: " + failed);
      }
      String reason = target.reason(definition, site);
      if (!Target.Definition.WOVEN.equals(reason)) {
        return reason == null ? "its class was not offered for weaving" : reason;
      }
    }
    return null;
  }

  /**
   * Opens the package of a class to the agent's own loader, so that a snapshot can read fields
   * there.
   *
   * @throws IllegalStateException when the JVM does not
   */
  public void openPackageOf(Class<?> type) {
    Throwable failed = retransformer.open(type);
    if (failed != null) {
      throw new IllegalStateException(
          "the package of " + type.getName() + " could not be opened", failed);
    }
  }

  private void retransform(Instrumentation instrumentation, Class<?> loaded, Target target) {
    Target.Definition definition = target.definition(loaded.getClassLoader());
    keepNames(definition, loaded);
    Throwable failed = Retransformer.apply(instrumentation, loaded);
    if (failed != null) {
      for (Site site : target.sites(definition)) {
        target.record(
            definition, site, "its class was loaded before the agent and cannot change: " + failed);
      }
      definition.seen = true;
    }
  }

  /** The JDK's own class files name no parameters. */
  private static void keepNames(Target.Definition definition, Class<?> loaded) {
    if (loaded.getClassLoader() == null) {
      return;
    }
    try {
      definition.keptNames = KeptNames.of(loaded);
    } catch (LinkageError absent) {
      // A type in one of its signatures cannot be loaded: then nobody can ask for the names either.
      definition.keptNames = null;
    }
  }

  /** Runs this on a thread of the agent, soon after {@link #report} changed, and once now. */
  public void onChange(Runnable told) {
    retransformer.onChange(told);
  }

  /**
   * Tells this of each class, by name, that the JVM had defined without us and that is woven since;
   * to be said before {@link #onChange}.
   */
  public void onMissed(Consumer<String> told) {
    retransformer.onMissed(told);
  }

  /**
   * Tells this what other agents do to classes that carry a gate, as the text of a line, on a
   * thread of the agent; to be said before {@link #onChange}.
   */
  public void onFinding(Consumer<String> told) {
    retransformer.onFinding(told);
  }

  /**
   * Runs this on a thread of the agent every few seconds, and more often while classes are woven;
   * to be said before {@link #onChange}.
   */
  public void onLook(Runnable look) {
    retransformer.onLook(look);
  }

  /**
   * Has the agent's thread look at once for what {@link #onMissed} is told of, and waits a few
   * seconds for it: the JVM ends, and what was defined without us since the last look would never
   * be told.
   *
   * @return null, or why nobody can say that there is nothing
   */
  public Throwable lookOnceMore() {
    return retransformer.lookOnceMore();
  }

  /** Tells at once, on this thread, what was found and not told yet: the JVM ends. */
  public void tellFindings() {
    retransformer.tellFindings();
  }

  /** Takes a lock and no more: called while a class is being defined. */
  void found(String text) {
    retransformer.found(text);
  }

  /** Whether what cannot be woven from now on must not run. */
  public void enforce(boolean refuses) {
    this.enforcing = refuses;
  }

  boolean enforcing() {
    return enforcing;
  }

  /** Whether another agent's change of that class has to be looked at. */
  boolean isGuarded(String name, ClassLoader loader) {
    return targets.containsKey(name) || isInstrumentation(name, loader) || isOwn(name, loader);
  }

  /** Whether the class must not be given another class file, not even one that is woven again. */
  boolean isGuardedAsItIs(Class<?> type) {
    String name = type.getName().replace('.', '/');
    ClassLoader loader = type.getClassLoader();
    Target target = targets.get(name);
    return (isOfJdk(loader) && target != null && target.guarded)
        || isInstrumentation(name, loader)
        || isOwn(name, loader);
  }

  private static boolean isInstrumentation(String name, ClassLoader loader) {
    return loader == null && name.startsWith("sun/instrument/");
  }

  private static boolean isOwn(String name, ClassLoader loader) {
    return name.startsWith("dev/countersign/")
        && (loader == null || loader == Weaver.class.getClassLoader());
  }

  /**
   * What another agent's class file would change that must stay, as the end of "changes …".
   *
   * @param given the class file that the other agent was given
   * @param made what it made of it
   * @return null for nothing: every gate that was in it still is
   */
  String lossOf(ClassLoader loader, String name, byte[] given, byte[] made) {
    if (isOwn(name, loader)) {
      return "classes of this agent";
    }
    String className = name.replace('/', '.');
    if (isInstrumentation(name, loader)) {
      return className + ", which the JDK's agents all act through";
    }
    KeptGates before = KeptGates.of(given, numbers, nativePrefix);
    if (before.isEmpty()) {
      return null;
    }
    try {
      return before.areIn(KeptGates.of(made, numbers, nativePrefix))
          ? null
          : className + " so that a gate would be gone or passed by";
    } catch (RuntimeException unreadable) {
      return className + " into what is no class file";
    }
  }

  /** What is woven by now. */
  public WovenReport report() {
    List<WovenReport.Line> lines = new ArrayList<>();
    for (Target target : targets.values()) {
      lines.addAll(target.lines());
    }
    return new WovenReport(lines);
  }

  /**
   * The digest of the class file of that loader's class as it was handed to us (spec 1.4, {@code
   * plan}).
   *
   * @return BLAKE3-256 in hex; null where no site names the class, it is not defined yet, or it is
   *     the JDK's own
   */
  public String digestOf(ClassLoader loader, String className) {
    return digestOfNamed(loader, className.replace('.', '/'));
  }

  /** {@link #digestOf}, of a class by the name that its file has for it. */
  public String digestOfNamed(ClassLoader loader, String name) {
    Target target = targets.get(name);
    Target.Definition definition = target == null ? null : target.find(loader);
    return definition == null ? null : definition.digest;
  }

  /**
   * What stands at the entry of a method that was woven.
   *
   * @param parameters its descriptor, or the part up to and with {@code )}
   * @return null where the class carries no gate there
   */
  public WovenMethod wovenMethod(Class<?> type, String method, String parameters) {
    Target target = targets.get(type.getName().replace('.', '/'));
    Target.Definition definition = target == null ? null : target.find(type.getClassLoader());
    return definition == null ? null : definition.entry(method, parameters);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    Target target = null;
    try {
      offered = true;
      target = name == null ? null : targets.get(name);
      if (name != null
          && examines(loader)
          && !name.startsWith(OUR_LIBRARIES)
          && !name.startsWith(OpenProxy.PREFIX)) {
        StackReserve.require();
        target = matched(target, loader, name, classFile);
      }
      if (target == null) {
        return null;
      }
      StackReserve.require();
      byte[] woven = weave(target, loader, redefined != null, classFile);
      retransformer.changed();
      return woven;
    } catch (Throwable failed) {
      // No call here: the stack may have ended, and what leaves this method has the JVM run the
      // class as it was. A name that could not even be looked up may be one of ours.
      return enforcing && (target == null || target.guarded) ? UNLOADABLE : null;
    }
  }

  private byte[] weave(Target target, ClassLoader loader, boolean again, byte[] classFile) {
    Target.Definition definition = target.definition(loader);
    Site[] sites = target.sites(definition);
    byte[] woven;
    try {
      woven =
          new Weaving(target, definition, sites, again, digest(loader, classFile)).apply(classFile);
    } catch (Throwable failed) {
      woven = lost(target, definition, sites, failed);
    }
    definition.seen = true;
    return woven;
  }

  private byte[] lost(Target target, Target.Definition definition, Site[] sites, Throwable failed) {
    boolean guards = false;
    for (Site site : sites) {
      guards |= site.duty() != Duty.CARRY;
      target.record(definition, site, "its class file could not be read: " + failed);
    }
    return guards && enforcing ? UNLOADABLE : null;
  }

  /**
   * JDK classes are named by {@code java.runtime.version}, not by a digest: it would cost start-up.
   */
  private static String digest(ClassLoader loader, byte[] classFile) {
    return isOfJdk(loader) ? null : Blake3.hex(classFile);
  }

  private static boolean isOfJdk(ClassLoader loader) {
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  /** One class file on its way through. */
  private final class Weaving implements WeavePlan.Numbers {

    private final Target target;
    private final Target.Definition definition;
    private final Site[] sites;
    private final boolean again;

    /** Null where the class is one of the JDK's. */
    private final String digest;

    Weaving(
        Target target, Target.Definition definition, Site[] sites, boolean again, String digest) {
      this.target = target;
      this.definition = definition;
      this.sites = sites;
      this.again = again;
      this.digest = digest;
      definition.digest = digest;
    }

    byte[] apply(byte[] classFile) {
      ClassReader reader = new ClassReader(classFile);
      Map<Site, String> lost = new IdentityHashMap<>(4);
      Site[] possible = possible(lost);
      WeavePlan plan = WeavePlan.read(reader, possible);
      for (Site site : possible) {
        int found = plan.found(site);
        if (!site.fits(found) && !isAbsent(site, plan)) {
          lost.put(
              site,
              "the class file has "
                  + found
                  + " of "
                  + site.expected()
                  + (site.kind() == Site.Kind.CALL
                      ? " such calls"
                      : " with the descriptor " + site.descriptor()));
        }
      }
      byte[] woven = write(reader, plan, possible, lost);
      for (Site site : sites) {
        String reason = lost.get(site);
        if (reason == null) {
          reason = isAbsent(site, plan) ? Target.Definition.ABSENT : Target.Definition.WOVEN;
        }
        target.record(definition, site, reason);
      }
      return woven;
    }

    private static boolean isAbsent(Site site, WeavePlan plan) {
      return site.optional() && plan.found(site) == 0;
    }

    /**
     * Writes the class; what makes that impossible is lost as well, and the rest is tried again.
     */
    private byte[] write(
        ClassReader reader, WeavePlan plan, Site[] possible, Map<Site, String> lost) {
      int before = lost.size();
      try {
        plan.number(this, lost, enforcing);
        return write(reader, plan);
      } catch (MethodTooLargeException tooLarge) {
        String reason = "with the gate, its code is longer than a method can be";
        for (Site site : plan.sitesOf(tooLarge.getMethodName(), tooLarge.getDescriptor())) {
          lost.put(site, reason);
        }
        if (lost.size() == before) {
          throw tooLarge;
        }
      } catch (RuntimeException failed) {
        for (Site site : possible) {
          lost.putIfAbsent(site, "its class could not be written: " + failed);
        }
        if (lost.size() == before) {
          throw failed;
        }
      }
      return write(reader, WeavePlan.read(reader, possible), possible, lost);
    }

    /** A native method can be wrapped only while its class is defined: wrapping adds a method. */
    private Site[] possible(Map<Site, String> lost) {
      List<Site> possible = new ArrayList<>(sites.length);
      boolean natives = !again || definition.prefixed;
      for (Site site : sites) {
        if (site.kind() != Site.Kind.NATIVE || natives) {
          possible.add(site);
          definition.prefixed |= site.kind() == Site.Kind.NATIVE;
        } else {
          lost.put(site, "its class was loaded before the agent could wrap a native method");
        }
      }
      return possible.toArray(new Site[0]);
    }

    private byte[] write(ClassReader reader, WeavePlan plan) {
      if (plan.isEmpty()) {
        return null;
      }
      // Given the reader, the writer copies what no visitor touches, byte by byte.
      ClassWriter writer = new ClassWriter(reader, 0);
      ClassVisitor gates = new GateVisitor(writer, plan, nativePrefix, digest == null);
      KeptNames names = definition.keptNames;
      reader.accept(names == null ? gates : names.before(gates), ClassReader.EXPAND_FRAMES);
      return writer.toByteArray();
    }

    @Override
    public WovenSite of(String key, WeavePlan.Method method, Site[] at, boolean sealed) {
      WovenMethod woven =
          new WovenMethod(
              target.className(),
              method.name(),
              method.desc(),
              digest,
              definition.defined,
              definition.loader,
              method.parameterNames());
      return definition.number(numbers, key, at, woven, sealed);
    }
  }
}
