package com.example.acts.process;

import static com.example.acts.process.Tools.run;
import static com.example.acts.process.Tools.touch;

import java.io.OutputStream;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The command as judged is {@code touch judged}; these fire another one, or the same (B01–B05). */
public final class CommandActs {

  private static final String JUDGED = "judged";
  private static final String FIRED = "fired";

  static void honest() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder("touch", JUDGED)));
  }

  /** B01, with the other thread's turn in the middle of {@code start()}. */
  static void changedByAnotherThreadInStart() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder(new Interrupted())));
  }

  /** B02 */
  static void listThatLies() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder(new Lying(0))));
  }

  /** B02: whoever asks first is told the truth; that is the JDK, and it asks once. */
  static void listThatLiesLater() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder(new Lying(1))));
  }

  /** B03 */
  static void commandReplaced() throws Exception {
    touch(
        JUDGED,
        () -> {
          ProcessBuilder builder = new ProcessBuilder("touch", JUDGED);
          run(builder.command("touch", FIRED));
        });
  }

  /** B03 */
  static void commandElementSet() throws Exception {
    touch(
        JUDGED,
        () -> {
          ProcessBuilder builder = new ProcessBuilder("touch", JUDGED);
          builder.command().set(1, FIRED);
          run(builder);
        });
  }

  /** B03 */
  static void commandElementAdded() throws Exception {
    touch(
        JUDGED,
        () -> {
          ProcessBuilder builder = new ProcessBuilder("touch", JUDGED);
          builder.command().add(FIRED);
          run(builder);
        });
  }

  /** B03: a list is kept. */
  static void givenListChanged() throws Exception {
    touch(
        JUDGED,
        () -> {
          List<String> command = new ArrayList<>(List.of("touch", JUDGED));
          ProcessBuilder builder = new ProcessBuilder(command);
          command.set(1, FIRED);
          run(builder);
        });
  }

  /** B03: an array is copied, so that this changes nothing. */
  static void givenArrayChanged() throws Exception {
    touch(
        JUDGED,
        () -> {
          String[] command = {"touch", JUDGED};
          ProcessBuilder builder = new ProcessBuilder(command);
          command[1] = FIRED;
          run(builder);
        });
  }

  /** B04 */
  static void secondStageOfAPipeline() throws Exception {
    touch(JUDGED, () -> pipeline(List.of("touch", JUDGED), List.of("touch", FIRED)));
  }

  /** B04: where nobody can look ahead, the first stage has run when the second is refused. */
  static void secondStageThatCannotBeSeenAhead() throws Exception {
    touch(JUDGED, () -> pipeline(List.of("touch", JUDGED), new Lying(0)));
  }

  /** B04 */
  static void pipelineOfWhatWasJudged() throws Exception {
    Tools.touchBoth(
        JUDGED, "second", () -> pipeline(List.of("touch", JUDGED), List.of("touch", "second")));
  }

  /** B05: quotes quote nothing. */
  static void tokensInQuotes() throws Exception {
    touch("a b", () -> Runtime.getRuntime().exec("touch \"a b\"").waitFor());
  }

  /** B05 */
  static void tokensInSingleQuotes() throws Exception {
    touch(JUDGED, () -> Runtime.getRuntime().exec("touch 'judged'").waitFor());
  }

  /** B05: a backslash escapes nothing. */
  static void tokensWithBackslash() throws Exception {
    touch("a b", () -> Runtime.getRuntime().exec("touch a\\ b").waitFor());
  }

  /** B05: no-break space is no space. */
  static void tokensWithNoBreakSpace() throws Exception {
    touch(JUDGED, () -> Runtime.getRuntime().exec("touch judged\u00a0fired").waitFor());
  }

  /** B05: tab, newline, carriage return and form feed are. */
  static void tokensWithEverySpace() throws Exception {
    touch(JUDGED, () -> Runtime.getRuntime().exec("\t touch\n\r\fjudged ").waitFor());
  }

  /** B19: the longest argument that the kernel takes, its NUL included. */
  static void longestArgument() throws Exception {
    String longest = "x".repeat(131_071);
    touch(
        longest,
        () -> {
          Process process = new ProcessBuilder("touch", longest).start();
          // It complains about the name, at its length: more than a pipe holds.
          process.getErrorStream().transferTo(OutputStream.nullOutputStream());
          process.waitFor();
        });
  }

  /** B19: one byte more. */
  static void argumentThatIsTooLong() throws Exception {
    String tooLong = "x".repeat(131_072);
    touch(tooLong, () -> run(new ProcessBuilder("touch", tooLong)));
  }

  /** B19, F23 */
  static void emptyProgram() throws Exception {
    Tools.program("", () -> run(new ProcessBuilder("")));
  }

  /** B19 */
  static void noSuchProgram() throws Exception {
    Tools.program("no-such-program", () -> run(new ProcessBuilder("no-such-program")));
  }

  /** B19: an application may print, or read, where a failure came from. */
  static void traceOfAFailure() throws Exception {
    try {
      noSuchProgram();
    } catch (java.io.IOException expected) {
      for (Throwable each = expected; each != null; each = each.getCause()) {
        System.out.println(each);
        for (StackTraceElement frame : each.getStackTrace()) {
          System.out.println("  " + frame);
        }
      }
    }
  }

  /** B19: a directory is no program. */
  static void programThatIsADirectory() throws Exception {
    Tools.program("./one", () -> run(new ProcessBuilder("./one")));
  }

  /** B19, F23 */
  static void noCommand() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder()));
  }

  /** B19 */
  static void nullArgument() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder(Arrays.asList("touch", null))));
  }

  /** B19 */
  static void nulInAnArgument() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder("touch", "judged\0fired")));
  }

  /** B19 */
  static void nulInTheProgram() throws Exception {
    touch(JUDGED, () -> run(new ProcessBuilder("touch\0x", JUDGED)));
  }

  private static void pipeline(List<String> first, List<String> second) throws Exception {
    for (Process stage :
        ProcessBuilder.startPipeline(
            List.of(new ProcessBuilder(first), new ProcessBuilder(second)))) {
      stage.waitFor();
    }
  }

  /** Lets another thread change it in the moment in which it is copied. */
  private static final class Interrupted extends ArrayList<String> {
    private static final long serialVersionUID = 1L;

    Interrupted() {
      super(List.of("touch", JUDGED));
    }

    @Override
    public <T> T[] toArray(T[] into) {
      Thread other = new Thread(() -> set(1, FIRED));
      other.start();
      try {
        other.join();
      } catch (InterruptedException unexpected) {
        throw new IllegalStateException(unexpected);
      }
      return super.toArray(into);
    }
  }

  /** Says one thing and hands out another. */
  private static final class Lying extends AbstractList<String> {
    private int honestCalls;

    Lying(int honestCalls) {
      this.honestCalls = honestCalls;
    }

    @Override
    public String get(int index) {
      return index == 0 ? "touch" : JUDGED;
    }

    @Override
    public int size() {
      return 2;
    }

    @Override
    public <T> T[] toArray(T[] into) {
      String[] array = {"touch", honestCalls-- > 0 ? JUDGED : FIRED};
      @SuppressWarnings("unchecked")
      T[] typed = (T[]) array;
      return typed;
    }
  }

  private CommandActs() {}
}
