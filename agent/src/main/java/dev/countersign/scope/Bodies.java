package dev.countersign.scope;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.approval.Grant;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.Params;
import java.util.ArrayList;
import java.util.List;

/**
 * K of the tools' own methods (spec 1.6): a body begins where what it gets equals what was
 * previewed, as often as {@code times} says, and ends.
 */
public final class Bodies {

  private static final String INVOKE = Surroundings.sink(Verb.INVOKE);

  private final Surroundings run;
  private final NestedEffects nested;
  private final Requests requests;
  private final OwnRefusals refusals;
  private final PreviewIndex index;
  private final WaitingCalls waiting;

  /** Null where nothing is learned. */
  private volatile Learning learning;

  /** Null where nothing is measured. */
  private volatile CheckTimes times;

  Bodies(
      Surroundings run,
      NestedEffects nested,
      Requests requests,
      OwnRefusals refusals,
      PreviewIndex index,
      WaitingCalls waiting) {
    this.run = run;
    this.nested = nested;
    this.requests = requests;
    this.refusals = refusals;
    this.index = index;
    this.waiting = waiting;
  }

  void learn(Learning next) {
    learning = next;
  }

  void measure(CheckTimes next) {
    times = next;
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
  public Firing enter(CallScope scope, Observation seen, String plan) {
    Effects.requireOpen(ActionClass.TOOL_CALL);
    EffectRefusedException earlier = refusedIn(scope);
    if (earlier != null) {
      throw earlier;
    }
    if (!scope.beginBody()) {
      return null;
    }
    boolean entered = false;
    CheckTimes measured = times;
    long began = measured == null ? 0 : System.nanoTime();
    try {
      Firing firing = commitOwn(scope, seen, plan);
      scope.entered();
      entered = true;
      if (measured != null) {
        measured.add(System.nanoTime() - began);
      }
      return firing;
    } finally {
      if (!entered) {
        scope.endBody();
      }
    }
  }

  private Firing commitOwn(CallScope scope, Observation seen, String plan) {
    Preview own = scope.own();
    Params invoked = Requests.params(seen);
    if (own == null && run.refuses(scope.judge(), INVOKE, scope.tool())) {
      // An exception let it be resolved, and is over; or the machine closed.
      RefusalCode code =
          run.closed(INVOKE, scope.tool()) ? RefusalCode.POLICY : RefusalCode.EXPIRED;
      throw refusals.of(scope, code, null, seen.detail());
    }
    if (own == null) {
      // In observe mode, or under an exception: it was resolved although it has no preview.
      return new CallFiring(run, scope, scope.callId(), null, invoked, 1, null);
    }
    if (!scope.isOpen()) {
      return nested.unbound(
          scope.judge().unbound().inTool(), RefusalCode.EXPIRED, scope, seen, false);
    }
    if (run.closed(INVOKE, scope.tool())) {
      return refuseOwn(scope, RefusalCode.POLICY, null, seen);
    }
    if (seen.intent() == null) {
      return refuseOwn(scope, RefusalCode.UNSUPPORTED, null, seen);
    }
    EffectRequest observed = requests.ofCall(own.request(), scope, seen.intent(), plan);
    if (!seen.divergent().isEmpty() || !observed.equalsByDigest(own.request())) {
      Divergence divergence = Divergence.between(own.request(), observed, scope.parameterNames());
      return refuseOwn(scope, RefusalCode.DIVERGENCE, divergence.also(seen.divergent()), seen);
    }
    Grant grant = scope.grant();
    if (grant != null && (grant.isOver() || !grant.isFor(observed.requestDigest()))) {
      return refuseOwn(scope, RefusalCode.EXPIRED, null, seen);
    }
    int use = spend(scope);
    if (use == 0) {
      return refuseOwn(scope, RefusalCode.REPLAY, null, seen);
    }
    // Equal to what was judged, so that the books need not hash the parameters a second time.
    invoked = Params.of(own.request().intent().get("arguments"));
    if (use == 1) {
      Watch.committed(scope.bodyCallId(), scope.tool(), observed.digest(), use);
      return new CallFiring(run, scope, scope.bodyCallId(), observed.digest(), invoked, 1, null);
    }
    String callId = requests.newCallId(Verb.INVOKE);
    nested.writeAllow(OwnRefusals.furtherUse(callId, scope), null, own, false);
    Watch.committed(callId, scope.tool(), observed.digest(), use);
    return new CallFiring(run, scope, callId, observed.digest(), invoked, use, null);
  }

  /**
   * One more use of a call: of a use by what it handed itself on to, which is tried again, one of
   * the call's.
   *
   * @return which one it is; 0 when none is left: what a person approved is one, whatever {@code
   *     times} says
   */
  static int spend(CallScope scope) {
    int use = scope.own().spend();
    Preview ofCall = scope.home().own();
    if (use == 0 && ofCall != null && ofCall != scope.own()) {
      use = ofCall.spend();
    }
    boolean approved = scope.grant() != null || scope.home().grant() != null;
    return approved && use > 1 ? 0 : use;
  }

  /**
   * Open calls that wait for this method, oldest first: for threads that lost their scope (spec
   * 1.6, law 7 a).
   */
  public List<CallScope> waitingFor(String method) {
    CallScope carried = ThreadCell.current().acting();
    if (carried != null && carried.closing() != null) {
      return List.of();
    }
    List<CallScope> open = waiting.of(method);
    if (carried == null || !carried.isAgent()) {
      return open;
    }
    // A thread in an agent's frame has not lost its scope: it does not carry out others' calls.
    List<CallScope> own = new ArrayList<>(open.size());
    for (CallScope call : open) {
      if (call.node() == carried.node()) {
        own.add(call);
      }
    }
    return own;
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
        && requests.of(Verb.INVOKE, scope, seen.intent(), plan).equalsByDigest(own.request());
  }

  private Firing refuseOwn(
      CallScope scope, RefusalCode code, Divergence divergence, Observation seen) {
    if (!run.refuses(INVOKE, scope.tool())) {
      Learning told = learning;
      if (told != null && code == RefusalCode.REPLAY) {
        told.again(scope.home().callId());
      }
      if (code == RefusalCode.REPLAY) {
        // The first body's outcome is the call's; what enforce would have refused has its own.
        String callId = requests.newCallId(Verb.INVOKE);
        nested.writeAllow(OwnRefusals.furtherUse(callId, scope), code, null, true);
        return new CallFiring(run, scope, callId, null, Requests.params(seen), 1, null);
      }
      return new CallFiring(
          run, scope, scope.bodyCallId(), null, Requests.params(seen), 1, divergence);
    }
    throw refusals.of(scope, code, divergence, seen.detail());
  }

  /** The method of a call returned or threw; nothing of it goes on. */
  public void ended(CallScope scope) {
    scope.endBody();
    forgetIfClosed(scope);
  }

  /**
   * The method of a call returned a future: its scope stays open until {@link Effects#completed}.
   */
  public void pending(CallScope scope) {
    scope.endBodyPending();
  }

  /**
   * The method of a call returned what is consumed later: its scope stays open for {@code
   * preview_ttl}.
   */
  public void deferred(CallScope scope) {
    scope.endBodyDeferred(run.configuration().previewTtl().toNanos());
  }

  /** What a nested sink refused in this call, to be thrown again at its end; null for nothing. */
  public EffectRefusedException swallowedIn(CallScope scope) {
    return run.enforcing() ? scope.swallowed() : null;
  }

  /**
   * What was refused of this call, at its own sink or in a body of it; null for nothing. Nobody
   * retries it into success: no body of it begins any more, and no use by what it hands itself on
   * to. The books have the refusal itself; attempts after it leave nothing there.
   */
  EffectRefusedException refusedIn(CallScope scope) {
    return scope.refusal() != null ? scope.refusal() : swallowedIn(scope);
  }

  void forgetIfClosed(CallScope scope) {
    if (!scope.isOpen()) {
      index.removeAll(scope);
    }
  }
}
