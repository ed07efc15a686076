/**
 * The books: a hash chain of outcome events v2 and, beside it, one record per decision and outcome
 * (spec 2.1 to 2.5).
 *
 * <p>Read {@link dev.countersign.ledger.Ledger} first; it is the transition. {@code Chain} links
 * and appends, {@code EntryForm} knows the fields of each event, {@code LineFile} is the one place
 * that writes.
 */
package dev.countersign.ledger;
