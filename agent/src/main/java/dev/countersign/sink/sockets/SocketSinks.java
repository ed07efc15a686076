package dev.countersign.sink.sockets;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Unjudged;
import dev.countersign.weave.Site;
import java.util.List;

/**
 * What is woven to see connections that a tool opens past the clients whose requests are bound. The
 * descriptors are the same on JDK 17 and 25, Linux; the classes load with the first connection.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>what passes there</th></tr>
 * <tr><td>{@code NioSocketImpl.connect}</td><td>{@code Socket}, {@code SSLSocket}</td></tr>
 * <tr><td>{@code SocketChannelImpl.connect}, {@code blockingConnect}</td><td>{@code SocketChannel}, and its socket;
 *     Unix domain sockets</td></tr>
 * <tr><td>{@code UnixAsynchronousSocketChannelImpl.implConnect}</td><td>{@code AsynchronousSocketChannel}</td></tr>
 * <tr><td>{@code io.netty.channel.DefaultChannelPipeline$HeadContext.connect}</td><td>channels of Netty's, those of
 *     its native transports too</td></tr>
 * <tr><td>{@code DatagramChannelImpl.connect}, {@code send}</td><td>datagrams, those of a socket too</td></tr>
 * </table>
 */
public final class SocketSinks {

  private static final String NETTY = "io.netty.channel.DefaultChannelPipeline$HeadContext";
  private static final String ADDRESS = "(Ljava/net/SocketAddress;";

  /**
   * The sites; not to be added where {@code unbound.sockets} is {@code allow}.
   *
   * @param refusing {@code unbound.sockets: refuse}
   */
  public static List<Site> sites(Effects effects, boolean refusing, String version) {
    Opening openings = new Opening(effects, refusing, version);
    return List.of(
        openings.site(Unjudged.SOCKET, "NioSocketImpl", "connect", ADDRESS + "I)V", 0),
        openings.site(Unjudged.SOCKET, "SocketChannelImpl", "connect", ADDRESS + ")Z", 0),
        openings.site(Unjudged.SOCKET, "SocketChannelImpl", "blockingConnect", ADDRESS + "J)V", 0),
        openings.site(
            Unjudged.SOCKET,
            "UnixAsynchronousSocketChannelImpl",
            "implConnect",
            ADDRESS
                + "Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)Ljava/util/concurrent/Future;",
            0),
        openings.site(
            Unjudged.DATAGRAM,
            "DatagramChannelImpl",
            "connect",
            ADDRESS + "Z)Ljava/nio/channels/DatagramChannel;",
            0),
        openings.site(
            Unjudged.DATAGRAM,
            "DatagramChannelImpl",
            "send",
            "(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I",
            1),
        openings.ofNetty());
  }

  /** Where channels of Netty's are connected, whichever their transport. */
  public static Site.Builder onNetty() {
    return Site.on(NETTY)
        .at(
            "connect",
            "(Lio/netty/channel/ChannelHandlerContext;Ljava/net/SocketAddress;Ljava/net/SocketAddress;"
                + "Lio/netty/channel/ChannelPromise;)V");
  }

  /** What all of them share. */
  private record Opening(Effects effects, boolean refusing, String version) {

    Site site(String kind, String name, String method, String descriptor, int address) {
      String type = "sun.nio.ch." + name;
      Adapter adapter = new Adapter("countersign.socket", version, type + '#' + method);
      return Site.on(type)
          .at(method, descriptor)
          .refuses(ActionClass.NETWORK_REQUEST)
          .to(new ConnectSink(effects, kind, address, refusing, adapter));
    }

    Site ofNetty() {
      Adapter adapter = new Adapter("countersign.socket", version, NETTY + "#connect");
      return onNetty()
          .refuses(ActionClass.NETWORK_REQUEST)
          .to(new NettyConnectSink(effects, refusing, adapter));
    }
  }

  private SocketSinks() {}
}
