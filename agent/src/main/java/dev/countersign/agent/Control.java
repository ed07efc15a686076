package dev.countersign.agent;

import dev.countersign.observe.CommandSocket;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StateDirectory;
import dev.countersign.scope.ThreadCell;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Opens the socket that takes commands, some time after the start: a JVM that ends before has
 * nothing to be told, and none pays for it before {@code main}.
 */
final class Control implements Runnable {

  private static final long DELAY_NANOS = 500_000_000L;

  private final long began = System.nanoTime();
  private final String directory;
  private final String name;
  private final CommandSocket.Commands commands;
  private boolean tried;
  private boolean ended;
  private CommandSocket socket;

  /**
   * @param directory {@code state.dir}
   * @param stem of the first chain's files, {@code <start time>-<pid>-<chain id>}: the id tells it
   *     from a socket that a dead process of the same number left
   */
  Control(String directory, String stem, CommandSocket.Commands commands) {
    this.directory = directory;
    this.name = stem.substring(stem.indexOf('-') + 1) + ".sock";
    this.commands = commands;
  }

  /** On a thread of the agent: listens, once it is time; one line where it cannot. */
  @Override
  public synchronized void run() {
    if (tried || ended || System.nanoTime() - began < DELAY_NANOS) {
      return;
    }
    tried = true;
    try {
      Path path = StateDirectory.open(directory);
      CommandSocket.removeStale(path);
      socket =
          CommandSocket.listen(
              path.resolve(name),
              commands,
              new Runnable() {
                @Override
                public void run() {
                  ThreadCell.ownedByAgent();
                }
              });
    } catch (IOException | RuntimeException | LinkageError impossible) {
      StandardError.say(
          "hole: this JVM takes no commands (countersign kill, complete, status): "
              + (impossible instanceof IOException && impossible.getMessage() != null
                  ? impossible.getMessage()
                  : impossible));
    }
  }

  /** The JVM ends. */
  synchronized void close() {
    ended = true;
    if (socket != null) {
      socket.close();
    }
  }
}
