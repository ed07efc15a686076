package com.example.acts.apps;

import com.example.acts.Act;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * A pool of connections, each a process that is spoken to, as a driver's or a language server's.
 * The first call makes the pool; its housekeeper validates and replaces connections from then on.
 */
public final class ConnectionPoolApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(ConnectionPoolApp.class, arguments);
  }

  static void application() throws Exception {
    System.out.println(Desk.call("query", query("one", "judged"), () -> answer("one", "judged")));
    Pool pool = Pool.get();
    pool.replaced.await();
    System.out.println(Desk.call("query", query("two", "second"), () -> answer("two", "second")));
    try (Connection outside = pool.take()) {
      System.out.println("outside: " + outside.ask("three"));
    }
    System.out.println("validation failed: " + pool.failed);
    Desk.attack("query", query("four", "asked"), () -> answer("four", "asked"));
    pool.close();
  }

  private static String query(String text, String file) {
    return "{\"text\": \"" + text + "\", \"file\": \"" + file + "\"}";
  }

  /** The tool: asks over a connection, then leaves a mark. */
  static String answer(String text, String file) throws Exception {
    String answer;
    try (Connection connection = Pool.get().take()) {
      answer = connection.ask(text);
    }
    return answer + " " + Desk.run("touch", file);
  }

  private static final class Pool {
    private static Pool made;

    private final BlockingQueue<Connection> idle = new ArrayBlockingQueue<>(8);
    private final ScheduledExecutorService housekeeper =
        Executors.newSingleThreadScheduledExecutor();

    /** Counted down by each connection that the housekeeper replaced. */
    final CountDownLatch replaced = new CountDownLatch(3);

    volatile String failed = "never";

    static synchronized Pool get() throws IOException {
      if (made == null) {
        made = new Pool();
        Runtime.getRuntime().addShutdownHook(new Thread(Pool::leaveMark));
        made.idle.add(new Connection(made));
        made.housekeeper.scheduleWithFixedDelay(made::validate, 1, 1, TimeUnit.MILLISECONDS);
      }
      return made;
    }

    /** What the pool does when the JVM ends. */
    private static void leaveMark() {
      try {
        Desk.run("touch", "closed");
      } catch (Exception failed) {
        System.out.println(failed);
      }
    }

    Connection take() throws InterruptedException {
      return idle.take();
    }

    private void validate() {
      Connection old = idle.poll();
      if (old == null) {
        return;
      }
      try {
        if (!old.ask("ping").equals("ping")) {
          failed = "no answer";
        }
        if (replaced.getCount() > 0) {
          old.end();
          old = new Connection(this);
          replaced.countDown();
        }
      } catch (Exception thrown) {
        failed = thrown.toString();
        replaced.countDown();
      }
      idle.add(old);
    }

    void close() throws Exception {
      housekeeper.shutdown();
      housekeeper.awaitTermination(1, TimeUnit.MINUTES);
      idle.take().end();
    }
  }

  private static final class Connection implements AutoCloseable {
    private final Pool pool;
    private final Process peer = Desk.starting("cat").start();
    private final Writer to =
        new OutputStreamWriter(peer.getOutputStream(), StandardCharsets.UTF_8);
    private final BufferedReader from =
        new BufferedReader(new InputStreamReader(peer.getInputStream(), StandardCharsets.UTF_8));

    Connection(Pool pool) throws IOException {
      this.pool = pool;
    }

    String ask(String text) {
      try {
        to.write(text + "\n");
        to.flush();
        return from.readLine();
      } catch (IOException broken) {
        throw new UncheckedIOException(broken);
      }
    }

    void end() throws Exception {
      to.close();
      peer.waitFor();
    }

    @Override
    public void close() {
      pool.idle.add(this);
    }
  }

  private ConnectionPoolApp() {}
}
