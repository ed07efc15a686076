package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.approval.Grant;
import dev.countersign.config.ToolRule;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Node;
import dev.countersign.weave.LiveScopes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a resolution opened: the previews of one tool call, or of one resolution point outside any
 * call (an <i>implicit</i> scope). Open until the wrapper of its resolution ended; closed
 * afterwards, when nothing in it commits any more.
 */
public final class CallScope {

  /** Held, never read. */
  @SuppressWarnings("unused")
  private final Object mark = LiveScopes.mark();

  private final CallScope parent;
  private final String callId;
  private final ToolCall call;
  private final String taskId;
  private final int attempt;
  private final ToolRule rule;
  private final Judge judge;
  private final PlanSource plan;

  /** Whose it is; null for the root's. */
  private final Node node;

  /** The entry whose method this is the frame of; null for what is no agent's frame. */
  private final Object agent;

  /** Whether it is the frame of a model call or a transport, see {@link #ofExemption}. */
  private final boolean exempt;

  /** Looks at what leaves from inside such a frame; null where nobody does. */
  private final Seal seal;

  /** The application's preview that runs in it or in one around it; null for none. */
  private final Closing closing;

  private final List<Preview> previews = new ArrayList<>();
  private final List<Preview> declared = new ArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private final AtomicInteger pending = new AtomicInteger();

  private volatile Identity identity;
  private volatile boolean identityEnded;
  private volatile Firing hop;
  private volatile Map<String, Object> inputs;
  private Preview own;
  private Map<String, Object> presented;
  private Map<String, Object> authorised;
  private Map<String, Object> builder;
  private Grant grant;
  private String bodyCallId;
  private String superseded;
  private boolean bodyOutcomeWritten;
  private CallScope handedOnBy;
  private boolean handedOn;
  private boolean outcomeWritten;
  private volatile CallScope lastUse;
  private volatile CallScope awaited;
  private volatile boolean endsWithBody;
  private volatile boolean entered;
  private volatile boolean wrapperEnded;
  private volatile boolean deferred;
  private volatile EffectRefusedException refusal;
  private volatile EffectRefusedException swallowed;
  private volatile long closesAt = Long.MAX_VALUE;

  /**
   * @param parent the enclosing scope; null for none
   * @param callId the ledger's id; null for an implicit scope
   * @param call null for an implicit scope
   * @param rule the entry that names the tool, or the defaults
   * @param plan reads the digest of the class that interprets the requests of this scope
   */
  CallScope(
      CallScope parent,
      String callId,
      ToolCall call,
      String taskId,
      int attempt,
      ToolRule rule,
      Judge judge,
      PlanSource plan) {
    this(
        parent,
        callId,
        call,
        taskId,
        attempt,
        rule,
        judge,
        plan,
        parent == null ? null : parent.node,
        null,
        false,
        null,
        parent == null ? null : parent.closing);
  }

  private CallScope(
      CallScope parent,
      String callId,
      ToolCall call,
      String taskId,
      int attempt,
      ToolRule rule,
      Judge judge,
      PlanSource plan,
      Node node,
      Object agent,
      boolean exempt,
      Seal seal,
      Closing closing) {
    this.parent = parent;
    this.callId = callId;
    this.call = call;
    this.taskId = taskId;
    this.attempt = attempt;
    this.rule = rule;
    this.judge = judge;
    this.plan = plan;
    this.node = node;
    this.agent = agent;
    this.exempt = exempt;
    this.seal = seal;
    this.closing = closing;
    this.presented = call == null ? null : call.arguments();
    this.authorised = presented;
    this.bodyCallId = callId;
  }

  /**
   * What a thread carries while an agent's method runs (spec 5.9): no call, and nothing is
   * previewed in it; what happens in it is the node's, and in the call around it as before.
   *
   * @param around what the thread carried; null for nothing
   * @param agent the entry that names the method
   */
  static CallScope ofAgent(CallScope around, Judge judge, Node node, Object agent) {
    CallScope call = judged(around);
    String callId = call == null ? null : call.callId;
    return new CallScope(
        around,
        callId,
        null,
        null,
        1,
        null,
        judge,
        null,
        node,
        agent,
        false,
        null,
        around == null ? null : around.closing);
  }

  /**
   * What a thread carries inside a model call or a transport of a framework (spec 5.5): requests
   * that are sent while it is the innermost frame are not judged. Everything else looks through it.
   *
   * @param around what the thread carried; null for nothing
   * @param seal looks at what leaves; null for nobody
   */
  static CallScope ofExemption(CallScope around, Judge judge, Seal seal) {
    String callId = around == null ? null : around.callId;
    Node node = around == null ? null : around.node;
    return new CallScope(
        around,
        callId,
        null,
        null,
        1,
        null,
        judge,
        null,
        node,
        null,
        true,
        seal,
        around == null ? null : around.closing);
  }

  /**
   * What threads carry that work for an application's preview or preflight: nothing commits in it,
   * ever, and it is in no call.
   */
  static CallScope ofPreview(Judge judge, Closing closing) {
    return new CallScope(
        null, null, null, null, 1, null, judge, PlanSource.NONE, null, null, false, null, closing);
  }

  /** The application's preview that runs in it or in one around it; null for none. */
  Closing closing() {
    return closing;
  }

  /** What is carried around the exemption that is the innermost frame, where one is. */
  static CallScope withoutExemption(CallScope carried) {
    CallScope scope = carried;
    while (scope != null && (scope.exempt || scope.isOver())) {
      scope = scope.parent;
    }
    return scope;
  }

  /** Whether it is the frame of a model call or a transport. */
  boolean isExemption() {
    return exempt;
  }

  /** Looks at what leaves from inside this very frame, over or not; null where nobody does. */
  Seal seal() {
    return seal;
  }

  /** The scope in which an effect is looked for: agents' frames only say whose it is. */
  static CallScope judged(CallScope carried) {
    CallScope scope = carried;
    while (scope != null && (scope.isAgent() || scope.exempt || scope.isOver())) {
      scope = scope.parent;
    }
    return scope;
  }

  /** What tells the end of the hop to this agent; set before anything can ask for it. */
  void hop(Firing firing) {
    hop = firing;
  }

  /** What tells the end of the hop to this agent; null where none is recorded. */
  public Firing hop() {
    return hop;
  }

  /** What the identity method said in this scope, the last time; null where it was not called. */
  void identify(Identity said) {
    identity = said;
  }

  /**
   * Who acts here: what was said in the innermost scope in which something was; null where nothing
   * was. What was said in one that is over counts for nobody.
   */
  Identity identity() {
    for (CallScope scope = this; scope != null; scope = scope.parent) {
      Identity said = scope.identity;
      if (said != null) {
        return scope.identityEnded || !scope.isOpen() ? Identity.UNKNOWN : said;
      }
    }
    return null;
  }

  /** The frame has ended: whoever still carries it acts for nobody who is known. */
  void endIdentity() {
    identityEnded = true;
  }

  /** Whose this is; null for the root's. */
  Node node() {
    return node;
  }

  /** Whether it is the frame of an agent's method. */
  boolean isAgent() {
    return agent != null;
  }

  /** Whether it is the frame of this entry's method. */
  boolean isAgent(Object entry) {
    return agent == entry;
  }

  /**
   * A use of a running call by what that call hands itself on to.
   *
   * @param ownOutcome whether the use has entries of its own; else the call's outcome stands for it
   */
  static CallScope handedOn(CallScope running, String callId, ToolCall call, boolean ownOutcome) {
    CallScope use =
        new CallScope(
            running,
            callId,
            call,
            running.taskId,
            running.attempt,
            running.rule,
            running.judge,
            call.plan());
    use.handedOnBy = running;
    use.outcomeWritten = !ownOutcome;
    running.lastUse = use;
    return use;
  }

  /** What handed itself on to this use; null for what is none. */
  public CallScope handedOnBy() {
    return handedOnBy;
  }

  /** True for the first caller only: the first use comes with the body that is running. */
  synchronized boolean handOnFirst() {
    boolean first = !handedOn;
    handedOn = true;
    return first;
  }

  CallScope parent() {
    return parent;
  }

  /** The ledger's id of this call, 32 lowercase hex digits; null for an implicit scope. */
  public String callId() {
    return callId;
  }

  /** The call as resolved; null for an implicit scope. */
  public ToolCall call() {
    return call;
  }

  String tool() {
    if (agent != null || exempt) {
      CallScope around = judged(parent);
      return around == null ? null : around.tool();
    }
    return call == null ? null : call.tool();
  }

  String taskId() {
    return taskId;
  }

  int attempt() {
    return attempt;
  }

  ToolRule rule() {
    return rule;
  }

  Judge judge() {
    return judge;
  }

  PlanSource plan() {
    return plan;
  }

  /**
   * Digests of the authorised arguments, as the ρ of an effect inside the call carries them (spec
   * 1.1). Taken when such an effect is previewed: most calls have none.
   */
  Map<String, Object> inputs() {
    Map<String, Object> known = inputs;
    if (known == null) {
      known = readInputs();
      inputs = known;
    }
    return known;
  }

  private Map<String, Object> readInputs() {
    if (call == null || call.arguments() == null) {
      return Map.of();
    }
    if (handedOnBy != null) {
      return handedOnBy.inputs();
    }
    return Requests.inputs(call.arguments());
  }

  /** What the call may do is rendered from these arguments from now on. */
  void renderedFrom(Map<String, Object> arguments) {
    inputs = Requests.inputs(arguments);
  }

  /**
   * The JSON that the method's arguments are made of: the model's, or what the configuration let a
   * hook of the application make of it (spec 5.1); null when it cannot be verified.
   */
  public synchronized Map<String, Object> presented() {
    return presented;
  }

  /**
   * The arguments as they were last previewed: {@link #presented}, with accepted values in the
   * place of those that the framework's coercion changed.
   */
  synchronized Map<String, Object> authorised() {
    return authorised;
  }

  /** Somebody approved the call, as it is previewed now. */
  synchronized void grant(Grant given) {
    grant = given;
  }

  /** The approval that the call was resolved by; null where it needs none. */
  synchronized Grant grant() {
    return grant;
  }

  /** The digest of the preview that a new one superseded; null while the first one stands. */
  synchronized String superseded() {
    return superseded;
  }

  /**
   * The digest of the preview that stands in the books for this call: a first use has no entry of
   * its own, the one that handed itself on stands for it.
   */
  String recordedPreview() {
    return handedOnBy != null && callId.equals(handedOnBy.callId)
        ? handedOnBy.recordedPreview()
        : own().digest();
  }

  /** The ledger's id of the entries that stand for the first body. */
  synchronized String bodyCallId() {
    return bodyCallId;
  }

  /**
   * The call is previewed anew.
   *
   * @param newCallId of the allow that says so; the first body's outcome is its
   * @param earlier digest of the preview that it takes the place of
   */
  synchronized void supersede(
      String newCallId,
      String earlier,
      Map<String, Object> given,
      Map<String, Object> accepted,
      EffectRequest request) {
    superseded = earlier;
    bodyCallId = newCallId;
    presented = given;
    authorised = accepted;
    previews.remove(own);
    own = own.superseding(request);
    previews.add(own);
  }

  /** The scope that holds the previews of what this call may do: another one for a use. */
  CallScope home() {
    CallScope home = this;
    while (home.handedOnBy != null) {
      home = home.handedOnBy;
    }
    return home;
  }

  synchronized void declare(List<Preview> effects) {
    declared.addAll(effects);
    previews.addAll(effects);
  }

  /**
   * Takes back the previews of the declared effects.
   *
   * @return them, or null when one was committed already: then all stay
   */
  synchronized List<Preview> withdrawDeclared() {
    List<Preview> withdrawn = new ArrayList<>(declared.size());
    for (Preview effect : declared) {
      if (!effect.withdraw()) {
        for (Preview before : withdrawn) {
          before.reinstate();
        }
        return null;
      }
      withdrawn.add(effect);
    }
    previews.removeAll(withdrawn);
    declared.clear();
    return withdrawn;
  }

  Set<String> parameterNames() {
    return call == null || call.target() == null ? Set.of() : call.target().names();
  }

  boolean isImplicit() {
    return call == null;
  }

  /** A use that outlives the body that handed the call on, a future, keeps the call open. */
  boolean isOpen() {
    CallScope use = lastUse;
    return closesAt == Long.MAX_VALUE
        || System.nanoTime() - closesAt < 0
        || use != null && use.isOpen();
  }

  /**
   * Whether the scope has ended without a trace: implicit scopes vanish, that of a call stays as a
   * closed one.
   */
  boolean isOver() {
    if (closing != null && parent == null) {
      return false;
    }
    if (exempt) {
      return !isOpen();
    }
    return isImplicit() && agent == null && (!isOpen() || !hasUnspent() && awaited() == null);
  }

  /** An implicit scope waits for this call, which its resolution point returned (spec 5.3). */
  void await(CallScope call) {
    awaited = call;
    call.endsWithBody = true;
  }

  /**
   * The call that an implicit scope waits for, while its body has neither begun nor expired; else
   * null.
   */
  CallScope awaited() {
    CallScope call = awaited;
    return call != null && call.isOpen() && !call.wasEntered() ? call : null;
  }

  /** Whether no wrapper stands around the body: its end is the end of the call's scope. */
  public boolean endsWithBody() {
    return endsWithBody;
  }

  void close() {
    closesAt = System.nanoTime();
  }

  void closeAfter(long nanos) {
    closesAt = System.nanoTime() + nanos;
  }

  synchronized void add(Preview preview) {
    previews.add(preview);
  }

  synchronized void addOwn(Preview preview) {
    own = preview;
    previews.add(preview);
  }

  synchronized Preview own() {
    return own;
  }

  synchronized List<Preview> previews(Verb verb) {
    List<Preview> found = new ArrayList<>(previews.size());
    for (Preview preview : previews) {
      if (preview.verb() == verb) {
        found.add(preview);
      }
    }
    return found;
  }

  private synchronized boolean hasUnspent() {
    for (Preview preview : previews) {
      if (preview.unspent()) {
        return true;
      }
    }
    return false;
  }

  /**
   * The refusal that the resolution ended in, to be thrown where the model is told; null when it
   * was allowed.
   */
  public EffectRefusedException refusal() {
    return refusal;
  }

  void refuse(EffectRefusedException refused) {
    if (refusal == null) {
      refusal = refused;
    }
  }

  /**
   * A nested effect was refused: the wrapper throws this again should the body swallow it (spec
   * 1.7).
   */
  void stick(EffectRefusedException refused) {
    if (agent != null || exempt) {
      CallScope around = judged(parent);
      if (around != null) {
        around.stick(refused);
      }
      return;
    }
    if (swallowed == null) {
      swallowed = refused;
    }
    stickWhereHandedOn(refused);
  }

  /** What a use refuses, the call that handed itself on must not hide either. */
  void stickWhereHandedOn(EffectRefusedException refused) {
    if (handedOnBy != null) {
      handedOnBy.stick(refused);
    }
  }

  EffectRefusedException swallowed() {
    return swallowed;
  }

  /**
   * Keeps the exact snapshot of the framework's argument builder (spec 5.1, point B); the last one
   * counts.
   */
  public synchronized void builder(Map<String, Object> snapshot) {
    builder = snapshot;
  }

  /** The argument builder's snapshot; null where the framework has none. */
  public synchronized Map<String, Object> builder() {
    return builder;
  }

  /** Whether the call's method is on a thread's stack. */
  public boolean isRunning() {
    return running.get() > 0;
  }

  /**
   * Whether what the method returned still goes on: a future, or a value that is consumed later.
   */
  public boolean isGoingOn() {
    return deferred || pending.get() > 0;
  }

  boolean beginBody() {
    return running.compareAndSet(0, 1);
  }

  void entered() {
    entered = true;
  }

  void endBody() {
    running.set(0);
    closeIfDone();
  }

  void endBodyPending() {
    pending.incrementAndGet();
    running.set(0);
  }

  /** What was begun in it goes on elsewhere and is judged there; {@link #complete} ends that. */
  void beginPending() {
    pending.incrementAndGet();
  }

  void complete() {
    pending.decrementAndGet();
    closeIfDone();
  }

  void endBodyDeferred(long nanos) {
    deferred = true;
    closeAfter(nanos);
    running.set(0);
  }

  /**
   * The wrapper of the resolution ended; what of the call still goes on closes the scope at its
   * end.
   */
  void endWrapper() {
    wrapperEnded = true;
    closeIfDone();
  }

  private void closeIfDone() {
    if (wrapperEnded && !isRunning() && !isGoingOn()) {
      close();
    }
  }

  boolean wasEntered() {
    return entered;
  }

  /** True for the first caller only: the outcome of the first body is written once. */
  synchronized boolean claimBodyOutcome() {
    if (superseded == null) {
      return claimOutcome();
    }
    boolean first = !bodyOutcomeWritten;
    bodyOutcomeWritten = true;
    return first;
  }

  /** True for the first caller only: the call's own outcome is written once. */
  synchronized boolean claimOutcome() {
    boolean first = !outcomeWritten;
    outcomeWritten = true;
    return first;
  }
}
