package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.Test;

class LaterHandlersTest {

  private static final Object[] NONE = {};

  private final Made handlers = new Made();

  @Test
  void areMadeOnceWhenTheFirstIsEntered() throws Throwable {
    SiteHandler first = handlers.get(0);
    SiteHandler second = handlers.get(1);
    assertThat(handlers.times).isZero();

    assertThat(second.enter(null, "self", NONE)).isEqualTo("second self");
    assertThat(first.enter(null, "self", NONE)).isEqualTo("first self");
    assertThat(first.exit("token", "result", null)).isEqualTo("first token");
    assertThat(handlers.times).isEqualTo(1);
  }

  @Test
  void areMadeAnewWhereMemoryOrStackWasShort() throws Throwable {
    SiteHandler handler = handlers.get(0);
    handlers.failures.add(new OutOfMemoryError());
    handlers.failures.add(new StackOverflowError());

    assertThatThrownBy(() -> handler.enter(null, "", NONE)).isInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(() -> handler.enter(null, "", NONE)).isInstanceOf(StackOverflowError.class);
    assertThat(handler.enter(null, "self", NONE)).isEqualTo("first self");
  }

  /**
   * Each attempt would draw numbers for gates of its own, of which there are not endlessly many.
   */
  @Test
  void areNotMadeAgainWhereAClassCannotBeLinked() {
    SiteHandler handler = handlers.get(0);
    handlers.failures.add(new NoClassDefFoundError());

    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> handler.enter(null, "", NONE))
          .isInstanceOf(NoClassDefFoundError.class);
    }
    assertThat(handlers.times).isEqualTo(1);
  }

  @Test
  void letNothingPassFromInsideACheck() {
    assertThat(handlers.get(0).enterInsideCheck(null, "", NONE)).isFalse();
    assertThat(handlers.times).isZero();
  }

  /** Two of them, and what their making meets first. */
  private static final class Made extends LaterHandlers {

    private final Deque<Error> failures = new ArrayDeque<>();
    private int times;

    @Override
    protected SiteHandler[] make() {
      times++;
      if (!failures.isEmpty()) {
        throw failures.remove();
      }
      return new SiteHandler[] {named("first "), named("second ")};
    }

    private static SiteHandler named(String name) {
      return new SiteHandler() {
        @Override
        public Object enter(WovenMethod woven, Object self, Object[] args) {
          return name + self;
        }

        @Override
        public Object exit(Object token, Object result, Throwable thrown) {
          return name + token;
        }
      };
    }
  }
}
