package dev.countersign.canonical;

/** How the canonical writer treats numbers. */
enum NumberForm {
  /** The exactness fold of spec 1.2. */
  EXACT,

  /** RFC 8785: the nearest binary64. */
  BINARY64,

  /** As {@link #BINARY64}, but no integral binary64 beyond ±(2^53−1) (spec 2.5). */
  SAFE_BINARY64
}
