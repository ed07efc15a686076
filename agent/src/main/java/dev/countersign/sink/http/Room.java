package dev.countersign.sink.http;

/**
 * How much of bodies is held.
 *
 * @param most bytes of one in memory ({@code send.max_body})
 * @param spool where it goes that is larger, or for which there is no memory; null for nowhere
 * @param memory for all of them together
 */
public record Room(int most, Spool spool, HeldMemory memory) {

  /** Of a body that the library has in memory already, and that is looked at there. */
  public static Room inMemory(int most) {
    return new Room(most, null, HeldMemory.UNCOUNTED);
  }
}
