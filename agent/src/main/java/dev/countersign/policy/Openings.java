package dev.countersign.policy;

import dev.countersign.canonical.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The break-glass documents that are on (spec 3.2): at most one that loosens, and any number that
 * freeze.
 *
 * <p>One that loosens is used once. JVMs that share a state directory are one machine: each of them
 * that runs when it begins has it, by the same end; whichever starts later, after a crash say,
 * finds it used. One that freezes is not used up: it goes on through every restart, whether or not
 * the source can be reached, until its time is over or a head no longer names it.
 */
final class Openings {

  private static final String USED = "used-breakglass";

  /**
   * Ids that are remembered, the newest: one that is older than these was over hours ago, for none
   * lasts longer than {@link BreakGlass#MOST}. Without a bound the note would once be too long to
   * be read, and no JVM of the machine would start.
   */
  private static final int MOST_USED = 1000;

  private static final String FROZEN = "frozen-";

  /** Is told what begins and ends. */
  @FunctionalInterface
  interface Voice {
    /**
     * @param about null at an end
     */
    void say(String status, String document, String text, Ref about, String id);
  }

  /**
   * One that is on.
   *
   * @param ends by the clock that nobody sets: what ends in an hour has ended in an hour
   */
  private record On(BreakGlass glass, long ends) {}

  private final PinnedState state;
  private final Clock clock;
  private final Voice voice;

  /** Those that this JVM does not open: used before it began, or by itself. */
  private final Set<String> used;

  private final List<On> frozen = new ArrayList<>();
  private On loosened;

  private Openings(PinnedState state, Clock clock, Voice voice, Set<String> used) {
    this.state = state;
    this.clock = clock;
    this.voice = voice;
    this.used = used;
  }

  /**
   * What a machine remembers of them.
   *
   * @throws PolicyException if what was kept of a freeze is not what was signed
   */
  static Openings in(PinnedState state, Clock clock, Map<String, String> labels, Voice voice)
      throws IOException, PolicyException {
    Openings openings = new Openings(state, clock, voice, used(state));
    for (String note : state.notes(FROZEN)) {
      openings.goOn(note, labels);
    }
    return openings;
  }

  private static Set<String> used(PinnedState state) throws IOException {
    byte[] note = state.note(USED);
    String lines = note == null ? "" : new String(note, StandardCharsets.US_ASCII);
    return new LinkedHashSet<>(List.of(lines.split("\n", -1)));
  }

  private void goOn(String note, Map<String, String> labels) throws IOException, PolicyException {
    byte[] hash = state.note(note);
    if (hash == null) {
      return; // another JVM saw its end
    }
    String name = "breakglass/" + note.substring(FROZEN.length());
    String sha256 = new String(hash, StandardCharsets.US_ASCII);
    byte[] envelope = Fields.isSha256(sha256) ? state.kept(sha256) : null;
    byte[] payload = envelope == null ? null : Payload.of(Kind.BREAKGLASS, name, envelope);
    if (payload == null || !Sha256.hex(payload).equals(sha256)) {
      throw new PolicyException(Rejection.TAMPER, name, "", "what was kept of it was changed");
    }
    BreakGlass glass = BreakGlass.parse(name, payload);
    if (glass.isFor(labels) && clock.instant().isBefore(glass.expiresAt())) {
      begin(glass, new Ref(1, sha256), "goes on: ");
    }
  }

  /** The one that loosens; null for none. */
  BreakGlass loosened() {
    return loosened == null ? null : loosened.glass();
  }

  /** When the one that loosens is over, as {@link System#nanoTime} tells it; 0 for none. */
  long loosenedEnds() {
    return loosened == null ? 0 : loosened.ends();
  }

  /** Those that freeze. */
  List<BreakGlass> frozen() {
    List<BreakGlass> all = new ArrayList<>(frozen.size());
    for (On on : frozen) {
      all.add(on.glass());
    }
    return all;
  }

  /** Whether a document of this id could still begin here. */
  boolean isOpen(String id) {
    if (used.contains(id)) {
      return false;
    }
    for (On on : frozen) {
      if (on.glass().id().equals(id)) {
        return false;
      }
    }
    return true;
  }

  /** One whose document was checked; one that loosens waits where another does. */
  void begin(Sealed<BreakGlass> sealed) throws IOException {
    BreakGlass glass = sealed.document();
    Ref about = new Ref(1, sealed.sha256());
    if (glass.freezes()) {
      // In force first: what cannot be written keeps it from outliving this JVM, not from
      // beginning.
      begin(glass, about, "begins: ");
      state.keep(sealed);
      state.note(FROZEN + glass.id(), sealed.sha256().getBytes(StandardCharsets.US_ASCII));
    } else if (loosened == null) {
      use(glass.id());
      begin(glass, about, "begins: ");
    }
  }

  private void begin(BreakGlass glass, Ref about, String how) {
    long nanos = Duration.between(clock.instant(), glass.expiresAt()).toNanos();
    On on = new On(glass, System.nanoTime() + nanos);
    if (glass.freezes()) {
      frozen.add(on);
    } else {
      loosened = on;
    }
    voice.say("breakglass", "breakglass/" + glass.id(), how + glass.reason(), about, glass.id());
  }

  /** Before it takes effect: one that cannot be remembered is not used. */
  private void use(String id) throws IOException {
    state.alone(
        () -> {
          Set<String> known = used(state);
          if (known.add(id)) {
            known.remove("");
            while (known.size() > MOST_USED) {
              known.remove(known.iterator().next());
            }
            String lines = String.join("\n", known) + '\n';
            state.note(USED, lines.getBytes(StandardCharsets.US_ASCII));
          }
          return known;
        });
    used.add(id);
  }

  /** A head names these, and no other is on. */
  void only(Set<String> named) throws IOException {
    if (loosened != null && !named.contains(loosened.glass().id())) {
      endLoosened("was taken back");
    }
    for (On on : List.copyOf(frozen)) {
      if (!named.contains(on.glass().id())) {
        endFrozen(on, "was taken back");
      }
    }
  }

  /** A freeze goes on until somebody ends it: to go on refusing is no surprise. */
  void adopted(String bundle) {
    if (loosened != null && !loosened.glass().bundle().equals(bundle)) {
      endLoosened("was for another bundle than the one that is pinned now");
    }
  }

  /** Ends what is over. */
  void look() throws IOException {
    if (loosened != null && isOver(loosened)) {
      endLoosened("is over");
    }
    for (On on : List.copyOf(frozen)) {
      if (isOver(on)) {
        endFrozen(on, "is over");
      }
    }
  }

  private boolean isOver(On on) {
    return !clock.instant().isBefore(on.glass().expiresAt()) || System.nanoTime() - on.ends() >= 0;
  }

  private void endLoosened(String why) {
    String id = loosened.glass().id();
    loosened = null;
    voice.say("breakglass_end", "breakglass/" + id, why, null, id);
  }

  private void endFrozen(On on, String why) throws IOException {
    String id = on.glass().id();
    frozen.remove(on);
    voice.say("breakglass_end", "breakglass/" + id, why, null, id);
    state.forget(FROZEN + id);
  }

  /** Nanoseconds until one is over; {@code Long.MAX_VALUE} for a long time. */
  long nanosToNext() {
    long next = loosened == null ? Long.MAX_VALUE : nanosTo(loosened);
    for (On on : frozen) {
      next = Math.min(next, nanosTo(on));
    }
    return next;
  }

  private long nanosTo(On on) {
    Instant now = clock.instant();
    return Math.min(
        on.ends() - System.nanoTime(), Duration.between(now, on.glass().expiresAt()).toNanos());
  }
}
