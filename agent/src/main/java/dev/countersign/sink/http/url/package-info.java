/**
 * {@code HttpURLConnection} and {@code HttpsURLConnection} (spec 1.3, {@code send}). Read {@link
 * dev.countersign.sink.http.url.UrlConnectionSinks} first: it is the table of what is woven and why
 * there.
 */
package dev.countersign.sink.http.url;
