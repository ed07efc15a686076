/**
 * Apache HttpAsyncClient 4.1 and HttpClient 5 async (spec 1.3, {@code send}). Read {@link
 * dev.countersign.sink.http.apacheasync.ApacheAsyncSinks} first: it is the table of what is woven
 * and why there.
 */
package dev.countersign.sink.http.apacheasync;
