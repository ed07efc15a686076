package dev.countersign.approval;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Where a yes stands that was used and that whoever gave it may say still (<i>the last yes</i>): by
 * place, what the question that it answered is called. That is a file of its own, made exclusively:
 * of all JVMs with this directory one uses it, and it stays, over restarts and whatever becomes of
 * the question, until something else was heard. Guarded by whoever holds it.
 */
final class LastYeses {

  /** Places that are remembered: files of a few bytes, which do not go by themselves. */
  static final int MOST = 100_000;

  private final KeptFiles files;
  private final int most;

  /** By place; what this JVM used it knows itself, whatever becomes of the file. */
  private final Map<String, String> used = new Latest<>();

  /** Questions that were answered by their id. */
  private final Map<String, Boolean> named = new Latest<>();

  /** Files there, at least; -1 for not counted. */
  private int count = -1;

  LastYeses(KeptFiles files, int most) {
    this.files = files;
    this.most = most;
  }

  /**
   * What the last yes that was used at a place is called; null where none was, or something else
   * has been heard since.
   */
  String at(String place) throws IOException {
    if (!files.has(place)) {
      return used.get(place);
    }
    try {
      return new String(files.read(place), StandardCharsets.ISO_8859_1);
    } catch (MalformedApprovalException noFile) {
      return ""; // one stands there, whatever it is called
    }
  }

  /** The question was answered by its id: that is no yes to anything else. */
  void named(Asked asked) {
    named.put(asked.id(), true);
  }

  /** Whether no yes that may stand counts any more, for no further one can be remembered. */
  boolean isFull() throws IOException {
    if (count < 0 || count >= most) {
      count = files.list().length;
    }
    return count >= most;
  }

  /**
   * Uses the yes to a question.
   *
   * @return false where one stands there that was used
   * @throws IOException where it cannot be remembered: then nothing may happen by it
   */
  boolean use(Asked asked) throws IOException {
    if (isFull()) {
      if (named.containsKey(asked.id())) {
        return true;
      }
      throw new IOException(files.directory() + " holds " + most + " files");
    }
    if (used.containsKey(asked.place()) || !files.create(asked.place())) {
      return false;
    }
    count++;
    used.put(asked.place(), asked.id());
    files.fill(asked.place(), asked.id().getBytes(StandardCharsets.ISO_8859_1));
    return true;
  }

  /**
   * Something else was heard there, after that yes was used.
   *
   * @param lastYes as it was before; null where none stood
   */
  void heardOtherwise(String place, String lastYes) throws IOException {
    if (lastYes == null || !lastYes.equals(at(place))) {
      return; // another one was used meanwhile
    }
    if (files.remove(place)) {
      count -= count > 0 ? 1 : 0;
    }
    used.remove(place);
  }
}
