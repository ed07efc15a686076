package dev.countersign.sink.closed;

import dev.countersign.ActionClass;
import dev.countersign.config.Unbound;
import dev.countersign.config.Word;
import dev.countersign.sink.nativecode.NativeSinks;
import dev.countersign.sink.sockets.SocketSinks;
import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What else must not happen while a preview of the application runs. Woven before the first one: an
 * application that is asked for none has nothing of it, but for classes that load when they are
 * used ({@link #whenLoaded}). Descriptors are the same on JDK 17 and 25.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why</th></tr>
 * <tr><td>{@code Runtime.exit}, {@code halt}</td><td>the JVM would end</td></tr>
 * <tr><td>{@code Runtime.addShutdownHook}</td><td>what it does at the end belongs to nobody; the
 *     JDK adds its own</td></tr>
 * <tr><td>{@code Runtime.load0}, {@code loadLibrary0}</td><td>with {@code unbound.native: allow} only: else they are
 *     woven anyway</td></tr>
 * <tr><td>the foreign function API, as in {@code NativeSinks}</td><td>the same</td></tr>
 * <tr><td>connections, as in {@code SocketSinks}</td><td>with {@code unbound.sockets: allow} only</td></tr>
 * </table>
 */
public final class ClosedSites implements Supplier<String> {

  private static final String RUNTIME = "java.lang.Runtime";
  private static final String ADDRESS = "(Ljava/net/SocketAddress;";

  private final Weaver weaver;
  private final Unbound unbound;

  public ClosedSites(Weaver weaver, Unbound unbound) {
    this.weaver = weaver;
    this.unbound = unbound;
  }

  /**
   * What is woven when its class loads, from the start of the JVM on: where {@code unbound} says
   * {@code allow}, nothing else watches there.
   *
   * @param jdk feature version of this JVM
   */
  public static List<Site> whenLoaded(Unbound unbound, int jdk) {
    List<Site> sites = new ArrayList<>(4);
    if (unbound.nativeLoads() == Word.ALLOW) {
      sites.addAll(NativeSinks.foreignClosedToPreviews(jdk));
    }
    if (unbound.sockets() == Word.ALLOW) {
      sites.add(
          SocketSinks.onNetty()
              .carrying()
              .refuses(ActionClass.NETWORK_REQUEST)
              .to(new ClosedSink(ActionClass.NETWORK_REQUEST)));
    }
    return sites;
  }

  /**
   * Weaves the others.
   *
   * @return null, or what could not be closed
   */
  @Override
  public String get() {
    List<Site> runtime = new ArrayList<>();
    runtime.add(site(RUNTIME, "exit", "(I)V", ActionClass.JVM_END));
    runtime.add(site(RUNTIME, "halt", "(I)V", ActionClass.JVM_END));
    runtime.add(
        Site.on(RUNTIME)
            .at("addShutdownHook", "(Ljava/lang/Thread;)V")
            .carrying()
            .refuses(ActionClass.JVM_END)
            .to(new ClosedHook()));
    if (unbound.nativeLoads() == Word.ALLOW) {
      runtime.addAll(NativeSinks.closedToPreviews());
    }
    String failed = weave(Runtime.class, runtime);
    if (failed != null || unbound.sockets() != Word.ALLOW) {
      return failed;
    }
    failed = connections("NioSocketImpl", "connect", ADDRESS + "I)V", null, null);
    if (failed == null) {
      failed =
          connections(
              "SocketChannelImpl", "connect", ADDRESS + ")Z", "blockingConnect", ADDRESS + "J)V");
    }
    if (failed == null) {
      failed =
          connections(
              "UnixAsynchronousSocketChannelImpl",
              "implConnect",
              ADDRESS
                  + "Ljava/lang/Object;Ljava/nio/channels/CompletionHandler;)Ljava/util/concurrent/Future;",
              null,
              null);
    }
    return failed != null
        ? failed
        : connections(
            "DatagramChannelImpl",
            "connect",
            ADDRESS + "Z)Ljava/nio/channels/DatagramChannel;",
            "send",
            "(Ljava/nio/ByteBuffer;Ljava/net/SocketAddress;)I");
  }

  private String connections(
      String name, String method, String descriptor, String another, String itsDescriptor) {
    String type = "sun.nio.ch." + name;
    List<Site> sites = new ArrayList<>(2);
    sites.add(site(type, method, descriptor, ActionClass.NETWORK_REQUEST));
    if (another != null) {
      sites.add(site(type, another, itsDescriptor, ActionClass.NETWORK_REQUEST));
    }
    try {
      return weave(Class.forName(type, false, null), sites);
    } catch (ClassNotFoundException otherJdk) {
      return "this JDK has no " + type;
    }
  }

  private String weave(Class<?> type, List<Site> sites) {
    String failed = weaver.addAndRetransform(type, sites);
    return failed == null ? null : type.getName() + ": " + failed;
  }

  private Site site(String type, String method, String descriptor, ActionClass action) {
    return Site.on(type)
        .at(method, descriptor)
        .carrying()
        .refuses(action)
        .to(new ClosedSink(action));
  }
}
