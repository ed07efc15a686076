/**
 * Native code (spec 5.7, {@code unbound.native}): seen where a library is loaded and where a
 * down-call is made; what it does afterwards nobody in the process can see. Read {@link
 * dev.countersign.sink.nativecode.NativeSinks} first: it is the table of what is woven.
 */
package dev.countersign.sink.nativecode;
