package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.config.Redirects;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.ErrorCode;
import dev.countersign.ledger.Outcome;
import dev.countersign.ledger.Params;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A nested effect, or a further body of a call: it has an allow of its own, so it has an outcome of
 * its own.
 */
final class EffectFiring implements Firing {

  private final Surroundings run;
  private final Verb verb;
  private final String callId;
  private final EffectRequest committed;
  private final Params invoked;
  private final int use;
  private final CallScope scope;
  private final Divergence divergence;
  private Redirects redirects;
  private Set<InetAddress> pinned;
  private String sentTo;
  private final long startedAt = System.nanoTime();
  private final AtomicBoolean ended = new AtomicBoolean();

  /**
   * @param verb null for native code, which none names
   * @param committed what was observed and is equal to the preview; null when it fires without an
   *     equal preview
   * @param invoked the parameters as observed
   * @param use which use of the preview, from 1
   * @param scope the scope it fires in; null outside any
   * @param divergence what differed although it fires ({@code observe}); else null
   */
  EffectFiring(
      Surroundings run,
      Verb verb,
      String callId,
      EffectRequest committed,
      Params invoked,
      int use,
      CallScope scope,
      Divergence divergence) {
    this.run = run;
    this.verb = verb;
    this.callId = callId;
    this.committed = committed;
    this.invoked = invoked;
    this.use = use;
    this.scope = scope;
    this.divergence = divergence;
  }

  /** What its entry says about an answer that sends it on. */
  EffectFiring redirects(Redirects word) {
    redirects = word;
    return this;
  }

  /**
   * The addresses that it may go to.
   *
   * @param addresses null = any
   */
  EffectFiring pinned(Set<InetAddress> addresses) {
    pinned = addresses;
    return this;
  }

  /** To which scheme, host and port it goes. */
  EffectFiring sentTo(String origin) {
    sentTo = origin;
    return this;
  }

  @Override
  public String sentTo() {
    return sentTo;
  }

  @Override
  public boolean mayGoTo(InetAddress address) {
    return pinned == null || address != null && pinned.contains(address);
  }

  @Override
  public EffectRefusedException refusedGoingTo(InetAddress address) {
    return committed == null
        ? refused(RefusalCode.DIVERGENCE, null, null)
        : refused(Requests.goingTo(address, committed.intent()), List.of("/intent/address"));
  }

  @Override
  public boolean staysWhereItWasSent() {
    return redirects == Redirects.REFUSE;
  }

  @Override
  public void ended(BodyState state, Throwable thrown) {
    if (ended.compareAndSet(false, true)) {
      Map<String, Object> record = new LinkedHashMap<>(8);
      if (divergence != null) {
        record.put("divergence", divergence.toJson());
      } else if (committed != null) {
        record.put("commit_digest", committed.digest());
      }
      write(state, state == BodyState.RAISED ? ErrorCode.of(thrown) : null, invoked, record);
    }
  }

  @Override
  public EffectRefusedException refused(Map<String, Object> actual, List<String> paths) {
    if (committed == null || actual == null) {
      return refused(RefusalCode.DIVERGENCE, null, null);
    }
    return refused(
        RefusalCode.DIVERGENCE,
        new Divergence(committed.digest(), committed.with(actual).digest(), paths),
        null);
  }

  /** Stopped after its allow was written; in {@code observe} nothing stops it. */
  EffectRefusedException refused(RefusalCode code, Divergence behind, String detail) {
    if (!stops(code) || !ended.compareAndSet(false, true)) {
      return null;
    }
    EffectRefusedException refused = Requests.refusal(code, verb, callId);
    if (scope != null) {
      scope.stick(refused);
    }
    Map<String, Object> record = new LinkedHashMap<>(8);
    record.put("refused", code.code());
    if (behind != null) {
      record.put("divergence", behind.toJson());
    }
    if (detail != null) {
      record.put("detail", detail);
    }
    write(BodyState.RAISED, ErrorCode.EFFECT_REFUSED, Params.NONE, record);
    return refused;
  }

  private boolean stops(RefusalCode code) {
    return code == RefusalCode.DIVERGENCE && scope != null && verb != null
        ? run.refuses(Surroundings.sink(verb), scope.tool())
        : run.enforcing();
  }

  private void write(BodyState state, String errorCode, Params params, Map<String, Object> record) {
    record.put("use", use);
    run.ledger()
        .outcome(
            new Outcome(callId, state, System.nanoTime() - startedAt, errorCode, params, record));
  }
}
