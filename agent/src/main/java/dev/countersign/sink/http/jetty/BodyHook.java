package dev.countersign.sink.http.jetty;

import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Puts a {@link HeldContent} in the place of a request's body, where the body may be compared and
 * is none that the library itself has in memory. Before the client asks it for its length.
 */
final class BodyHook implements SiteHandler {

  private final Sends sends;
  private final Exchanges exchanges;

  BodyHook(Sends sends, Exchanges exchanges) {
    this.sends = sends;
    this.exchanges = exchanges;
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    if (exchanges.isEmpty() && sends.leavesAny()) {
      return null; // nor is there a body of before: its request would be known
    }
    Object request = args[0];
    JettyLibrary library = JettyLibrary.of(request);
    Object content = library.body(request);
    HeldContent held = HeldContent.of(content);
    if (content == null || held == null && library.isSmallInMemory(content)) {
      return null;
    }
    Sending sending = exchanges.of(request);
    Object exchange = last(library.exchanges(request));
    String target = Head.of(library, exchange).goesTo();
    Object captured = sending == null ? null : sending.captured();
    boolean toHold =
        sends.enforcing() && Exchanges.outlook(sends, captured, target) == Outlook.BODY;
    if (held != null
        && held.isOf(request)
        && sending != null
        && sending.isReadInto(held.draining().held())) {
      return null;
    }
    // It may have been sent on, or is sent again, with the body that stood in for its own.
    Object own = held == null ? content : held.content();
    if (toHold) {
      HeldContent standIn = new HeldContent(library, request, own, sends.room());
      (sending == null ? exchanges.add(request, null) : sending).reads(standIn.draining().held());
      library.body(request, standIn.proxy());
    } else if (held != null) {
      library.body(request, own);
    }
    return null;
  }

  private static Object last(Iterable<?> exchanges) {
    Object last = null;
    for (Object each : exchanges) {
      last = each;
    }
    return last;
  }
}
