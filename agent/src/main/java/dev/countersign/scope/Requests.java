package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Randomness;
import dev.countersign.config.AddressRule;
import dev.countersign.effect.Context;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.Verb;
import dev.countersign.judge.Declared;
import dev.countersign.ledger.LedgerException;
import dev.countersign.ledger.Params;
import dev.countersign.pin.Definition;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes requests out of what is observed now; nothing is taken over from an earlier one (spec 1.4).
 */
final class Requests {

  private static final int MOST_NAMES = 10_000;

  private final Surroundings run;

  /** Digests of tools of which nothing but the name is known. */
  private final Map<String, String> names = new ConcurrentHashMap<>();

  Requests(Surroundings run) {
    this.run = run;
  }

  /** ρ with the context read now; nothing is taken over from another ρ. */
  EffectRequest of(Verb verb, CallScope scope, Map<String, Object> intent, String plan) {
    return of(verb, scope, intent, verb == Verb.INVOKE ? Map.of() : scope.inputs(), plan);
  }

  private EffectRequest of(
      Verb verb,
      CallScope scope,
      Map<String, Object> intent,
      Map<String, Object> inputs,
      String plan) {
    return new EffectRequest(verb, scope.taskId(), intent, inputs, context(verb, scope, plan));
  }

  private Context context(Verb verb, CallScope scope, String plan) {
    return new Context(
        plan,
        run.lock().get(),
        scope.judge().permits(),
        toolPin(verb, scope),
        verb == Verb.EXEC ? scope.judge().sandbox() : null,
        verb == Verb.INVOKE && scope.rule() != null ? scope.rule().approval().text() : "none",
        run.runId(),
        scope.attempt());
  }

  /**
   * Of a tool that nothing pins, or whose definition nobody saw, what is known of it: its name. An
   * intent to invoke has that already; in an effect, what a person approves for one tool would be
   * the same request in another (spec 1.5).
   */
  private String toolPin(Verb verb, CallScope scope) {
    if (scope.call() == null) {
      return null;
    }
    boolean looked = scope.rule() == null || !scope.rule().pin().isOff();
    String digest = looked ? scope.call().pin().digest() : null;
    String tool = scope.call().tool();
    return digest != null || verb == Verb.INVOKE || tool == null ? digest : ofName(tool);
  }

  private String ofName(String tool) {
    String known = names.get(tool);
    if (known == null) {
      known = Definition.digest(Map.of("name", tool));
      if (names.size() < MOST_NAMES) {
        names.put(tool, known);
      }
    }
    return known;
  }

  /** The call as observed; {@code previewed} itself where every part of it is the very same. */
  EffectRequest ofCall(
      EffectRequest previewed, CallScope scope, Map<String, Object> intent, String plan) {
    return previewed.observed(
        Verb.INVOKE, scope.taskId(), intent, Map.of(), context(Verb.INVOKE, scope, plan));
  }

  /**
   * The effect as that preview compares it: values at placeholders masked, the context read now.
   * The inputs are those that this preview was rendered from: the call's own may be others by now
   * (spec 5.1).
   */
  EffectRequest observe(Preview preview, Observation seen) {
    CallScope owner = preview.owner();
    return of(
        seen.verb(),
        owner,
        preview.comparable(seen),
        preview.request().inputs(),
        owner.plan().digest());
  }

  /** A declared effect of a call, as a preview. */
  Preview preview(CallScope scope, Declared effect) {
    EffectRequest request =
        of(effect.effect().verb(), scope, effect.effect().intent(), scope.plan().digest());
    return new Preview(
        request,
        scope,
        effect.effect(),
        effect.times(),
        effect.shared(),
        effect.redirects(),
        pinned(request));
  }

  /**
   * What the name of a request's host stands for now ({@code send.address: pin}). None where it
   * stands for nothing: then it may go nowhere, as it could not without us.
   *
   * @return null where no address is pinned
   */
  Set<InetAddress> pinned(EffectRequest request) {
    if (request.verb() != Verb.SEND || run.configuration().send().address() != AddressRule.PIN) {
      return null;
    }
    try {
      String host = RequestUrl.parse((String) request.intent().get("url")).host();
      return new HashSet<>(List.of(InetAddress.getAllByName(host)));
    } catch (UnknownHostException nowhere) {
      return Set.of();
    }
  }

  /** A request that carries credentials which its preview does not name. */
  static Map<String, Object> carrying(Map<String, Object> credentials, Map<String, Object> intent) {
    Map<String, Object> headers = new TreeMap<>();
    for (Map.Entry<?, ?> header : ((Map<?, ?>) intent.get("headers")).entrySet()) {
      headers.put((String) header.getKey(), header.getValue());
    }
    headers.putAll(credentials);
    Map<String, Object> carrying = new LinkedHashMap<>(intent);
    carrying.put("headers", headers);
    return carrying;
  }

  /** A request that would not go where it was previewed to go: the address stands in it. */
  static Map<String, Object> goingTo(InetAddress address, Map<String, Object> intent) {
    Map<String, Object> going = new LinkedHashMap<>(intent);
    going.put("address", address == null ? null : address.getHostAddress());
    return going;
  }

  /**
   * Digests of the authorised arguments, as ρ of the effects that are rendered from them has it.
   */
  static Map<String, Object> inputs(Map<String, Object> arguments) {
    if (arguments == null) {
      return Map.of();
    }
    try {
      return Map.of("args", Blake3.hex(Canonical.rho(arguments)));
    } catch (NotCanonicalException unsupported) {
      // The call itself is refused for the same reason; no effect of it will be previewed.
      return Map.of();
    }
  }

  /** {@code partial} where a placeholder of one of them leaves a value to the tool. */
  static String coverage(List<Preview> declared) {
    for (Preview preview : declared) {
      if (preview.isPartial()) {
        return "partial";
      }
    }
    return "full";
  }

  static Map<String, Object> invokeIntent(
      String tool, String method, Map<String, Object> arguments) {
    Map<String, Object> intent = new LinkedHashMap<>(4);
    intent.put("tool", tool);
    intent.put("method", method);
    intent.put("arguments", arguments);
    return intent;
  }

  /** The arguments object of an observed call; the whole intent of other verbs. */
  static Params params(Observation seen) {
    if (seen.intent() == null) {
      return Params.UNSUPPORTED;
    }
    return Params.of(seen.verb() == Verb.INVOKE ? seen.intent().get("arguments") : seen.intent());
  }

  /**
   * @throws EffectRefusedException when there is no randomness: nothing is written, nothing fires
   */
  String newCallId(Verb verb) {
    try {
      return run.ledger().newCallId();
    } catch (LedgerException noRandomness) {
      throw refusal(RefusalCode.INTERNAL, verb, "");
    }
  }

  /** 16 random bytes as 32 lowercase hex digits. */
  String hex16() {
    byte[] bytes = new byte[16];
    Randomness.fill(bytes);
    return Hex.of(bytes);
  }

  static EffectRefusedException refusal(RefusalCode code, Verb verb, String callId) {
    return Watch.refused(new EffectRefusedException(code, verb.action(), callId));
  }
}
