package dev.countersign.framework.mcp;

import dev.countersign.scope.Holder;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A {@code CallToolRequest} among the arguments of a method: the request of that tool, with the
 * arguments that were presented.
 */
record HeldRequest(String tool, List<String> excluded) implements Holder {

  @Override
  public Object read(Object argument) {
    if (!CalledTool.is(argument)) {
      return argument;
    }
    CalledTool called = CalledTool.of(argument);
    return tool.equals(called.name()) ? called.compared(excluded) : argument;
  }

  @Override
  public Object copy(Object argument, UnaryOperator<Object> copying) {
    if (!CalledTool.is(argument)) {
      return argument;
    }
    CalledTool called = CalledTool.of(argument);
    return Records.with(argument, "arguments", copying.apply(called.arguments()));
  }

  @Override
  public Holder without(List<String> more) {
    return new HeldRequest(tool, more);
  }
}
