package dev.countersign.canonical;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A DSSE 1.0.2 envelope: a payload, its type, and signatures over both (spec 3.2, 3.4).
 *
 * <p>Signatures are over the payload's bytes as they were received, and those bytes are what is
 * parsed afterwards: nothing is written anew between the two. A key id is a hint for finding a key
 * and proves nothing. What the envelope says beside these fields is not signed and is ignored.
 */
public final class Dsse {

  /** Signatures that an envelope may have. */
  public static final int MAX_SIGNATURES = 64;

  private static final int MAX_NAME = 256;

  private final String payloadType;
  private final byte[] payload;
  private final List<Signed> signatures;

  /**
   * One signature.
   *
   * @param keyid which key made it, as the envelope claims; empty where it does not say
   * @param bytes of the signature; whoever has a key judges them
   */
  public record Signed(String keyid, byte[] bytes) {}

  private Dsse(String payloadType, byte[] payload, List<Signed> signatures) {
    this.payloadType = payloadType;
    this.payload = payload;
    this.signatures = signatures;
  }

  /** An envelope that nobody has signed yet. */
  public static Dsse of(String payloadType, byte[] payload) {
    return new Dsse(payloadType, payload.clone(), List.of());
  }

  /**
   * What is signed: {@code "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body}, lengths in bytes as
   * decimal digits.
   */
  public static byte[] pae(String payloadType, byte[] payload) {
    byte[] type = payloadType.getBytes(StandardCharsets.UTF_8);
    byte[] head =
        ("DSSEv1 " + type.length + ' ' + payloadType + ' ' + payload.length + ' ')
            .getBytes(StandardCharsets.UTF_8);
    byte[] all = new byte[head.length + payload.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(payload, 0, all, head.length, payload.length);
    return all;
  }

  /**
   * Reads an envelope strictly: duplicate names, another JSON type, bytes that are no base64 (of
   * either alphabet) and an envelope without a signature are refused.
   *
   * @param most bytes that the envelope may have
   * @throws NotCanonicalException with the reason; never a part of the content
   */
  public static Dsse parse(byte[] envelope, int most) {
    if (envelope.length > most) {
      throw refused("has " + envelope.length + " bytes, more than " + most);
    }
    if (!(Json.parse(envelope) instanceof Map<?, ?> fields)) {
      throw refused("is no JSON object");
    }
    String type = text(fields, "payloadType");
    if (type.isEmpty() || type.length() > MAX_NAME) {
      throw refused("has a payloadType that is empty or longer than " + MAX_NAME);
    }
    byte[] payload = base64(text(fields, "payload"), "payload");
    if (!(fields.get("signatures") instanceof List<?> list)) {
      throw refused("has no list of signatures");
    }
    if (list.isEmpty() || list.size() > MAX_SIGNATURES) {
      throw refused("has " + list.size() + " signatures; 1 to " + MAX_SIGNATURES + " are read");
    }
    List<Signed> signatures = new ArrayList<>(list.size());
    for (int i = 0; i < list.size(); i++) {
      if (!(list.get(i) instanceof Map<?, ?> signature)) {
        throw refused("has no object at signatures[" + i + ']');
      }
      String keyid = signature.containsKey("keyid") ? text(signature, "keyid") : "";
      if (keyid.length() > MAX_NAME) {
        throw refused("has a keyid longer than " + MAX_NAME);
      }
      signatures.add(new Signed(keyid, base64(text(signature, "sig"), "sig")));
    }
    return new Dsse(type, payload, List.copyOf(signatures));
  }

  private static String text(Map<?, ?> fields, String name) {
    if (!(fields.get(name) instanceof String value)) {
      throw refused("has no text at " + name);
    }
    return value;
  }

  private static byte[] base64(String text, String name) {
    boolean urlSafe = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
    try {
      return (urlSafe ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text);
    } catch (IllegalArgumentException notBase64) {
      throw refused("has no base64 at " + name);
    }
  }

  private static NotCanonicalException refused(String what) {
    return new NotCanonicalException("the DSSE envelope " + what);
  }

  /**
   * The same with one more signature.
   *
   * @throws GeneralSecurityException if this JVM cannot sign
   */
  public Dsse signedBy(String keyid, Ed25519 key) throws GeneralSecurityException {
    List<Signed> more = new ArrayList<>(signatures);
    more.add(new Signed(keyid, key.sign(pae(payloadType, payload))));
    return new Dsse(payloadType, payload, List.copyOf(more));
  }

  /** The same with one more signature, which somebody made elsewhere. */
  public Dsse with(Signed signature) {
    List<Signed> more = new ArrayList<>(signatures);
    more.add(signature);
    return new Dsse(payloadType, payload, List.copyOf(more));
  }

  /** Whether this signature is that of the key over type and payload. */
  public boolean isSignature(Signed signature, byte[] publicKey) {
    return Ed25519.verifies(publicKey, pae(payloadType, payload), signature.bytes());
  }

  public String payloadType() {
    return payloadType;
  }

  /** The bytes as received. */
  public byte[] payload() {
    return payload.clone();
  }

  public List<Signed> signatures() {
    return signatures;
  }

  /** The envelope as canonical JSON, without a newline. */
  public byte[] json() {
    List<Object> list = new ArrayList<>(signatures.size());
    for (Signed signature : signatures) {
      Map<String, Object> fields = new LinkedHashMap<>();
      if (!signature.keyid().isEmpty()) {
        fields.put("keyid", signature.keyid());
      }
      fields.put("sig", Base64.getEncoder().encodeToString(signature.bytes()));
      list.add(fields);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("payload", Base64.getEncoder().encodeToString(payload));
    fields.put("payloadType", payloadType);
    fields.put("signatures", list);
    return Canonical.jcs(fields);
  }
}
