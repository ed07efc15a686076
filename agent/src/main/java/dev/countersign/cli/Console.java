package dev.countersign.cli;

import java.io.InputStream;
import java.io.PrintStream;

/**
 * The three streams of one run, so that commands never touch {@code System.out} and tests see
 * everything.
 *
 * @param out results only
 * @param err messages and progress
 * @param in what {@code -} or an absent FILE reads
 */
record Console(PrintStream out, PrintStream err, InputStream in) {}
