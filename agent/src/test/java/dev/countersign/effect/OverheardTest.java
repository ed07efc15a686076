package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ShortOfMemory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose body a copy is, where several attempts are made to send it. */
class OverheardTest {

  private final Overheard copy = new Overheard(List.of());
  private final List<String> heard = new ArrayList<>();

  private void attempt(String name) {
    copy.whenEnded(
        body ->
            heard.add(
                name
                    + (body == SendBody.ON_TRUST
                        ? " unread"
                        : " of " + body.text(Overheard.MOST))));
  }

  private void passes() {
    copy.passes(ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8)));
    copy.ends(true);
  }

  @Test
  void theAttemptThatIsUnderWayHearsIt() {
    attempt("first");
    assertThat(heard).isEmpty();
    passes();
    assertThat(heard).containsExactly("first of text");
  }

  @Test
  void oneThatIsMadeAgainBeforeItPassedIsToldWhenTheNextOneIsMade() {
    attempt("first");
    attempt("second");
    assertThat(heard).containsExactly("first unread");
    passes();
    assertThat(heard).containsExactly("first unread", "second of text");
  }

  @Test
  void oneThatIsMadeAgainAfterwardsIsNotOfThatBody() {
    attempt("first");
    passes();
    attempt("second");
    assertThat(heard).containsExactly("first of text", "second unread");
  }

  @Test
  void oneThatIsMadeWhenItHasPassedHearsItAtOnceAndNoOtherDoes() {
    passes();
    attempt("first");
    attempt("second");
    assertThat(heard).containsExactly("first of text", "second unread");
  }

  /** The application's own body has ended all the same, and whoever sent it hears of no error. */
  @Test
  void oneForWhoseCopyThereIsNoMemoryIsUnreadAndFailsNobody() throws Exception {
    assertThat(ShortOfMemory.says(Ending.class, Overheard.class))
        .containsExactly("unread", "of text");
  }

  /** In a JVM of its own. */
  static final class Ending implements ShortOfMemory.Attempt {

    private Overheard copy;
    private SendBody body;

    private Ending() {
      begin();
    }

    public static void main(String[] arguments) {
      ShortOfMemory.tryIn(new Ending());
    }

    private void begin() {
      body = null;
      copy = new Overheard(List.of());
      copy.whenEnded(heard -> body = heard);
      copy.passes(ByteBuffer.wrap("text".getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void make() {
      copy.ends(true);
    }

    @Override
    public String result(boolean failed) {
      String came =
          failed
              ? "failed"
              : body == SendBody.ON_TRUST ? "unread" : "of " + body.text(Overheard.MOST);
      begin();
      return came;
    }
  }
}
