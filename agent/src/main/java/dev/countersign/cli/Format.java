package dev.countersign.cli;

/** Who reads the output ({@code --format}). */
enum Format {
  /** People on a terminal. */
  text,
  /** Programs: one JSON document with stable field names. */
  json
}
