/**
 * The network sink (spec 1.3, {@code send}): what every client has in common. Each client is a
 * package below: it says where a wire attempt is judged, holds its body back until then, and lets a
 * refusal surface as that client surfaces a failure.
 */
package dev.countersign.sink.http;
