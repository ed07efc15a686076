package dev.countersign.cli;

import dev.countersign.ledger.LedgerFiles;
import dev.countersign.policy.JudgingObjects;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Policies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The chains that {@code LEDGER…} names, for commands that work on any number of them. */
final class Ledgers {

  /** Below a ledger directory, where {@code state.dir} is not configured. */
  private static final String STATE = "state";

  /**
   * @param inputs ledger directories and chain files; files of records among them are found beside
   *     their chain anyway
   */
  static List<ChainFiles> of(List<Path> inputs) throws IOException {
    LinkedHashSet<Path> files = new LinkedHashSet<>();
    for (Path input : inputs) {
      if (Files.isDirectory(input)) {
        files.addAll(ChainFiles.in(input));
      } else {
        files.add(input);
      }
    }
    files.removeIf(file -> LedgerFiles.isEffects(String.valueOf(file.getFileName())));
    return ChainFiles.of(new ArrayList<>(files), List.of());
  }

  /**
   * The judging objects of a chain.
   *
   * @param given where they are; null for the place that they have without {@code state.dir}
   */
  static Policies policies(Path given, ChainFiles chain) {
    if (given != null) {
      return JudgingObjects.at(given)::find;
    }
    Path directory = chain.segments().get(0).toAbsolutePath().getParent();
    return JudgingObjects.in(directory.resolve(STATE))::find;
  }

  private Ledgers() {}
}
