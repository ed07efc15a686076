package dev.countersign.verify;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.erdtman.jcs.JsonCanonicalizer;

/**
 * Canonicalises with the public Java implementation of RFC 8785 and compares byte for byte. A
 * mistake in our own reader or writer would go unnoticed by our own hashes. Only this class touches
 * that library, so it is loaded only when asked for.
 */
final class SecondOpinion {

  /**
   * @param json a JSON text as it was read
   * @param value what our reader made of it; the other library reads objects and arrays only
   * @return what the two disagree about, or null
   */
  static String on(byte[] json, Object value) {
    if (!(value instanceof Map || value instanceof List)) {
      return null;
    }
    byte[] ours;
    try {
      ours = Canonical.jcs(value);
    } catch (NotCanonicalException refused) {
      return null; // reported by the hash check; the other library may well accept it
    }
    try {
      return Arrays.equals(new JsonCanonicalizer(json).getEncodedUTF8(), ours)
          ? null
          : "the other canonicaliser writes this entry differently; one of the two is wrong";
    } catch (IOException | RuntimeException refused) {
      return "the other canonicaliser refuses this entry: " + Shown.of(refused.getMessage());
    }
  }

  private SecondOpinion() {}
}
