package dev.countersign.approval;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Opens files that others may put something else in the place of. To open a pipe is to wait for
 * whoever writes into it, the JDK has no way of opening that does not, and what a name stands for
 * can change after one has looked: so another thread opens, and nobody waits longer than {@value
 * #SECONDS} seconds for his turn, and as long for what he opens.
 *
 * <p>A thread that is stuck stays so until somebody writes into that pipe. {@value #THREADS} open
 * at the same time, and whoever comes then waits his turn; where as many are stuck, nothing is
 * opened any more.
 */
public final class BoundedOpening {

  static final int THREADS = 8;
  static final int SECONDS = 5;

  private static final int IDLE_SECONDS = 10;

  private static final BoundedOpening OF_APPROVALS =
      new BoundedOpening(TimeUnit.SECONDS.toMillis(SECONDS));

  private final long millis;
  private final Opener opener;

  /** Whose turn it is; the first that asked is the first. */
  private final Semaphore turns = new Semaphore(THREADS, true);

  /** As many as have a turn, and one that has just given its own back. */
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          Integer.MAX_VALUE,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          BoundedOpening::thread);

  /**
   * @param millis how long somebody waits
   */
  BoundedOpening(long millis) {
    this(
        millis,
        file -> FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)));
  }

  /** The same by another way of opening. */
  BoundedOpening(long millis, Opener opener) {
    this.millis = millis;
    this.opener = opener;
  }

  /** Opens a file, for as long as that takes. */
  interface Opener {
    FileChannel open(Path file) throws IOException;
  }

  /** That of this JVM. */
  public static BoundedOpening ofApprovals() {
    return OF_APPROVALS;
  }

  private static Thread thread(Runnable work) {
    Thread thread = new Thread(null, work, "countersign-approvals", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    return thread;
  }

  /**
   * Opens a file for reading; a link is not followed. An interrupt of the calling thread stays for
   * whoever looks at it later.
   *
   * @throws NotOpenedException where it cannot be opened in time
   * @throws IOException where it cannot be opened
   */
  FileChannel open(Path file) throws IOException {
    CompletableFuture<FileChannel> opened = new CompletableFuture<>();
    awaitTurn();
    boolean begun = false;
    try {
      threads.execute(() -> open(file, opened));
      begun = true;
    } finally {
      if (!begun) {
        turns.release(); // no thread could be made
      }
    }
    return opened(opened);
  }

  /**
   * Opens a plain file for reading, as {@link #open} does. What was put in its place after one has
   * looked is opened too: whoever reads reads no further than its size.
   *
   * @return null where it is a link or no plain file
   */
  public FileChannel openPlain(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
            .isRegularFile()
        ? open(file)
        : null;
  }

  private void awaitTurn() throws NotOpenedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          if (turns.tryAcquire(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return;
          }
          throw new NotOpenedException(
              THREADS
                  + " files are being opened and none of them is. Pipes in the place of approvals?"
                  + " Look who writes in that directory, and start this process again");
        } catch (InterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void open(Path file, CompletableFuture<FileChannel> opened) {
    try {
      FileChannel channel = opener.open(file);
      if (!opened.complete(channel)) {
        channel.close(); // nobody waits any more
      }
    } catch (Throwable failed) {
      opened.completeExceptionally(failed);
    } finally {
      turns.release();
    }
  }

  private FileChannel opened(CompletableFuture<FileChannel> opened) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return opened.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException again) {
          interrupted = true;
        } catch (TimeoutException stuck) {
          if (opened.cancel(false)) {
            throw new NotOpenedException(
                "it cannot be opened: a pipe that nobody writes into, or a device that does not"
                    + " answer. Somebody put it there just now: look who writes in that directory");
          }
          // It was opened just now.
        }
      }
    } catch (ExecutionException failed) {
      Throwable cause = failed.getCause();
      if (cause instanceof IOException unreadable) {
        throw unreadable;
      }
      if (cause instanceof Error error) {
        throw error;
      }
      throw new IOException("it cannot be opened", cause);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
