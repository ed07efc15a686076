package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.LedgerFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The files of one chain: its segments in order, and the effect records beside them.
 *
 * @param segments one or more chain files; a later segment alone is a gap in the sequence, and is
 *     reported as one
 * @param effects files of effect records, in the same order
 * @param effectsComplete whether no segment is without its records
 */
public record ChainFiles(List<Path> segments, List<Path> effects, boolean effectsComplete) {

  /**
   * Where a file starts, as its first line says.
   *
   * @param seq {@link Long#MAX_VALUE} where there is no such line: it may be a segment that was
   *     just being begun when the process died
   * @param empty whether there is nothing in it
   */
  private record Start(Path file, String chainId, long seq, boolean empty) {}

  /** The chain files of a ledger directory, sorted by name; its other files are left out. */
  public static List<Path> in(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> LedgerFiles.isChain(file.getFileName().toString()))
          .sorted()
          .toList();
    }
  }

  /**
   * Sorts chain files into chains. A file that begins with its chain's first entry begins a chain;
   * the others continue the chain whose id they carry, or, where they carry none, the one whose
   * name they have.
   *
   * @param chainFiles in any order
   * @param effectsFiles records that were named beside them; those that lie beside their chain are
   *     found without
   * @throws IOException when a file cannot be read
   * @throws IllegalArgumentException when a file of records belongs to none of the chains
   */
  public static List<ChainFiles> of(List<Path> chainFiles, List<Path> effectsFiles)
      throws IOException {
    List<Start> starts = new ArrayList<>();
    for (Path file : chainFiles) {
      starts.add(start(file));
    }
    starts.sort(Comparator.comparingLong(Start::seq));
    List<List<Start>> chains = new ArrayList<>();
    for (Start start : starts) {
      List<Start> continued = start.seq > 0 ? chainOf(start, chains) : null;
      if (continued == null) {
        continued = new ArrayList<>();
        chains.add(continued);
      }
      continued.add(start);
    }
    chains.sort(Comparator.comparingInt(chain -> chainFiles.indexOf(chain.get(0).file)));
    Set<Path> unattached = new LinkedHashSet<>();
    effectsFiles.forEach(file -> unattached.add(file.toAbsolutePath().normalize()));
    List<ChainFiles> all = new ArrayList<>();
    for (List<Start> chain : chains) {
      all.add(withRecords(chain, unattached));
    }
    if (unattached.isEmpty()) {
      return all;
    }
    if (all.size() != 1) {
      throw new IllegalArgumentException(
          Shown.of(unattached.iterator().next().toString())
              + " belongs to none of the chain files: it must have the name of one, with .effects.jsonl"
              + " for .jsonl");
    }
    // One chain and records under another name: whose they are is not in doubt.
    List<Path> effects = new ArrayList<>(all.get(0).effects);
    effects.addAll(unattached);
    return List.of(new ChainFiles(all.get(0).segments, effects, true));
  }

  private static List<Start> chainOf(Start start, List<List<Start>> chains) {
    for (List<Start> chain : chains) {
      boolean same =
          start.chainId == null
              ? isSegmentOf(start.file, chain.get(0).file)
              : start.chainId.equals(chain.get(0).chainId);
      if (same) {
        return chain;
      }
    }
    return null;
  }

  private static boolean isSegmentOf(Path file, Path first) {
    Path own = file.toAbsolutePath().normalize();
    Path other = first.toAbsolutePath().normalize();
    if (!LedgerFiles.isChain(own.getFileName().toString())
        || !LedgerFiles.isChain(other.getFileName().toString())) {
      return false;
    }
    LedgerFiles files = LedgerFiles.of(own);
    return !files.chainStem().equals(files.stem())
        && files.directory().equals(LedgerFiles.of(other).directory())
        && files.chainStem().equals(LedgerFiles.of(other).chainStem());
  }

  private static ChainFiles withRecords(List<Start> chain, Set<Path> named) {
    List<Path> segments = new ArrayList<>();
    Set<Path> effects = new LinkedHashSet<>();
    boolean complete = true;
    for (Start start : chain) {
      segments.add(start.file);
      Path own = beside(start.file);
      boolean found = own != null && (named.remove(own) || Files.isRegularFile(own));
      complete &= found || start.empty && chain.size() > 1;
      if (found) {
        effects.add(own);
      }
    }
    return new ChainFiles(List.copyOf(segments), List.copyOf(effects), complete);
  }

  private static Path beside(Path chainFile) {
    return LedgerFiles.isChain(chainFile.getFileName().toString())
        ? LedgerFiles.of(chainFile).effects().normalize()
        : null;
  }

  private static Start start(Path file) throws IOException {
    try (BoundedLines lines = new BoundedLines(Files.newInputStream(file))) {
      if (!lines.next()) {
        return new Start(file, null, Long.MAX_VALUE, true);
      }
      if (lines.line() == null) {
        return new Start(file, null, Long.MAX_VALUE, false);
      }
      Map<String, Object> first = Entry.object(Json.parse(lines.line()));
      Long seq = first == null ? null : Integral.of(first.get("seq"));
      Object id = first == null ? null : first.get("chain_id");
      return new Start(
          file, id instanceof String text ? text : null, seq == null ? Long.MAX_VALUE : seq, false);
    } catch (NotCanonicalException malformed) {
      return new Start(file, null, Long.MAX_VALUE, false);
    }
  }

  /** The checkpoints beside the segments, of those that have one. */
  List<Path> checkpoints() {
    List<Path> found = new ArrayList<>();
    for (Path segment : segments) {
      if (LedgerFiles.isChain(segment.getFileName().toString())) {
        Path beside = LedgerFiles.of(segment).checkpoint();
        if (Files.isRegularFile(beside)) {
          found.add(beside);
        }
      }
    }
    return found;
  }

  /**
   * The number that a segment's first entry states; {@link Long#MAX_VALUE} where there is none that
   * can be read.
   */
  static long firstOf(Path segment) throws IOException {
    return start(segment).seq;
  }

  /** These files without the first segments, whose records are left out with them. */
  ChainFiles from(int segment) {
    List<Path> records = new ArrayList<>();
    for (Path each : segments.subList(segment, segments.size())) {
      Path own = beside(each);
      if (effects.contains(own)) {
        records.add(own);
      }
    }
    boolean theirs = effects.stream().allMatch(file -> isBesideOne(file));
    return new ChainFiles(
        segments.subList(segment, segments.size()), theirs ? records : effects, effectsComplete);
  }

  private boolean isBesideOne(Path records) {
    return segments.stream().anyMatch(each -> records.equals(beside(each)));
  }

  /** The records, or null when none are at hand. */
  public EffectRecords records() {
    return effects.isEmpty() ? null : new EffectRecords(effects, effectsComplete);
  }
}
