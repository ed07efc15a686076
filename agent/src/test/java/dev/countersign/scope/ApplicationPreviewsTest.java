package dev.countersign.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.OthersComeAndGo;
import org.junit.jupiter.api.Test;

class ApplicationPreviewsTest {

  @Test
  void whatAToolAttemptedIsFoundWhileOthersComeAndGo() throws InterruptedException {
    ApplicationPreviews previews = new ApplicationPreviews(null, null, null, 0);
    previews.found("stays");

    boolean found =
        OthersComeAndGo.whileHolds(
            other -> previews.found(other.toString()),
            other -> previews.takeFinding(other.toString()),
            () -> taken(previews, "stays"));

    assertThat(found).isTrue();
    assertThat(previews.takeFinding("another")).isFalse();
  }

  /** It is there again afterwards. */
  private static boolean taken(ApplicationPreviews previews, String tool) {
    boolean taken = previews.takeFinding(tool);
    if (taken) {
      previews.found(tool);
    }
    return taken;
  }
}
