package dev.countersign.canonical;

/**
 * The canonical bytes of an object whose names are known beforehand: the same as {@link
 * Canonical#rho} or {@link Canonical#jcs} of a map of them, without the map and its order being
 * made anew every time.
 *
 * <p>The caller gives the names in their canonical order, each once; they are plain ASCII words.
 * Values are JSON values, as {@link Canonical} has them.
 */
public final class CanonicalObject {

  /** Null once the object is written: it is somebody else's then. */
  private CanonicalWriter writer;

  private boolean first = true;
  private int valueAt;
  private boolean valueSame;

  /** As {@link Canonical#rho} writes it. */
  public CanonicalObject() {
    this(CanonicalWriter.begin(NumberForm.EXACT));
  }

  private CanonicalObject(CanonicalWriter writer) {
    this.writer = writer;
    writer.mark('{');
  }

  private CanonicalObject(CanonicalWriter writer, byte[] written) {
    this.writer = writer;
    this.first = false;
    writer.raw(written, 0, written.length);
  }

  /**
   * As {@link Canonical#jcs} writes it.
   *
   * @param mostNesting how deep arrays and objects may nest in a member, at most {@value
   *     Json#MAX_DEPTH}
   */
  public static CanonicalObject jcs(int mostNesting) {
    return new CanonicalObject(CanonicalWriter.begin(NumberForm.BINARY64, mostNesting));
  }

  /** As {@link Canonical#rho} writes it; what it begins with was written before. */
  public static CanonicalObject begun(byte[] written) {
    return new CanonicalObject(CanonicalWriter.begin(NumberForm.EXACT), written);
  }

  /** The next member. */
  public CanonicalObject member(String name, Object json) {
    name(name);
    return value(json);
  }

  /** The value of a member whose name and colon {@link #raw} ended with. */
  public CanonicalObject value(String name, Object json) {
    writer.within(name);
    valueAt = writer.length();
    return value(json);
  }

  private CanonicalObject value(Object json) {
    writer.sameInEveryForm(true);
    writer.append(json);
    valueSame = writer.sameInEveryForm();
    return this;
  }

  /** A member that is an integer of at most 2^53 either side of zero. */
  public CanonicalObject member(String name, long integer) {
    name(name);
    writer.integer(integer);
    return this;
  }

  /** A member that is a text, or null. */
  public CanonicalObject member(String name, String text) {
    name(name);
    writer.text(text);
    return this;
  }

  /**
   * A member that is a text of {@link PlainText plain} characters only, as digests and ids are:
   * nobody looks.
   */
  public CanonicalObject plain(String name, String text) {
    name(name);
    writer.plain(text);
    return this;
  }

  /** What comes next was written before. */
  public CanonicalObject raw(byte[] written) {
    writer.raw(written, 0, written.length);
    return this;
  }

  /** The same as {@link #value}, of a text. */
  public CanonicalObject text(String name, String text) {
    writer.within(name);
    writer.text(text);
    return this;
  }

  /** The same, of an integer of at most 2^53 either side of zero. */
  public CanonicalObject number(long integer) {
    writer.integer(integer);
    return this;
  }

  /** A member whose value was written before. */
  public CanonicalObject written(String name, CanonicalPart written) {
    name(name);
    written.appendTo(writer);
    return this;
  }

  /** A member that is an object whose members follow, until {@link #end}. */
  public CanonicalObject begin(String name) {
    name(name);
    writer.mark('{');
    first = true;
    return this;
  }

  /** Ends the object of the last {@link #begin}. */
  public CanonicalObject end() {
    writer.mark('}');
    first = false;
    return this;
  }

  /** How many bytes are written: where the next one will stand. */
  public int length() {
    return writer.length();
  }

  /** Where the value of the last {@link #member(String, Object)} begins. */
  public int valueAt() {
    return valueAt;
  }

  /** Whether the value of the last {@link #member(String, Object)} has one form only. */
  public boolean valueSameInEveryForm() {
    return valueSame;
  }

  /** Ends the whole object; nothing can be done with it afterwards. */
  public byte[] bytes() {
    writer.mark('}');
    return written();
  }

  /** All that was written, which is not ended here; nothing can be done with it afterwards. */
  public byte[] written() {
    return taken().end();
  }

  /** BLAKE3-256 of the prefix and {@link #bytes}, 64 lowercase hexadecimal digits. */
  public String blake3(byte[] prefix) {
    writer.mark('}');
    return taken().endInBlake3(prefix);
  }

  /** {@link #bytes} as a line of a file: with a newline behind it. */
  public byte[] line() {
    writer.mark('}');
    writer.mark('\n');
    return taken().end();
  }

  private CanonicalWriter taken() {
    CanonicalWriter mine = writer;
    writer = null;
    return mine;
  }

  private void name(String name) {
    writer.name(name, !first);
    first = false;
    valueAt = writer.length();
  }
}
