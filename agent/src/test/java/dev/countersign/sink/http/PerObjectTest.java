package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.Test;

class PerObjectTest {

  /** Equal to all of its kind. */
  private static final class Alike {
    @Override
    public boolean equals(Object other) {
      throw new AssertionError("its code was called");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("its code was called");
    }
  }

  @Test
  void knowsObjectsByWhatTheyAreAndCallsNoCodeOfTheirs() {
    PerObject<String> known = new PerObject<>();
    Alike one = new Alike();
    Alike other = new Alike();
    known.put(one, "one");
    known.put(other, "other");
    known.put(one, "one again");
    assertThat(known.get(one)).isEqualTo("one again");
    assertThat(known.get(other)).isEqualTo("other");
    assertThat(known.remove(other)).isEqualTo("other");
    assertThat(known.get(other)).isNull();
    assertThat(known.size()).isEqualTo(1);
  }

  @Test
  void keepsNoneAlive() {
    PerObject<String> known = new PerObject<>();
    Object gone = new Object();
    WeakReference<Object> watched = new WeakReference<>(gone);
    known.put(gone, "gone");
    gone = null;
    while (watched.get() != null) {
      System.gc();
    }
    Object next = new Object();
    while (known.size() > 1 || known.get(next) == null) {
      known.put(next, "next");
    }
    assertThat(known.get(next)).isEqualTo("next");
  }
}
