package dev.countersign.verify;

import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.Checkpoint;
import dev.countersign.ledger.MerkleTree;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A proof about the Merkle log of a chain (spec 3.6), to be handed to somebody who has none of it
 * but a checkpoint: that an entry is in it, or that it went on from what it was.
 *
 * <p>As JSON: {@code {type: "inclusion", chain_id, seq, entry_hash, tree_size, root, path[],
 * entry}} or {@code {type: "consistency", chain_id, older_size, older_root, tree_size, root,
 * path[]}}, and {@code checkpoint}, a signed note, where there was one of that size. Hashes are 64
 * hex digits.
 */
public final class LogProof {

  /** Longest proof that is read, in bytes: a path has at most 64 steps, an entry 1 MiB. */
  public static final int MAX = 4 << 20;

  private static final String INCLUSION = "inclusion";

  /** The proof cannot be made; the message says why and what to do. */
  public static final class Refused extends Exception {

    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  private final Map<String, Object> json;

  private LogProof(Map<String, Object> json) {
    this.json = json;
  }

  /** The JSON object. */
  public Map<String, Object> json() {
    return json;
  }

  /** Writes it as one document. */
  public void writeJson(Appendable out) throws IOException {
    new JsonText(out).write(json);
  }

  /** What the chain is at some sizes. */
  private static final class Log {

    private final List<MerkleProof.Range> ranges = new ArrayList<>();
    private final List<MerkleTree> steps = new ArrayList<>();
    private final Map<Long, byte[]> roots = new LinkedHashMap<>();
    private Map<String, Object> entry;
    private String chainId;
    private long size;

    /**
     * Reads the first {@code to} entries, all of them for {@link Long#MAX_VALUE}.
     *
     * @param wanted the number of an entry to keep, or -1
     * @param older another size whose root to keep, or -1
     */
    void read(
        List<Path> segments, List<MerkleProof.Range> wantedRanges, long to, long wanted, long older)
        throws IOException, Refused {
      for (MerkleProof.Range range : wantedRanges) {
        ranges.add(range);
        steps.add(new MerkleTree());
      }
      ChainCheck chain = new ChainCheck();
      MerkleTree tree = new MerkleTree();
      for (Path segment : segments) {
        try (InputStream in = Files.newInputStream(segment)) {
          BoundedLines lines = new BoundedLines(in);
          while (chain.count() < to && lines.next() && lines.ended()) {
            Map<String, Object> fields = fields(lines.line());
            if (fields == null) {
              throw new Refused("entry " + chain.count() + " cannot be read. Run \"verify\" on it");
            }
            long seq = chain.count();
            chain.accept(new Entry(seq, fields));
            if (chain.broken() != null) {
              throw new Refused(
                  "the chain does not hang together: "
                      + chain.broken()
                      + ". Run \"verify\" on it; name all segments of the chain");
            }
            byte[] hash = Hex.parse((String) fields.get("hash"));
            tree.add(hash);
            for (int i = 0; i < ranges.size(); i++) {
              if (seq >= ranges.get(i).from() && seq < ranges.get(i).to()) {
                steps.get(i).add(hash);
              }
            }
            if (seq == wanted) {
              entry = fields;
            }
            if (tree.size() == older) {
              roots.put(older, tree.root());
            }
            chainId = (String) fields.get("chain_id");
          }
        }
      }
      size = tree.size();
      roots.put(size, tree.root());
    }

    private static Map<String, Object> fields(byte[] line) {
      try {
        Map<String, Object> fields = line == null ? null : Entry.object(Json.parse(line));
        return fields != null && fields.get("chain_id") instanceof String ? fields : null;
      } catch (NotCanonicalException malformed) {
        return null;
      }
    }

    List<Object> path() {
      List<Object> path = new ArrayList<>();
      for (MerkleTree step : steps) {
        path.add(Hex.of(step.root()));
      }
      return path;
    }

    String root(long of) {
      return Hex.of(roots.get(of));
    }
  }

  /**
   * How many entries a chain has; the chain is verified on the way.
   *
   * @throws Refused if it does not hang together
   */
  public static long sizeOf(ChainFiles files) throws IOException, Refused {
    Log log = new Log();
    log.read(files.segments(), List.of(), Long.MAX_VALUE, -1, -1);
    return log.size;
  }

  /**
   * That an entry is in the log.
   *
   * @param size of the tree; at most what is there
   * @param note the checkpoint of that size as it was written, or null
   */
  public static LogProof inclusion(ChainFiles files, long seq, long size, String note)
      throws IOException, Refused {
    if (seq < 0 || seq >= size) {
      throw new Refused("a log of " + size + " entries has no entry " + seq);
    }
    Log log = new Log();
    log.read(files.segments(), MerkleProof.inclusion(seq, size), size, seq, -1);
    requireSize(log, size);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", INCLUSION);
    json.put("chain_id", log.chainId);
    json.put("seq", seq);
    json.put("entry_hash", log.entry.get("hash"));
    json.put("tree_size", size);
    json.put("root", log.root(size));
    json.put("path", log.path());
    json.put("entry", log.entry);
    put(json, note, log.root(size));
    return new LogProof(json);
  }

  /**
   * That the log of one size is the beginning of that of another.
   *
   * @param note the checkpoint of the larger size as it was written, or null
   */
  public static LogProof consistency(ChainFiles files, long older, long size, String note)
      throws IOException, Refused {
    if (older < 1 || older > size) {
      throw new Refused("a log of " + size + " entries never had " + older);
    }
    Log log = new Log();
    log.read(files.segments(), MerkleProof.consistency(older, size), size, -1, older);
    requireSize(log, size);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("type", "consistency");
    json.put("chain_id", log.chainId);
    json.put("older_size", older);
    json.put("older_root", log.root(older));
    json.put("tree_size", size);
    json.put("root", log.root(size));
    json.put("path", log.path());
    put(json, note, log.root(size));
    return new LogProof(json);
  }

  private static void requireSize(Log log, long size) throws Refused {
    if (log.size < size) {
      throw new Refused(
          "the chain has " + log.size + " entries and not " + size + ": was its end cut off?");
    }
  }

  private static void put(Map<String, Object> json, String note, String root) throws Refused {
    if (note != null) {
      if (!Hex.of(Checkpoint.parse(note).root()).equals(root)) {
        throw new Refused(
            "the checkpoint is not of these entries: the chain was rewritten, or it is of another one");
      }
      json.put("checkpoint", note);
    }
  }

  /**
   * Checks a proof as its reader does.
   *
   * @param document the JSON
   * @param key who signs checkpoints; null to believe the proof's own root, if {@code kept} is null
   * @param kept a checkpoint that the reader holds: of the tree for an inclusion, of the older one
   *     for a consistency; null for none
   * @return what is wrong, or null
   */
  public static String fault(byte[] document, AnchorKey key, Checkpoint kept) {
    Map<String, Object> proof;
    try {
      proof = Entry.object(Json.parse(document));
    } catch (NotCanonicalException malformed) {
      return "it is not strict JSON: " + malformed.getMessage();
    }
    List<byte[]> path = proof == null ? null : path(proof.get("path"));
    if (path == null) {
      return "it is no proof: a JSON object with type, tree_size, root and path, a list of hashes";
    }
    Long size = Integral.of(proof.get("tree_size"));
    if (size == null || !Entry.isHex(proof.get("root"), 64)) {
      return "tree_size or root is missing";
    }
    byte[] root = Hex.parse((String) proof.get("root"));
    boolean inclusion = INCLUSION.equals(proof.get("type"));
    if (!inclusion && !"consistency".equals(proof.get("type"))) {
      return "its type is neither inclusion nor consistency";
    }
    String wrong =
        inclusion
            ? inclusionFault(proof, size, root, path)
            : consistencyFault(proof, size, root, path);
    if (wrong == null) {
      wrong = trustFault(proof, size, root, key, inclusion ? kept : null);
    }
    if (wrong == null && !inclusion && kept != null) {
      Long older = Integral.of(proof.get("older_size"));
      boolean same =
          older != null
              && older == kept.size()
              && Hex.of(kept.root()).equals(proof.get("older_root"))
              && kept.chainId().equals(proof.get("chain_id"));
      wrong = same ? null : "it does not begin at the checkpoint that was kept";
    }
    return wrong;
  }

  /** Whether a proof without a {@link #fault} is of an entry, and not of a later size. */
  public static boolean isInclusion(byte[] document) {
    Map<String, Object> proof = Entry.object(Json.parse(document));
    return proof != null && INCLUSION.equals(proof.get("type"));
  }

  /**
   * The path of a consistency proof, for somebody who has both roots himself.
   *
   * @return null where the document is no such proof
   */
  public static List<byte[]> consistencyPath(byte[] document) {
    try {
      Map<String, Object> proof = Entry.object(Json.parse(document));
      return proof != null && "consistency".equals(proof.get("type"))
          ? path(proof.get("path"))
          : null;
    } catch (NotCanonicalException malformed) {
      return null;
    }
  }

  /** Hashes, at most 128; null where something else is there. */
  private static List<byte[]> path(Object json) {
    if (!(json instanceof List<?> list) || list.size() > 128) {
      return null;
    }
    List<byte[]> path = new ArrayList<>();
    for (Object step : list) {
      if (!Entry.isHex(step, 64)) {
        return null;
      }
      path.add(Hex.parse((String) step));
    }
    return path;
  }

  private static String inclusionFault(
      Map<String, Object> proof, long size, byte[] root, List<byte[]> path) {
    Long seq = Integral.of(proof.get("seq"));
    Map<String, Object> entry = Entry.object(proof.get("entry"));
    Object hash = proof.get("entry_hash");
    if (seq == null || entry == null || !Entry.isHex(hash, 64)) {
      return "seq, entry_hash or entry is missing";
    }
    if (!hash.equals(entry.get("hash"))
        || !seq.equals(Integral.of(entry.get("seq")))
        || !String.valueOf(proof.get("chain_id")).equals(entry.get("chain_id"))) {
      return "entry is another one than the proof is about";
    }
    String broken = ChainCheck.hashFault(entry);
    if (broken != null) {
      return broken;
    }
    return MerkleProof.includes(MerkleTree.leaf(Hex.parse((String) hash)), seq, size, path, root)
        ? null
        : "the path does not lead from the entry to the root";
  }

  private static String consistencyFault(
      Map<String, Object> proof, long size, byte[] root, List<byte[]> path) {
    Long older = Integral.of(proof.get("older_size"));
    if (older == null || !Entry.isHex(proof.get("older_root"), 64)) {
      return "older_size or older_root is missing";
    }
    byte[] olderRoot = Hex.parse((String) proof.get("older_root"));
    return MerkleProof.isConsistent(older, olderRoot, size, root, path)
        ? null
        : "the path does not lead from the older root to the root";
  }

  /** Whether the root is one that somebody answers for. */
  private static String trustFault(
      Map<String, Object> proof, long size, byte[] root, AnchorKey key, Checkpoint kept) {
    Checkpoint checkpoint = kept;
    if (kept == null && key != null) {
      if (!(proof.get("checkpoint") instanceof String note)) {
        return "it carries no checkpoint that the key could have signed";
      }
      try {
        checkpoint = Checkpoint.parse(note);
      } catch (IllegalArgumentException none) {
        return "its checkpoint is none: " + none.getMessage();
      }
      if (!KeptCheckpoints.isSigned(checkpoint, note, key)) {
        return "its checkpoint is not signed by the key that was given";
      }
    }
    if (checkpoint == null) {
      return null;
    }
    boolean same =
        checkpoint.size() == size
            && Arrays.equals(checkpoint.root(), root)
            && checkpoint.chainId().equals(proof.get("chain_id"));
    return same ? null : "its root is not that of the checkpoint";
  }
}
