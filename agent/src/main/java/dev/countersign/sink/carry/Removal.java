package dev.countersign.sink.carry;

import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.util.List;

/**
 * Where a pool gives back what it has not run: the submission did not count. Whoever submits the
 * same task later is not taken for who did before.
 */
final class Removal implements SiteHandler {

  /** Stands for a call that names no task. */
  private static final Object ALL = new Object();

  private final Associations tasks;

  Removal(Associations tasks) {
    this.tasks = tasks;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    return args.length == 0 ? ALL : args[0];
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (Boolean.TRUE.equals(result)) {
      tasks.giveBack(token);
    } else if (result instanceof List<?> drained) {
      for (Object task : drained) {
        tasks.giveBack(task);
      }
    }
    return result;
  }
}
