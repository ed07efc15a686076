package dev.countersign.sink.http.jdk;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.util.List;

/** Bodies that the JDK itself holds in memory: reading them runs no code of the application. */
final class InMemory {

  /**
   * @return a copy of its bytes; null for any other body, and for more bytes than {@code most}
   */
  static List<byte[]> parts(BodyPublisher publisher, int most) {
    if (publisher.getClass().getModule() != HttpRequest.class.getModule()) {
      return null;
    }
    String type = publisher.getClass().getName();
    boolean inMemory =
        type.endsWith("$ByteArrayPublisher")
            || type.endsWith("$StringPublisher")
            || type.endsWith("$EmptyPublisher");
    if (!inMemory) {
      return null;
    }
    Draining draining = new Draining(most, Runnable::run, () -> false);
    draining.read(publisher);
    return draining.isOver() ? null : List.copyOf(draining.parts());
  }

  private InMemory() {}
}
