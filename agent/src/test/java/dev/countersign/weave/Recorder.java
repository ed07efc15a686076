package dev.countersign.weave;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A handler that writes down what it sees and does what a test tells it. */
final class Recorder implements SiteHandler {

  final List<String> seen = new ArrayList<>();
  WovenMethod woven;
  Object self;
  Object[] args;
  Throwable refuseAtEntry;
  Throwable refuseAtExit;
  boolean mayBeOfACall;
  UnaryOperator<Object> result = UnaryOperator.identity();
  Runnable duringCheck = () -> {};
  Predicate<Object[]> passes = args -> false;
  UnaryOperator<Object> insideCheck = UnaryOperator.identity();

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable {
    this.woven = woven;
    this.self = self;
    this.args = args;
    seen.add("enter");
    duringCheck.run();
    if (refuseAtEntry != null) {
      throw refuseAtEntry;
    }
    return this;
  }

  @Override
  public boolean mayBeOfACall() {
    return mayBeOfACall;
  }

  @Override
  public boolean passesInsideCheck(Object self, Object[] args) {
    return passes.test(args);
  }

  @Override
  public boolean enterInsideCheck(WovenMethod woven, Object self, Object[] args) {
    if (args.length > 0) {
      args[0] = insideCheck.apply(args[0]);
    }
    return passesInsideCheck(self, args);
  }

  @Override
  public Object exit(Object token, Object value, Throwable thrown) throws Throwable {
    seen.add(thrown == null ? "returned " + value : "threw " + thrown.getMessage());
    if (refuseAtExit != null) {
      throw refuseAtExit;
    }
    return result.apply(value);
  }
}
