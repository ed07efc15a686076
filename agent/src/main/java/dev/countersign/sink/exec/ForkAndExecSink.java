package dev.countersign.sink.exec;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.BodyState;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Firing;
import dev.countersign.scope.Observation;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Compares the bytes that go to the kernel with those that were judged, in front of the native
 * {@code forkAndExec}, or at the constructor of {@code ProcessImpl} where that class was loaded
 * before us and its native method can no longer be wrapped.
 *
 * <p>This sees what the decision at {@link ProcessStartSink} cannot: an encoding that changes a
 * text, another agent's edit below us, and callers that reach past {@code start} by reflection.
 * Such a caller has no permit; its start is judged here from its bytes alone.
 */
final class ForkAndExecSink implements SiteHandler {

  static final String FORK_AND_EXEC = "forkAndExec";

  /** The line number of a native method, as {@link StackTraceElement} has it. */
  private static final int NATIVE_LINE = -2;

  private final Effects effects;
  private final ProcessAccess access;
  private final Environments environments;
  private final Permits permits;
  private final StartRules rules;
  private final Adapter adapter;
  private final String spawnHelper;
  private final int first;
  private final int merge;

  private ForkAndExecSink(
      Effects effects,
      ProcessAccess access,
      Environments environments,
      Permits permits,
      StartRules rules,
      Adapter adapter,
      String spawnHelper,
      int first,
      int merge) {
    this.effects = effects;
    this.access = access;
    this.environments = environments;
    this.permits = permits;
    this.rules = rules;
    this.adapter = adapter;
    this.spawnHelper = spawnHelper;
    this.first = first;
    this.merge = merge;
  }

  /**
   * For {@code forkAndExec(int mode, byte[] helperpath, byte[] prog, byte[] argBlock, int argc,
   * byte[] envBlock, int envc, byte[] dir, int[] fds, boolean redirectErrorStream)}.
   *
   * @param javaHome of this JVM as it started: the program that its {@code posix_spawn} runs first
   *     lies there
   */
  static ForkAndExecSink atNative(
      Effects effects,
      ProcessAccess access,
      Environments environments,
      Permits permits,
      StartRules rules,
      Adapter adapter,
      String javaHome) {
    return new ForkAndExecSink(
        effects,
        access,
        environments,
        permits,
        rules,
        adapter,
        javaHome + "/lib/jspawnhelper",
        2,
        9);
  }

  /**
   * For {@code ProcessImpl(byte[] prog, byte[] argBlock, int argc, byte[] envBlock, int envc,
   * byte[] dir, int[] fds, boolean forceNullOutputStream, boolean redirectErrorStream)}.
   */
  static ForkAndExecSink atConstructor(
      Effects effects,
      ProcessAccess access,
      Environments environments,
      Permits permits,
      StartRules rules,
      Adapter adapter) {
    return new ForkAndExecSink(effects, access, environments, permits, rules, adapter, null, 0, 8);
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    Launch actual =
        new Launch(
                (byte[]) args[first],
                (byte[]) args[first + 1],
                (Integer) args[first + 2],
                (byte[]) args[first + 3],
                (Integer) args[first + 4],
                (byte[]) args[first + 5],
                (Boolean) args[merge])
            .copy();
    byte[] helper = spawnHelper == null ? null : ((byte[]) args[1]).clone();
    Permits.Permit permit = permits.take();
    Firing direct = null;
    if (permit == null) {
      Observation observed = observation(actual, helper, (int[]) args[first + 6]);
      direct = effects.commit(observed);
      rules.fires(observed);
    } else if (permit.expected() != null) {
      compare(permit, actual, helper, (int[]) args[first + 6]);
    }
    if (effects.enforcing()) {
      args[first] = actual.program();
      args[first + 1] = actual.arguments();
      args[first + 3] = actual.environment();
      args[first + 5] = actual.directory();
      if (helper != null) {
        args[1] = helper;
      }
      // The descriptors stay the caller's array: the native method returns the parent's ends in it.
    }
    return direct == null ? Firing.UNRECORDED : direct;
  }

  private void compare(Permits.Permit permit, Launch actual, byte[] helper, int[] fds) {
    List<String> paths = permit.expected().differences(actual, environments);
    if (!knownHelper(helper)) {
      paths.add("/intent/argv/0");
    }
    if (!paths.isEmpty()) {
      EffectRefusedException refused = permit.firing().refused(arrived(actual, helper, fds), paths);
      if (refused != null) {
        throw refused;
      }
    }
  }

  /** What would have been started; null when that has no canonical form. */
  private Map<String, Object> arrived(Launch actual, byte[] helper, int[] fds) {
    try {
      Map<String, Object> intent = actual.intent(fds, environments).toJson();
      if (!knownHelper(helper)) {
        // It is this program that starts first, and it may do anything.
        List<String> argv = new ArrayList<>();
        argv.add(Texts.utf8(helper));
        for (Object element : (List<?>) intent.get("argv")) {
          argv.add((String) element);
        }
        intent.put("argv", argv);
      }
      return intent;
    } catch (NotCanonicalException unsupported) {
      return null;
    }
  }

  /**
   * Whether the program that the JDK starts first, and that starts the other one, is the JDK's own.
   */
  private boolean knownHelper(byte[] helper) {
    return spawnHelper == null || Arrays.equals(access.encode(spawnHelper), helper);
  }

  private Observation observation(Launch actual, byte[] helper, int[] fds) {
    try {
      if (!knownHelper(helper)) {
        throw new NotCanonicalException("another program than the JDK's own starts the process");
      }
      return rules.observation(actual.intent(fds, environments), List.of(), adapter);
    } catch (NotCanonicalException unsupported) {
      return new Observation(Verb.EXEC, null, "", List.of(), adapter, unsupported.getMessage());
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (thrown != null) {
      hideWrapper(thrown);
    }
    ((Firing) token).ended(thrown == null ? BodyState.RETURNED : BodyState.RAISED, thrown);
    return result;
  }

  /**
   * A start that fails shows the wrapped method by a name that nobody is to know, and the wrapper
   * below it: the trace becomes what it is without us.
   */
  private static void hideWrapper(Throwable thrown) {
    StackTraceElement[] trace = thrown.getStackTrace();
    if (trace.length > 1
        && trace[0].isNativeMethod()
        && trace[0].getClassName().equals("java.lang.ProcessImpl")
        && trace[1].getMethodName().equals(FORK_AND_EXEC)
        && trace[0].getMethodName().endsWith(FORK_AND_EXEC)) {
      StackTraceElement wrapped = trace[0];
      trace[1] =
          new StackTraceElement(
              null,
              wrapped.getModuleName(),
              null,
              wrapped.getClassName(),
              FORK_AND_EXEC,
              wrapped.getFileName(),
              NATIVE_LINE);
      thrown.setStackTrace(Arrays.copyOfRange(trace, 1, trace.length));
    }
  }
}
