package dev.countersign.observe;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * Events of the JDK's flight recorder, category Countersign. Nothing of it is loaded before
 * somebody records in this JVM: it needs the module {@code jdk.jfr}, which a runtime may not even
 * have.
 *
 * <p>No event has an argument, a path or a URL of a request.
 */
public final class FlightEvents {

  private static final String CATEGORY = "Countersign";

  /** Has the recorder know the events, so that no effect waits for that. */
  public static void register() {
    new Preview();
    new Commit();
    new Refusal();
    new LedgerWrite();
  }

  /** From here on the recordings of this JVM have the other events. */
  public static void agent(String version, String mode, String chainId) {
    Agent event = new Agent();
    event.version = version;
    event.mode = mode;
    event.chainId = chainId;
    event.commit();
  }

  /** A request was judged. */
  public static void preview(
      String callId, String verb, String scope, String digest, boolean allowed) {
    Preview event = new Preview();
    if (event.shouldCommit()) {
      event.callId = callId;
      event.verb = verb;
      event.scope = scope;
      event.digest = digest;
      event.allowed = allowed;
      event.commit();
    }
  }

  /** An effect is about to happen. */
  public static void commit(String callId, String verb, String scope, String digest, int use) {
    Commit event = new Commit();
    if (event.shouldCommit()) {
      event.callId = callId;
      event.verb = verb;
      event.scope = scope;
      event.digest = digest;
      event.use = use;
      event.commit();
    }
  }

  /** An effect is refused. */
  public static void refusal(String code, String action, String callId) {
    Refusal event = new Refusal();
    if (event.shouldCommit()) {
      event.code = code;
      event.action = action;
      event.callId = callId;
      event.commit();
    }
  }

  /** Something is about to be written; for {@link #endWrite}. */
  public static Object beginWrite() {
    LedgerWrite event = new LedgerWrite();
    event.begin();
    return event;
  }

  /** It is written, or could not be. */
  public static void endWrite(Object begun, String entry, String callId, boolean written) {
    LedgerWrite event = (LedgerWrite) begun;
    event.end();
    if (event.shouldCommit()) {
      event.entry = entry;
      event.callId = callId;
      event.written = written;
      event.commit();
    }
  }

  @Name("dev.countersign.Agent")
  @Label("Agent")
  @Description("The agent joined the flight recorder; effects before this are in no recording")
  @Category(CATEGORY)
  @StackTrace(false)
  static final class Agent extends Event {
    @Label("Version")
    String version;

    @Label("Mode")
    String mode;

    @Label("Chain Id")
    String chainId;
  }

  @Name("dev.countersign.Preview")
  @Label("Preview")
  @Description("A request was judged")
  @Category(CATEGORY)
  @StackTrace(false)
  static final class Preview extends Event {
    @Label("Call Id")
    String callId;

    @Label("Verb")
    String verb;

    @Label("Scope")
    String scope;

    @Label("Preview Digest")
    String digest;

    @Label("Allowed")
    boolean allowed;
  }

  @Name("dev.countersign.Commit")
  @Label("Commit")
  @Description("An effect equals its preview and happens")
  @Category(CATEGORY)
  @StackTrace(false)
  static final class Commit extends Event {
    @Label("Call Id")
    String callId;

    @Label("Verb")
    String verb;

    @Label("Scope")
    String scope;

    @Label("Commit Digest")
    String digest;

    @Label("Use")
    @Description("Which use of the preview, from 1")
    int use;
  }

  @Name("dev.countersign.Refusal")
  @Label("Refusal")
  @Description("An effect is refused")
  @Category(CATEGORY)
  @StackTrace(true)
  static final class Refusal extends Event {
    @Label("Code")
    String code;

    @Label("Action Class")
    String action;

    @Label("Call Id")
    String callId;
  }

  @Name("dev.countersign.LedgerWrite")
  @Label("Ledger Write")
  @Description("An entry and its record are handed in and written")
  @Category(CATEGORY)
  @StackTrace(false)
  static final class LedgerWrite extends Event {
    @Label("Entry")
    String entry;

    @Label("Call Id")
    String callId;

    @Label("Written")
    boolean written;
  }

  private FlightEvents() {}
}
