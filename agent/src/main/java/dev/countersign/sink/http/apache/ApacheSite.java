package dev.countersign.sink.http.apache;

import dev.countersign.ledger.Adapter;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Stands at a site until something happens there; only then the handlers' classes are loaded. A JVM
 * without these clients starts without them.
 */
final class ApacheSite implements SiteHandler {

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

  /** What the handlers of one generation of the library share; made with the first of them. */
  static final class Parts {

    private final Sends sends;
    private final Adapter adapter;
    private GatedCall gate;
    private volatile SiteHandler[] handlers;

    Parts(Sends sends, Adapter adapter) {
      this.sends = sends;
      this.adapter = adapter;
    }

    /** Sets the gate through which requests are judged; once, before the first one. */
    void gate(GatedCall judging) {
      gate = judging;
    }

    private SiteHandler handler(Part part) {
      SiteHandler[] all = handlers;
      if (all == null) {
        synchronized (this) {
          all = handlers == null ? made() : handlers;
          handlers = all;
        }
      }
      return all[part.ordinal()];
    }

    private SiteHandler[] made() {
      WeakIdentityMap<Wire> wires = new WeakIdentityMap<>();
      Connecting connecting = new Connecting();
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

  private final Parts parts;
  private final Part part;

  ApacheSite(Parts parts, Part part) {
    this.parts = parts;
    this.part = part;
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable {
    return parts.handler(part).enter(woven, self, args);
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) throws Throwable {
    return parts.handler(part).exit(token, result, thrown);
  }
}
