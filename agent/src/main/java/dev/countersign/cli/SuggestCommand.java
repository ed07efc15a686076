package dev.countersign.cli;

import dev.countersign.config.Amendment;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Problem;
import dev.countersign.learn.LearnedException;
import dev.countersign.learn.Suggestions;
import dev.countersign.ledger.LedgerFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code suggest} (spec 5.8): what would bind an application that was observed. */
@Command(
    name = "suggest",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Reads what was learned in mode observe (ledger.learn: true) and prints a configuration that",
      "would bind it. Lines that nobody should use before looking at them are comments, with the",
      "reason: a single sample, a program or host that an argument may decide, an outlier."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:printed",
      "1:a learned file, or the configuration, says something that cannot be used",
      "2:usage",
      "3:printed, but some of it could not be placed in --into and is to be added by hand",
      "4:a file cannot be read or written"
    })
final class SuggestCommand implements Callable<Integer> {

  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "LEARNED",
      description = "Files of ledger.learn (….learned), or directories with such files.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--into",
      paramLabel = "FILE",
      description =
          "Adds to this configuration instead, keeping its comments and its order: lines are"
              + " inserted, none is changed.")
  private Path into;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Where to write it; may be that of --into. Standard output when absent.")
  private Path output;

  @Option(
      names = "--explain",
      description = "Says for each line where each of its values comes from.")
  private boolean explain;

  @Option(names = "--format", defaultValue = "text", description = "text (YAML) or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  SuggestCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.SUGGEST.print(console);
    }
    if (inputs.isEmpty()) {
      throw new CommandFailure(Exit.USAGE, "Missing LEARNED. See \"countersign suggest --help\".");
    }
    if (format == Format.json && into != null) {
      throw new CommandFailure(Exit.USAGE, "--into is about YAML. Leave out --format json.");
    }
    SuggestText text = new SuggestText(found(), explain);
    if (format == Format.json) {
      write(JsonText.of(text.toJson()) + "\n");
      return Exit.CLEAN;
    }
    try {
      String name = into == null ? "what was suggested" : into.toString();
      byte[] base = into == null ? text.document().getBytes(StandardCharsets.UTF_8) : read(into);
      Amendment.Amended amended =
          Amendment.to(name, base, text.tools(), text.ambient(), text.hasAmbient());
      List<String> remarks = text.remarks();
      StringBuilder out = new StringBuilder(amended.text());
      if (into == null) {
        for (String remark : remarks) {
          out.append("# ").append(remark).append('\n');
        }
      } else {
        for (String remark : remarks) {
          console.err().println("countersign: " + remark);
        }
        console
            .err()
            .println(
                "countersign: give the file a higher version, and read what was added, before it is"
                    + " used");
      }
      write(out.toString());
      for (String line : amended.unplaced()) {
        console.err().println("countersign: " + line);
      }
      return amended.unplaced().isEmpty() ? Exit.CLEAN : Exit.INCOMPLETE;
    } catch (ConfigurationException wrong) {
      for (Problem problem : wrong.problems()) {
        console.err().println("countersign: " + problem);
      }
      return wrong.unreadable() ? Exit.CANNOT : Exit.FAILED;
    }
  }

  private Suggestions found() {
    long started = System.nanoTime();
    long[] said = {started + 1_000_000_000L};
    try {
      return Suggestions.of(
          files(),
          (round, effects) -> {
            if (System.nanoTime() - said[0] > 0) {
              said[0] += Math.max(1_000_000_000L, said[0] - started);
              console
                  .err()
                  .println(
                      "countersign: suggest: round " + round + ", " + effects + " effects read");
            }
          });
    } catch (LearnedException wrong) {
      throw new CommandFailure(Exit.FAILED, wrong.getMessage());
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "cannot be read: " + Unreadable.why(unreadable));
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path input : inputs) {
      if (!Files.isDirectory(input)) {
        files.add(input);
        continue;
      }
      List<Path> found = new ArrayList<>();
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(input)) {
        for (Path entry : entries) {
          if (LedgerFiles.isLearned(String.valueOf(entry.getFileName()))) {
            found.add(entry);
          }
        }
      }
      if (found.isEmpty()) {
        throw new CommandFailure(
            Exit.CANNOT,
            input
                + " has no file of what was learned (….learned). Run the application with mode:"
                + " observe and ledger: { learn: true }");
      }
      Collections.sort(found);
      files.addAll(found);
    }
    return files;
  }

  private byte[] read(Path file) {
    try (java.io.InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(dev.countersign.config.Configuration.MAX_BYTES + 1);
    } catch (IOException unreadable) {
      throw new CommandFailure(
          Exit.CANNOT, file + " cannot be read: " + Unreadable.why(unreadable));
    }
  }

  /** A file is there as a whole or stays what it was, its owner's, and as readable as before. */
  private void write(String text) {
    if (output == null) {
      console.out().print(text);
      return;
    }
    try {
      // A link stays one, to the file that is replaced.
      boolean there = Files.exists(output);
      Path file = there ? output.toRealPath() : output.toAbsolutePath();
      Path beside = file.resolveSibling(file.getFileName() + ".suggested");
      Files.deleteIfExists(beside);
      Files.createFile(beside);
      try {
        if (there && Files.getFileStore(file).supportsFileAttributeView("posix")) {
          likeThat(file, beside);
        }
        Files.writeString(beside, text);
        Files.move(beside, file, StandardCopyOption.REPLACE_EXISTING);
      } finally {
        Files.deleteIfExists(beside);
      }
    } catch (IOException unwritable) {
      throw new CommandFailure(
          Exit.CANNOT, output + " cannot be written: " + Unreadable.why(unwritable));
    }
  }

  private void likeThat(Path file, Path beside) throws IOException {
    PosixFileAttributes old = Files.readAttributes(file, PosixFileAttributes.class);
    PosixFileAttributeView made = Files.getFileAttributeView(beside, PosixFileAttributeView.class);
    try {
      if (!made.readAttributes().group().equals(old.group())) {
        made.setGroup(old.group());
      }
      if (!made.readAttributes().owner().equals(old.owner())) {
        made.setOwner(old.owner());
      }
    } catch (IOException refused) {
      throw new CommandFailure(
          Exit.CANNOT,
          output
              + " belongs to "
              + old.owner()
              + " and "
              + old.group()
              + ", to whom this user can give no file. Write it elsewhere with -o, or run as them");
    }
    made.setPermissions(old.permissions());
  }
}
