package com.example.acts.preview;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.epoll.EpollEventLoopGroup;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import reactor.netty.tcp.TcpClient;

/** Connections that are opened and nothing else: that they were is the effect. */
final class Connections {

  /** Whether the server has one afterwards, whatever became of its client. */
  static boolean opened(String kind) throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      server.configureBlocking(false);
      Exception failed = null;
      try {
        open(kind, (InetSocketAddress) server.getLocalAddress());
      } catch (Exception thrown) {
        failed = thrown;
      }
      try (SocketChannel accepted = server.accept()) {
        if (accepted == null && failed != null) {
          throw failed;
        }
        return accepted != null;
      }
    }
  }

  private static void open(String kind, InetSocketAddress to) throws Exception {
    switch (kind) {
      case "opens":
        new URL("http", "127.0.0.1", to.getPort(), "/").openConnection().connect();
        break;
      case "nio":
        netty(new NioEventLoopGroup(1, daemons(kind)), NioSocketChannel.class, to);
        break;
      case "epoll":
        netty(new EpollEventLoopGroup(1, daemons(kind)), EpollSocketChannel.class, to);
        break;
      default:
        TcpClient.create().host("127.0.0.1").port(to.getPort()).connectNow().disposeNow();
        break;
    }
  }

  private static DefaultThreadFactory daemons(String name) {
    return new DefaultThreadFactory(name, true);
  }

  private static void netty(
      EventLoopGroup loops, Class<? extends Channel> transport, InetSocketAddress to)
      throws InterruptedException {
    try {
      new Bootstrap()
          .group(loops)
          .channel(transport)
          .handler(new ChannelInboundHandlerAdapter())
          .connect(to)
          .sync();
    } finally {
      loops.shutdownGracefully();
    }
  }

  private Connections() {}
}
