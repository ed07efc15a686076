package dev.countersign.policy;

import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The acceptance of spec 3.3: what of a source is adopted, what is rejected and what closes this
 * machine. Never on the path of a call; one thread at a time.
 *
 * <p>Whatever goes wrong in here, what is pinned goes on: a document is adopted after all of it was
 * checked and what it needs is on the device, by the replacement of one reference.
 */
public final class Pinning {

  /** Roots that are walked in one look; a fleet that is further behind takes several. */
  private static final int MOST_ROOTS = 64;

  private static final Duration FAR = Duration.ofDays(365);
  static final String ACK = "ack";
  private static final String STAGED = "staged";
  private static final int SHA256 = 64;

  private final Settings settings;
  private final Host host;
  private final Source source;
  private final PinnedState state;
  private final Clock clock;
  private final CrashGuard guard;
  private final Announcements announcements = new Announcements();

  private HighWater mark;
  private Root root;
  private Sealed<Head> head;
  private Sealed<Rollout> rollout;
  private Candidate pinned;
  private Instant pinnedExpiry;
  private boolean pinnedRefusesOnStale;
  private OwnRing ring;
  private boolean reached = true;
  private boolean stale;
  private String quarantine;
  private Openings openings;

  /** Whether this JVM refuses already, for what it is asked at the moment that it begins to. */
  private boolean enforces;

  /** What is being looked at, for the event that rejects it. */
  private Ref offered;

  private Pinning(Settings settings, Host host, Source source, PinnedState state, Clock clock) {
    this.settings = settings;
    this.host = host;
    this.source = source;
    this.state = state;
    this.clock = clock;
    this.guard = new CrashGuard(state);
  }

  /**
   * Reads what this machine remembers.
   *
   * @throws IOException if that cannot be read or was changed; nothing can then be said to be
   *     forward
   * @throws PolicyException if the trusted root, or what was pinned, is not what it was
   */
  static Pinning open(Settings settings, Host host, Source source, PinnedState state, Clock clock)
      throws IOException, PolicyException {
    Pinning pinning = new Pinning(settings, host, source, state, clock);
    pinning.remember();
    return pinning;
  }

  private void remember() throws IOException, PolicyException {
    mark = state.highWater();
    for (String slot : state.damaged()) {
      say(
          "damaged",
          slot,
          "is not whole, and no crash leaves it so: who changed it in "
              + state.directory()
              + "? What the other slot has goes on, which may be one step behind",
          null,
          "");
    }
    ring = OwnRing.in(state, settings.labels(), clock, settings.trusted() != null);
    openings = Openings.in(state, clock, settings.labels(), this::say);
    if (settings.trusted() != null) {
      rememberRoot();
      head = kept(mark.head(), Kind.HEAD, (name, payload) -> Head.parse(name, payload));
      rollout = kept(mark.rollout(), Kind.ROLLOUT, (name, payload) -> Rollout.parse(name, payload));
    }
    if (settings.trusted() == null && mark.root() != null) {
      throw new PolicyException(
          Rejection.ROLLBACK,
          "policy.root",
          "",
          "is missing, and this machine's policy is signed since root "
              + mark.root().version()
              + ". Name the root again; to go back to policy that nobody signs, remove "
              + state.directory()
              + ", which forgets every version that was pinned");
    }
    if (settings.trusted() != null && mark.bundleEpoch() == 0) {
      // From the moment that there is a root, nothing judges that nobody signed (spec 3.2).
      mark = mark.withoutBundle();
    }
    if (mark.bundle() != null) {
      rememberBundle();
    }
  }

  private void rememberRoot() throws IOException, PolicyException {
    Sealed<Root> trusted = Root.trusted("policy.root", settings.trusted());
    root = trusted.document();
    Ref ref = new Ref(root.version(), trusted.sha256());
    while (mark.root() != null && root.version() < mark.root().version()) {
      byte[] next = state.note("root-" + (root.version() + 1) + ".json");
      if (next == null) {
        throw new PolicyException(
            Rejection.ROLLBACK,
            "policy.root",
            "version",
            "is "
                + trusted.document().version()
                + "; this machine knows "
                + mark.root().version()
                + " and has no root between them. Put the newer root there");
      }
      Sealed<Root> successor = root.successor("root/" + (root.version() + 1), next);
      root = successor.document();
      ref = new Ref(root.version(), successor.sha256());
    }
    if (mark.root() != null && mark.root().version() == ref.version() && !mark.root().equals(ref)) {
      throw new PolicyException(
          Rejection.TAMPER,
          "policy.root",
          "",
          "is another root of version " + ref.version() + " than the one that this machine knows");
    }
    if (root.epoch() < mark.epoch()) {
      throw new PolicyException(
          Rejection.ROLLBACK, "policy.root", "epoch", "is below that of this machine");
    }
    Ref known = ref;
    if (!known.equals(mark.root())) {
      advance(now -> now.at(known, root.epoch()));
    }
  }

  /** Reads a payload. */
  @FunctionalInterface
  private interface Parser<T> {
    T of(String document, byte[] payload) throws PolicyException;
  }

  /**
   * What was kept of an accepted document; null where that can be fetched again. The mark names it
   * by its hash: its signers may have been replaced since, which undoes nothing that they signed.
   */
  private <T> Sealed<T> kept(Ref ref, Kind kind, Parser<T> parser)
      throws IOException, PolicyException {
    byte[] envelope = ref == null ? null : state.kept(ref.sha256());
    if (envelope == null) {
      return null;
    }
    String name = kind.text() + '/' + ref.version();
    byte[] payload = Payload.of(kind, name, envelope);
    if (!Sha256.hex(payload).equals(ref.sha256())) {
      throw changed(name);
    }
    return new Sealed<>(parser.of(name, payload), envelope, payload);
  }

  private static PolicyException changed(String name) {
    return new PolicyException(Rejection.TAMPER, name, "", "what was kept of it was changed");
  }

  private <T> Sealed<T> open(Kind kind, String document, byte[] envelope, Parser<T> parser)
      throws PolicyException {
    byte[] payload = root.open(kind, document, envelope, 0);
    return new Sealed<>(parser.of(document, payload), envelope, payload);
  }

  /** What was accepted is what judges, whatever has become of its signers since. */
  private void rememberBundle() throws IOException, PolicyException {
    String name = "bundle/" + mark.bundle().version();
    byte[] content = state.kept(mark.bundle().sha256());
    if (content == null) {
      throw new IOException(
          state.directory()
              + " does not have the bundle that it names ("
              + mark.bundle().sha256()
              + "). Who removed it? Put it back, or remove the directory to begin anew");
    }
    if (settings.trusted() == null) {
      if (!Sha256.hex(content).equals(mark.bundle().sha256())) {
        throw changed(name);
      }
      pinned = host.readFile(name, content);
      return;
    }
    byte[] payload = Payload.of(Kind.BUNDLE, name, content);
    if (!Sha256.hex(payload).equals(mark.bundle().sha256())) {
      throw changed(name);
    }
    Bundle bundle = Bundle.parse(name, payload);
    pinned = host.read(name, bundle.policy());
    pinnedExpiry = bundle.expiresAt();
    pinnedRefusesOnStale = bundle.refuseOnStale();
  }

  /** What holds without a look at the source. */
  Standing standing() {
    Ring own = ring();
    boolean enforce = settings.enforce() || pinned != null && pinned.enforcing();
    enforce |= byRing(own, enforce);
    enforces = enforce;
    String closed = quarantine;
    BreakGlass opening = openings.loosened();
    List<BreakGlass> parts = new ArrayList<>();
    for (BreakGlass each : openings.frozen()) {
      if (each.isAboutAll()) {
        closed = "frozen by break-glass " + each.id();
        opening = null;
      } else {
        parts.add(each);
      }
    }
    if (mark.incident() != null) {
      closed = mark.incident().text();
    }
    if (pinned == null) {
      closed = "no policy was accepted from " + settings.location() + " yet";
    } else if (closed == null && stale && refusesOnStale()) {
      closed = "the head of the policy is stale";
    }
    return new Standing(
        pinned,
        mark.bundle(),
        enforce,
        own == null ? null : own.name(),
        opening,
        opening == null ? 0 : openings.loosenedEnds(),
        List.copyOf(parts),
        closed,
        announcements.take());
  }

  /**
   * Whether a ring has this JVM enforce. One that cannot, because something is not woven in it,
   * says so and goes on as it is: the next one finds out at its start, and does not run.
   *
   * @param otherwise whether it enforces anyway
   */
  private boolean byRing(Ring own, boolean otherwise) {
    boolean asked = ring.enforces(own, mark.bundle());
    if (!asked || otherwise || enforces) {
      return asked;
    }
    String why = host.unenforceable();
    if (why != null) {
      say(
          Rejection.RESTART.text(),
          "rollout",
          (own == null ? "" : "ring " + own.name() + ' ') + "asks for enforce. " + why,
          mark.bundle(),
          "");
    }
    return why == null;
  }

  /** The ring that says how the pinned bundle judges here; null where none does. */
  private Ring ring() {
    return rollout != null && rollout.document().bundle().equals(mark.bundle())
        ? ring.of(rollout.document())
        : null;
  }

  /**
   * A JVM begins with what is pinned. One that died twice within a minute of that begins with the
   * built-in safe policy, which refuses every effect, until another version is adopted or somebody
   * acknowledges it; it never goes back to an earlier version, which whoever can kill a JVM could
   * then choose.
   */
  void begin() throws IOException {
    if (mark.bundle() != null) {
      onTrial();
    }
    // What was stale before the start is stale at it: a JVM may end before its first look.
    watchTheTime();
  }

  /** The JVM ends as it should. */
  void end() throws IOException {
    guard.end();
  }

  /**
   * Looks at the source once.
   *
   * @param running whether hooks are woven already
   */
  Standing look(boolean running) {
    offered = null;
    try {
      acknowledge();
      if (settings.tree()) {
        lookAtTree(running);
      } else {
        lookAtFile(running);
      }
      if (!reached) {
        reached = true;
        say("reached", "source", "can be reached again", null, "");
      }
    } catch (PolicyException rejected) {
      reject(rejected);
    } catch (Source.TooLargeException large) {
      reject(new PolicyException(Rejection.MALFORMED, "source", "", large.getMessage()));
    } catch (IOException unreachable) {
      if (reached) {
        reached = false;
        say("unreachable", "source", String.valueOf(unreachable.getMessage()), null, "");
      }
    } catch (RuntimeException | StackOverflowError broken) {
      // Whatever a document does to its readers: time goes on below, and ends exceptions.
      reject(
          new PolicyException(
              Rejection.MALFORMED, "source", "", "what it has cannot be read: " + broken));
    }
    return tick();
  }

  /** What time alone has changed, without a look at the source. */
  Standing tick() {
    try {
      watchTheTime();
    } catch (IOException unwritten) {
      say("unwritten", "state", String.valueOf(unwritten.getMessage()), null, "");
    }
    return standing();
  }

  /** Somebody has seen what closed this machine: {@code countersign policy ack}. */
  private void acknowledge() throws IOException {
    HighWater.Incident incident = mark.incident();
    if (quarantine != null && mark.bundle().sha256().equals(acknowledged())) {
      say("acknowledged", "policy", "somebody acknowledged: " + quarantine, null, "");
      quarantine = null;
      guard.forgive(mark.bundle().sha256());
    }
    if (incident != null && incident.id().equals(acknowledged())) {
      // What another JVM of this machine has met since is another incident.
      advance(
          now ->
              now.incident() != null && now.incident().id().equals(incident.id())
                  ? now.with((HighWater.Incident) null)
                  : now);
      announcements.beginAnew();
      say("acknowledged", "policy", "somebody acknowledged: " + incident.text(), null, "");
    }
  }

  /** On the device first; this JVM goes on from what it has seen itself. */
  private void advance(PinnedState.Change change) throws IOException {
    state.advance(change);
    mark = change.of(mark);
  }

  private String acknowledged() throws IOException {
    byte[] ack = state.note(ACK);
    return ack == null ? null : new String(ack, StandardCharsets.US_ASCII).strip();
  }

  // One file

  private void lookAtFile(boolean running) throws IOException, PolicyException {
    byte[] content = source.read("", Kind.BUNDLE.mostBytes());
    if (content == null) {
      throw new IOException("there is no such file; what is pinned goes on");
    }
    if (settings.trusted() == null) {
      String sha256 = Sha256.hex(content);
      if (mark.bundle() != null && mark.bundle().sha256().equals(sha256)) {
        return;
      }
      offered = new Ref(0, sha256);
      Candidate candidate = host.readFile(settings.location(), content);
      offered = new Ref(candidate.version(), sha256);
      if (isForward(settings.location(), offered)) {
        Sealed<Candidate> sealed = new Sealed<>(candidate, content, content);
        adopt(settings.location(), candidate, sealed, null, false, running);
      }
      return;
    }
    Sealed<Bundle> bundle =
        open(
            Kind.BUNDLE,
            settings.location(),
            content,
            (name, payload) -> Bundle.parse(name, payload));
    offered = new Ref(bundle.document().version(), bundle.sha256());
    requireOurs(bundle.document().fleet(), bundle.document().epoch(), settings.location());
    if (isForward(settings.location(), offered)) {
      Ref previous = bundle.document().previous();
      boolean follows = mark.bundle() == null || mark.bundle().equals(previous);
      if (!follows && !bundleEpochIsOver()) {
        throw new PolicyException(
            Rejection.GAP,
            settings.location(),
            "previous",
            "is not the pinned version "
                + mark.bundle().version()
                + ". Without a head, versions are adopted one after the other");
      }
      adopt(settings.location(), bundle, running);
    }
  }

  // The tree

  private void lookAtTree(boolean running) throws IOException, PolicyException {
    ring.hold(ring(), mark.bundle());
    byte[] envelope = source.read(Kind.HEAD.path(""), Kind.HEAD.mostBytes());
    if (envelope == null) {
      throw new IOException("there is no head.json; what is pinned goes on");
    }
    Sealed<Head> next;
    try {
      next = open(Kind.HEAD, "head", envelope, (name, payload) -> Head.parse(name, payload));
    } catch (PolicyException perhapsByNewerKeys) {
      if (perhapsByNewerKeys.rejection() != Rejection.SIGNATURE || !walkRoots()) {
        throw perhapsByNewerKeys;
      }
      next = open(Kind.HEAD, "head", envelope, (name, payload) -> Head.parse(name, payload));
    }
    Head document = next.document();
    offered = new Ref(document.version(), next.sha256());
    if (document.root().version() > root.version()) {
      walkRoots();
    }
    requireOurs(document.fleet(), document.epoch(), "head");
    requireNotLower("head root", document.root(), mark.root());
    if (document.root().version() > root.version()) {
      throw new PolicyException(
          Rejection.GAP,
          "head",
          "root",
          "is " + document.root().version() + ", and there is no root/" + (root.version() + 1));
    }
    requireNotLower("head", offered, mark.head());
    if (!document.expiresAt().isAfter(clock.instant())) {
      if (head == null || head.document().version() < document.version()) {
        throw new PolicyException(
            Rejection.EXPIRED, "head", "expires_at", "is over since " + document.expiresAt());
      }
      return; // what it says is in force already, and that it is stale is said elsewhere
    }
    Sealed<Rollout> nextRollout = rolloutOf(document);
    head = next;
    rollout = nextRollout;
    IOException unwritten = null;
    try {
      remember(next, nextRollout);
    } catch (IOException full) {
      unwritten = full; // a freeze begins all the same; what loosens has to be written itself
    }
    IOException unread = openOrClose(document);
    if (unwritten != null) {
      throw unwritten;
    }
    Ref target = targetOf(document, nextRollout);
    if (target != null) {
      lookAtBundle(target, running);
    }
    if (unread != null) {
      throw unread;
    }
  }

  private boolean walkRoots() throws IOException, PolicyException {
    boolean moved = false;
    for (int i = 0; i < MOST_ROOTS; i++) {
      String name = String.valueOf(root.version() + 1);
      byte[] envelope = source.read(Kind.ROOT.path(name), Kind.ROOT.mostBytes());
      if (envelope == null) {
        return moved;
      }
      Sealed<Root> next = root.successor("root/" + name, envelope);
      state.note("root-" + name + ".json", envelope);
      Ref ref = new Ref(next.document().version(), next.sha256());
      long epoch = next.document().epoch();
      advance(now -> now.at(ref, epoch));
      root = next.document();
      say("root", "root/" + name, "is trusted now", ref, "");
      moved = true;
    }
    return moved;
  }

  private void requireOurs(String fleet, long epoch, String document) throws PolicyException {
    if (!fleet.equals(root.fleet())) {
      throw new PolicyException(
          Rejection.INCOMPATIBLE, document, "fleet", "is not " + root.fleet());
    }
    if (epoch != root.epoch()) {
      throw new PolicyException(
          epoch < root.epoch() ? Rejection.ROLLBACK : Rejection.INCOMPATIBLE,
          document,
          "epoch",
          "is " + epoch + "; the root's is " + root.epoch());
    }
    if (!root.expiresAt().isAfter(clock.instant())) {
      throw new PolicyException(
          Rejection.EXPIRED,
          "root/" + root.version(),
          "expires_at",
          "is over: nothing new is accepted until there is a next root");
    }
  }

  private static void requireNotLower(String document, Ref next, Ref known) throws PolicyException {
    if (known == null || next.version() > known.version()) {
      return;
    }
    if (next.version() < known.version()) {
      throw new PolicyException(
          Rejection.ROLLBACK,
          document,
          "version",
          "is " + next.version() + ", below " + known.version());
    }
    if (!next.sha256().equals(known.sha256())) {
      throw tampered(document, next, known);
    }
  }

  private static PolicyException tampered(String document, Ref next, Ref known) {
    return new PolicyException(
        Rejection.TAMPER,
        document,
        "version",
        next.version()
            + " has other bytes than before: sha256 "
            + next.sha256()
            + " instead of "
            + known.sha256());
  }

  private Sealed<Rollout> rolloutOf(Head document) throws IOException, PolicyException {
    Ref named = document.rollout();
    if (named == null) {
      if (mark.rollout() != null) {
        throw new PolicyException(
            Rejection.ROLLBACK,
            "head",
            "rollout",
            "is null, and this machine knows rollout " + mark.rollout().version());
      }
      return null;
    }
    String name = "rollout/" + named.version();
    requireNotLower(name, named, mark.rollout());
    if (rollout != null && rollout.sha256().equals(named.sha256())) {
      return rollout;
    }
    Sealed<Rollout> next =
        open(
            Kind.ROLLOUT,
            name,
            fetched(Kind.ROLLOUT, named),
            (of, payload) -> Rollout.parse(of, payload));
    requireNamed(name, named, next.sha256(), next.document().version());
    requireOurs(next.document().fleet(), next.document().epoch(), name);
    if (!next.document().expiresAt().isAfter(clock.instant())) {
      throw new PolicyException(Rejection.EXPIRED, name, "expires_at", "is over");
    }
    return next;
  }

  private byte[] fetched(Kind kind, Ref named) throws IOException {
    String path = kind.path(String.valueOf(named.version()));
    byte[] envelope = source.read(path, kind.mostBytes());
    if (envelope == null) {
      throw new IOException("the head names " + path + ", which is not there");
    }
    return envelope;
  }

  /** What the head names is what comes: the head is signed as well. */
  private void requireNamed(String document, Ref named, String sha256, long version)
      throws PolicyException {
    offered = new Ref(version, sha256);
    if (!named.equals(offered)) {
      throw tampered(document, offered, named);
    }
  }

  private void remember(Sealed<Head> next, Sealed<Rollout> nextRollout) throws IOException {
    Ref newHead = new Ref(next.document().version(), next.sha256());
    Ref newRollout =
        nextRollout == null
            ? null
            : new Ref(nextRollout.document().version(), nextRollout.sha256());
    if (newHead.equals(mark.head())
        && (newRollout == null ? mark.rollout() == null : newRollout.equals(mark.rollout()))) {
      return;
    }
    state.keep(next);
    if (nextRollout != null) {
      state.keep(nextRollout);
    }
    Ref oldHead = mark.head();
    Ref oldRollout = mark.rollout();
    advance(now -> now.with(newHead, newRollout));
    if (oldHead != null && !oldHead.equals(newHead)) {
      state.drop(oldHead.sha256());
    }
    if (oldRollout != null && !oldRollout.equals(newRollout)) {
      state.drop(oldRollout.sha256());
    }
  }

  private Ref targetOf(Head document, Sealed<Rollout> of) {
    if (of == null) {
      return document.bundle();
    }
    if (ring.of(of.document()) != null) {
      return of.document().bundle();
    }
    Ref stable = of.document().stable();
    // Who is ahead of the rest stays there: whoever signed the rollout knows that some are.
    boolean ahead =
        stable != null && mark.bundle() != null && mark.bundle().version() > stable.version();
    return ahead ? null : stable;
  }

  private void lookAtBundle(Ref target, boolean running) throws IOException, PolicyException {
    String name = "bundle/" + target.version();
    offered = target;
    if (!isForward(name, target)) {
      return;
    }
    byte[] envelope = state.kept(target.sha256());
    Sealed<Bundle> bundle =
        open(
            Kind.BUNDLE,
            name,
            envelope == null ? fetched(Kind.BUNDLE, target) : envelope,
            (of, payload) -> Bundle.parse(of, payload));
    requireNamed(name, target, bundle.sha256(), bundle.document().version());
    requireOurs(bundle.document().fleet(), bundle.document().epoch(), name);
    adopt(name, bundle, running);
  }

  // Acceptance

  /**
   * Whether a version is to be adopted; not for the pinned one.
   *
   * @throws PolicyException for a lower one, for other bytes, and for one too far above
   */
  private boolean isForward(String document, Ref next) throws PolicyException {
    Ref known = mark.bundle();
    if (next.version() < settings.least()) {
      throw new PolicyException(
          Rejection.ROLLBACK,
          document,
          "version",
          "is " + next.version() + "; this machine accepts " + settings.least() + " at least");
    }
    if (known == null) {
      return true;
    }
    if (bundleEpochIsOver()) {
      return !next.equals(known);
    }
    requireNotLower(document, next, known);
    if (next.version() == known.version()) {
      return false;
    }
    if (next.version() - known.version() > settings.maxJump()) {
      throw new PolicyException(
          Rejection.JUMP,
          document,
          "version",
          next.version()
              + " is more than "
              + settings.maxJump()
              + " (policy.max_jump) above "
              + known.version());
    }
    return true;
  }

  /** A root of a higher epoch outranks what was pinned before it. */
  private boolean bundleEpochIsOver() {
    return root != null && mark.bundleEpoch() < root.epoch();
  }

  private void adopt(String name, Sealed<Bundle> bundle, boolean running)
      throws IOException, PolicyException {
    Bundle document = bundle.document();
    if (!document.expiresAt().isAfter(clock.instant())) {
      throw new PolicyException(Rejection.EXPIRED, name, "expires_at", "is over");
    }
    for (String capability : document.requires()) {
      if (!Bundle.CAPABILITIES.contains(capability)) {
        throw new PolicyException(
            Rejection.INCOMPATIBLE,
            name,
            "requires",
            "names what this agent does not know. It knows "
                + String.join(", ", Bundle.CAPABILITIES));
      }
    }
    if (AgentVersion.isBelow(settings.agentVersion(), document.minAgent())) {
      throw new PolicyException(
          Rejection.INCOMPATIBLE,
          name,
          "min_agent",
          "is " + document.minAgent() + "; this agent is " + settings.agentVersion());
    }
    Candidate candidate = host.read(name, document.policy());
    host.test(name, candidate, document.tests());
    adopt(name, candidate, bundle, document.expiresAt(), document.refuseOnStale(), running);
  }

  /**
   * @param expiry null for never
   */
  private void adopt(
      String name,
      Candidate candidate,
      Sealed<?> sealed,
      Instant expiry,
      boolean refusesOnStale,
      boolean running)
      throws IOException, PolicyException {
    if (!candidate.name().equals(settings.name())) {
      throw new PolicyException(
          Rejection.INCOMPATIBLE, name, "bundle", "is not " + settings.name());
    }
    if (!bundleEpochIsOver()) {
      requireForwardLayers(name, candidate);
    }
    if (candidate.enforcing() && host.unenforceable() != null) {
      throw new PolicyException(
          Rejection.RESTART, name, "mode", "is enforce. " + host.unenforceable());
    }
    // On the device before the mark that names it.
    state.keep(sealed);
    if (running) {
      requireAdoptable(name, candidate, sealed.sha256());
    }
    state.keepJudging(candidate.canonical());
    Ref next = offered;
    advance(now -> now.pinning(next));
    // All that is of another version ends now: whatever fails below, this one is pinned.
    pinned = candidate;
    pinnedExpiry = expiry;
    pinnedRefusesOnStale = refusesOnStale;
    quarantine = null;
    openings.adopted(next.sha256());
    announcements.beginAnew();
    onTrial();
  }

  /** What this JVM begins with, or adopts: others of this machine may have died of it. */
  private void onTrial() throws IOException {
    if (guard.begin(mark.bundle().sha256())) {
      quarantine =
          "this machine's JVMs died twice within a minute of adopting version "
              + mark.bundle().version();
      say("quarantined", "bundle/" + mark.bundle().version(), quarantine, mark.bundle(), "");
    }
  }

  private void requireAdoptable(String name, Candidate candidate, String sha256)
      throws IOException, PolicyException {
    try {
      host.requireAdoptable(name, candidate, pinned);
    } catch (PolicyException restart) {
      state.note(STAGED, sha256.getBytes(StandardCharsets.US_ASCII));
      throw restart;
    }
  }

  private void requireForwardLayers(String document, Candidate candidate) throws PolicyException {
    if (pinned == null) {
      return;
    }
    Map<String, Candidate.Layer> known = new LinkedHashMap<>();
    for (Candidate.Layer layer : pinned.layers()) {
      known.put(layer.level(), layer);
    }
    for (Candidate.Layer layer : candidate.layers()) {
      Candidate.Layer before = known.get(layer.level());
      if (before != null) {
        requireNotLower(
            document + " layer " + layer.level(),
            new Ref(layer.version(), layer.sha256()),
            new Ref(before.version(), before.sha256()));
      }
    }
  }

  /**
   * What a look rejected because hooks are woven already: at the start of the next JVM they are
   * not.
   */
  Standing startStaged() throws IOException {
    byte[] staged = state.note(STAGED);
    if (staged != null) {
      state.forget(STAGED);
      String sha256 = new String(staged, StandardCharsets.US_ASCII);
      byte[] envelope = sha256.length() == SHA256 ? state.kept(sha256) : null;
      if (envelope != null && root != null && head != null) {
        try {
          Ref target = targetOf(head.document(), rollout);
          if (target != null && target.sha256().equals(sha256)) {
            lookAtBundle(target, false);
          }
        } catch (PolicyException rejected) {
          reject(rejected);
        }
      }
    }
    return standing();
  }

  // Exceptions

  /**
   * An exception that cannot be opened keeps no bundle from being adopted: one that is for the next
   * bundle could otherwise never begin, and who withholds one would withhold the bundle.
   *
   * @return why one could not be read; null where all could
   */
  private IOException openOrClose(Head document) {
    Set<String> ids = new HashSet<>();
    for (Head.Opening named : document.breakglass()) {
      ids.add(named.id());
    }
    IOException unread = null;
    try {
      openings.only(ids);
    } catch (IOException unwritten) {
      unread = unwritten;
    }
    for (Head.Opening named : document.breakglass()) {
      try {
        if (openings.isOpen(named.id())) {
          offered = new Ref(1, named.sha256());
          open(named);
        }
      } catch (PolicyException rejected) {
        reject(rejected);
      } catch (Source.TooLargeException large) {
        reject(
            new PolicyException(
                Rejection.MALFORMED, "breakglass/" + named.id(), "", large.getMessage()));
      } catch (IOException absent) {
        unread = absent;
      }
    }
    return unread;
  }

  private void open(Head.Opening named) throws IOException, PolicyException {
    String name = "breakglass/" + named.id();
    byte[] envelope = source.read(Kind.BREAKGLASS.path(named.id()), Kind.BREAKGLASS.mostBytes());
    if (envelope == null) {
      throw new IOException("the head names " + name + ", which is not there");
    }
    int signers = root.signers(Kind.BREAKGLASS, name, envelope);
    byte[] payload = root.open(Kind.BREAKGLASS, name, envelope, 1);
    Sealed<BreakGlass> sealed = new Sealed<>(BreakGlass.parse(name, payload), envelope, payload);
    BreakGlass glass = sealed.document();
    if (!sealed.sha256().equals(named.sha256()) || !glass.id().equals(named.id())) {
      throw new PolicyException(
          Rejection.TAMPER, name, "", "has other bytes than those that the head names");
    }
    requireOurs(glass.fleet(), glass.epoch(), name);
    if (!glass.freezes() && signers < root.roles().get(Role.BREAKGLASS).threshold()) {
      throw new PolicyException(
          Rejection.SIGNATURE, name, "signatures", "to loosen takes " + Root.PEOPLE + " people");
    }
    Instant now = clock.instant();
    if (!glass.isFor(settings.labels())
        || now.isBefore(glass.notBefore())
        || !now.isBefore(glass.expiresAt())) {
      return;
    }
    if (mark.bundle() == null || !glass.bundle().equals(mark.bundle().sha256())) {
      throw new PolicyException(
          Rejection.INCOMPATIBLE, name, "bundle", "is for another bundle than the pinned one");
    }
    if (glass.rule() != null && !pinned.hasRefusingRule(glass.rule())) {
      throw new PolicyException(
          Rejection.INCOMPATIBLE,
          name,
          "rule",
          "is no rule of the pinned bundle that refuses anything: " + glass.rule());
    }
    openings.begin(sealed);
  }

  private void watchTheTime() throws IOException {
    Instant now = clock.instant();
    guard.look();
    openings.look();
    Instant over = expiry();
    boolean old = over != null && !now.isBefore(over.plus(settings.staleGrace()));
    if (old != stale) {
      stale = old;
      say(
          old ? "stale" : "fresh",
          "head",
          old ? "expired at " + over + " and no newer one came" : "is in time again",
          null,
          "");
    }
  }

  /** Of the head and of what is pinned, the earlier; null where nothing expires. */
  private Instant expiry() {
    Instant over = head == null ? pinnedExpiry : head.document().expiresAt();
    return pinnedExpiry != null && pinnedExpiry.isBefore(over) ? pinnedExpiry : over;
  }

  /** How long until time alone changes what holds; {@code Long.MAX_VALUE} for a long time. */
  long nanosToNext() {
    Instant now = clock.instant();
    long next = openings.nanosToNext();
    Instant over = expiry();
    return stale || over == null
        ? next
        : Math.min(next, nanos(now, over.plus(settings.staleGrace())));
  }

  private static long nanos(Instant from, Instant to) {
    Duration between = Duration.between(from, to);
    return between.compareTo(FAR) > 0 ? Long.MAX_VALUE : between.toNanos();
  }

  private boolean refusesOnStale() {
    return settings.refuseOnStale() || pinnedRefusesOnStale;
  }

  // What is said

  private void reject(PolicyException rejected) {
    Rejection kind = rejected.rejection();
    say(
        kind.text(),
        rejected.document(),
        (rejected.field().isEmpty() ? "" : rejected.field() + ": ") + rejected.reason(),
        offered,
        "");
    boolean closes =
        kind == Rejection.ROLLBACK && settings.refuseOnRollback()
            || kind == Rejection.TAMPER && settings.refuseOnTamper();
    if (closes && mark.incident() == null) {
      String id = offered == null ? Sha256.hex(new byte[0]) : offered.sha256();
      try {
        if (!id.equals(acknowledged())) {
          HighWater.Incident incident =
              new HighWater.Incident(id, kind.text() + ": " + rejected.getMessage());
          advance(now -> now.with(incident));
        }
      } catch (IOException unwritten) {
        // It holds for this JVM all the same; only a restart would not know of it.
        mark =
            mark.with(
                new HighWater.Incident(
                    id,
                    kind.text()
                        + ": "
                        + rejected.getMessage()
                        + " (not written: "
                        + unwritten.getMessage()
                        + ')'));
      }
    }
  }

  private void say(String status, String document, String text, Ref about, String id) {
    announcements.say(status, document, text, about, id, mark.bundle());
  }
}
