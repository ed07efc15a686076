package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.approval.Grant;
import dev.countersign.config.Word;
import dev.countersign.effect.Divergence;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.Verb;
import dev.countersign.effect.template.EffectPreview;
import dev.countersign.guardrail.Judgment;
import dev.countersign.judge.AmbientUse;
import dev.countersign.judge.Judge;
import dev.countersign.learn.Learning;
import dev.countersign.ledger.CommittedAuditException;
import dev.countersign.ledger.Ground;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.NotGrantedException;
import dev.countersign.ledger.Params;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Effects at their sinks: which preview one of them sees, and what happens where it sees none (spec
 * 1.6, law 7).
 */
final class NestedEffects {

  private static final int NEAREST_OF = 64;

  private final Surroundings run;
  private final Books books;
  private final PreviewIndex index;
  private final Requests requests;
  private final Rules rules;
  private final AtomicLong unlisted = new AtomicLong();
  private volatile Learning learning;

  /** Null where nobody can answer. */
  private Approvals approvals;

  NestedEffects(Surroundings run, Books books, PreviewIndex index, Requests requests, Rules rules) {
    this.rules = rules;
    this.run = run;
    this.books = books;
    this.index = index;
    this.requests = requests;
  }

  void ask(Approvals people) {
    approvals = people;
  }

  /** Tells this what happens unbound from now on. */
  void learn(Learning next) {
    learning = next;
  }

  private boolean isLearning() {
    return learning != null && !run.enforcing();
  }

  /** What happens unbound, and how it would have been refused; null where it would not. */
  private void learn(CallScope scope, Observation seen, RefusalCode wouldRefuse) {
    Learning told = learning;
    if (told == null || run.enforcing()) {
      return;
    }
    CallScope call = scope;
    while (call != null && call.isImplicit()) {
      call = call.parent();
    }
    CallScope home = call == null ? null : call.home();
    told.effect(
        home == null ? null : home.callId(),
        home == null ? null : home.authorised(),
        seen.verb(),
        seen.intent(),
        seen.body(),
        seen.detail(),
        wouldRefuse == null ? null : wouldRefuse.code());
  }

  /** How many unbound effects were allowed without an entry. */
  long unlistedCount() {
    return unlisted.get();
  }

  /**
   * An effect is about to fire: finds its preview, compares, and writes its allow before it returns
   * (spec 1.6, law 7).
   *
   * @throws EffectRefusedException when it must not fire
   */
  Firing commit(Observation seen) {
    CallScope scope = CallScope.judged(ThreadCell.current().scope());
    Judge outer = run.hold(scope);
    try {
      return committed(scope, seen);
    } finally {
      run.release(outer);
    }
  }

  private Firing committed(CallScope scope, Observation seen) {
    if (seen.barred() || isClosed(scope, seen)) {
      return refuse(RefusalCode.POLICY, scope, seen, null, null);
    }
    Sight sight = look(scope, seen, Map.of());
    if (sight.equal() != null) {
      CallScope fires = scope == null ? sight.equal().owner() : scope;
      Judgment judgment = judged(fires, sight, seen);
      RefusalCode refused = Rules.codeOf(judgment);
      Approvals.Subject subject = null;
      Approved approved = null;
      if (asks(refused, fires, seen)) {
        subject = subject(fires, sight, seen, judgment);
        approved = approvals.look(subject);
        refused = approved.refused();
      }
      if (refused == null && isLate(sight.equal().owner())) {
        refused = RefusalCode.EXPIRED;
      }
      if (refused != null) {
        return refuse(refused, fires, seen, sight.equal(), null, judgment, approved);
      }
      int use = sight.equal().spend();
      if (use > 0 && subject != null) {
        // The last thing: an approval is used up by what happens otherwise.
        approved = approvals.take(subject, approved);
        if (approved.refused() != null) {
          sight.equal().giveBack();
          return refuse(approved.refused(), fires, seen, sight.equal(), null, judgment, approved);
        }
      }
      if (use > 0) {
        return fire(fires, sight.equal(), sight.observed(), use, seen, judgment, approved);
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
  void peek(List<Observation> parts) {
    if (!run.enforcing()) {
      return;
    }
    CallScope scope = CallScope.judged(ThreadCell.current().scope());
    Judge outer = run.hold(scope);
    try {
      lookAtEach(scope, parts);
    } finally {
      run.release(outer);
    }
  }

  /** Whether somebody is to be asked: where nothing is refused, nobody is. */
  private boolean asks(RefusalCode refused, CallScope scope, Observation seen) {
    return refused == RefusalCode.APPROVAL && approvals != null && refuses(scope, seen);
  }

  /** An effect that equals a preview, with the values that it has where that leaves some open. */
  private Approvals.Subject subject(
      CallScope fires, Sight sight, Observation seen, Judgment judgment) {
    EffectRequest previewed = sight.equal().request();
    EffectRequest request =
        sight.equal().isPartial() ? previewed.with(seen.intent()) : sight.observed();
    return new Approvals.Subject(
        request,
        previewed.requestDigest(),
        seen.target(),
        fires.tool(),
        fires.rule(),
        judgment.reason(),
        fires.call() == null ? null : fires.call().arguments(),
        null);
  }

  /** Whether the call was approved for a time that is over, and has not begun. */
  private static boolean isLate(CallScope owner) {
    Grant grant = owner.grant();
    return grant != null && !owner.wasEntered() && grant.isOver();
  }

  private boolean isClosed(CallScope scope, Observation seen) {
    return run.closed(Surroundings.sink(seen.verb()), tool(scope, seen));
  }

  private boolean refuses(CallScope scope, Observation seen) {
    return run.refuses(Surroundings.sink(seen.verb()), tool(scope, seen));
  }

  private static String tool(CallScope scope, Observation seen) {
    return seen.verb() == Verb.INVOKE ? seen.target() : scope == null ? null : scope.tool();
  }

  private void lookAtEach(CallScope scope, List<Observation> parts) {
    Map<Preview, Integer> planned = new IdentityHashMap<>();
    for (Observation part : parts) {
      if (!refuses(scope, part)) {
        continue; // an exception lets it pass, and it is recorded where it fires
      }
      if (part.barred() || isClosed(scope, part)) {
        refuse(RefusalCode.POLICY, scope, part, null, null);
      }
      requireGranted(scope, part);
      Sight sight = look(scope, part, planned);
      Judgment judgment = null;
      CallScope fires = scope;
      Approved approved = null;
      if (sight.equal() != null) {
        fires = scope == null ? sight.equal().owner() : scope;
        judgment = judged(fires, sight, part);
        if (asks(Rules.codeOf(judgment), fires, part)) {
          approved = approvals.look(subject(fires, sight, part, judgment));
        }
        planned.merge(sight.equal(), 1, Integer::sum);
      } else if (part.intent() == null
          || !run.judge(scope).coversAmbient(part.verb(), part.intent(), part.body())) {
        refuseOrLeave(scope, part, sight, true);
      } else {
        judgment = rules.ofEffect(run.judge(scope), carriedOver(scope), part);
      }
      RefusalCode refused = approved == null ? Rules.codeOf(judgment) : approved.refused();
      if (refused != null) {
        refuse(refused, fires, part, sight.equal(), null, judgment, approved);
      }
    }
  }

  /**
   * What the rules say about an effect that equals a preview: about what was compared, so that
   * whoever has the preview can ask them again; where a placeholder left values to the tool, about
   * those values.
   */
  private Judgment judged(CallScope fires, Sight sight, Observation seen) {
    Observation compared = sight.equal().isPartial() ? seen : seen.as(sight.observed().intent());
    return rules.ofEffect(run.judge(fires), carriedOver(fires), compared);
  }

  /** What one part of a whole may not do is refused before the whole begins. */
  private void requireGranted(CallScope scope, Observation part) {
    CallScope parent = carriedOver(scope);
    Node node = parent == null ? null : parent.node();
    if (node != null) {
      BookEntry entry =
          entry(requests.newCallId(part.verb()), scope, part, null, "full", Requests.params(part));
      Ground outside = node.refusesScope(entry.scope());
      if (outside != null) {
        throw denied(entry, outside);
      }
    }
  }

  /** What the thread carries where that is an agent's frame around nothing but this scope. */
  private static CallScope carriedOver(CallScope scope) {
    CallScope carried = ThreadCell.current().acting();
    return carried != null && carried.isAgent() && CallScope.judged(carried) == scope
        ? carried
        : scope;
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
      EffectRequest observed = requests.observe(preview, seen);
      if (seen.divergent().isEmpty()
          && preview.admits(seen)
          && !carriesOff(preview.request(), seen)
          && observed.equalsByDigest(preview.request())) {
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
    List<Preview> candidates = new ArrayList<>();
    if (scope == null) {
      CallScope frame = carriedOver(null);
      for (Preview open :
          index.candidates(seen.verb(), PreviewIndex.key(seen.verb(), seen.intent()))) {
        // A thread in an agent's frame has not lost its context: others' previews are not its own.
        if (frame == null || open.owner().node() == frame.node()) {
          candidates.add(open);
        }
      }
      return candidates;
    }
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
    Word inTool = scope.judge().unbound().inTool();
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
    Word word = isNamed(seen.verb(), seen.known()) ? Word.REFUSE : elsewhere(seen.verb());
    if (seen.intent() == null) {
      return unbound(word, RefusalCode.UNSUPPORTED, null, seen, peeking);
    }
    String key = PreviewIndex.key(seen.verb(), seen.intent());
    if (index.spentWithin(key, run.configuration().previewTtl().toNanos())) {
      return refuse(RefusalCode.REPLAY, null, seen, null, null);
    }
    return unbound(word, RefusalCode.UNBOUND, null, seen, peeking);
  }

  private boolean isNamed(Verb verb, String known) {
    String named = verb == Verb.SEND ? RequestUrl.reached(known) : known;
    return run.judge().names(named) || index.hasYielded(named);
  }

  private Word elsewhere(Verb verb) {
    return verb == Verb.SEND
        ? run.judge().unbound().elsewhereSend()
        : run.judge().unbound().elsewhereExec();
  }

  /**
   * What has to be known of a request before it is judged. Counts nothing.
   *
   * @param target scheme, host and port
   */
  Outlook outlook(String target) {
    CallScope scope = ThreadCell.current().acting();
    if (scope != null) {
      return hasSends(scope) || scope.judge().hasAmbientSends() || scope.judge().looksAtBodies()
          ? Outlook.BODY
          : Outlook.HEAD;
    }
    if (isNamed(Verb.SEND, target) || index.hasSends(target)) {
      return Outlook.BODY;
    }
    Judge judge = run.judge();
    if (leaves(judge)) {
      return Outlook.LEFT;
    }
    return isLearning() || judge.hasAmbientSends() || judge.looksAtBodies()
        ? Outlook.BODY
        : Outlook.HEAD;
  }

  /**
   * Whether any request of the calling thread is left alone, wherever it goes: the thread is in no
   * call and in no frame, and nobody has named a server.
   */
  boolean leavesAny() {
    ThreadCell cell = ThreadCell.current();
    if (cell.scope() != null || !index.hasNoServer()) {
      return false;
    }
    Judge judge = run.judge(cell);
    return !judge.namesServers() && leaves(judge);
  }

  /** A request is left alone; counts it. */
  void left() {
    unlisted.incrementAndGet();
  }

  /** Of an application that was killed nothing happens at all: it is judged to be refused. */
  private boolean leaves(Judge judge) {
    return judge.leavesSends()
        && run.ledger().over(null) == null
        && !run.closed(Surroundings.sink(Verb.SEND), null)
        && !isLearning();
  }

  /** Whether whatever the calling thread acts for was killed, or its time is over. */
  boolean isOver() {
    CallScope scope = ThreadCell.current().scope();
    return run.ledger().over(scope == null ? null : scope.node()) != null;
  }

  /** See {@link Effects#isOutOfReach}. */
  boolean isOutOfReach(String host, int port, String proxy) {
    CallScope scope = ThreadCell.current().acting();
    if (scope == null
        || scope.judge().unbound().inTool() != Word.REFUSE
        || scope.judge().hasAmbientSends()) {
      return false;
    }
    for (CallScope open = scope; open != null; open = open.parent()) {
      if (open.isOpen()) {
        for (Preview preview : open.previews(Verb.SEND)) {
          if (preview.reaches(host, port, proxy)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  private static boolean hasSends(CallScope scope) {
    for (CallScope open = scope; open != null; open = open.parent()) {
      if (open.isOpen() && !open.previews(Verb.SEND).isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** A bound request is sent on to another place, which its entry does not let happen. */
  Firing refuseHop(Observation seen) {
    return refuse(RefusalCode.UNBOUND, ThreadCell.current().acting(), seen, null, null);
  }

  /**
   * Whether a request brings to another host, which an answer sent it on to, a credential that its
   * preview does not name: whoever left headers open did so for the host that was asked first.
   */
  private static boolean carriesOff(EffectRequest previewed, Observation seen) {
    return seen.sentElsewhere() && !credentials(seen, previewed).isEmpty();
  }

  private Firing ambient(CallScope scope, Observation seen) {
    if (!seen.divergent().isEmpty() || carriesOff(null, seen)) {
      return null;
    }
    Judge judge = run.judge(scope);
    if (!judge.coversAmbient(seen.verb(), seen.intent(), seen.body())) {
      return null;
    }
    Judgment judgment = rules.ofEffect(judge, carriedOver(scope), seen);
    RefusalCode refused = Rules.codeOf(judgment);
    if (refused != null) {
      return refuse(refused, scope, seen, null, null, judgment);
    }
    AmbientUse use = judge.takeAmbient(seen.verb(), seen.intent(), seen.body());
    if (use == null) {
      return null;
    }
    EffectPreview rendered = use.effect();
    CallScope owner =
        scope != null
            ? scope
            : new CallScope(null, null, null, requests.hex16(), 1, null, judge, () -> null);
    EffectRequest request =
        requests.of(seen.verb(), owner, rendered.intent(), owner.plan().digest());
    String callId = requests.newCallId(seen.verb());
    BookEntry entry =
        entry(callId, scope, seen, request, "ambient", Params.of(rendered.intent()))
            .judged(judgment);
    writeAllow(entry, null, null, false);
    Map<String, Object> compared = rendered.comparable(seen.intent(), seen.body());
    return new EffectFiring(run, seen.verb(), callId, request, Params.of(compared), 1, scope, null)
        .redirects(use.redirects());
  }

  private Firing fire(
      CallScope scope,
      Preview preview,
      EffectRequest observed,
      int use,
      Observation seen,
      Judgment judgment,
      Approved approved) {
    String callId = requests.newCallId(seen.verb());
    BookEntry entry =
        entry(
                callId,
                scope,
                seen,
                preview.request(),
                preview.coverage(),
                Params.of(preview.request().intent()))
            .judged(judgment)
            .answered(approved);
    writeAllow(entry, null, preview, false);
    Watch.committed(entry, observed.digest(), use);
    if (!preview.shared()) {
      // What may be started outside any call as well is no replay of a call when it is.
      index.spent(PreviewIndex.key(seen.verb(), seen.intent()));
    }
    return new EffectFiring(
            run, seen.verb(), callId, observed, Params.of(observed.intent()), use, scope, null)
        .redirects(preview.redirects())
        .pinned(preview.pinned())
        .sentTo(seen.known());
  }

  private Firing diverged(CallScope scope, List<Preview> unspent, Observation seen) {
    Preview nearest = null;
    Divergence shortest = null;
    for (Preview preview : unspent) {
      EffectRequest observed = requests.observe(preview, seen);
      if (!preview.admits(seen)) {
        observed = observed.with(Requests.goingTo(seen.address(), observed.intent()));
      }
      if (carriesOff(preview.request(), seen)) {
        observed =
            observed.with(
                Requests.carrying(credentials(seen, preview.request()), observed.intent()));
      }
      Divergence divergence =
          Divergence.between(preview.request(), observed, preview.owner().parameterNames());
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
      EffectRequest observed =
          requests.of(seen.verb(), scope, seen.intent(), scope.plan().digest());
      shortest = new Divergence(null, observed.digest(), seen.divergent());
    } else {
      shortest = shortest.also(seen.divergent());
    }
    return refuse(RefusalCode.DIVERGENCE, scope, seen, nearest, shortest);
  }

  Firing invokedElsewhere(Observation seen) {
    Judge outer = run.hold(null);
    try {
      return isClosed(null, seen)
          ? refuse(RefusalCode.POLICY, null, seen, null, null)
          : unbound(
              run.judge().unbound().elsewhereInvoke(), RefusalCode.UNBOUND, null, seen, false);
    } finally {
      run.release(outer);
    }
  }

  Firing unbound(Word word, RefusalCode code, CallScope scope, Observation seen, boolean peeking) {
    if (word == Word.REFUSE) {
      return refuse(code, scope, seen, null, null);
    }
    Judgment judgment = rules.ofUnbound(run.judge(scope), carriedOver(scope), seen);
    RefusalCode refused = Rules.codeOf(judgment);
    if (refused != null) {
      return refuse(refused, scope, seen, null, null, judgment);
    }
    if (peeking) {
      return Firing.UNRECORDED;
    }
    CallScope parent = carriedOver(scope);
    Node node = parent == null ? null : parent.node();
    // Nothing of an agent's happens uncounted, and nothing at all of one that was killed.
    boolean waived = Rules.waivedBy(judgment) != null;
    if (word == Word.OBSERVE || node != null || waived || run.ledger().over(null) != null) {
      return unlisted(null, scope, seen, null, null, waived ? judgment : null);
    }
    unlisted.incrementAndGet();
    learn(scope, seen, null);
    return Firing.UNRECORDED;
  }

  /**
   * Refuses in {@code enforce}; in {@code observe} the effect fires and its record says what would
   * have been.
   */
  Firing refuse(
      RefusalCode code, CallScope scope, Observation seen, Preview preview, Divergence divergence) {
    return refuse(code, scope, seen, preview, divergence, null);
  }

  /**
   * @param judgment of the rules that refuse it; null where something else does
   */
  Firing refuse(
      RefusalCode code,
      CallScope scope,
      Observation seen,
      Preview preview,
      Divergence divergence,
      Judgment judgment) {
    return refuse(code, scope, seen, preview, divergence, judgment, null);
  }

  /**
   * @param approved what the people who answer say; null where nobody was asked
   */
  private Firing refuse(
      RefusalCode code,
      CallScope scope,
      Observation seen,
      Preview preview,
      Divergence divergence,
      Judgment judgment,
      Approved approved) {
    if (!refuses(scope, seen)) {
      return unlisted(code, scope, seen, preview, divergence, judgment);
    }
    String callId = requests.newCallId(seen.verb());
    EffectRefusedException refused = Requests.refusal(code, seen.verb(), callId);
    if (scope != null) {
      scope.stick(refused);
    }
    BookEntry entry =
        entry(
                callId,
                scope,
                seen,
                preview == null ? null : preview.request(),
                preview == null ? "full" : preview.coverage(),
                Requests.params(seen))
            .judged(judgment)
            .answered(approved);
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
      Divergence divergence,
      Judgment judgment) {
    learn(scope, seen, wouldRefuse);
    String callId = requests.newCallId(seen.verb());
    Params observed = Requests.params(seen);
    BookEntry entry =
        entry(
                callId,
                scope,
                seen,
                preview == null ? null : preview.request(),
                preview == null ? "partial" : preview.coverage(),
                preview == null ? observed : Params.of(preview.request().intent()))
            .judged(judgment);
    writeAllow(entry, wouldRefuse, null, true);
    return new EffectFiring(run, seen.verb(), callId, null, observed, 1, scope, divergence);
  }

  /** An allow that cannot be made durable lets nothing fire (in {@code enforce}). */
  void writeAllow(BookEntry entry, RefusalCode wouldRefuse, Preview spent, boolean unlisted) {
    try {
      books.allow(entry, wouldRefuse, unlisted);
    } catch (NotGrantedException refused) {
      if (spent != null) {
        spent.giveBack();
      }
      throw denied(entry, refused.ground());
    } catch (CommittedAuditException committed) {
      if (run.insists(entry.sink(), entry.tool())) {
        throw new EffectFiring(
                run, entry.verb(), entry.callId(), null, Params.NONE, 1, entry.parent(), null)
            .refused(RefusalCode.INTERNAL, null, null);
      }
    } catch (LedgerException unwritten) {
      if (run.insists(entry.sink(), entry.tool())) {
        if (spent != null) {
          spent.giveBack();
        }
        throw Requests.refusal(RefusalCode.INTERNAL, entry.verb(), entry.callId());
      }
    }
  }

  /** Only in {@code enforce}. */
  private EffectRefusedException denied(BookEntry entry, Ground ground) {
    RefusalCode code = Grants.codeOf(ground);
    EffectRefusedException refused = Requests.refusal(code, entry.verb(), entry.callId());
    if (entry.parent() != null) {
      entry.parent().stick(refused);
    }
    try {
      books.deny(entry, code, null, ground);
    } catch (LedgerException unwritten) {
      // Nothing fires either way; that the deny is missing shows as the ledger's own failure.
      return refused;
    }
    return refused;
  }

  private BookEntry entry(
      String callId,
      CallScope scope,
      Observation seen,
      EffectRequest preview,
      String coverage,
      Params authorised) {
    return BookEntry.ofEffect(seen, callId, carriedOver(scope), run.judge(scope), authorised)
        .previewed(preview)
        .coverage(coverage)
        .carrying(credentials(seen, preview));
  }

  /** Credentials that nothing compares, as ρ would hold them (spec 5.4). */
  private static Map<String, Object> credentials(Observation seen, EffectRequest request) {
    if (seen.verb() != Verb.SEND || seen.intent() == null) {
      return Map.of();
    }
    Map<?, ?> compared = request == null ? Map.of() : (Map<?, ?>) request.intent().get("headers");
    Map<String, Object> credentials = Map.of();
    for (Map.Entry<?, ?> header : ((Map<?, ?>) seen.intent().get("headers")).entrySet()) {
      String name = (String) header.getKey();
      if (HeaderRules.isCredential(name) && !compared.containsKey(name)) {
        if (credentials.isEmpty()) {
          credentials = new TreeMap<>();
        }
        credentials.put(name, header.getValue());
      }
    }
    return credentials;
  }
}
