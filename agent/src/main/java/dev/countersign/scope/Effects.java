package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.Change;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.approval.Offer;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.AppMethod;
import dev.countersign.config.ApprovalRules;
import dev.countersign.config.ApprovalSource;
import dev.countersign.config.BindRule;
import dev.countersign.config.Times;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.TemplateException;
import dev.countersign.guardrail.Judgment;
import dev.countersign.judge.Declared;
import dev.countersign.judge.Judge;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.CommittedAuditException;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Params;
import dev.countersign.preview.Predicted;
import dev.countersign.preview.Previews;
import dev.countersign.preview.Standing;
import dev.countersign.preview.Told;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The way of every effect: resolved, previewed, and compared at its sink (spec 1.6). One per JVM,
 * thread-safe; no application code runs in here and no lock is held while the ledger is written.
 */
public final class Effects {

  /** A preview or preflight of the tool attempted an effect since its last call. */
  private static final String ATTEMPTED = "preview_attempted_effect";

  private static final String INVOKE = Surroundings.sink(Verb.INVOKE);

  private final Surroundings run;
  private final Books books;
  private final Attempts attempts = new Attempts();
  private final PreviewIndex index;
  private final WaitingCalls waiting = new WaitingCalls();
  private final Requests requests;
  private final Rules rules;
  private final Actors actors;
  private final NestedEffects nested;
  private final UnjudgedUses unjudged;
  private final OwnRefusals refusals;
  private final ChangedArguments changes;
  private final Bodies bodies;
  private final AgentFrames agents;
  private final Exemptions exemptions;

  /** Made with the first call: most JVMs have none for a while. Guarded by this. */
  private ToolPinning pinning;

  private final ToolObjects objects = new ToolObjects();

  /** Null where nothing can keep a preview from effects. */
  private volatile ApplicationPreviews previews;

  private final AtomicLong lostOutcomes = new AtomicLong();
  private volatile Learning learning;
  private volatile CheckTimes times;

  /** Null where nobody can answer: what needs an approval is then refused. */
  private Approvals approvals;

  /** Null where nobody is asked inside this JVM. */
  private AskedQuestions questions;

  public Effects(Surroundings run) {
    this(run, new PreviewIndex());
  }

  Effects(Surroundings run, PreviewIndex index) {
    this.run = run;
    this.index = index;
    this.actors = new Actors(run.configuration().actor());
    this.rules = new Rules(actors);
    this.books = new Books(run, actors);
    this.requests = new Requests(run);
    this.nested = new NestedEffects(run, books, index, requests, rules);
    this.unjudged = new UnjudgedUses(run, books);
    this.refusals = new OwnRefusals(run, books, requests);
    this.changes = new ChangedArguments(run, index, requests, nested, refusals, rules);
    this.bodies = new Bodies(run, nested, requests, refusals, index, waiting);
    this.agents = new AgentFrames(run, books, lostOutcomes);
    this.exemptions = new Exemptions(run);
  }

  /**
   * Whether what differs is refused; false in {@code observe}, where nothing is replaced either.
   */
  public boolean enforcing() {
    return run.enforcing() || Closing.current() != null;
  }

  /**
   * Lets previews and preflights of the application be called from now on (spec 4).
   *
   * @param closer closes what is woven for nothing else, before the first one runs; returns null,
   *     or why it could not
   */
  public void closePreviewsBy(Supplier<String> closer) {
    previews = new ApplicationPreviews(run, objects, closer, ApplicationPreviews.LIMIT_MILLIS);
  }

  /** The tools' own methods, where they begin and end. */
  public Bodies bodies() {
    return bodies;
  }

  /** Methods that are agents of their own, and hand-offs. */
  public AgentFrames agents() {
    return agents;
  }

  /** Frames in which requests are not judged. */
  public Exemptions exemptions() {
    return exemptions;
  }

  /** The application's own previews and preflights; they run closed, whoever asks. */
  public Previews previews() {
    Previews known = previews;
    return known == null ? Previews.NONE : known;
  }

  /**
   * The application registered what carries calls of a tool out with its framework; for its
   * previews, which can be asked for before its first call.
   *
   * @param holder the framework's object, or the tool's own
   * @param reader what of the holder is the tool's own
   */
  public void registered(String tool, Object holder, UnaryOperator<Object> reader) {
    objects.seen(tool, holder, reader);
  }

  /**
   * At a sink, an object that carries calls of a tool out was seen; for its previews, where no
   * framework has told of one.
   *
   * @param holder the framework's object, or the tool's own
   * @param reader what of the holder is the tool's own
   */
  public void seenAtSink(String tool, Object holder, UnaryOperator<Object> reader) {
    objects.seenIfUnknown(tool, holder, reader);
  }

  /** Whether the calling thread works for an application's preview. */
  public static boolean isClosed() {
    return Closing.current() != null;
  }

  /**
   * The calling thread is about to do what must not happen while a preview runs, whatever else
   * holds.
   *
   * @throws EffectRefusedException if it works for one
   */
  public static void requireOpen(ActionClass action) {
    Closing closing = Closing.current();
    if (closing != null) {
      throw closing.refuse(action);
    }
  }

  /** A call that is asked for while a preview runs; nothing of it stands in the books. */
  private CallScope closedTo(CallScope around, ToolCall call) {
    CallScope scope =
        new CallScope(
            around,
            "",
            call,
            "",
            1,
            around.judge().ruleFor(call.tool()),
            around.judge(),
            call.plan());
    scope.refuse(around.closing().refuse(ActionClass.TOOL_CALL));
    ThreadCell.current().swap(scope);
    return scope;
  }

  /** What holds for a call that is not made (spec 4); nothing is written for having asked. */
  public Standing standing() {
    return new DryStanding(run, actors);
  }

  /** Tells this what becomes of effects from now on; null for nobody. */
  public static void watch(EffectWatcher watcher) {
    Watch.by(watcher);
  }

  /** Keeps what happens unbound from now on, while nothing is refused (spec 5.8). */
  public void learn(Learning next) {
    learning = next;
    nested.learn(next);
    bodies.learn(next);
  }

  /** The JVM ends: what waits for the rest of a body is written down without. */
  public void endLearning() {
    Learning told = learning;
    if (told != null) {
      told.close();
    }
  }

  /** Whether what happens unbound is written down. */
  public boolean isLearning() {
    return learning != null;
  }

  /**
   * Asks people about what needs their approval; before anything is judged.
   *
   * @param check of tickets; null where they do not count
   * @param asked the questions that are put inside this JVM; null where nothing but tickets counts
   * @param application who asks
   * @param pid of this process
   */
  public void ask(ApprovalCheck check, AskedQuestions asked, String application, long pid) {
    questions = asked;
    ApprovalRules approving = run.configuration().approvals();
    AppMethod method = approving == null ? null : approving.method();
    approvals =
        new Approvals(
            run,
            check,
            asked,
            method == null ? null : new ApprovingMethod(method, asked, () -> previews),
            application,
            pid);
    nested.ask(approvals);
    changes.ask(approvals);
  }

  /**
   * The questions that a framework may put to people.
   *
   * @return null where answers of that source are not taken
   */
  public AskedQuestions questionsOf(ApprovalSource source) {
    ApprovalRules approving = run.configuration().approvals();
    return questions != null && approving != null && approving.takes(source) ? questions : null;
  }

  /** Measures checks from now on. */
  public void measure() {
    times = new CheckTimes();
    bodies.measure(times);
  }

  /** How long checks took since {@link #measure}; null where nothing is measured. */
  public CheckTimes checkTimes() {
    return times;
  }

  /** How many unbound effects were allowed without an entry ({@code unbound: allow}). */
  public long unlistedCount() {
    return nested.unlistedCount();
  }

  // Q: resolution

  /**
   * A tool call was resolved: judges it, writes its allow or deny, previews what it may do, and
   * lets the calling thread carry its scope until {@link #end}. Never throws for a refusal: {@link
   * CallScope#refusal} has it, to be thrown where the framework tells the model.
   */
  public CallScope resolve(ToolCall call) {
    return resolve(call, null, null, null);
  }

  /**
   * The same, where it is known what carries the call out: its preview is asked of that object.
   *
   * @param holder the framework's object, or the tool's own; null where it is not known
   * @param reader what of the holder is the tool's own
   */
  public CallScope resolve(ToolCall call, Object holder, UnaryOperator<Object> reader) {
    return resolve(call, holder, reader, null);
  }

  /**
   * The same of a framework that has to do with the call's approval.
   *
   * @param offer what the framework has to do with its approval; null for nothing
   */
  public CallScope resolve(
      ToolCall call, Object holder, UnaryOperator<Object> reader, Offer offer) {
    ToolObjects.Held own = null;
    if (holder != null && call.tool() != null) {
      own = new ToolObjects.Held(holder, reader);
      objects.seen(call.tool(), holder, reader);
    }
    CheckTimes measured = times;
    if (measured == null) {
      return resolved(call, own, offer);
    }
    long began = System.nanoTime();
    CallScope scope = resolved(call, own, offer);
    measured.add(System.nanoTime() - began);
    return scope;
  }

  private CallScope resolved(ToolCall call, ToolObjects.Held own, Offer offer) {
    CallScope parent = ThreadCell.current().scope();
    if (parent != null && parent.closing() != null) {
      return closedTo(parent, call);
    }
    Judge judge = run.judge();
    ToolRule rule = judge.ruleFor(call.tool());
    String callId = run.ledger().newCallId();
    boolean named = call.frameworkId() != null && !call.frameworkId().isEmpty();
    String taskId = named ? call.frameworkId() : callId;
    // An id that was just drawn counts nothing: such calls need no room among those that can recur.
    int attempt = named ? attempts.next(taskId) : 1;
    CallScope scope =
        new CallScope(parent, callId, call, taskId, attempt, rule, judge, call.plan());
    RefusalCode unfit = null;
    String detail = call.lost() != null ? call.lost() : call.detail();
    EffectRequest request = null;
    Judgment judgment = null;
    List<String> findings = List.of();
    Approvals.Subject subject = null;
    Approved approved = null;
    Foretold foretold = null;
    List<Preview> declared = new ArrayList<>();
    if (call.lost() != null || call.target() == null) {
      unfit = RefusalCode.INTERNAL;
    } else if (call.arguments() == null) {
      unfit = RefusalCode.UNSUPPORTED;
    } else {
      try {
        Map<String, Object> intent =
            Requests.invokeIntent(call.tool(), call.target().text(), call.arguments());
        request = requests.of(Verb.INVOKE, scope, intent, call.plan().digest());
        unfit = run.closed(INVOKE, call.tool()) ? RefusalCode.POLICY : null;
        List<Declared> effects = judge.declare(rule, call.arguments());
        for (Declared effect : effects) {
          declared.add(requests.preview(scope, effect));
        }
        if (unfit == null) {
          judgment = rules.ofCall(judge, parent, intent);
          unfit = Rules.codeOf(judgment);
          if (unfit == null && Rules.asksItself(rule, effects)) {
            unfit = RefusalCode.APPROVAL;
          }
        }
        if (unfit == RefusalCode.APPROVAL
            && approvals != null
            && run.refuses(judge, INVOKE, call.tool())) {
          // A person is shown what the application says of it, where it has to say something.
          foretold = foretold(call, rule, own, rule.requirePreview());
          unfit = foretold.refused();
          detail = foretold.detail() == null ? detail : foretold.detail();
          if (unfit == null) {
            subject = Rules.subject(request, call.tool(), rule, judgment, foretold.told());
            approved = approvals.look(subject, offer);
            unfit = approved.refused();
          }
        }
        if (unfit == null) {
          ToolPinning.Answer pinned = pinning().of(rule.pin(), call, request.context().toolPin());
          unfit = pinned.refused();
          findings = pinned.findings();
          detail = pinned.detail();
        }
      } catch (NotCanonicalException | TemplateException unsupported) {
        unfit = RefusalCode.UNSUPPORTED;
        detail = unsupported.getMessage();
      }
    }
    if (foretold == null && rule.predicts() && request != null) {
      foretold = foretold(call, rule, own, rule.requirePreview() && unfit == null);
      unfit = unfit == null ? foretold.refused() : unfit;
      detail = foretold.detail() == null ? detail : foretold.detail();
    }
    if (unfit == null && subject != null) {
      // The last thing: an approval is used up by a call that runs otherwise.
      approved = approvals.take(subject, approved);
      unfit = approved.refused();
    }
    ApplicationPreviews asked = previews;
    if (asked != null && asked.takeFinding(call.tool())) {
      findings = with(findings, ATTEMPTED);
    }
    List<String> digests = new ArrayList<>(declared.size());
    for (Preview preview : declared) {
      digests.add(preview.digest());
    }
    BookEntry entry =
        BookEntry.ofCall(call, callId, parent, judge, presented(call, request))
            .previewed(request)
            .coverage(Requests.coverage(declared))
            .previews(digests)
            .detail(detail)
            .judged(judgment)
            .finding(findings)
            .answered(approved);
    if (foretold != null) {
      entry.predicting(foretold.changes());
    }
    write(scope, entry, unfit);
    Learning told = learning;
    if (told != null && !judge.enforcing()) {
      told.called(callId, call.tool(), unfit == null ? null : unfit.code());
    }
    Watch.previewed(
        callId, call.tool(), request == null ? null : request.digest(), scope.refusal() == null);
    if (scope.refusal() == null && unfit == null) {
      Preview ofCall = new Preview(request, scope, null, rule.times(), false);
      if (approved != null) {
        scope.grant(approved.grant());
      }
      open(scope, ofCall, declared);
    }
    ThreadCell.current().swap(scope);
    return scope;
  }

  /**
   * What a call is said to change.
   *
   * @param changes of the application's preview where that was asked and answered, else of the
   *     declared effects
   * @param told the former; null where it has nothing to say
   * @param refused how {@code require_preview} refuses the call; null where it does not
   * @param detail for the books; null for nothing to say
   */
  private record Foretold(
      List<Change> changes, List<Change> told, RefusalCode refused, String detail) {}

  private Foretold foretold(ToolCall call, ToolRule rule, ToolObjects.Held own, boolean asking) {
    List<Change> declared = Predicted.of(rule, call.arguments());
    if (!asking) {
      return new Foretold(declared, null, null, null);
    }
    ApplicationPreviews known = previews;
    Told told =
        known == null
            ? Previews.NONE.preview(call.tool(), rule, call.arguments())
            : known.preview(call.tool(), rule, call.arguments(), own);
    List<Change> answered = told.kind() == Told.Kind.ANSWERED ? told.changes() : null;
    return new Foretold(
        answered == null ? declared : answered,
        answered,
        refusedBy(told, declared),
        told.kind() == Told.Kind.FAILED ? told.warnings().get(0) : null);
  }

  /**
   * Whether {@code require_preview} refuses a call (spec 5.2).
   *
   * @param declared the changes that its effects amount to
   * @return null where it does not
   */
  private static RefusalCode refusedBy(Told told, List<Change> declared) {
    switch (told.kind()) {
      case ANSWERED:
        return null;
      case ABSENT:
        return declared.isEmpty() ? RefusalCode.UNBOUND : null;
      case NOTHING:
        return RefusalCode.UNBOUND;
      default:
        return RefusalCode.INTERNAL;
    }
  }

  private static List<String> with(List<String> findings, String another) {
    List<String> more = new ArrayList<>(findings);
    more.add(another);
    return more;
  }

  private synchronized ToolPinning pinning() {
    if (pinning == null) {
      pinning = new ToolPinning(run);
    }
    return pinning;
  }

  /** From here on the call can be found; where that fails, nothing of it is. */
  private void open(CallScope scope, Preview own, List<Preview> declared) {
    boolean opened = false;
    try {
      scope.addOwn(own);
      waiting.add(scope);
      scope.declare(declared);
      for (Preview preview : declared) {
        index.add(preview);
        index.yielded(preview);
        Watch.previewed(preview);
      }
      opened = true;
    } finally {
      if (!opened) {
        // Out of memory, say: the caller has no scope to end, so nobody would.
        waiting.remove(scope);
        scope.endWrapper();
        index.removeAll(scope);
      }
    }
  }

  private void write(CallScope scope, BookEntry entry, RefusalCode unfit) {
    boolean allows = unfit == null || !run.refuses(scope.judge(), INVOKE, entry.tool());
    try {
      if (allows) {
        books.allow(entry, unfit, unfit != null);
      } else {
        books.deny(entry, unfit, null);
        scope.refuse(Requests.refusal(unfit, Verb.INVOKE, entry.callId()));
      }
    } catch (NotGrantedException refused) {
      RefusalCode code = Grants.codeOf(refused.ground());
      scope.refuse(Requests.refusal(code, Verb.INVOKE, entry.callId()));
      denyQuietly(entry, code, refused);
    } catch (LedgerException failed) {
      if (scope.judge().insists() || run.refuses(scope.judge(), INVOKE, entry.tool())) {
        RefusalCode code = unfit == null ? RefusalCode.INTERNAL : unfit;
        scope.refuse(Requests.refusal(code, Verb.INVOKE, entry.callId()));
        if (allows && failed instanceof CommittedAuditException) {
          books.stopped(entry.callId(), code);
        }
      }
    }
  }

  private void denyQuietly(BookEntry entry, RefusalCode code, NotGrantedException refused) {
    try {
      books.deny(entry, code, null, refused.ground());
    } catch (LedgerException unwritten) {
      // Nothing runs either way; that the deny is missing shows as the ledger's own failure.
      return;
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
    bodies.forgetIfClosed(scope);
    if (scope.refusal() == null && !scope.wasEntered() && scope.claimBodyOutcome()) {
      endedWithoutBody(scope.bodyCallId(), thrown);
    }
    if (scope.superseded() != null && scope.claimOutcome()) {
      // No body ran by the first preview; what did has entries of its own.
      endedWithoutBody(scope.callId(), thrown);
    }
  }

  private void endedWithoutBody(String callId, Throwable thrown) {
    new EffectFiring(run, Verb.INVOKE, callId, null, Params.NONE, 1, null, null)
        .ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
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
    return handOn(running, call, false);
  }

  /**
   * A call is carried out once more, whatever became of the time before: a use of it, as {@link
   * #handOn} has it, which is never the first.
   *
   * @param attempted the call, which has not ended yet
   */
  public CallScope again(CallScope attempted, ToolCall call) {
    return handOn(attempted, call, true);
  }

  private CallScope handOn(CallScope running, ToolCall call, boolean again) {
    CallScope carried = ThreadCell.current().scope();
    if (carried != null && carried.closing() != null) {
      return closedTo(carried, call);
    }
    EffectRefusedException earlier = bodies.refusedIn(running);
    if (earlier != null) {
      CallScope refused = CallScope.handedOn(running, running.callId(), call, false);
      refused.refuse(earlier);
      ThreadCell.current().swap(refused);
      return refused;
    }
    boolean first = running.handOnFirst() && !again;
    int use = first || running.own() == null ? 1 : Bodies.spend(running);
    String callId = first ? running.callId() : run.ledger().newCallId();
    CallScope scope = CallScope.handedOn(running, callId, call, !first);
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
            requests.of(
                Verb.INVOKE,
                scope,
                Requests.invokeIntent(call.tool(), call.target().text(), call.arguments()),
                call.plan().digest());
      } catch (NotCanonicalException unsupported) {
        unfit = RefusalCode.UNSUPPORTED;
      }
    }
    if (!first || unfit != null && run.refuses(INVOKE, call.tool())) {
      String entryId = first ? run.ledger().newCallId() : callId;
      write(
          scope,
          BookEntry.ofCall(call, entryId, running, running.judge(), presented(call, request))
              .previewed(request)
              .detail(call.lost() != null ? call.lost() : call.detail()),
          unfit);
    }
    if (scope.refusal() != null) {
      running.stick(scope.refusal());
    } else if (request != null) {
      open(scope, new Preview(request, scope, null, Times.ONCE, false), List.of());
    }
    ThreadCell.current().swap(scope);
    return scope;
  }

  /**
   * A tool call was resolved by what a method returned (spec 5.3): the thread waits for its sink,
   * in an implicit scope.
   */
  public void resolveReturned(ToolCall call) {
    long nanos = run.configuration().previewTtl().toNanos();
    CallScope resolved = resolve(call);
    // Both at once: out of memory below, the thread would carry a call that nothing ends.
    ThreadCell.current().swap(resolved.parent());
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
            call.plan());
    implicit.closeAfter(nanos);
    implicit.await(resolved);
    ThreadCell.current().swap(implicit);
  }

  /**
   * What resolved a call returned what carries it out later, and perhaps again, and leads back to
   * it: the thread carries what it carried before, no thread without a scope finds the call, and it
   * stays open for {@code preview_ttl}.
   */
  public void deferred(CallScope scope) {
    ThreadCell.current().swap(scope.parent());
    waiting.remove(scope);
    scope.closeAfter(run.configuration().previewTtl().toNanos());
  }

  /**
   * A configured resolution point yielded a process start or a request (spec 5.3): previewed in the
   * thread's scope, or in an implicit one that the thread carries until it is spent or expired.
   *
   * @param intent as {@link dev.countersign.effect.ExecIntent#toJson} or {@link
   *     dev.countersign.effect.SendIntent#toJson} shapes it
   * @throws EffectRefusedException when the rules refuse it
   */
  public void preview(
      Verb verb, Map<String, Object> intent, BindRule rule, PlanSource plan, Adapter adapter) {
    requireOpen(verb.action());
    CallScope scope = ThreadCell.current().scope();
    refuseByRule(scope, new Observation(verb, intent, target(verb, intent), List.of(), adapter));
    boolean outside = scope == null || scope.isAgent() || scope.isExemption() || !scope.isOpen();
    if (outside) {
      String taskId = requests.hex16();
      scope = new CallScope(scope, null, null, taskId, 1, null, run.judge(), plan);
      scope.closeAfter(run.configuration().previewTtl().toNanos());
    }
    EffectRequest request = requests.of(verb, scope, intent, scope.plan().digest());
    Preview preview =
        new Preview(
            request,
            scope,
            null,
            rule.times(),
            rule.shared(),
            rule.redirects(),
            requests.pinned(request));
    scope.add(preview);
    index.add(preview);
    index.yielded(preview);
    Watch.previewed(preview);
    if (outside) {
      ThreadCell.current().swap(scope);
    }
  }

  /** What the rules deny is told where it is resolved; in {@code observe}, at its sink. */
  private void refuseByRule(CallScope scope, Observation resolved) {
    Judge judge = scope == null ? run.judge() : scope.judge();
    Judgment judgment = rules.ofEffect(judge, scope, resolved);
    RefusalCode refused = Rules.codeOf(judgment);
    if (refused == RefusalCode.APPROVAL && approvals != null) {
      return; // somebody is asked at its sink, where what happens is known
    }
    if (refused != null && run.refuses(Surroundings.sink(resolved.verb()), tool(scope))) {
      nested.refuse(refused, scope, resolved, null, null, judgment);
    }
  }

  static String tool(CallScope scope) {
    return scope == null ? null : scope.tool();
  }

  /** As {@link Observation#target} names it. */
  private static String target(Verb verb, Map<String, Object> intent) {
    if (verb == Verb.SEND) {
      return RequestUrl.parse((String) intent.get("url")).origin();
    }
    List<?> argv = (List<?>) intent.get("argv");
    return argv.isEmpty() ? "unknown" : (String) argv.get(0);
  }

  /**
   * What a resolution point yielded cannot be previewed: refused there, for at its sink nothing
   * would bind it.
   *
   * @throws EffectRefusedException in {@code enforce}
   */
  public void refuseResolution(Verb verb, Adapter adapter, String detail) {
    requireOpen(verb.action());
    String target = verb == Verb.SEND ? "http://unknown:80" : "unknown";
    Observation unreadable = new Observation(verb, null, target, List.of(), adapter, detail);
    nested
        .refuse(RefusalCode.UNSUPPORTED, ThreadCell.current().acting(), unreadable, null, null)
        .ended(BodyState.RETURNED, null);
  }

  // Who acts

  /**
   * The identity method of {@code actor.from} was entered, returned or threw on the calling thread.
   * What it says belongs to the innermost tool call or agent's frame that the thread carries; where
   * there is none, to nothing.
   *
   * @param principal null for none
   * @param memberState what it said, each member absent where it is missing; null for what is not
   *     known
   */
  public void identified(String principal, Map<String, Object> memberState) {
    CallScope scope = ThreadCell.current().acting();
    while (scope != null && scope.isImplicit() && !scope.isAgent()) {
      scope = scope.parent();
    }
    if (scope != null) {
      scope.identify(memberState == null ? Identity.UNKNOWN : new Identity(principal, memberState));
    }
  }

  // B: the argument builder

  /**
   * Whether it matters what the argument builder of this call is given: its entry accepts changes,
   * and it is still before its sink (spec 5.1).
   */
  public boolean mayAcceptChanges(CallScope scope) {
    return ChangedArguments.mayBeAccepted(scope);
  }

  /**
   * The framework built the arguments of a call: where its entry accepts what became of them, the
   * call is previewed anew (spec 5.1). Never throws for a refusal, as {@link #resolve} does not.
   */
  public void built(CallScope scope, Building building) {
    changes.built(scope, building);
  }

  // K: sinks

  /**
   * An effect is about to fire: finds its preview, compares, and writes its allow before it returns
   * (spec 1.6, law 7).
   *
   * @throws EffectRefusedException when it must not fire
   */
  public Firing commit(Observation seen) {
    requireOpen(seen.verb().action());
    CheckTimes measured = times;
    if (measured == null) {
      return nested.commit(seen);
    }
    long began = System.nanoTime();
    Firing firing = nested.commit(seen);
    measured.add(System.nanoTime() - began);
    return firing;
  }

  /**
   * Looks, without spending anything, whether one of several effects that fire one after the other
   * would be refused; the first that would is refused now, before any of them fires.
   */
  public void peek(List<Observation> parts) {
    for (Observation part : parts) {
      requireOpen(part.verb().action());
    }
    nested.peek(parts);
  }

  /**
   * What has to be known of a request of the calling thread before it is judged. Counts nothing.
   *
   * @param target scheme, host and port, as {@link dev.countersign.effect.RequestUrl#origin}
   */
  public Outlook outlook(String target) {
    return Closing.current() == null ? nested.outlook(target) : Outlook.HEAD;
  }

  /**
   * Whether the {@link #outlook} of the calling thread's requests is {@link Outlook#LEFT} wherever
   * they go, so that nobody has to find out; false where that depends on it. Counts nothing.
   */
  public boolean leavesAny() {
    return nested.leavesAny();
  }

  /** A request whose outlook is that is about to be sent: counts it. */
  public void left() {
    nested.left();
  }

  /**
   * Whether no request of the calling thread can go to a server through a proxy, whatever it is:
   * nothing that was previewed does, and what was not is refused. False where that is not known.
   *
   * @param proxy as a request names it
   */
  public boolean isOutOfReach(String host, int port, String proxy) {
    return Closing.current() != null || nested.isOutOfReach(host, port, proxy);
  }

  /**
   * Whether nothing of what the calling thread acts for may happen, whatever its authority and
   * whatever a rule leaves alone: it was killed, or its time is over, or a preview runs.
   */
  public boolean isOver() {
    return Closing.current() != null || nested.isOver();
  }

  /**
   * A bound request is sent on to another place, which its entry does not let happen.
   *
   * @return only in {@code observe}: it goes on
   * @throws EffectRefusedException in {@code enforce}
   */
  public Firing refuseHop(Observation seen) {
    requireOpen(seen.verb().action());
    return nested.refuseHop(seen);
  }

  /**
   * Native code is about to be loaded or called, a connection about to be opened that no known
   * client opens (spec 5.7): no request holds what it does, so {@code unbound.native} or {@code
   * unbound.sockets} alone decides.
   *
   * @throws EffectRefusedException when it must not happen
   */
  public Firing useUnjudged(Unjudged use) {
    requireOpen(use.action());
    return unjudged.use(use);
  }

  /**
   * The innermost call that the thread carries or waits for; null for none. What an agent's method
   * calls is no plain part of the call around it.
   */
  public CallScope currentCall() {
    CallScope scope = ThreadCell.current().scope();
    while (scope != null && scope.isImplicit()) {
      if (scope.isAgent()) {
        return null;
      }
      if (scope.awaited() != null) {
        return scope.awaited();
      }
      scope = scope.parent();
    }
    return scope;
  }

  /**
   * Whether any call is around what the thread does, or waited for, agents' frames in between or
   * not: what comes out of a tool's call, no person said. What only exempts requests is none.
   */
  public boolean isInsideCall() {
    for (CallScope scope = ThreadCell.current().scope(); scope != null; scope = scope.parent()) {
      if (!scope.isImplicit() || scope.awaited() != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * An effect was begun on the calling thread that is judged later, on another one: whether the
   * tool has returned by then must not decide over it. Its scope stays open until {@link
   * #completed}.
   *
   * @return that scope; null where there is none to keep open
   */
  public CallScope begun() {
    CallScope scope = ThreadCell.current().scope();
    if (scope == null || scope.isImplicit() || !scope.isOpen()) {
      return null;
    }
    scope.beginPending();
    return scope;
  }

  /** The future that a call returned is complete, or what {@link #begun} told of is judged. */
  public void completed(CallScope scope) {
    scope.complete();
    bodies.forgetIfClosed(scope);
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
    requireOpen(ActionClass.TOOL_CALL);
    return nested.invokedElsewhere(seen);
  }

  /**
   * @param request null where the call has none
   */
  private static Params presented(ToolCall call, EffectRequest request) {
    Map<String, Object> arguments = call.arguments();
    if (arguments == null) {
      return Params.UNSUPPORTED;
    }
    return request == null ? Params.of(arguments) : Params.of(arguments, request.part(arguments));
  }
}
