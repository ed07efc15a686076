package dev.countersign.verify;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.receipt.DecisionReceipt;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The books that receipts are said to be of: verified as a whole, then searched for what a few
 * receipts are about, in one pass for all of them.
 */
public final class ReceiptBooks {

  private final List<ChainFiles> chains;
  private final Given given;

  /** By chain id; null values for books that verify. */
  private Map<String, String> faults;

  /** What is wrong with a chain that does not say which one it is; null where all do. */
  private String nameless;

  private final Set<String> recordsMissing = new HashSet<>();

  /**
   * @param given what the reader holds of the books beside themselves
   */
  public ReceiptBooks(List<ChainFiles> chains, Given given) {
    this.chains = List.copyOf(chains);
    this.given = given;
  }

  /** Whether a chain is among these books. */
  boolean have(String chainId) throws IOException {
    return verified().containsKey(chainId);
  }

  /** What is wrong with the books of a chain, or null. */
  String fault(String chainId) throws IOException {
    return verified().get(chainId);
  }

  /** What is wrong with the first of the chains that do not verify, or null. */
  String anyFault() throws IOException {
    for (String fault : verified().values()) {
      if (fault != null) {
        return fault;
      }
    }
    return nameless;
  }

  /** Whether records that a chain names are not at hand. */
  boolean lackRecords(String chainId) throws IOException {
    verified();
    return recordsMissing.contains(chainId);
  }

  private Map<String, String> verified() throws IOException {
    if (faults == null) {
      Map<String, String> found = new HashMap<>();
      for (ChainFiles chain : chains) {
        Report report = Verifier.chain(chain, given);
        String id = report.chainId();
        Failure fault = report.bookFault();
        if (id == null && report.entries() > 0) {
          nameless = fault == null ? "a chain without an id" : fault.toString();
        } else if (id != null) {
          found.merge(id, fault == null ? "" : fault.toString(), (a, b) -> a.isEmpty() ? b : a);
          if (report.effects().equals("not checked")) {
            recordsMissing.add(id);
          }
        }
      }
      found.replaceAll((id, fault) -> fault.isEmpty() ? null : fault);
      faults = found;
    }
    return faults;
  }

  /**
   * What the books have of some calls.
   *
   * @param names as {@link DecisionReceipt#name}
   */
  Map<String, Evidence> find(Set<String> names) throws IOException {
    Map<String, Evidence> found = new HashMap<>();
    for (ChainFiles chain : chains) {
      try (EffectRecords records = chain.records()) {
        Map<String, Object> previous = null;
        for (Path segment : chain.segments()) {
          try (InputStream in = Files.newInputStream(segment)) {
            BoundedLines lines = new BoundedLines(in);
            while (lines.next()) {
              Map<String, Object> fields = object(lines.line());
              if (fields != null) {
                accept(fields, previous, records, names, found);
              }
              previous = fields;
            }
          }
        }
      }
    }
    return found;
  }

  private static void accept(
      Map<String, Object> fields,
      Map<String, Object> previous,
      EffectRecords records,
      Set<String> names,
      Map<String, Evidence> found)
      throws IOException {
    if (!(fields.get("event") instanceof String event)
        || !(fields.get("chain_id") instanceof String chain)
        || !(fields.get("call_id") instanceof String call)) {
      return;
    }
    String name = DecisionReceipt.name(chain, call);
    boolean wanted = names.contains(name);
    if (event.equals("outcome")) {
      Map<String, Object> record = record(fields.get("receipt"), "digest", records);
      Evidence begun = found.get(name);
      if (wanted && begun != null && begun.outcomeEntry() == null) {
        found.put(
            name, new Evidence(begun.entry(), begun.previous(), begun.decision(), fields, record));
      }
    } else {
      // Read in any case: the records are read in step with the entries.
      Map<String, Object> record = record(fields.get("context"), "record", records);
      if (wanted) {
        found.putIfAbsent(name, new Evidence(fields, previous, record, null, null));
      }
    }
  }

  private static Map<String, Object> record(Object holder, String member, EffectRecords records)
      throws IOException {
    Map<String, Object> named = Entry.object(holder);
    Object digest = named == null ? null : named.get(member);
    return records == null || !Entry.isHex(digest, 64)
        ? null
        : object(records.find((String) digest));
  }

  private static Map<String, Object> object(byte[] line) {
    try {
      return line == null ? null : Entry.object(Json.parse(line));
    } catch (NotCanonicalException malformed) {
      return null; // the verification of the whole names it
    }
  }
}
