package dev.countersign.sink.http.apache;

import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.sink.http.Members;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.lang.reflect.Field;
import java.net.Socket;

/** A connection gets its socket, once more when it becomes one over TLS. Decides nothing. */
final class BindingHook implements SiteHandler {

  /** Fields of the holder that HttpCore 5 has around a socket: the outer one, the one below. */
  private static final ClassValue<Field[]> HOLDER =
      new ClassValue<>() {
        @Override
        protected Field[] computeValue(Class<?> type) {
          try {
            return fields(type);
          } catch (NoSuchFieldException unknownLine) {
            throw new IllegalStateException(
                type.getName() + " of HttpCore 5 is not known", unknownLine);
          }
        }
      };

  private final WeakIdentityMap<Wire> wires;
  private final Connecting connecting;

  BindingHook(WeakIdentityMap<Wire> wires, Connecting connecting) {
    this.wires = wires;
    this.connecting = connecting;
  }

  private static Field[] fields(Class<?> holder) throws NoSuchFieldException {
    Class<?> type = holder;
    while (!type.getName().equals(Names.CORE_5 + "impl.io.SocketHolder")) {
      type = type.getSuperclass();
    }
    try {
      return new Field[] {Members.field(type, "sslSocket"), Members.field(type, "baseSocket")};
    } catch (NoSuchFieldException before53) {
      return new Field[] {Members.field(type, "socket")};
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object connection, Object[] args) {
    if (args[0] == null) {
      return null; // the library says what it thinks of that
    }
    Socket socket;
    Socket base = null;
    if (args[0] instanceof Socket given) {
      socket = given;
    } else {
      Field[] fields = HOLDER.get(args[0].getClass());
      socket = (Socket) Members.read(fields[0], args[0]);
      base = fields.length > 1 ? (Socket) Members.read(fields[1], args[0]) : null;
      socket = socket == null ? base : socket;
    }
    Connecting.To to = connecting.current();
    Wire known = to == null ? null : wires.get(connection);
    if (known != null && (to.upgrade() || known.isMadeTo(to))) {
      known.continueOver(socket, base);
    } else {
      wires.put(connection, Wire.over(socket, base, to));
    }
    return null;
  }
}
