package dev.countersign.observe;

import java.io.IOException;
import java.nio.channels.SocketChannel;

/**
 * Who is at the other end of a Unix domain socket, by the kernel's word. In a class of its own: a
 * runtime without the module jdk.net has no such option.
 */
public final class Peer {

  /**
   * Whether that user is, or nobody can say: then the modes of the directory stand alone.
   *
   * @param user a name, as {@link java.nio.file.Files#getOwner} gives it
   * @param channel connected
   */
  public static boolean mayBe(String user, SocketChannel channel) throws IOException {
    try {
      return user.equals(
          channel.getOption(jdk.net.ExtendedSocketOptions.SO_PEERCRED).user().getName());
    } catch (LinkageError | UnsupportedOperationException unknown) {
      return true;
    }
  }

  private Peer() {}
}
