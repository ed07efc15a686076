package dev.countersign.framework;

import dev.countersign.effect.Parameter;
import dev.countersign.ledger.Capture;
import dev.countersign.scope.PlanSource;
import dev.countersign.scope.ToolMethod;
import dev.countersign.weave.WovenMethod;
import java.util.ArrayList;
import java.util.List;

/**
 * What carries a tool call out, and where it is compared.
 *
 * @param method its name in the books and the parameters that come from the model
 * @param plan reads the digest of the class file that carries it out
 * @param capture what its wrapper can observe
 * @param callSite stands for the method where the framework's own call of it is the sink, because
 *     no class file of it can carry the gate (a method of an interface behind a proxy, a hidden
 *     class, an object of the application's own); null where the method itself is woven
 * @param lost why its calls cannot be verified; null when they can
 */
public record BoundTool(
    ToolMethod method, PlanSource plan, Capture capture, WovenMethod callSite, String lost) {

  /** A call that cannot be verified: refused wherever it is resolved. */
  public static BoundTool lost(String why) {
    return new BoundTool(null, () -> null, Capture.WRAPPER_SYNC, null, why);
  }

  /** The same without the parameters that an entry of the configuration excludes. */
  public BoundTool without(List<String> excluded) {
    if (excluded.isEmpty() || method == null || method.parameters().isEmpty()) {
      return this;
    }
    List<Parameter> parameters = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < method.parameters().size(); i++) {
      if (!excluded.contains(method.parameters().get(i).name())) {
        parameters.add(method.parameters().get(i));
        positions.add(method.positions().get(i));
      }
    }
    return new BoundTool(
        new ToolMethod(
            method.text(),
            parameters,
            positions,
            method.holder() == null ? null : method.holder().without(excluded)),
        plan,
        capture,
        callSite,
        lost);
  }
}
