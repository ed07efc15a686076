package dev.countersign.sink.http.apache;

import dev.countersign.EffectRefusedException;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.scope.Outlook;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import dev.countersign.sink.http.Sends;
import dev.countersign.weave.GatedCall;
import dev.countersign.weave.OpenProxy;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.List;

/**
 * Stands in for a connection's {@code HttpMessageWriter} during one request. Has the head written
 * into memory and, where it may be bound, the body behind it, outside any check and on the thread
 * that would write them anyway; what was written is judged, and then these bytes are sent.
 *
 * <p>So it does not matter what a request, its headers or the writer are and what they answer to
 * whom: only what they have written. A refusal leaves as the library's own {@code
 * ProtocolException}: clients close the connection then, and try nothing again.
 */
final class HeadWriter implements InvocationHandler {

  /** What all of them need. */
  record Judging(Sends sends, GatedCall gate) {

    /** Whether a request is nobody's, and no body is missing that the one before it owes. */
    boolean leaves(Wire wire, Attempt before, ApacheLibrary library, Object request) {
      return wire.isKnown()
          && !owes(before)
          && library.isForItsEnd(request)
          && (sends.leaves() || sends.outlookAtSink(wire.target()) == Outlook.LEFT);
    }

    boolean owes(Attempt before) {
      return before != null && sends.enforcing() && before.owesBody();
    }
  }

  private static final String TRAILERS = "a body with headers behind it (trailers)";

  private final Object writer;
  private final Object connection;
  private final Wire wire;
  private final ApacheLibrary library;
  private final Judging judging;

  private HeadWriter(
      Object writer, Object connection, Wire wire, ApacheLibrary library, Judging judging) {
    this.writer = writer;
    this.connection = connection;
    this.wire = wire;
    this.library = library;
    this.judging = judging;
  }

  static Object of(
      Object writer, Object connection, Wire wire, ApacheLibrary library, Judging judging) {
    return OpenProxy.of(
        library.writer(), new HeadWriter(writer, connection, wire, library, judging));
  }

  @Override
  public Object invoke(Object self, Method method, Object[] args) throws Throwable {
    if (!method.getName().equals("write")) {
      return GatedCall.plain(method, writer, args);
    }
    Attempt before = wire.attempt();
    wire.attempt(null);
    // Of 5, whoever put this here has asked.
    if (!library.isFive() && judging.leaves(wire, before, library, args[0])) {
      return GatedCall.plain(method, writer, args);
    }
    Output output = library.output(connection, args);
    byte[] bytes = output.caught(out -> GatedCall.plain(method, writer, caught(args, out)));
    requirePaid(before);
    Attempt next = attempt(output, bytes, args[0]);
    requirePaid(wire.attempt()); // of a body that sends something over the connection it is for
    judged(next);
    return null;
  }

  private void requirePaid(Attempt before) throws Exception {
    if (judging.owes(before)) {
      wire.cut(); // who goes on all the same would be believed the next time
      throw library.surfaced(Sends.beyondBounds());
    }
  }

  /** In 5 the writer is given the stream that it writes into. */
  private static Object[] caught(Object[] args, Object out) {
    if (args.length == 1) {
      return args;
    }
    Object[] all = args.clone();
    all[2] = out;
    return all;
  }

  private void judged(Attempt attempt) throws Throwable {
    if (attempt.isLeft()) {
      wire.attempt(attempt);
      attempt.write();
    } else {
      try {
        judging.gate().invoke(Sending.METHOD, null, new Object[] {attempt});
      } catch (EffectRefusedException refused) {
        attempt.release();
        throw library.surfaced(refused);
      }
    }
    if (attempt.head() != null && attempt.head().isConnect()) {
      wire.tunnelTo(Place.of(attempt.head().target()));
    }
  }

  private Attempt attempt(Output output, byte[] bytes, Object request) throws Throwable {
    WrittenHead head = null;
    String detail = null;
    try {
      head = WrittenHead.of(bytes, output.charset());
    } catch (NotCanonicalException none) {
      detail = none.getMessage();
    }
    Addressee addressee = Addressee.of(wire, head);
    if (detail == null) {
      detail = addressee.detail();
    }
    Sends sends = judging.sends();
    Attempt.Written written = new Attempt.Written(wire, output, bytes, head, addressee);
    if (head != null && head.isConnect() && addressee.isProxyOfStart(sends.proxies())) {
      return Attempt.left(written); // part of no request
    }
    Outlook outlook = sends.outlookAtSink(addressee.target());
    if (outlook == Outlook.LEFT) {
      return Attempt.left(written);
    }
    Object entity = library.entity(request);
    if (entity == null) {
      return Attempt.of(written, null, SendBody.NONE, detail);
    }
    if (!sends.enforcing()) {
      return Attempt.of(written, null, onTrust(entity), detail);
    }
    if (outlook != Outlook.BODY || detail != null) {
      return Attempt.of(written, null, SendBody.UNREAD, detail);
    }
    HeldBytes held = library.hold(entity, sends.room(), head.isChunked() ? -1 : head.length());
    if (held.isOver()) {
      return Attempt.of(written, held, SendBody.UNREAD, held.why());
    }
    return library.hasTrailers(entity)
        ? Attempt.of(written, held, SendBody.UNREAD, TRAILERS)
        : Attempt.of(written, held, null, null);
  }

  /**
   * In {@code observe} only what the library itself holds in memory is looked at; of anything else
   * {@link EntityHook} may make a copy while it is written.
   */
  private SendBody onTrust(Object entity) throws Throwable {
    if (!Entities.isInMemory(entity.getClass())) {
      Overheard copy = judging.sends().overheard(List.of());
      return copy == null ? SendBody.ON_TRUST : SendBody.onTrust(copy);
    }
    HeldBytes held = library.hold(entity, Room.inMemory(judging.sends().maxBody()), -1);
    return held.isOver() ? SendBody.ON_TRUST : held.body(List.of());
  }

  /** What stands behind the gate of a request: its head is written. */
  static final class Sending {

    static final Method METHOD;

    static {
      try {
        METHOD = Sending.class.getDeclaredMethod("write", Attempt.class);
        METHOD.setAccessible(true);
      } catch (NoSuchMethodException impossible) {
        throw new ExceptionInInitializerError(impossible);
      }
    }

    static void write(Attempt attempt) throws Throwable {
      attempt.write();
    }

    private Sending() {}
  }
}
