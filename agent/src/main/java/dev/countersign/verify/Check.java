package dev.countersign.verify;

/**
 * The order in which findings are reported: that of the public verifiers, then what only this one
 * checks.
 */
enum Check {
  /** The document is no bundle. */
  BUNDLE,
  VERSION,
  ROOT,
  ENTRY_VERSIONS,
  /** Fields, events and entries that are not of the format. */
  LEDGER_FIELDS,
  EXPECTED,
  CHAIN_ID,
  INTEGRITY,
  ANCHOR,
  CHECKPOINTS,
  AUTHORITY,
  MONOTONICITY,
  CONTAINMENT,
  BINDING,
  POLICY,
  ENVELOPES,
  EFFECTS
}
