package dev.countersign.sink.http.okhttp;

import dev.countersign.scope.Carry;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;

/**
 * Puts a {@link StandIn} in the place of the last interceptor for one request, and a {@link
 * ConnectStandIn} in that of the one that connects, unless nothing is to be known of it.
 */
final class LastInterceptorHook implements SiteHandler {

  private final Sends sends;
  private final Attempts attempts;

  LastInterceptorHook(Sends sends, Attempts attempts) {
    this.sends = sends;
    this.attempts = attempts;
  }

  @Override
  public Object enter(WovenMethod woven, Object chain, Object[] args) {
    // The call's receiver and its argument: an interceptor and the chain behind it.
    String name = args[0].getClass().getName();
    boolean connecting = name.equals(Names.CONNECTING_INTERCEPTOR);
    if (!connecting && !name.equals(Names.LAST_INTERCEPTOR)) {
      return null;
    }
    if (connecting) {
      connecting(args);
      return null;
    }
    Outlook outlook = sends.leaves() ? Outlook.LEFT : sends.outlookAtSink(target(args));
    if (outlook == Outlook.LEFT) {
      attempts.passing().left = args[1];
    } else {
      args[0] = StandIn.of(args[0], OkLibrary.of(args[0]), sends, attempts, outlook);
    }
    return null;
  }

  private void connecting(Object[] args) {
    // Of a call that is left alone too: the application's own code runs while a connection is
    // made, and is left alone in nothing.
    Object captured = Carry.capture();
    boolean carries = Carry.carries(captured);
    if (carries || attempts.anyCarries()) {
      Object call = OkLibrary.of(args[0]).call(args[1]);
      if (carries) {
        attempts.carries(call, captured);
      } else {
        attempts.carriesNothing(call);
      }
    }
    if (!sends.leavesAny() && sends.outlook(target(args)) != Outlook.LEFT) {
      args[0] = ConnectStandIn.of(args[0], OkLibrary.of(args[0]), sends, attempts);
    }
  }

  private static String target(Object[] args) {
    OkLibrary library = OkLibrary.of(args[0]);
    return target(library, library.request(args[1]));
  }

  static String target(OkLibrary library, Object request) {
    return Sends.target(library.scheme(request), library.host(request), library.port(request));
  }
}
