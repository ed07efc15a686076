/**
 * OkHttp 3.14 to 5 (spec 1.3, {@code send}). Read {@link
 * dev.countersign.sink.http.okhttp.OkHttpSinks} first: it is the table of what is woven and why
 * there.
 */
package dev.countersign.sink.http.okhttp;
