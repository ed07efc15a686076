package dev.countersign.sink.http.jdk;

import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.Room;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;

/** Bodies that the JDK itself holds in memory: reading them runs no code of the application. */
final class InMemory {

  /**
   * @return a copy of its bytes; null for any other body, and for more bytes than {@code most}
   */
  static HeldBytes held(BodyPublisher publisher, int most) {
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
    Draining draining = new Draining(Room.inMemory(most), Runnable::run, () -> false);
    draining.read(publisher);
    return draining.isOver() ? null : draining.held().held();
  }

  private InMemory() {}
}
