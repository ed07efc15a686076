package dev.countersign.effect.template;

import dev.countersign.effect.Verb;
import java.util.List;

/**
 * What an effect that a call may have looks like to a person (spec 4): texts of one line each,
 * bounded, without secrets. Made for reading; nothing is ever compared with it.
 *
 * @param verb which effect
 * @param action {@code exec}, or the method of the request
 * @param target the program as it is started, or the URL
 * @param argv of a process start, at most {@value Teller#MOST} elements, the last of which counts
 *     what is left out; empty for a request
 * @param dir its working directory; null where it is this JVM's, and for a request
 * @param env names of the variables that it sets or removes
 * @param headers names of the headers that the entry gives; empty where none is compared
 * @param body the form of a request's body; null for none
 * @param placements which argument goes where, in the order of the places
 * @param open what is left to the tool, one phrase each
 * @param more of the last one: how many more the entry yields, which are not told
 */
public record Depiction(
    Verb verb,
    String action,
    String target,
    List<String> argv,
    String dir,
    List<String> env,
    List<String> headers,
    String body,
    List<Placement> placements,
    List<String> open,
    int more) {

  /**
   * An argument at a place.
   *
   * @param argument its path, without {@code args.}; {@code item} for the element of {@code each}
   * @param place like {@code argv[4]}, {@code URL path}, {@code body.amount}
   * @param value as JSON text where it is shown; else null
   */
  public record Placement(String argument, String place, String value) {}
}
