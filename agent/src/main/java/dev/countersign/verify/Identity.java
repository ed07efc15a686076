package dev.countersign.verify;

import java.util.Objects;
import java.util.TreeSet;

/**
 * Versions, roots and chain ids: that everything in the document is of one chain and of one version
 * (seed 9).
 */
final class Identity {

  private final Failures failures;
  private Header header;
  private long roots;
  private Failure rootVersion;
  private Entry firstOtherVersion;
  private final TreeSet<String> otherVersions = new TreeSet<>();
  private boolean foreign;
  private boolean resumed;

  Identity(Failures failures) {
    this.failures = failures;
  }

  /** The root lies before what is read. */
  void resume() {
    resumed = true;
  }

  void begin(Header header) {
    this.header = header;
    Long version = header.integralVersion();
    if (version == null || version < 1 || version > 2) {
      add(
          Check.VERSION,
          Failure.ofChain(
              "unsupported_version",
              (header.isBundle() ? "bundle" : "chain")
                  + " v="
                  + Shown.of(header.version())
                  + " not in [1, 2]"));
    }
    if (header.anchor() == null) {
      return;
    }
    if (!header.isVersion(header.anchor().get("v"))) {
      add(
          Check.VERSION,
          Failure.ofChain(
              "anchor_version_mismatch",
              "anchor v="
                  + Shown.of(header.anchor().get("v"))
                  + " != bundle v="
                  + Shown.of(header.version())));
    }
  }

  void accept(Entry entry) {
    if (entry.event().equals("root")) {
      roots++;
      if (roots == 1 && !header.isVersion(entry.get("v"))) {
        rootVersion =
            Failure.at(
                entry,
                "root_version_mismatch",
                "root v="
                    + Shown.of(entry.get("v"))
                    + " != bundle v="
                    + Shown.of(header.version()));
      }
    }
    if (!header.isVersion(entry.get("v"))) {
      firstOtherVersion = firstOtherVersion == null ? entry : firstOtherVersion;
      if (otherVersions.size() < 10) {
        otherVersions.add(Shown.of(entry.get("v")));
      }
    }
    if (!foreign && !Objects.equals(entry.get("chain_id"), header.chainId())) {
      foreign = true;
      add(
          Check.CHAIN_ID,
          Failure.at(
              entry,
              "chain_id_mismatch",
              "an entry carries chain_id="
                  + Shown.quoted(entry.get("chain_id"))
                  + ", not "
                  + Shown.quoted(header.chainId())));
    }
  }

  void finish() {
    if (roots != (resumed ? 0 : 1)) {
      add(
          Check.ROOT,
          Failure.ofChain(
              "missing_root",
              "there are "
                  + roots
                  + " root events, expected "
                  + (resumed ? "none behind the checkpoint" : "exactly 1")));
    } else if (rootVersion != null) {
      add(Check.ENTRY_VERSIONS, rootVersion);
    }
    if (firstOtherVersion != null) {
      add(
          Check.ENTRY_VERSIONS,
          Failure.at(
              firstOtherVersion,
              "mixed_entry_versions",
              "entries declare v in ["
                  + String.join(", ", otherVersions)
                  + "], not v="
                  + Shown.of(header.version())));
    }
    if (header != null && !(header.chainId() instanceof String)) {
      add(
          Check.CHAIN_ID,
          Failure.ofChain(
              "chain_id_mismatch", "chain_id is " + Shown.of(header.chainId()) + ", not a string"));
    }
    if (header != null
        && header.anchor() != null
        && !Objects.equals(header.anchor().get("chain_id"), header.chainId())) {
      add(
          Check.CHAIN_ID,
          Failure.ofChain(
              "chain_id_mismatch",
              "anchor chain_id="
                  + Shown.quoted(header.anchor().get("chain_id"))
                  + " != bundle chain_id="
                  + Shown.quoted(header.chainId())));
    }
  }

  private void add(Check check, Failure failure) {
    failures.add(check, failure);
  }
}
