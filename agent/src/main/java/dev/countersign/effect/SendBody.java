package dev.countersign.effect;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The body of a request as observed, in the forms of spec 1.3: the exact bytes, or what they mean
 * as JSON or as a form. A body without a byte is no body.
 *
 * <p>The bytes are the caller's and are not copied: it hands over those that will be sent, and
 * changes them no more.
 */
public final class SendBody {

  private static final Kept NOTHING = new Parts(new byte[0][]);

  /** No body. */
  public static final SendBody NONE = new SendBody(NOTHING, List.of(), 0);

  /** There is one, and nobody has read it: equal to no preview but one that leaves it open. */
  public static final SendBody UNREAD = new SendBody(null, List.of(), 0);

  /**
   * There is one, and it is sent unread ({@code mode: observe} buffers none): what else is equal
   * counts, and the record says that the body was not compared.
   */
  public static final SendBody ON_TRUST = new SendBody(null, List.of(), 0);

  private static final Map<String, Object> UNKNOWN = Map.of("form", "unread");

  /** The bytes that will be sent, wherever they are kept; they change no more. */
  public interface Kept {

    /** How many, without what frames them. */
    long length();

    /** BLAKE3 over them, in hexadecimal digits. */
    String digest();

    /**
     * All of them, which the caller does not change.
     *
     * @throws NotCanonicalException when they are more than memory is meant for, or cannot be read
     */
    byte[] joined();

    /** They are about to be read as what they mean, which takes a multiple of their memory. */
    default void beginReading() {}

    /** What was read of them is let go. */
    default void endReading() {}
  }

  /** Arrays, one after the other. */
  private record Parts(byte[][] all) implements Kept {

    @Override
    public long length() {
      long length = 0;
      for (byte[] part : all) {
        length += part.length;
      }
      return length;
    }

    @Override
    public String digest() {
      return Blake3.hex(all);
    }

    @Override
    public byte[] joined() {
      if (all.length == 1) {
        return all[0];
      }
      byte[] joined = new byte[Math.toIntExact(length())];
      int at = 0;
      for (byte[] part : all) {
        System.arraycopy(part, 0, joined, at, part.length);
        at += part.length;
      }
      return joined;
    }
  }

  private final Kept kept;
  private final List<String> codings;
  private final int most;
  private final Overheard overheard;
  private Map<String, Object> raw;

  private SendBody(Kept kept, List<String> codings, int most) {
    this(kept, codings, most, null);
  }

  private SendBody(Kept kept, List<String> codings, int most, Overheard overheard) {
    this.kept = kept;
    this.codings = codings;
    this.most = most;
    this.overheard = overheard;
  }

  /**
   * @param parts the bytes as they will be sent, one part after the other
   * @param codings values of {@code content-encoding}, in their order
   * @param most bytes that a coding may expand to
   */
  public static SendBody of(List<byte[]> parts, List<String> codings, int most) {
    return of(new Parts(parts.toArray(new byte[0][])), codings, most);
  }

  /**
   * @param kept the bytes as they will be sent
   * @param codings values of {@code content-encoding}, in their order
   * @param most bytes that a coding may expand to
   */
  public static SendBody of(Kept kept, List<String> codings, int most) {
    return kept.length() == 0 ? NONE : new SendBody(kept, List.copyOf(codings), most);
  }

  /** One that is sent unread, and copied while it is: equal to whatever {@link #ON_TRUST} is. */
  public static SendBody onTrust(Overheard copy) {
    return new SendBody(null, List.of(), 0, copy);
  }

  /** Whether the bytes are known. */
  public boolean isRead() {
    return kept != null;
  }

  /** See {@link Kept#beginReading}. */
  public void beginReading() {
    kept.beginReading();
  }

  /** See {@link Kept#endReading}. */
  public void endReading() {
    kept.endReading();
  }

  /** Whether it counts as equal unread. */
  public boolean isTakenOnTrust() {
    return this == ON_TRUST || overheard != null;
  }

  /** The copy that is made of it; null where none is. */
  public Overheard overheard() {
    return overheard;
  }

  /** The exact bytes: {@code null} for none, {@code {form: raw, length, digest}}. */
  public synchronized Map<String, Object> raw() {
    if (kept == null) {
      return UNKNOWN;
    }
    if (raw == null && kept.length() > 0) {
      raw = described("raw", kept.length(), kept.digest());
    }
    return raw;
  }

  /** What a body of this form and content is in ρ. */
  public static Map<String, Object> described(String form, long length, String digest) {
    Map<String, Object> body = new LinkedHashMap<>(4);
    body.put("form", form);
    body.put("length", length);
    body.put("digest", digest);
    return body;
  }

  /**
   * A JSON value as the body of ρ: {@code length} and {@code digest} are those of its canonical
   * text, for blanks and the order of members are no part of what is meant.
   */
  public static Map<String, Object> described(String form, Object json) {
    byte[] canonical = Canonical.rho(json);
    return described(form, canonical.length, Blake3.hex(canonical));
  }

  /**
   * The exact bytes as a text.
   *
   * @param longest in bytes
   * @return null where they are not known, more, or no UTF-8
   */
  public String text(int longest) {
    if (kept == null || kept.length() > longest) {
      return null;
    }
    try {
      byte[] bytes = kept.joined();
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException | NotCanonicalException other) {
      return null;
    }
  }

  /**
   * The JSON value that the body is.
   *
   * @throws NotCanonicalException when it is none, or none with a canonical form
   */
  public Object json() {
    return Json.parse(decoded());
  }

  /**
   * The pairs of a form, decoded, in their order: {@code [[name, value]…]}, {@code [name]} where
   * there is no {@code =}.
   *
   * @throws NotCanonicalException when an escape is malformed
   */
  public List<Object> form() {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(decoded())).toString();
    } catch (CharacterCodingException other) {
      throw new NotCanonicalException("a form that is no UTF-8");
    }
    List<RequestUrl.Pair> pairs = RequestUrl.pairs(text);
    if (pairs == null) {
      throw new NotCanonicalException("a form with a malformed escape");
    }
    List<Object> form = new ArrayList<>(pairs.size());
    for (RequestUrl.Pair pair : pairs) {
      form.add(pair.value() == null ? List.of(pair.name()) : List.of(pair.name(), pair.value()));
    }
    return form;
  }

  /**
   * The parts of a form that is sent as {@code multipart/form-data}, in their order.
   *
   * @param contentType the value of the request's header; null for none
   * @throws NotCanonicalException when it is none, or can be read in two ways
   */
  public List<FormData.Part> multipart(String contentType) {
    if (contentType == null) {
      throw new NotCanonicalException("a body without a content type, or with two");
    }
    return FormData.parse(decoded(), contentType);
  }

  /**
   * The bytes without their content codings, which the caller does not change.
   *
   * @throws NotCanonicalException when there are none, or a coding is not known
   */
  public byte[] decoded() {
    if (kept == null || kept.length() == 0) {
      throw new NotCanonicalException("there is no body");
    }
    byte[] plain = kept.joined();
    List<String> names = new ArrayList<>();
    for (String value : codings) {
      for (String name : value.split(",", -1)) {
        names.add(name.trim().toLowerCase(Locale.ROOT));
      }
    }
    for (int i = names.size() - 1; i >= 0; i--) {
      plain = without(names.get(i), plain);
    }
    return plain;
  }

  private byte[] without(String coding, byte[] coded) {
    try {
      switch (coding) {
        case "identity":
        case "":
          return coded;
        case "gzip":
        case "x-gzip":
          Gzip gzip = new Gzip(coded);
          return whole(expanded(gzip), gzip.isRead());
        case "deflate":
          Inflater inflater = new Inflater();
          try {
            byte[] plain =
                expanded(
                    new InflaterInputStream(
                        new ByteArrayInputStream(coded), inflater, Math.max(1, coded.length)));
            return whole(plain, inflater.getRemaining() == 0);
          } finally {
            inflater.end();
          }
        default:
          throw new NotCanonicalException(
              "a content coding that is not known: only gzip and deflate are");
      }
    } catch (IOException malformed) {
      throw new NotCanonicalException("a body that is not coded as its content-encoding says");
    }
  }

  /** What stands behind a coded body would be sent, and be no part of what is compared. */
  private static byte[] whole(byte[] plain, boolean all) {
    if (!all) {
      throw new NotCanonicalException("a coded body with something behind its end");
    }
    return plain;
  }

  /** Has all of its input in its buffer, so that it is known how much of it was read. */
  private static final class Gzip extends GZIPInputStream {

    /** Of a member's trailer, which is read past the inflater. */
    private static final int TRAILER = 8;

    Gzip(byte[] coded) throws IOException {
      super(new ByteArrayInputStream(coded), Math.max(1, coded.length));
    }

    boolean isRead() {
      return inf.getRemaining() == TRAILER;
    }
  }

  private byte[] expanded(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] buffer = new byte[8192];
    for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
      out.write(buffer, 0, n);
      if (out.size() > most) {
        throw new NotCanonicalException("a coded body that expands beyond send.max_body");
      }
    }
    return out.toByteArray();
  }
}
