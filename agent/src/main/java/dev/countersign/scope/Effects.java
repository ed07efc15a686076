package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.BindRule;
import dev.countersign.config.Times;
import dev.countersign.config.ToolRule;
import dev.countersign.config.Word;
import dev.countersign.effect.Context;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.ExecPreview;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.judge.Declared;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.CommittedAuditException;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Params;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The way of every effect: resolved, previewed, and compared at its sink (spec 1.6). One per JVM,
 * thread-safe; no application code runs in here and no lock is held while the ledger is written.
 */
public final class Effects {

  private static final int NEAREST_OF = 64;

  private final Surroundings run;
  private final Books books;
  private final Attempts attempts = new Attempts();
  private final PreviewIndex index = new PreviewIndex();
  private final WaitingCalls waiting = new WaitingCalls();
  private final SecureRandom random = new SecureRandom();
  private final AtomicLong unlisted = new AtomicLong();
  private final AtomicLong lostOutcomes = new AtomicLong();

  public Effects(Surroundings run) {
    this.run = run;
    this.books = new Books(run);
  }

  /**
   * Whether what differs is refused; false in {@code observe}, where nothing is replaced either.
   */
  public boolean enforcing() {
    return run.enforcing();
  }

  /** How many unbound effects were allowed without an entry ({@code unbound: allow}). */
  public long unlistedCount() {
    return unlisted.get();
  }

  // ---- Q: resolution
  // ------------------------------------------------------------------------------------------------

  /**
   * A tool call was resolved: judges it, writes its allow or deny, previews what it may do, and
   * lets the calling thread carry its scope until {@link #end}. Never throws for a refusal: {@link
   * CallScope#refusal} has it, to be thrown where the framework tells the model.
   */
  public CallScope resolve(ToolCall call) {
    CallScope parent = ThreadCell.current().scope();
    Judge judge = run.judge();
    ToolRule rule = judge.ruleFor(call.tool());
    String callId = run.ledger().newCallId();
    String taskId =
        call.frameworkId() == null || call.frameworkId().isEmpty() ? callId : call.frameworkId();
    int attempt = attempts.next(taskId);
    CallScope scope =
        new CallScope(
            parent, callId, call, taskId, attempt, rule, judge, call.plan(), inputs(call));
    RefusalCode unfit = null;
    String detail = call.lost() != null ? call.lost() : call.detail();
    EffectRequest request = null;
    List<Preview> declared = new ArrayList<>();
    if (call.lost() != null || call.target() == null) {
      unfit = RefusalCode.INTERNAL;
    } else if (call.arguments() == null) {
      unfit = RefusalCode.UNSUPPORTED;
    } else {
      try {
        request =
            request(
                Verb.INVOKE,
                scope,
                invokeIntent(call.tool(), call.target().text(), call.arguments()),
                call.plan().digest());
        for (Declared effect : judge.declare(rule, call.arguments())) {
          declared.add(preview(scope, effect));
        }
      } catch (NotCanonicalException | TemplateException unsupported) {
        unfit = RefusalCode.UNSUPPORTED;
        detail = unsupported.getMessage();
      }
    }
    List<String> digests = new ArrayList<>(declared.size());
    for (Preview preview : declared) {
      digests.add(preview.digest());
    }
    Books.Entry entry =
        new Books.Entry(
            callId,
            parent,
            Verb.INVOKE,
            call.tool(),
            request,
            request != null,
            coverage(declared),
            call.arguments() == null ? Params.UNSUPPORTED : Params.of(call.arguments()),
            digests,
            call.capture(),
            call.adapter(),
            detail);
    write(scope, entry, unfit);
    if (scope.refusal() == null && unfit == null) {
      scope.addOwn(new Preview(request, scope, null, rule.times(), false));
      waiting.add(scope);
      for (Preview preview : declared) {
        scope.add(preview);
        index.add(preview);
        yielded(preview);
      }
    }
    ThreadCell.current().swap(scope);
    return scope;
  }

  private void write(CallScope scope, Books.Entry entry, RefusalCode unfit) {
    try {
      if (unfit == null || !run.enforcing()) {
        books.allow(entry, unfit, unfit != null);
      } else {
        books.deny(entry, unfit, null);
        scope.refuse(refusal(unfit, Verb.INVOKE, entry.callId()));
      }
    } catch (LedgerException failed) {
      if (run.enforcing()) {
        scope.refuse(
            refusal(unfit == null ? RefusalCode.INTERNAL : unfit, Verb.INVOKE, entry.callId()));
      }
    }
  }

  /**
   * The wrapper of the resolution ended: the scope closes and the thread carries what it carried
   * before.
   */
  public void end(CallScope scope, Throwable thrown) {
    ThreadCell.current().swap(scope.parent());
    waiting.remove(scope);
    scope.endWrapper();
    if (!scope.wasEntered() && scope.refusal() == null && scope.claimOutcome()) {
      new EffectFiring(run, Verb.INVOKE, scope.callId(), null, Params.NONE, 1, null, null)
          .ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    }
  }

  /**
   * A call that is running hands itself on, as a decorator around an executor does: no resolution,
   * but a use of that call by what really carries it out, which is compared with what was judged.
   * The first such use comes with the body of the call and is stated by its entries; each further
   * one is a commit of its own, with what {@code times} leaves (spec 1.6, law 3). The thread
   * carries the scope of the use until {@link #end}; what it does is previewed in {@code running}
   * alone. Once that call has ended, nothing in it commits.
   *
   * <p>Never throws for a refusal, as {@link #resolve} does not.
   *
   * @param running the call, whose body has begun
   * @param call what carries it out, with the name and the arguments that {@code running} was
   *     judged by
   */
  public CallScope handOn(CallScope running, ToolCall call) {
    boolean first = running.handOnFirst();
    int use = first || running.own() == null ? 1 : running.own().spend();
    String callId = first ? running.callId() : run.ledger().newCallId();
    CallScope scope =
        CallScope.handedOn(
            running, callId, call, !first, call.arguments() == null ? Map.of() : running.inputs());
    RefusalCode unfit =
        !running.isOpen() ? RefusalCode.EXPIRED : use == 0 ? RefusalCode.REPLAY : null;
    EffectRequest request = null;
    if (call.lost() != null || call.target() == null) {
      unfit = RefusalCode.INTERNAL;
    } else if (call.arguments() == null) {
      unfit = RefusalCode.UNSUPPORTED;
    } else {
      try {
        request =
            request(
                Verb.INVOKE,
                scope,
                invokeIntent(call.tool(), call.target().text(), call.arguments()),
                call.plan().digest());
      } catch (NotCanonicalException unsupported) {
        unfit = RefusalCode.UNSUPPORTED;
      }
    }
    if (!first || unfit != null && run.enforcing()) {
      String entryId = first ? run.ledger().newCallId() : callId;
      write(
          scope,
          new Books.Entry(
              entryId,
              running,
              Verb.INVOKE,
              call.tool(),
              request,
              request != null,
              "full",
              call.arguments() == null ? Params.UNSUPPORTED : Params.of(call.arguments()),
              null,
              call.capture(),
              call.adapter(),
              call.lost() != null ? call.lost() : call.detail()),
          unfit);
    }
    if (scope.refusal() != null) {
      running.stick(scope.refusal());
    } else if (request != null) {
      scope.addOwn(new Preview(request, scope, null, Times.ONCE, false));
      waiting.add(scope);
    }
    ThreadCell.current().swap(scope);
    return scope;
  }

  /**
   * A tool call was resolved by what a method returned (spec 5.3): the thread waits for its sink,
   * in an implicit scope.
   */
  public void resolveReturned(ToolCall call) {
    CallScope resolved = resolve(call);
    long nanos = run.configuration().previewTtl().toNanos();
    resolved.closeAfter(nanos);
    CallScope implicit =
        new CallScope(
            resolved.parent(),
            null,
            null,
            resolved.taskId(),
            resolved.attempt(),
            null,
            resolved.judge(),
            call.plan(),
            Map.of());
    implicit.closeAfter(nanos);
    implicit.await(resolved);
    ThreadCell.current().swap(implicit);
  }

  /**
   * A configured resolution point yielded a process start (spec 5.3): previewed in the thread's
   * scope, or in an implicit one that the thread carries until it is spent or expired.
   *
   * @param intent as {@link dev.countersign.effect.ExecIntent#toJson} shapes it
   */
  public void previewExec(Map<String, Object> intent, BindRule rule, PlanSource plan) {
    CallScope scope = ThreadCell.current().scope();
    boolean outside = scope == null || !scope.isOpen();
    if (outside) {
      String taskId = hex16();
      scope =
          new CallScope(
              scope, null, null, taskId, attempts.next(taskId), null, run.judge(), plan, Map.of());
      scope.closeAfter(run.configuration().previewTtl().toNanos());
    }
    EffectRequest request = request(Verb.EXEC, scope, intent, scope.plan().digest());
    Preview preview = new Preview(request, scope, null, rule.times(), rule.shared());
    scope.add(preview);
    index.add(preview);
    yielded(preview);
    if (outside) {
      ThreadCell.current().swap(scope);
    }
  }

  /**
   * What a resolution point yielded cannot be previewed: refused there, for at its sink nothing
   * would bind it.
   *
   * @throws EffectRefusedException in {@code enforce}
   */
  public void refuseResolution(Verb verb, Adapter adapter, String detail) {
    Observation unreadable = new Observation(verb, null, "unknown", List.of(), adapter, detail);
    refuse(RefusalCode.UNSUPPORTED, ThreadCell.current().scope(), unreadable, null, null)
        .ended(BodyState.RETURNED, null);
  }

  private Preview preview(CallScope scope, Declared effect) {
    EffectRequest request =
        request(Verb.EXEC, scope, effect.exec().intent(), scope.plan().digest());
    return new Preview(request, scope, effect.exec(), effect.times(), effect.shared());
  }

  private void yielded(Preview preview) {
    if (preview.verb() == Verb.EXEC && !preview.shared()) {
      index.yielded(program(preview.request().intent()));
    }
  }

  // ---- K: nested effects
  // --------------------------------------------------------------------------------------------

  /**
   * An effect is about to fire: finds its preview, compares, and writes its allow before it returns
   * (spec 1.6, law 7).
   *
   * @throws EffectRefusedException when it must not fire
   */
  public Firing commit(Observation seen) {
    CallScope scope = ThreadCell.current().scope();
    Sight sight = look(scope, seen, Map.of());
    if (sight.equal() != null) {
      int use = sight.equal().spend();
      if (use > 0) {
        CallScope fires = scope == null ? sight.equal().owner() : scope;
        return fire(fires, sight.equal(), sight.observed(), use, seen);
      }
      sight = new Sight(null, null, true, sight.unspent());
    }
    Firing ambient = seen.intent() == null ? null : ambient(scope, seen);
    return ambient != null ? ambient : refuseOrLeave(scope, seen, sight, false);
  }

  /**
   * Looks, without spending anything, whether one of several effects that fire one after the other
   * would be refused; the first that would is refused now, before any of them fires.
   */
  public void peek(List<Observation> parts) {
    if (!run.enforcing()) {
      return;
    }
    CallScope scope = ThreadCell.current().scope();
    Map<Preview, Integer> planned = new IdentityHashMap<>();
    for (Observation part : parts) {
      Sight sight = look(scope, part, planned);
      if (sight.equal() != null) {
        planned.merge(sight.equal(), 1, Integer::sum);
      } else if (part.intent() == null || !run.judge().coversAmbient(part.intent())) {
        refuseOrLeave(scope, part, sight, true);
      }
    }
  }

  /**
   * The previews in sight of an effect (spec 1.6, law 7 a).
   *
   * @param equal one that it equals and that has a use left; else null
   * @param observed ρ as compared with {@code equal}
   * @param spent whether it equals one that has none left
   * @param unspent others of its verb, nearest scope first
   */
  private record Sight(
      Preview equal, EffectRequest observed, boolean spent, List<Preview> unspent) {}

  /**
   * @param planned uses that parts of the same whole will take before this one
   */
  private Sight look(CallScope scope, Observation seen, Map<Preview, Integer> planned) {
    boolean spent = false;
    List<Preview> unspent = new ArrayList<>();
    for (Preview preview : candidates(scope, seen)) {
      EffectRequest observed = observe(preview, seen);
      if (seen.divergent().isEmpty() && observed.equalsByDigest(preview.request())) {
        Integer taken = planned.get(preview);
        if (preview.left() > (taken == null ? 0 : taken)) {
          return new Sight(preview, observed, spent, unspent);
        }
        spent = true;
      } else if (preview.unspent() && unspent.size() < NEAREST_OF) {
        unspent.add(preview);
      }
    }
    return new Sight(null, null, spent, unspent);
  }

  private List<Preview> candidates(CallScope scope, Observation seen) {
    if (seen.intent() == null) {
      return List.of();
    }
    if (scope == null) {
      return index.candidates(seen.verb(), PreviewIndex.key(seen.verb(), seen.intent()));
    }
    List<Preview> candidates = new ArrayList<>();
    for (CallScope open = scope; open != null; open = open.parent()) {
      if (open.isOpen()) {
        candidates.addAll(open.previews(seen.verb()));
      }
    }
    return candidates;
  }

  /**
   * Nothing in sight equals the effect (spec 1.6, law 7 c and d).
   *
   * @param peeking whether it does not fire yet: what is left alone is then not counted or written
   */
  private Firing refuseOrLeave(CallScope scope, Observation seen, Sight sight, boolean peeking) {
    if (scope == null) {
      return refuseOrLeaveOutside(seen, peeking);
    }
    Word inTool = run.judge().unbound().inTool();
    if (seen.intent() == null) {
      return refuse(RefusalCode.UNSUPPORTED, scope, seen, null, null);
    }
    if (!scope.isOpen()) {
      return unbound(inTool, RefusalCode.EXPIRED, scope, seen, peeking);
    }
    if (sight.spent()) {
      return refuse(RefusalCode.REPLAY, scope, seen, null, null);
    }
    if (!sight.unspent().isEmpty() || !seen.divergent().isEmpty()) {
      return diverged(scope, sight.unspent(), seen);
    }
    return unbound(inTool, RefusalCode.UNBOUND, scope, seen, peeking);
  }

  private Firing refuseOrLeaveOutside(Observation seen, boolean peeking) {
    String program = Books.lastSegment(seen.target());
    boolean named = run.judge().names(program) || index.hasYielded(program);
    Word word = named ? Word.REFUSE : run.judge().unbound().elsewhereExec();
    if (seen.intent() == null) {
      return unbound(word, RefusalCode.UNSUPPORTED, null, seen, peeking);
    }
    String key = PreviewIndex.key(seen.verb(), seen.intent());
    if (index.spentWithin(key, run.configuration().previewTtl().toNanos())) {
      return refuse(RefusalCode.REPLAY, null, seen, null, null);
    }
    return unbound(word, RefusalCode.UNBOUND, null, seen, peeking);
  }

  private Firing ambient(CallScope scope, Observation seen) {
    if (!seen.divergent().isEmpty()) {
      return null;
    }
    ExecPreview rendered = run.judge().takeAmbient(seen.intent());
    if (rendered == null) {
      return null;
    }
    CallScope owner =
        scope != null
            ? scope
            : new CallScope(null, null, null, hex16(), 1, null, run.judge(), () -> null, Map.of());
    EffectRequest request = request(seen.verb(), owner, rendered.intent(), owner.plan().digest());
    String callId = newCallId(seen.verb());
    Books.Entry entry =
        entry(callId, scope, seen, request, true, "ambient", Params.of(rendered.intent()));
    writeAllow(entry, null, null, false);
    return new EffectFiring(
        run, seen.verb(), callId, request, Params.of(rendered.mask(seen.intent())), 1, scope, null);
  }

  private Firing fire(
      CallScope scope, Preview preview, EffectRequest observed, int use, Observation seen) {
    String callId = newCallId(seen.verb());
    Books.Entry entry =
        entry(
            callId,
            scope,
            seen,
            preview.request(),
            true,
            preview.coverage(),
            Params.of(preview.request().intent()));
    writeAllow(entry, null, preview, false);
    index.spent(PreviewIndex.key(seen.verb(), seen.intent()));
    return new EffectFiring(
        run, seen.verb(), callId, observed, Params.of(observed.intent()), use, scope, null);
  }

  private Firing diverged(CallScope scope, List<Preview> unspent, Observation seen) {
    Preview nearest = null;
    Divergence shortest = null;
    for (Preview preview : unspent) {
      Divergence divergence =
          Divergence.between(
              preview.request(), observe(preview, seen), preview.owner().parameterNames());
      if (divergence.paths().isEmpty()) {
        // Equal but for what the platform made of it: no preview of a text allows another text.
        continue;
      }
      if (shortest == null || divergence.paths().size() < shortest.paths().size()) {
        nearest = preview;
        shortest = divergence;
      }
    }
    if (nearest == null) {
      EffectRequest observed = request(seen.verb(), scope, seen.intent(), scope.plan().digest());
      shortest = new Divergence(null, observed.digest(), seen.divergent());
    } else {
      shortest = shortest.also(seen.divergent());
    }
    return refuse(RefusalCode.DIVERGENCE, scope, seen, nearest, shortest);
  }

  private Firing unbound(
      Word word, RefusalCode code, CallScope scope, Observation seen, boolean peeking) {
    if (word == Word.REFUSE) {
      return refuse(code, scope, seen, null, null);
    }
    if (peeking) {
      return Firing.UNRECORDED;
    }
    if (word == Word.OBSERVE) {
      return unlisted(null, scope, seen, null, null);
    }
    unlisted.incrementAndGet();
    return Firing.UNRECORDED;
  }

  /**
   * Refuses in {@code enforce}; in {@code observe} the effect fires and its record says what would
   * have been.
   */
  private Firing refuse(
      RefusalCode code, CallScope scope, Observation seen, Preview preview, Divergence divergence) {
    if (!run.enforcing()) {
      return unlisted(code, scope, seen, preview, divergence);
    }
    String callId = newCallId(seen.verb());
    EffectRefusedException refused = refusal(code, seen.verb(), callId);
    if (scope != null) {
      scope.stick(refused);
    }
    Books.Entry entry =
        entry(
            callId,
            scope,
            seen,
            preview == null ? null : preview.request(),
            preview != null,
            preview == null ? "full" : preview.coverage(),
            params(seen));
    try {
      books.deny(entry, code, divergence);
    } catch (LedgerException unwritten) {
      // Nothing fires either way; that the deny is missing shows as the ledger's own failure.
      throw refused;
    }
    throw refused;
  }

  private Firing unlisted(
      RefusalCode wouldRefuse,
      CallScope scope,
      Observation seen,
      Preview preview,
      Divergence divergence) {
    String callId = newCallId(seen.verb());
    Params observed = params(seen);
    Books.Entry entry =
        entry(
            callId,
            scope,
            seen,
            preview == null ? null : preview.request(),
            preview != null,
            preview == null ? "partial" : preview.coverage(),
            preview == null ? observed : Params.of(preview.request().intent()));
    writeAllow(entry, wouldRefuse, null, true);
    return new EffectFiring(run, seen.verb(), callId, null, observed, 1, scope, divergence);
  }

  /** An allow that cannot be made durable lets nothing fire (in {@code enforce}). */
  private void writeAllow(
      Books.Entry entry, RefusalCode wouldRefuse, Preview spent, boolean unlisted) {
    try {
      books.allow(entry, wouldRefuse, unlisted);
    } catch (CommittedAuditException committed) {
      if (run.enforcing()) {
        throw new EffectFiring(
                run, entry.verb(), entry.callId(), null, Params.NONE, 1, entry.parent(), null)
            .refused(RefusalCode.INTERNAL, null, null);
      }
    } catch (LedgerException unwritten) {
      if (run.enforcing()) {
        if (spent != null) {
          spent.giveBack();
        }
        throw refusal(RefusalCode.INTERNAL, entry.verb(), entry.callId());
      }
    }
  }

  private static Books.Entry entry(
      String callId,
      CallScope scope,
      Observation seen,
      EffectRequest request,
      boolean previewed,
      String coverage,
      Params authorised) {
    return new Books.Entry(
        callId,
        scope,
        seen.verb(),
        seen.target(),
        request,
        previewed,
        coverage,
        authorised,
        null,
        Capture.WRAPPER_SYNC,
        seen.adapter(),
        seen.detail());
  }

  // ---- K: the tool's own body
  // ---------------------------------------------------------------------------------------

  /** The innermost call that the thread carries or waits for; null for none. */
  public CallScope currentCall() {
    CallScope scope = ThreadCell.current().scope();
    while (scope != null && scope.isImplicit()) {
      if (scope.awaited() != null) {
        return scope.awaited();
      }
      scope = scope.parent();
    }
    return scope;
  }

  /**
   * The body of a call is about to run.
   *
   * @param scope the call; no body of it is running
   * @param seen the call as observed: {@code intent} over the very values that the body gets,
   *     {@code divergent} where they differ from what the framework's argument builder made
   * @param plan the digest of the class file entered
   * @return through which its end is told; null when another thread's body of this call came first
   * @throws EffectRefusedException when the body must not run
   */
  public Firing enterBody(CallScope scope, Observation seen, String plan) {
    if (scope.refusal() != null) {
      throw scope.refusal();
    }
    if (!scope.beginBody()) {
      return null;
    }
    boolean entered = false;
    try {
      Firing firing = commitOwn(scope, seen, plan);
      scope.entered();
      entered = true;
      return firing;
    } finally {
      if (!entered) {
        scope.endBody();
      }
    }
  }

  private Firing commitOwn(CallScope scope, Observation seen, String plan) {
    Preview own = scope.own();
    Params invoked = params(seen);
    if (own == null) {
      // Only in observe mode: the call was resolved although it could not be previewed.
      return new CallFiring(run, scope, scope.callId(), null, invoked, 1, null);
    }
    if (!scope.isOpen()) {
      return unbound(run.judge().unbound().inTool(), RefusalCode.EXPIRED, scope, seen, false);
    }
    if (seen.intent() == null) {
      return refuseOwn(scope, RefusalCode.UNSUPPORTED, null, seen);
    }
    EffectRequest observed = request(Verb.INVOKE, scope, seen.intent(), plan);
    if (!seen.divergent().isEmpty() || !observed.equalsByDigest(own.request())) {
      Divergence divergence = Divergence.between(own.request(), observed, scope.parameterNames());
      return refuseOwn(scope, RefusalCode.DIVERGENCE, divergence.also(seen.divergent()), seen);
    }
    int use = own.spend();
    if (use == 0) {
      return refuseOwn(scope, RefusalCode.REPLAY, null, seen);
    }
    if (use == 1) {
      return new CallFiring(run, scope, scope.callId(), observed.digest(), invoked, 1, null);
    }
    String callId = newCallId(Verb.INVOKE);
    writeAllow(furtherUse(callId, scope), null, own, false);
    return new CallFiring(run, scope, callId, observed.digest(), invoked, use, null);
  }

  /**
   * Open calls that wait for this method, oldest first: for threads that lost their scope (spec
   * 1.6, law 7 a).
   */
  public List<CallScope> waitingFor(String method) {
    return waiting.of(method);
  }

  /** Whether an observed call equals the unspent preview of {@code scope}; spends nothing. */
  public boolean equalsOwn(CallScope scope, Observation seen, String plan) {
    Preview own = scope.own();
    return own != null
        && own.unspent()
        && scope.isOpen()
        && !scope.isRunning()
        && seen.intent() != null
        && seen.divergent().isEmpty()
        && request(Verb.INVOKE, scope, seen.intent(), plan).equalsByDigest(own.request());
  }

  /** The arguments object of an observed call; the whole intent of other verbs. */
  private static Params params(Observation seen) {
    if (seen.intent() == null) {
      return Params.UNSUPPORTED;
    }
    return Params.of(seen.verb() == Verb.INVOKE ? seen.intent().get("arguments") : seen.intent());
  }

  private static Books.Entry furtherUse(String callId, CallScope scope) {
    return new Books.Entry(
        callId,
        scope,
        Verb.INVOKE,
        scope.call().tool(),
        scope.own().request(),
        true,
        "full",
        Params.of(scope.call().arguments()),
        null,
        scope.call().capture(),
        scope.call().adapter(),
        null);
  }

  private Firing refuseOwn(
      CallScope scope, RefusalCode code, Divergence divergence, Observation seen) {
    if (!run.enforcing()) {
      return new CallFiring(run, scope, scope.callId(), null, params(seen), 1, divergence);
    }
    if (!scope.wasEntered() && scope.claimOutcome()) {
      new EffectFiring(run, Verb.INVOKE, scope.callId(), null, Params.NONE, 1, null, null)
          .refused(code, divergence, seen.detail());
      EffectRefusedException refused = refusal(code, Verb.INVOKE, scope.callId());
      scope.stickWhereHandedOn(refused);
      throw refused;
    }
    String callId = newCallId(Verb.INVOKE);
    EffectRefusedException refused = refusal(code, Verb.INVOKE, callId);
    scope.stickWhereHandedOn(refused);
    try {
      books.deny(furtherUse(callId, scope), code, divergence);
    } catch (LedgerException unwritten) {
      throw refused;
    }
    throw refused;
  }

  /** The method of a call returned or threw; nothing of it goes on. */
  public void bodyEnded(CallScope scope) {
    scope.endBody();
  }

  /** The method of a call returned a future: its scope stays open until {@link #completed}. */
  public void bodyPending(CallScope scope) {
    scope.endBodyPending();
  }

  /** The future that a call returned is complete. */
  public void completed(CallScope scope) {
    scope.complete();
  }

  /**
   * The method of a call returned what is consumed later: its scope stays open for {@code
   * preview_ttl}.
   */
  public void bodyDeferred(CallScope scope) {
    scope.endBodyDeferred(run.configuration().previewTtl().toNanos());
  }

  /** What a nested sink refused in this call, to be thrown again at its end; null for nothing. */
  public EffectRefusedException swallowedIn(CallScope scope) {
    return run.enforcing() ? scope.swallowed() : null;
  }

  /** An outcome could not be written where nobody can be told. */
  public void outcomeLost(Throwable failed) {
    lostOutcomes.incrementAndGet();
  }

  /** How many outcomes could not be written where nobody could be told. */
  public long lostOutcomes() {
    return lostOutcomes.get();
  }

  /**
   * A bound method was entered outside any scope and is not resolved at its entry ({@code
   * unbound.elsewhere.invoke}).
   *
   * @throws EffectRefusedException when it must not run
   */
  public Firing invokedElsewhere(Observation seen) {
    return unbound(run.judge().unbound().elsewhereInvoke(), RefusalCode.UNBOUND, null, seen, false);
  }

  // ---- shared
  // -------------------------------------------------------------------------------------------------------

  private EffectRequest observe(Preview preview, Observation seen) {
    CallScope owner = preview.owner();
    return request(seen.verb(), owner, preview.comparable(seen.intent()), owner.plan().digest());
  }

  /** ρ with the context read now; nothing is taken over from another ρ. */
  private EffectRequest request(
      Verb verb, CallScope scope, Map<String, Object> intent, String plan) {
    Context context =
        new Context(
            plan,
            run.lock().get(),
            scope.judge().permits(),
            scope.call() == null ? null : scope.call().pin().digest(),
            verb == Verb.EXEC ? scope.judge().sandbox() : null,
            "none",
            run.runId(),
            scope.attempt());
    return new EffectRequest(
        verb, scope.taskId(), intent, verb == Verb.INVOKE ? Map.of() : scope.inputs(), context);
  }

  private static Map<String, Object> invokeIntent(
      String tool, String method, Map<String, Object> arguments) {
    Map<String, Object> intent = new LinkedHashMap<>(4);
    intent.put("tool", tool);
    intent.put("method", method);
    intent.put("arguments", arguments);
    return intent;
  }

  private static Map<String, Object> inputs(ToolCall call) {
    if (call.arguments() == null) {
      return Map.of();
    }
    try {
      return Map.of("args", Blake3.hex(Canonical.rho(call.arguments())));
    } catch (NotCanonicalException unsupported) {
      // The call itself is refused for the same reason; no effect of it will be previewed.
      return Map.of();
    }
  }

  private static String coverage(List<Preview> declared) {
    for (Preview preview : declared) {
      if (preview.hasPlaceholders()) {
        return "partial";
      }
    }
    return "full";
  }

  private static String program(Map<String, Object> intent) {
    return Books.lastSegment((String) ((List<?>) intent.get("argv")).get(0));
  }

  private String newCallId(Verb verb) {
    try {
      return run.ledger().newCallId();
    } catch (LedgerException noRandomness) {
      throw refusal(RefusalCode.INTERNAL, verb, "");
    }
  }

  private String hex16() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return Hex.of(bytes);
  }

  static EffectRefusedException refusal(RefusalCode code, Verb verb, String callId) {
    return new EffectRefusedException(code, verb.action(), callId);
  }
}
