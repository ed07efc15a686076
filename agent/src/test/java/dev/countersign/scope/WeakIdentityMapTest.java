package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.OthersComeAndGo;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeakIdentityMapTest {

  @Test
  void tellsEqualKeysApart() {
    WeakIdentityMap<String> map = new WeakIdentityMap<>();
    Object one = new StringBuilder("a").toString();
    Object other = new StringBuilder("a").toString();

    map.put(one, "one");

    assertThat(map.get(one)).isEqualTo("one");
    assertThat(map.get(other)).isNull();
  }

  @Test
  void forgetsWhatTheApplicationForgot() {
    WeakIdentityMap<String> map = new WeakIdentityMap<>();
    for (int i = 0; i < 10_000; i++) {
      map.put(new byte[10_000], "x");
    }

    for (int i = 0; i < 100 && map.size() > 9_000; i++) {
      System.gc();
      map.put(map, "itself");
    }
    assertThat(map.size()).isLessThan(10_000);
  }

  /** Equal to all of its kind, if anybody asked. */
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
    WeakIdentityMap<String> known = new WeakIdentityMap<>();
    Alike one = new Alike();
    Alike other = new Alike();
    known.put(one, "one");
    known.put(other, "other");
    known.put(one, "one again");
    known.putIfAbsent(one, "one more");
    assertThat(known.get(one)).isEqualTo("one again");
    assertThat(known.get(other)).isEqualTo("other");
    assertThat(known.get(null)).isNull();
    assertThat(known.remove(other)).isEqualTo("other");
    assertThat(known.get(other)).isNull();
    assertThat(known.size()).isEqualTo(1);
  }

  @Test
  void keepsNoneAliveAndTellsWhatItForgets() {
    List<String> forgotten = new ArrayList<>();
    WeakIdentityMap<String> known = new WeakIdentityMap<>(forgotten::add);
    Object gone = new Object();
    WeakReference<Object> watched = new WeakReference<>(gone);
    known.put(gone, "gone");
    known.put(gone, "gone again");
    gone = null;
    while (watched.get() != null) {
      System.gc();
    }
    Object next = new Object();
    while (known.size() > 1 || known.get(next) == null) {
      known.put(next, "next");
    }
    assertThat(known.get(next)).isEqualTo("next");
    assertThat(forgotten).containsExactly("gone again");
  }

  /** A client that is used no more keeps no call: whichever is used next lets it go. */
  @Test
  void isForgottenBecauseSomethingElseIsRemembered() {
    WeakIdentityMap<String> unused = new WeakIdentityMap<>();
    WeakIdentityMap<String> used = new WeakIdentityMap<>();
    Object gone = new Object();
    WeakReference<Object> watched = new WeakReference<>(gone);
    unused.put(gone, "gone");
    gone = null;
    while (watched.get() != null) {
      System.gc();
    }
    while (unused.size() > 0) {
      used.put(used, "itself");
    }
    assertThat(unused.isEmpty()).isTrue();
  }

  /** Nor does it matter to whoever is next whether what lets it go fails. */
  @Test
  void aFailureOfWhoIsToldReachesNobody() {
    List<String> told = new ArrayList<>();
    WeakIdentityMap<String> failing =
        new WeakIdentityMap<>(
            value -> {
              told.add(value);
              throw new StackOverflowError("as meant");
            });
    WeakIdentityMap<String> used = new WeakIdentityMap<>();
    Object gone = new Object();
    WeakReference<Object> watched = new WeakReference<>(gone);
    failing.put(gone, "gone");
    gone = null;
    while (watched.get() != null) {
      System.gc();
    }
    while (failing.size() > 0) {
      used.put(used, "itself");
    }
    assertThat(told).containsExactly("gone");
    assertThat(used.get(used)).isEqualTo("itself");
  }

  /** Whoever is told that there is nothing looks for nothing, and judges nothing. */
  @Test
  void isNotEmptyWhileOthersComeAndGo() throws InterruptedException {
    WeakIdentityMap<String> known = new WeakIdentityMap<>();
    Object stays = new Object();
    known.put(stays, "stays");

    boolean held =
        OthersComeAndGo.whileHolds(
            other -> known.put(other, "other"),
            known::remove,
            () -> !known.isEmpty() && known.get(stays) != null);

    assertThat(held).isTrue();
    assertThat(known.remove(stays)).isEqualTo("stays");
    assertThat(known.isEmpty()).isTrue();
  }
}
