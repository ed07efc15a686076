package dev.countersign;

import java.util.Objects;

/**
 * The text of a JSON value that is passed on as it was written, byte for byte: the value of an
 * {@code x-} member of a {@link Change} whose text says more than the value does ({@code 1e2}, an
 * escaped letter, white space).
 *
 * <p>Whether the text is JSON is checked by who writes it, see {@code dev.countersign.preview}: a
 * change whose text is none is refused there.
 */
public final class VerbatimJson {

  private final String text;

  /**
   * @param text one JSON value, at most {@value Change#MAX_CHARACTERS} characters
   * @throws IllegalArgumentException if the text is null or longer
   */
  public VerbatimJson(String text) {
    JsonValues bounds = new JsonValues();
    this.text = bounds.text("a JSON text", text);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerbatimJson verbatim && text.equals(verbatim.text);
  }

  @Override
  public int hashCode() {
    return Objects.hash(text);
  }

  /** The text, so that what appends the value to a document appends this. */
  @Override
  public String toString() {
    return text;
  }
}
