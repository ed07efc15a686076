/**
 * Decision receipts (spec 3.4): what one judged effect was decided by, as an in-toto Statement in a
 * DSSE envelope. Pure values and one signature; what reads books and what checks receipts lives in
 * {@code verify}.
 */
package dev.countersign.receipt;
