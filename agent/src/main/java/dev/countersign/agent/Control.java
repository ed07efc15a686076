package dev.countersign.agent;

import dev.countersign.observe.CommandSocket;
import dev.countersign.observe.StandardError;
import dev.countersign.observe.StateDirectory;
import dev.countersign.scope.ThreadCell;
import java.io.IOException;
import java.nio.file.Path;

/** Opens the socket that takes commands. */
final class Control implements Runnable {

  private final String directory;
  private final String name;
  private final CommandSocket.Commands commands;
  private boolean tried;
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

  /** On a thread of the agent: listens; one line where it cannot, and it does not try again. */
  @Override
  public void run() {
    if (tried) {
      return;
    }
    tried = true;
    Path path;
    try {
      path = StateDirectory.open(directory);
    } catch (IOException | RuntimeException | LinkageError unusable) {
      StandardError.say(
          "hole: this JVM takes no commands (countersign kill, complete, status), and the first use"
              + " of a tool whose definition is to be pinned is refused (CS-INTERNAL): "
              + why(unusable)
              + ". Set state.dir to a directory that this user alone can write to");
      return;
    }
    try {
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
              + why(impossible));
    }
  }

  private static String why(Throwable failed) {
    return failed instanceof IOException && failed.getMessage() != null
        ? failed.getMessage()
        : failed.toString();
  }

  /** The JVM ends. */
  void close() {
    if (socket != null) {
      socket.close();
    }
  }
}
