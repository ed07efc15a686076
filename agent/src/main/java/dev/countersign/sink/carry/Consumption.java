package dev.countersign.sink.carry;

import dev.countersign.scope.Carry;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Around the loop that gives a subscriber of {@code SubmissionPublisher} what others published: it
 * runs for who subscribed, and for whoever had it run where that was done in no scope.
 */
final class Consumption implements SiteHandler {

  private final Associations subscriptions;

  Consumption(Associations subscriptions) {
    this.subscriptions = subscriptions;
  }

  @Override
  public Object enter(WovenMethod woven, Object subscription, Object[] args) {
    Object captured = subscriptions.peek(subscription);
    return captured == null ? null : NestedRun.token(Carry.enterBecause(captured));
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    NestedRun.leave(token);
    return result;
  }

  @Override
  public boolean mayBeOfACall() {
    return subscriptions.any();
  }
}
