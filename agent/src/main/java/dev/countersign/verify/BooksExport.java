package dev.countersign.verify;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Books in the words of other tools: as CloudEvents, an event for each entry; as OCSF, an event for
 * each judged effect; as SARIF, a result for each refusal, each effect that {@code enforce} would
 * have refused, and each finding of the verification.
 *
 * <p>The chain is verified while it is read, so that what is exported of a chain that does not hang
 * together is said to be that. Kept are the calls that are open; nothing else grows with the chain.
 */
public final class BooksExport implements Observer {

  /** A form that books can be exported in. */
  public enum Form {
    ocsf,
    sarif,
    cloudevents
  }

  /** What one form makes of the books. */
  interface Writer {

    /** Before the first entry. */
    void begin() throws IOException;

    /**
     * An entry and the record that it names.
     *
     * @param record null where it names none, or none is at hand
     * @param line of its file, from 1
     */
    void entry(Entry entry, Map<String, Object> record, String file, long line) throws IOException;

    /** After the last entry of a chain. */
    void chain(Report report, String file) throws IOException;

    /** After the last chain. */
    void end() throws IOException;
  }

  private final Writer writer;
  private Entry current;
  private Map<String, Object> record;
  private String file = "";
  private long line;
  private IOException failed;

  private BooksExport(Writer writer) {
    this.writer = writer;
  }

  /** Runs an export of several chains; {@link #chain} for each, then {@link #end}. */
  public static BooksExport to(Form form, Appendable out, String version) throws IOException {
    Writer writer;
    switch (form) {
      case ocsf -> writer = new OcsfEvents(out, version);
      case sarif -> writer = new SarifLog(out, version);
      default -> writer = new CloudEvents(out);
    }
    writer.begin();
    return new BooksExport(writer);
  }

  /**
   * Exports one chain.
   *
   * @return what its verification found
   * @throws IOException when a file cannot be read, or the output not be written
   */
  public Report chain(ChainFiles files, Given given) throws IOException {
    file = files.segments().get(0).getFileName().toString();
    line = 0;
    Report report = Verifier.chain(files, given, (Observer) this);
    flush();
    if (failed != null) {
      throw failed;
    }
    writer.chain(report, file);
    return report;
  }

  /** Ends the output. */
  public void end() throws IOException {
    writer.end();
  }

  @Override
  public void entry(Entry entry) {
    flush();
    current = entry;
    line++;
  }

  @Override
  public void record(Entry entry, Map<String, Object> json) {
    record = json;
  }

  private void flush() {
    try {
      if (current != null && failed == null) {
        writer.entry(current, record, file, line);
      }
    } catch (IOException unwritable) {
      failed = unwritable; // thrown when the chain has been read
    }
    current = null;
    record = null;
  }

  /** The member of an object, or of an object in it; null where there is none. */
  static Object at(Map<String, Object> json, String... path) {
    Object at = json;
    for (String step : path) {
      Map<String, Object> object = Entry.object(at);
      at = object == null ? null : object.get(step);
    }
    return at;
  }

  /** Puts what is there. */
  static void put(Map<String, Object> json, String member, Object value) {
    if (value != null) {
      json.put(member, value);
    }
  }

  static Map<String, Object> object() {
    return new LinkedHashMap<>();
  }
}
