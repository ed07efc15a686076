package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Observation;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Decides over a process start, at entry of {@code ProcessImpl.start}.
 *
 * <p>There argv is the JDK's own copy, and no redirect's file has been opened yet: one call lower,
 * refusing would already have truncated it. The environment map and the redirects are still the
 * application's; they are copied, compared, and the copies are started. A permit with the bytes
 * that have to arrive stays on the thread for {@link ForkAndExecSink}.
 */
final class ProcessStartSink implements SiteHandler {

  static final String HOOK = "java.lang.ProcessImpl#start";

  private final Effects effects;
  private final ProcessAccess access;
  private final Environments environments;
  private final Permits permits;
  private final StartRules rules;
  private final Adapter adapter;

  ProcessStartSink(
      Effects effects,
      ProcessAccess access,
      Environments environments,
      Permits permits,
      StartRules rules,
      Adapter adapter) {
    this.effects = effects;
    this.access = access;
    this.environments = environments;
    this.permits = permits;
    this.rules = rules;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Observation observed;
    Launch expected = null;
    StartSnapshot snapshot = null;
    try {
      snapshot = StartSnapshot.of(args, access, environments);
      expected = effects.enforcing() ? snapshot.expected() : null;
      observed = rules.observation(snapshot.intent(), snapshot.divergent(), adapter);
    } catch (NotCanonicalException unsupported) {
      observed = unsupported((String[]) args[0], adapter, unsupported.getMessage());
    }
    Firing firing = effects.commit(observed);
    rules.fires(observed);
    if (expected != null) {
      snapshot.replace(args);
    }
    permits.leave(new Permits.Permit(expected, firing));
    return firing;
  }

  /** Of what has no canonical form the books still name the program, where that is a text. */
  private static Observation unsupported(String[] argv, Adapter adapter, String detail) {
    String program = argv == null || argv.length == 0 || argv[0] == null ? "" : argv[0];
    return new Observation(Verb.EXEC, null, Texts.printable(program), List.of(), adapter, detail);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    permits.drop();
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }
}
