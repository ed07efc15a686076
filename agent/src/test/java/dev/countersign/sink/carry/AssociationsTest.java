package dev.countersign.sink.carry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.OthersComeAndGo;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class AssociationsTest {

  private final Associations tasks = new Associations();

  /** A task whose own equality must not matter, and must not be asked. */
  private static final class Task implements Runnable {
    @Override
    public void run() {}

    @Override
    public boolean equals(Object other) {
      throw new AssertionError("code of the application was called");
    }

    @Override
    public int hashCode() {
      throw new AssertionError("code of the application was called");
    }
  }

  @Test
  void aTaskIsKnownByIdentity() {
    Task one = new Task();
    Task other = new Task();
    tasks.add(one, "a");

    assertThat(tasks.take(other)).isNull();
    assertThat(tasks.take(one)).isEqualTo("a");
    assertThat(tasks.take(one)).isNull();
  }

  @Test
  void theFirstSubmissionOfATaskThatRunsOnceCounts() {
    Task task = new Task();
    tasks.addOnce(task, "a");
    tasks.addOnce(task, "b");

    assertThat(tasks.peek(task)).isEqualTo("a");
    assertThat(tasks.peek(task)).isEqualTo("a");
  }

  @Test
  void aRejectedSubmissionCountsUntilThereIsAnother() {
    Task task = new Task();
    tasks.add(task, "a");
    tasks.add(task, "b");
    tasks.rejected(task);
    assertThat(tasks.take(task)).isEqualTo("a");
    assertThat(tasks.peek(task)).isEqualTo("b");

    tasks.add(task, "c");
    assertThat(tasks.take(task)).isEqualTo("c");
    assertThat(tasks.has(task)).isFalse();
  }

  @Test
  void aRejectedSubmissionThatRunsAllTheSameIsTaken() {
    Task task = new Task();
    tasks.add(task, "a");
    tasks.add(task, "a");
    tasks.rejected(task);

    assertThat(tasks.take(task)).isEqualTo("a");
    assertThat(tasks.take(task)).isEqualTo("a");
    assertThat(tasks.has(task)).isFalse();
  }

  @Test
  void aSubmissionThatIsTakenBackIsForgotten() {
    Task task = new Task();
    tasks.add(task, "a");
    tasks.add(task, "b");
    tasks.giveBack(task);

    assertThat(tasks.take(task)).isEqualTo("b");
    tasks.giveBack(task);
    assertThat(tasks.has(task)).isFalse();
  }

  /** The model is a queue per task, and whether its last one was rejected. */
  @Property(tries = 300)
  void submissionsOfOneTaskAreTakenInTheirOrder(
      @ForAll @Size(max = 60) List<@IntRange(min = -2, max = 2) Integer> steps) {
    Task task = new Task();
    Deque<Object> model = new ArrayDeque<>();
    boolean rejected = false;
    for (int step : steps) {
      if (step >= 0) {
        if (rejected) {
          model.pollLast();
        }
        model.addLast(step);
        rejected = false;
        tasks.add(task, (Object) step);
      } else if (step == -1) {
        assertThat(tasks.take(task)).isEqualTo(model.pollFirst());
        rejected &= !model.isEmpty();
      } else {
        rejected = !model.isEmpty();
        tasks.rejected(task);
      }
    }
    while (!model.isEmpty()) {
      assertThat(tasks.take(task)).isEqualTo(model.pollFirst());
    }
    assertThat(tasks.take(task)).isNull();
  }

  @Test
  void manySubmissionsInOneScopeCostOneEntry() {
    Task task = new Task();
    for (int i = 0; i < 100_000; i++) {
      tasks.add(task, "a");
    }

    assertThat(tasks.size()).isEqualTo(1);
    assertThat(tasks.take(task)).isEqualTo("a");
  }

  @Test
  void aTaskIsNotKeptAlive() {
    tasks.add(new Task(), "a");
    // A collected one is handed out some time later, by a thread of the JDK's.
    while (tasks.size() > 0) {
      System.gc();
    }
    assertThat(tasks.any()).isFalse();
  }

  @Test
  void aTaskIsKnownWhileOthersAreSubmittedAndRun() throws InterruptedException {
    Task waits = new Task();
    tasks.add(waits, "a");

    boolean known =
        OthersComeAndGo.whileHolds(
            other -> tasks.add(other, "b"), tasks::take, () -> tasks.peek(waits) != null);

    assertThat(known).isTrue();
    assertThat(tasks.take(waits)).isEqualTo("a");
    assertThat(tasks.size()).isZero();
  }
}
