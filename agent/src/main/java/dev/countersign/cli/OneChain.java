package dev.countersign.cli;

import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.ChainFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The one chain that {@code LEDGER…} names, for commands that work on one. */
final class OneChain {

  /** What is wrong with a directory without a chain, and the likely cause. */
  static final String NO_CHAIN =
      "no chain file (*.jsonl) was found. Is this the ledger's directory?";

  /**
   * @param inputs ledger directories, and chain files of one chain; files of records among them are
   *     found beside their chain anyway
   * @param records more of them, under other names
   * @return the chain, or null when there is none
   * @throws IllegalArgumentException when there are several; the message names them
   */
  static ChainFiles of(List<Path> inputs, List<Path> records) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path input : inputs) {
      if (Files.isDirectory(input)) {
        files.addAll(ChainFiles.in(input));
      } else {
        files.add(input);
      }
    }
    files.removeIf(file -> LedgerFiles.isEffects(file.getFileName().toString()));
    List<ChainFiles> chains = ChainFiles.of(files, records);
    if (chains.size() <= 1) {
      return chains.isEmpty() ? null : chains.get(0);
    }
    StringBuilder names = new StringBuilder();
    for (ChainFiles each : chains) {
      names.append(' ').append(each.segments().get(0).getFileName());
    }
    throw new IllegalArgumentException(
        "it holds one chain, and these are " + chains.size() + ":" + names + ". Name one of them.");
  }

  private OneChain() {}
}
