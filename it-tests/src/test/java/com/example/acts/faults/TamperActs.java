package com.example.acts.faults;

import com.example.acts.Act;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An application that changes the files of the books, which it finds beside its working directory,
 * between its calls: B56.
 *
 * <p>For each change standard output has {@code NAME FIRST SECOND CHAINS}: how the first and the
 * second call after it ended, and how many chains there are then.
 */
public final class TamperActs {

  private static final Path LEDGER = Path.of("../ledger");
  private static int number;

  public static void main(String[] arguments) throws Exception {
    Act.perform(TamperActs.class, arguments);
  }

  static void changes(String[] names) throws Exception {
    Set<Path> known = new HashSet<>();
    Path chain = next(known);
    for (String name : names) {
      call();
      change(name, chain, Path.of(chain.toString().replace(".jsonl", ".effects.jsonl")));
      String first = call();
      String second = call();
      if (name.equals("movedDirectory")) {
        Files.move(LEDGER.resolveSibling("away"), LEDGER);
        second += "/" + call();
      }
      Path begun = next(known);
      chain = begun == null ? chain : begun;
      System.out.println(name + " " + first + " " + second + " " + known.size());
    }
  }

  /** One call of a tool; how it ended. */
  private static String call() {
    try {
      Notes.note(Notes.id(number++));
      return "ended";
    } catch (SecurityException refused) {
      return refused.getMessage().substring(1, refused.getMessage().indexOf(']'));
    }
  }

  /** The chain that was begun since the last look; null for none. */
  private static Path next(Set<Path> known) throws IOException {
    try (Stream<Path> files = Files.list(LEDGER)) {
      Path begun = null;
      for (Path file : files.toList()) {
        String name = file.getFileName().toString();
        if (name.matches("[0-9]{8}T[^.]*\\.jsonl") && known.add(file)) {
          begun = file;
        }
      }
      return begun;
    }
  }

  private static void change(String name, Path chain, Path effects) throws IOException {
    switch (name) {
      case "truncatedChain" -> cut(chain, 0);
      case "truncatedRecords" -> cut(effects, 0);
      case "cutToAnEarlierLine" -> {
        String text = Files.readString(chain);
        cut(chain, text.lastIndexOf('\n', text.length() - 2) + 1);
      }
      case "forgedLine" ->
          Files.writeString(chain, "{\"event\":\"outcome\"}\n", StandardOpenOption.APPEND);
      case "forgedRecord" -> Files.writeString(effects, "{}\n", StandardOpenOption.APPEND);
      case "deletedChain" -> Files.delete(chain);
      case "deletedRecords" -> Files.delete(effects);
      case "replacedChain" -> replace(chain);
      case "replacedRecords" -> replace(effects);
      case "recreatedEmpty" -> {
        Files.delete(chain);
        Files.createFile(chain);
      }
      case "linkToItself" -> {
        Path moved = Files.move(chain, chain.resolveSibling("moved"));
        Files.createSymbolicLink(chain, moved.toAbsolutePath());
      }
      case "danglingLink" -> {
        Files.delete(effects);
        Files.createSymbolicLink(effects, Path.of("nowhere"));
      }
      case "directoryInItsPlace" -> {
        Files.delete(chain);
        Files.createDirectory(chain);
      }
      case "hardLink" -> Files.createLink(chain.resolveSibling("other"), chain);
      case "writtenThroughAHardLink" ->
          Files.writeString(
              Files.createLink(chain.resolveSibling("another"), chain),
              "{}\n",
              StandardOpenOption.APPEND);
      case "noPermissions" ->
          Files.setPosixFilePermissions(chain, PosixFilePermissions.fromString("---------"));
      case "readOnlyDirectory" ->
          Files.setPosixFilePermissions(LEDGER, PosixFilePermissions.fromString("r-x------"));
      case "directoryOpenToOthers" ->
          Files.setPosixFilePermissions(LEDGER, PosixFilePermissions.fromString("rwxrwxrwx"));
      case "ownDirectoryAgain" ->
          Files.setPosixFilePermissions(LEDGER, PosixFilePermissions.fromString("rwx------"));
      case "movedDirectory" -> Files.move(LEDGER, LEDGER.resolveSibling("away"));
      default -> throw new IllegalArgumentException(name);
    }
  }

  private static void cut(Path file, long length) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(length);
    }
  }

  private static void replace(Path file) throws IOException {
    Path copy = file.resolveSibling("copy");
    Files.copy(file, copy);
    Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Calls while no file may grow beyond 100,000 bytes, as on a full disk, until that is refused;
   * then when there is room again.
   */
  static void fullDisk() throws Exception {
    call();
    limit("100000:unlimited");
    int refused = 0;
    for (int i = 0; i < 2000 && refused < 50; i++) {
      if (!call().equals("ended")) {
        refused++;
      }
    }
    System.out.println("refused " + refused);
    limit("unlimited");
    System.out.println(call());
  }

  private static void limit(String bytes) throws Exception {
    int code =
        new ProcessBuilder("sh", "-c", "prlimit --fsize=" + bytes + " --pid $PPID")
            .inheritIO()
            .start()
            .waitFor();
    if (code != 0) {
      throw new IllegalStateException("prlimit ended with " + code);
    }
  }

  static void once() {
    System.out.println(call());
  }

  private TamperActs() {}
}
