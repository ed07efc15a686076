package dev.countersign.policy;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Sha256;

/**
 * A document with the bytes that it came in.
 *
 * @param document what the payload says
 * @param envelope as received; kept so, because bytes that were written anew have no signature
 * @param sha256 of the payload: what the document is known by
 * @param blake3 of the payload, beside it
 */
public record Sealed<T>(T document, byte[] envelope, String sha256, String blake3) {

  Sealed(T document, byte[] envelope, byte[] payload) {
    this(document, envelope.clone(), Sha256.hex(payload), Blake3.hex(payload));
  }
}
