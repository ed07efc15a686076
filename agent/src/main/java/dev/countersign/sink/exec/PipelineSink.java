package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Observation;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/**
 * Looks at a whole pipeline before its first stage starts, at entry of {@code
 * ProcessBuilder.startPipeline}: when a later stage would be refused, the earlier ones shall not
 * have run.
 *
 * <p>An early look, not the proof: everything is still the application's and may change; each stage
 * is judged again at {@link ProcessStartSink}. Where looking would call code of the application (a
 * list or {@link File} of its own type), there is no early look.
 */
final class PipelineSink implements SiteHandler {

  private final Effects effects;
  private final ProcessAccess access;
  private final Environments environments;
  private final StartRules rules;
  private final Adapter adapter;

  PipelineSink(
      Effects effects,
      ProcessAccess access,
      Environments environments,
      StartRules rules,
      Adapter adapter) {
    this.effects = effects;
    this.access = access;
    this.environments = environments;
    this.rules = rules;
    this.adapter = adapter;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    if (!ofJdk(args[0])) {
      return null;
    }
    Object[] builders = ((List<?>) args[0]).toArray();
    List<Observation> stages = new ArrayList<>(builders.length);
    for (int i = 0; i < builders.length; i++) {
      Observation stage = stage((ProcessBuilder) builders[i], i == 0, i == builders.length - 1);
      if (stage == null) {
        return null;
      }
      stages.add(stage);
    }
    effects.peek(stages);
    return null;
  }

  /**
   * The stage as it stands now; null where it cannot be looked at, or where the JDK will refuse it
   * itself.
   */
  private Observation stage(ProcessBuilder builder, boolean first, boolean last) {
    if (builder == null || !ofJdk(builder.command())) {
      return null;
    }
    File directory = builder.directory();
    if (directory != null && directory.getClass() != File.class) {
      return null;
    }
    Object[] command = builder.command().toArray();
    String[] argv = new String[command.length];
    for (int i = 0; i < command.length; i++) {
      if (!(command[i] instanceof String)) {
        return null;
      }
      argv[i] = (String) command[i];
    }
    try {
      String dir = directory == null ? null : directory.getPath();
      StartSnapshot stage =
          StartSnapshot.stage(builder, argv, dir, first, last, access, environments);
      return rules.observation(stage.intent(), stage.divergent(), adapter);
    } catch (NotCanonicalException unsupported) {
      return null;
    }
  }

  private static boolean ofJdk(Object list) {
    return list != null && list.getClass().getModule() == Object.class.getModule();
  }
}
