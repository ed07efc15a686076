package dev.countersign.canonical;

/**
 * The canonical bytes of an object whose names are known beforehand: the same as {@link
 * Canonical#rho} of a map of them, without the map and its order being made anew for every request.
 *
 * <p>The caller gives the names in their canonical order, each once; they are plain ASCII words.
 * Values are JSON values, as {@link Canonical} has them.
 */
public final class CanonicalObject {

  /** Null once the object is written: it is somebody else's then. */
  private CanonicalWriter writer = CanonicalWriter.begin(NumberForm.EXACT);

  private boolean first = true;

  public CanonicalObject() {
    writer.mark('{');
  }

  /** The next member. */
  public CanonicalObject member(String name, Object json) {
    name(name);
    writer.append(json);
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

  /** Ends the whole object; nothing can be done with it afterwards. */
  public byte[] bytes() {
    CanonicalWriter mine = writer;
    writer = null;
    mine.mark('}');
    return mine.end();
  }

  private void name(String name) {
    if (!first) {
      writer.mark(',');
    }
    first = false;
    writer.name(name);
  }
}
