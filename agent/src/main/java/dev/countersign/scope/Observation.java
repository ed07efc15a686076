package dev.countersign.scope;

import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.Adapter;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;

/**
 * An effect as seen at its sink, about to fire.
 *
 * @param verb which effect
 * @param intent a JSON value of the verb's shape (spec 1.3), over the very snapshot that will fire;
 *     null when it has no canonical form
 * @param target what the books name: argv[0] of a process; scheme, host and port of a request
 * @param divergent JSON pointers of parts that cannot equal any preview: the platform's encoding
 *     changed them
 * @param adapter which hook saw it
 * @param detail why {@code intent} is null: a Java type, a JSON pointer or a bound, never a value;
 *     else null
 * @param barred whether a rule in force refuses it whatever was previewed ({@code CS-POLICY})
 * @param findings short names of what this effect leaves unbound although it is one, for its
 *     record, such as {@code unbound_stdin}
 * @param body of a request; null for other verbs
 * @param address where the connection of a request goes; null where that is not known yet, or of no
 *     interest
 * @param sentElsewhere whether another host's answer sent a request on to here
 */
public record Observation(
    Verb verb,
    Map<String, Object> intent,
    String target,
    List<String> divergent,
    Adapter adapter,
    String detail,
    boolean barred,
    List<String> findings,
    SendBody body,
    InetAddress address,
    boolean sentElsewhere) {

  /** An effect of which nothing but its intent is to be said. */
  public Observation(
      Verb verb,
      Map<String, Object> intent,
      String target,
      List<String> divergent,
      Adapter adapter,
      String detail) {
    this(verb, intent, target, divergent, adapter, detail, false, List.of(), null, null, false);
  }

  /** An effect without a body. */
  public Observation(
      Verb verb,
      Map<String, Object> intent,
      String target,
      List<String> divergent,
      Adapter adapter,
      String detail,
      boolean barred,
      List<String> findings) {
    this(verb, intent, target, divergent, adapter, detail, barred, findings, null, null, false);
  }

  /** The same effect, its intent in the form in which a preview compares it. */
  Observation as(Map<String, Object> compared) {
    return new Observation(
        verb,
        compared,
        target,
        divergent,
        adapter,
        detail,
        barred,
        findings,
        body,
        address,
        sentElsewhere);
  }

  /** What law 7 d knows it by (spec 1.6): a program, or scheme, host and port. */
  String known() {
    return verb == Verb.SEND ? target : Books.lastSegment(target);
  }

  /** An effect whose intent has a canonical form. */
  public Observation(
      Verb verb,
      Map<String, Object> intent,
      String target,
      List<String> divergent,
      Adapter adapter) {
    this(verb, intent, target, divergent, adapter, null);
  }
}
