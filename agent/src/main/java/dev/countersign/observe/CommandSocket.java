package dev.countersign.observe;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes commands from processes of the same user, through a Unix domain socket with mode 0600 in a
 * directory with mode 0700: one line in, one line out.
 *
 * <p>One thread serves a few clients at a time. Whoever says too much, too slowly, or is somebody
 * else is cut off; the application never waits for any of it.
 */
public final class CommandSocket implements Runnable {

  /** Bytes of a request, its newline included. */
  public static final int MAX_REQUEST = 1 << 20;

  /** What is held for a client before it has said more. */
  private static final int FIRST_REQUEST = 4096;

  /** How long one client may take in all, its answer included. */
  static final long PATIENCE_NANOS = 2_000_000_000L;

  /** Clients at a time; one more takes the place of the oldest. */
  static final int MAX_CLIENTS = 16;

  /** What the kernel takes as the path of a socket, in bytes. */
  private static final int MAX_PATH = 107;

  /** What its file is called in addition until somebody listens. */
  private static final String NEXT = "-";

  /** How long nobody is let in after that failed: there are no file descriptors, most likely. */
  private static final long PAUSE_NANOS = 1_000_000_000L;

  /** How long a client may wait for an answer that takes time: twice what an application may. */
  private static final long LONG_PATIENCE_NANOS = 20_000_000_000L;

  /** Answers that take time, at the same time; who asks for one more is told nothing. */
  private static final int MAX_SLOW = 4;

  /** Answers requests; what it throws ends that client only. */
  @FunctionalInterface
  public interface Commands {
    /**
     * Called by one thread, which serves everybody.
     *
     * @param request without its newline
     * @return without a newline; null where {@link #later} has the answer
     */
    byte[] answer(byte[] request);

    /** The same, for an answer that takes time; called by a thread that serves nobody else. */
    default byte[] later(byte[] request) {
      throw new UnsupportedOperationException("every answer is given at once");
    }
  }

  /** Whom the listening thread is of, for the application's thread lists. */
  private static final String THREAD = "countersign-commands";

  private final Path path;
  private final String owner;
  private final Commands commands;
  private final Runnable first;
  private final long patience;
  private final ServerSocketChannel server;
  private final Selector selector;
  private final AtomicInteger slow = new AtomicInteger();
  private long pausedUntil;
  private boolean paused;

  private CommandSocket(
      Path path,
      String owner,
      Commands commands,
      Runnable first,
      long patience,
      ServerSocketChannel server,
      Selector selector) {
    this.path = path;
    this.owner = owner;
    this.commands = commands;
    this.first = first;
    this.patience = patience;
    this.server = server;
    this.selector = selector;
  }

  /**
   * Listens, on a thread of its own.
   *
   * @param path where nothing exists yet, in a directory that nobody else can enter
   * @param first runs on that thread before anything else
   * @throws IOException if it cannot; the message says why
   */
  public static CommandSocket listen(Path path, Commands commands, Runnable first)
      throws IOException {
    return listen(path, commands, first, PATIENCE_NANOS);
  }

  static CommandSocket listen(Path path, Commands commands, Runnable first, long patience)
      throws IOException {
    int length = (path + NEXT).getBytes(StandardCharsets.UTF_8).length;
    if (length > MAX_PATH) {
      throw new IOException(
          "the path of a socket has at most "
              + MAX_PATH
              + " bytes, this one "
              + length
              + ". Set state.dir to a shorter one");
    }
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    Path bound = null;
    try {
      // Under its name only when somebody listens: else it looks like one that a dead JVM left.
      Path next = path.resolveSibling(path.getFileName() + NEXT);
      server.bind(UnixDomainSocketAddress.of(next), MAX_CLIENTS);
      bound = next;
      Files.setPosixFilePermissions(next, PosixFilePermissions.fromString("rw-------"));
      Files.move(next, path);
      bound = path;
      server.configureBlocking(false);
      Selector selector = Selector.open();
      server.register(selector, SelectionKey.OP_ACCEPT);
      CommandSocket socket =
          new CommandSocket(
              path, Files.getOwner(path).getName(), commands, first, patience, server, selector);
      Thread thread = new Thread(null, socket, THREAD, 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.start();
      return socket;
    } catch (IOException | RuntimeException | Error failed) {
      server.close();
      if (bound != null) {
        Files.deleteIfExists(bound);
      }
      throw failed;
    }
  }

  /** Listens no more. Only the file is ours to remove: the process ends. */
  public void close() {
    try {
      server.close();
      selector.wakeup();
      Files.deleteIfExists(path);
    } catch (IOException left) {
      // A socket file that nobody listens to: the next agent in this directory removes it.
      return;
    }
  }

  /**
   * Removes what JVMs that did not end by themselves left: sockets that nobody listens to.
   *
   * @param directory the state directory
   */
  public static void removeStale(Path directory) throws IOException {
    try (var sockets = Files.newDirectoryStream(directory, "*.sock")) {
      for (Path socket : sockets) {
        boolean isSocket =
            Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .isOther();
        if (isSocket && !isListening(socket)) {
          Files.deleteIfExists(socket);
        }
      }
    }
  }

  private static boolean isListening(Path socket) {
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      return channel.connect(UnixDomainSocketAddress.of(socket)) || channel.isConnectionPending();
    } catch (java.net.ConnectException refused) {
      return false;
    } catch (IOException | IllegalArgumentException unknown) {
      // Too busy to answer, or no socket at all: not ours to remove.
      return true;
    }
  }

  @Override
  public void run() {
    first.run();
    while (server.isOpen()) {
      try {
        serve();
      } catch (Throwable failed) {
        // Out of memory at the worst: the next client may have more luck.
        pause();
      }
    }
    try {
      selector.close();
    } catch (IOException left) {
      return;
    }
  }

  private void serve() throws IOException {
    boolean waiting = paused || selector.keys().size() > 1;
    selector.select(waiting ? 100 : 0);
    long now = System.nanoTime();
    if (paused && now - pausedUntil >= 0) {
      paused = false;
      server.keyFor(selector).interestOps(SelectionKey.OP_ACCEPT);
    }
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      SelectionKey key = ready.next();
      ready.remove();
      if (key.channel() == server) {
        accept(now);
      } else {
        go(key);
      }
    }
    for (SelectionKey key : selector.keys()) {
      if (!(key.attachment() instanceof Client client)) {
        continue;
      }
      if (now - client.until >= 0 || client.failed) {
        key.channel().close();
      } else if (key.isValid() && key.interestOps() == 0 && client.answer != null) {
        key.interestOps(SelectionKey.OP_WRITE);
      }
    }
  }

  private void pause() {
    paused = true;
    pausedUntil = System.nanoTime() + PAUSE_NANOS;
    SelectionKey key = server.keyFor(selector);
    if (key != null && key.isValid()) {
      key.interestOps(0);
    }
  }

  private void accept(long now) throws IOException {
    SocketChannel channel;
    try {
      channel = server.accept();
    } catch (IOException full) {
      if (server.isOpen()) {
        pause();
      }
      return;
    }
    if (channel == null) {
      return;
    }
    boolean taken = false;
    try {
      if (Peer.mayBe(owner, channel)) {
        makeRoom();
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ, new Client(now + patience));
        taken = true;
      }
    } finally {
      if (!taken) {
        channel.close();
      }
    }
  }

  private void makeRoom() throws IOException {
    SelectionKey oldest = null;
    int count = 0;
    for (SelectionKey key : selector.keys()) {
      if (key.isValid() && key.attachment() instanceof Client client) {
        count++;
        if (oldest == null || client.until - ((Client) oldest.attachment()).until < 0) {
          oldest = key;
        }
      }
    }
    if (count >= MAX_CLIENTS) {
      oldest.channel().close();
    }
  }

  private void go(SelectionKey key) throws IOException {
    SocketChannel channel = (SocketChannel) key.channel();
    boolean goesOn = false;
    try {
      Client client = (Client) key.attachment();
      goesOn = key.isValid() && client.goOn(channel, commands);
      if (goesOn && client.slow != null) {
        goesOn = answerLater(client);
        key.interestOps(0);
      } else if (goesOn && client.answer != null) {
        key.interestOps(SelectionKey.OP_WRITE);
      }
    } catch (IOException | RuntimeException gone) {
      // The client is gone, or what it asked for could not be done: it sees the end.
      goesOn = false;
    } finally {
      if (!goesOn) {
        channel.close();
      }
    }
  }

  /** Whether somebody works on it. */
  private boolean answerLater(Client client) {
    byte[] request = client.slow;
    client.slow = null;
    client.until = System.nanoTime() + LONG_PATIENCE_NANOS;
    if (slow.incrementAndGet() > MAX_SLOW) {
      slow.decrementAndGet();
      return false;
    }
    boolean started = false;
    try {
      Thread thread =
          new Thread(
              null,
              () -> {
                try {
                  client.say(commands.later(request));
                } finally {
                  // Of what it threw the client sees the end, and nobody else anything.
                  client.failed = client.answer == null;
                  slow.decrementAndGet();
                  selector.wakeup();
                }
              },
              THREAD + "-slow",
              0,
              false);
      thread.setDaemon(true);
      thread.setContextClassLoader(null);
      thread.setUncaughtExceptionHandler((ended, thrown) -> {});
      thread.start();
      started = true;
      return true;
    } finally {
      if (!started) {
        slow.decrementAndGet();
      }
    }
  }

  /** One request on its way in, then its answer on the way out. */
  private static final class Client {

    private long until;
    private ByteBuffer request = ByteBuffer.allocate(FIRST_REQUEST);

    /** What is to be answered on another thread; null for nothing. */
    private byte[] slow;

    private volatile boolean failed;
    private volatile ByteBuffer answer;

    Client(long until) {
      this.until = until;
    }

    /** Whether there is more to do. */
    boolean goOn(SocketChannel channel, Commands commands) throws IOException {
      if (answer == null) {
        int from = request.position();
        if (channel.read(request) < 0) {
          return false;
        }
        int end = endOfLine(from);
        if (end < 0) {
          return hasRoom();
        }
        byte[] line = new byte[end];
        request.flip();
        request.get(line);
        byte[] said = commands.answer(line);
        if (said == null) {
          slow = line;
          return true;
        }
        say(said);
      }
      ByteBuffer rest = answer;
      channel.write(rest);
      return rest.hasRemaining();
    }

    void say(byte[] said) {
      answer = ByteBuffer.allocate(said.length + 1).put(said).put((byte) '\n').flip();
    }

    /** Makes room for more where there may be more. */
    private boolean hasRoom() {
      if (!request.hasRemaining() && request.capacity() < MAX_REQUEST) {
        request = ByteBuffer.allocate(request.capacity() * 4).put(request.flip());
      }
      return request.hasRemaining();
    }

    private int endOfLine(int from) {
      for (int i = from; i < request.position(); i++) {
        if (request.get(i) == '\n') {
          return i;
        }
      }
      return -1;
    }
  }
}
