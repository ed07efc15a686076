package dev.countersign.sink.http.apache;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.LaterHandlers;
import dev.countersign.weave.SiteHandler;

/**
 * Who stands behind the sites of {@link ApacheSinks}: what the handlers of one generation of the
 * library share, made with the first of them.
 */
final class ApacheHandlers extends LaterHandlers {

  /** Who stands where. */
  enum Part {
    BIND,
    CONNECT,
    CONNECT_OR_FILE,
    UPGRADE,
    HEAD,
    JUDGE,
    BODY,
    OLD_BODY,
    CALL,
    BODY_ENDS,
    LAST_ANSWER,
    ANSWER,
    CLOSE
  }

  private final Sends sends;
  private final Adapter adapter;
  private GatedCall gate;

  ApacheHandlers(Sends sends, Adapter adapter) {
    this.sends = sends;
    this.adapter = adapter;
  }

  /** Sets the gate through which requests are judged; once, before the first one. */
  void gate(GatedCall judging) {
    gate = judging;
  }

  /** Who stands there, as it will be. */
  SiteHandler get(Part part) {
    return get(part.ordinal());
  }

  @Override
  protected SiteHandler[] make() {
    WeakIdentityMap<Wire> wires = new WeakIdentityMap<>();
    Connecting connecting = new Connecting(sends);
    Calls calls = new Calls();
    Endings endings = new Endings(wires);
    SiteHandler[] all = new SiteHandler[Part.values().length];
    all[Part.BIND.ordinal()] = new BindingHook(wires, connecting);
    all[Part.CONNECT.ordinal()] = connecting.hook(1, -1, false);
    all[Part.CONNECT_OR_FILE.ordinal()] = connecting.hook(1, 3, false);
    all[Part.UPGRADE.ordinal()] = connecting.hook(1, -1, true);
    all[Part.HEAD.ordinal()] = new HeadHook(wires, new HeadWriter.Judging(sends, gate));
    all[Part.JUDGE.ordinal()] = new AttemptSink(sends, calls, adapter);
    all[Part.BODY.ordinal()] = new EntityHook(wires, sends, 0);
    all[Part.OLD_BODY.ordinal()] = new EntityHook(wires, sends, 3);
    all[Part.CALL.ordinal()] = calls.hook();
    all[Part.BODY_ENDS.ordinal()] = endings.body();
    all[Part.LAST_ANSWER.ordinal()] = endings.lastAnswer();
    all[Part.ANSWER.ordinal()] = endings.answer();
    all[Part.CLOSE.ordinal()] = endings.closing();
    return all;
  }
}
