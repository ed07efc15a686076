package dev.countersign.agent;

import dev.countersign.canonical.Randomness;
import dev.countersign.config.Configuration;
import dev.countersign.config.Mode;
import dev.countersign.config.PolicyRules;
import dev.countersign.effect.Glob;
import dev.countersign.judge.Emergency;
import dev.countersign.judge.Judge;
import dev.countersign.judge.Judging;
import dev.countersign.ledger.Ledger;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Timestamp;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StateDirectory;
import dev.countersign.policy.BreakGlass;
import dev.countersign.policy.Candidate;
import dev.countersign.policy.Event;
import dev.countersign.policy.Pins;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.Ref;
import dev.countersign.policy.Settings;
import dev.countersign.policy.Standing;
import dev.countersign.scope.ThreadCell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where a JVM's policy comes from elsewhere (spec 3.3): what it begins with, and a thread that
 * looks for what comes next. Only loaded where {@code policy} is configured.
 *
 * <p>Everything that is slow or can fail happens on that thread: it fetches, checks, compiles and
 * writes, and then swaps one reference. A call finds the object ready.
 */
final class PolicyWatch implements Runnable {

  private static final long MOST_ROOT = 256 << 10;
  private static final int PARTS = 1000;
  private static final long LAST_MILLIS = 500;
  private static final long SHORTEST = 1_000_000;
  private static final long AFTER_FAILURE = 1_000_000_000;

  private final Configuration machine;
  private final PolicyHost host;
  private final Pins pins;
  private final Thread thread;
  private final Deque<Event> unwritten = new ArrayDeque<>();

  private Configuration configuration;
  private volatile Standing standing;
  private Supplier<Map<String, String>> environment;
  private Judging judging;
  private Ledger ledger;
  private Consumer<Boolean> enforcement;
  private Runnable changed;
  private volatile boolean ending;

  private PolicyWatch(Configuration machine, PolicyHost host, Pins pins) {
    this.machine = machine;
    this.host = host;
    this.pins = pins;
    this.thread = new Thread(null, this, "countersign-policy", 0, false);
  }

  /**
   * Reads what this machine remembers, and looks at a source that is on it.
   *
   * @throws NotStarted if what it remembers cannot be relied on
   */
  static PolicyWatch open(Configuration machine, String agentVersion) throws NotStarted {
    PolicyRules rules = machine.policy();
    PolicyHost host = new PolicyHost(machine);
    try {
      Settings settings =
          new Settings(
              rules.source(),
              rules.kind() != PolicyRules.Kind.FILE,
              rules.root() == null ? null : root(rules.root()),
              machine.bundle(),
              machine.version(),
              machine.mode() == Mode.ENFORCE,
              rules.refuseOnRollback(),
              rules.refuseOnTamper(),
              rules.refuseOnStale(),
              rules.staleGrace(),
              rules.maxJump(),
              agentVersion,
              rules.labels());
      sayIfWritable("policy.root", rules.root());
      sayIfWritable("policy.source", rules.isLocal() ? rules.location() : null);
      PolicyWatch watch =
          new PolicyWatch(machine, host, pins(settings, host, rules, machine.stateDir()));
      watch.begin();
      return watch;
    } catch (IOException | InvalidPathException unusable) {
      throw new NotStarted("policy: " + unusable.getMessage());
    } catch (PolicyException untrusted) {
      throw new NotStarted("policy: " + untrusted.getMessage());
    }
  }

  private static void sayIfWritable(String key, String path) {
    if (path != null && Files.isWritable(Path.of(path))) {
      StandardError.say(
          key
              + ": "
              + path
              + " is writable by the user that runs this JVM, so that a tool that can write files can"
              + " change it. Let another user own it");
    }
  }

  private static byte[] root(String file) throws IOException {
    Path path = Path.of(file);
    if (Files.size(path) > MOST_ROOT) {
      throw new IOException(file + " is too large for a root document");
    }
    return Files.readAllBytes(path);
  }

  private static Pins pins(
      Settings settings, PolicyHost host, PolicyRules rules, String stateDirectory)
      throws IOException, PolicyException {
    Path state = StateDirectory.open(stateDirectory);
    return switch (rules.kind()) {
      case FILE -> Pins.ofFile(settings, host, Path.of(rules.location()), state);
      case DIRECTORY -> Pins.ofDirectory(settings, host, Path.of(rules.location()), state);
      case HTTPS ->
          Pins.ofServer(settings, host, rules.location(), rules.ca(), rules.proxy(), state);
    };
  }

  /**
   * A local source is looked at: what it has can still be woven. A server is asked only by a
   * machine that would refuse everything, because it has nothing yet or what it has is stale; no
   * other waits for a network.
   */
  private void begin() throws IOException {
    Standing first = pins.begin();
    unwritten.addAll(first.events());
    if (machine.policy().isLocal() || first.closed() != null) {
      first = pins.look(false);
      unwritten.addAll(first.events());
    }
    standing = first;
    configuration =
        first.pinned() == null ? machine : ((PolicyHost.Read) first.pinned()).configuration();
  }

  /** What this JVM is woven with: the pinned object, with the machine's own settings. */
  Configuration configuration() {
    return configuration;
  }

  /**
   * Whether it starts as in {@code enforce}. An exception that loosens ends while this JVM runs:
   * what it needs then is woven now, or it does not start.
   */
  boolean enforcing() {
    return standing.checks() || standing.enforce();
  }

  private static Mode mode(Standing of) {
    return of.refusesWithout() ? Mode.ENFORCE : Mode.OBSERVE;
  }

  /** What judges, from the start on. */
  Judging judging(Supplier<Map<String, String>> ownEnvironment) {
    environment = ownEnvironment;
    judging = Judging.from(under(standing, new Judge(configuration, environment)));
    judging.close(standing.closed());
    return judging;
  }

  private static Judge under(Standing standing, Judge judge) {
    List<Emergency> frozen = new ArrayList<>();
    for (BreakGlass part : standing.frozen()) {
      // To go on refusing until somebody notices that it is over is no surprise.
      frozen.add(emergency(part, () -> false));
    }
    BreakGlass opening = standing.opening();
    return judge.under(
        mode(standing),
        opening == null ? null : emergency(opening, Emergency.endsAt(standing.openingEnds())),
        frozen);
  }

  private static Emergency emergency(BreakGlass glass, BooleanSupplier over) {
    List<Glob> tools = new ArrayList<>();
    for (String tool : glass.tools()) {
      tools.add(new Glob(tool));
    }
    return new Emergency(glass.id(), glass.rule(), glass.sinks(), tools, over);
  }

  /** For the record of the start, and for the status. */
  Map<String, Object> toJson() {
    return standing.toJson();
  }

  /**
   * The start is in the books: what was found goes there as well, and the thread begins.
   *
   * @param enforcement told whether what cannot be checked is refused
   * @param unenforceable why this JVM cannot enforce; gives null where it can
   * @param onChange told after each change of what holds
   */
  void start(
      Ledger books,
      Consumer<Boolean> enforcementOf,
      Supplier<String> unenforceable,
      Runnable onChange) {
    ledger = books;
    enforcement = enforcementOf;
    changed = onChange;
    host.unenforceable(unenforceable);
    write();
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
  }

  @Override
  public void run() {
    ThreadCell.ownedByAgent();
    while (!ending) {
      try {
        turn();
      } catch (Throwable failed) {
        // Out of memory too: without this thread nothing new would ever come, and nobody would
        // know.
        sayIfPossible(failed);
        LockSupport.parkNanos(this, AFTER_FAILURE);
      }
    }
  }

  /** An exception ends when its time is over, and not with the look after that. */
  private void turn() {
    long pause = pause();
    long toNext = Math.max(pins.nanosToNext(), SHORTEST);
    LockSupport.parkNanos(this, Math.min(pause, toNext));
    if (ending) {
      return;
    }
    if (toNext < pause) {
      stand(pins.tick());
    } else {
      stand(pins.look(true));
    }
  }

  private static void sayIfPossible(Throwable failed) {
    try {
      StandardError.say(
          "the policy could not be looked at: " + failed + ". What is pinned goes on");
    } catch (VirtualMachineError again) {
      return; // the next look says it
    }
  }

  private long pause() {
    return pause(machine.policy().interval().toNanos(), Randomness.nextLong());
  }

  /**
   * A fleet that was started together does not ask together: the interval, a fifth more or less.
   *
   * @param random any number, all of them equally likely
   */
  static long pause(long interval, long random) {
    return interval - interval / 5 + interval / 5 * 2 / PARTS * Math.floorMod(random, (long) PARTS);
  }

  private void stand(Standing next) {
    unwritten.addAll(next.events());
    Standing before = standing;
    adopt(before, next);
    standing = next;
    write();
    if (!before.toJson().equals(next.toJson())) {
      changed.run();
    }
  }

  private void adopt(Standing before, Standing next) {
    boolean checks = next.checks();
    if (checks) {
      enforcement.accept(true);
    }
    boolean another = !Objects.equals(before.ref(), next.ref());
    if (another || mode(before) != mode(next) || !sameExceptions(before, next)) {
      Judge judge =
          another
              ? new Judge(((PolicyHost.Read) next.pinned()).configuration(), environment)
              : judging.now();
      judging.adopt(under(next, judge), new Repin(ledger, before, next, judge));
    }
    judging.close(next.closed());
    if (!checks && next.opening() == null) {
      enforcement.accept(false);
    }
  }

  private static boolean sameExceptions(Standing before, Standing next) {
    return Objects.equals(before.opening(), next.opening())
        && before.frozen().equals(next.frozen());
  }

  /** What cannot be written now is written later; it is on standard error already. */
  private void write() {
    while (!unwritten.isEmpty()) {
      Event event = unwritten.element();
      StandardError.say(event.line());
      try {
        ledger.act(event.act(), event.record());
      } catch (LedgerException failed) {
        return;
      }
      unwritten.remove();
    }
  }

  /** The JVM ends. */
  void close() {
    ending = true;
    LockSupport.unpark(thread);
    boolean interrupted = awaitTheThread();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    try {
      pins.end();
    } catch (IOException unwritten) {
      StandardError.say(
          "the policy's state could not be written at the end: " + unwritten.getMessage());
    }
  }

  /** For a moment: it may wait for a server that says nothing. */
  private boolean awaitTheThread() {
    try {
      thread.join(LAST_MILLIS);
      return false;
    } catch (InterruptedException meanwhile) {
      return true;
    }
  }

  /** What the first call under a new object writes. */
  private static final class Repin implements Judging.Announcement {
    private final Ledger ledger;
    private final Map<String, Object> record;

    Repin(Ledger ledger, Standing before, Standing next, Judge judge) {
      this.ledger = ledger;
      this.record = new LinkedHashMap<>();
      record.put("from", json(before));
      record.put("to", json(next));
      record.put("policy_bundle_hash", judge.permits());
      List<Object> layers = layers(before.pinned(), next.pinned());
      if (!layers.isEmpty()) {
        record.put("guardrail_repin", layers);
      }
    }

    private static Map<String, Object> json(Standing of) {
      Map<String, Object> json = new LinkedHashMap<>();
      Ref ref = of.ref();
      json.put("bundle", ref == null ? null : ref.toJson());
      json.put("mode", mode(of).text());
      json.put("ring", of.ring());
      json.put("breakglass", of.exception());
      if (!of.frozen().isEmpty()) {
        json.put("frozen", of.toJson().get("frozen"));
      }
      return json;
    }

    private static List<Object> layers(Candidate before, Candidate next) {
      Map<String, Candidate.Layer> known = new LinkedHashMap<>();
      if (before != null) {
        for (Candidate.Layer layer : before.layers()) {
          known.put(layer.level(), layer);
        }
      }
      List<Object> changed = new ArrayList<>();
      for (Candidate.Layer layer : next.layers()) {
        Candidate.Layer old = known.remove(layer.level());
        if (!layer.equals(old)) {
          changed.add(layer(layer.level(), old, layer));
        }
      }
      for (Candidate.Layer gone : known.values()) {
        changed.add(layer(gone.level(), gone, null));
      }
      return changed;
    }

    private static Map<String, Object> layer(
        String level, Candidate.Layer old, Candidate.Layer next) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("layer_level", level);
      json.put("old_hash", old == null ? null : "sha256:" + old.sha256());
      json.put("new_hash", next == null ? null : "sha256:" + next.sha256());
      json.put("old_version", old == null ? null : old.version());
      json.put("new_version", next == null ? null : next.version());
      return json;
    }

    @Override
    public void write() {
      Map<String, Object> written = new LinkedHashMap<>(record);
      String now = Timestamp.text(Instant.now());
      written.put("effective_at", now);
      if (record.get("guardrail_repin") instanceof List<?> layers) {
        List<Object> dated = new ArrayList<>();
        for (Object layer : layers) {
          Map<Object, Object> one = new LinkedHashMap<>((Map<?, ?>) layer);
          one.put("effective_at", now);
          dated.add(one);
        }
        written.put("guardrail_repin", dated);
      }
      ledger.act("repin", written);
    }
  }
}
