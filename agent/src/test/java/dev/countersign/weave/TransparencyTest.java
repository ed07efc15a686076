package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A woven method does what it did; only the handler can change that, and only as it says. */
class TransparencyTest {

  private static final String SUBJECT = Subject.class.getName();

  private final Recorder recorder = new Recorder();

  @Test
  void passesEveryTypeOfArgument() throws Throwable {
    Object result =
        call(
            on("mixed"),
            "mixed",
            true,
            (byte) 1,
            'c',
            (short) 2,
            3,
            4L,
            5f,
            6d,
            new String[7],
            "o");

    assertThat(result).isEqualTo("true,1,c,2,3,4,5.0,6.0,7,o");
    assertThat(recorder.args).hasSize(10).contains(true, 'c', 4L, 6d, "o");
    assertThat(recorder.self.getClass().getName()).isEqualTo(SUBJECT);
    assertThat(recorder.seen).containsExactly("enter", "returned " + result);
  }

  @Test
  void firesWhatTheHandlerLeaves() throws Throwable {
    recorder.duringCheck =
        () -> {
          recorder.args[3] = (short) 9;
          recorder.args[5] = 99L;
          recorder.args[9] = "snapshot";
        };

    assertThat(
            call(
                replacing("mixed"),
                "mixed",
                true,
                (byte) 1,
                'c',
                (short) 2,
                3,
                4L,
                5f,
                6d,
                new String[7],
                "o"))
        .isEqualTo("true,1,c,9,3,99,5.0,6.0,7,snapshot");
  }

  @Test
  void ignoresWhatTheHandlerLeavesWhereTheSiteDoesNotReplace() throws Throwable {
    recorder.duringCheck = () -> recorder.args[0] = 5L;
    assertThat(call(on("twice"), "twice", 21L)).isEqualTo(42L);
    assertThat(recorder.self).isNull();
  }

  @Test
  void returnsWhatTheHandlerReturns() throws Throwable {
    recorder.result = value -> (double) value + 1;
    assertThat(call(on("half"), "half", 5d)).isEqualTo(3.5d);
  }

  @Test
  void leavesVoidAlone() throws Throwable {
    assertThat(call(on("nothing"), "nothing")).isNull();
    assertThat(recorder.seen).containsExactly("enter", "returned null");
  }

  @Test
  void letsExceptionsThrough() {
    assertThatThrownBy(() -> call(on("fails"), "fails", "why"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("why")
        .hasNoCause();
    assertThat(recorder.seen).containsExactly("enter", "threw why");
  }

  @Test
  void countsEveryFrameOfARecursion() throws Throwable {
    assertThat(call(on("fibonacci"), "fibonacci", 5)).isEqualTo(5);
    assertThat(recorder.seen).filteredOn("enter"::equals).hasSize(15);
  }

  @Test
  void keepsFinallyAsItIs() throws Throwable {
    assertThat(call(on("returnsInFinally"), "returnsInFinally", false))
        .isEqualTo("body inner outer");
    assertThat(call(on("returnsInFinally"), "returnsInFinally", true)).isEqualTo("inner outer");
  }

  @Test
  void keepsLoopsAndSwitches() throws Throwable {
    assertThat(call(on("branches"), "branches", 50)).isEqualTo(new Subject().branches(50));
  }

  @Test
  void keepsVarargs() throws Throwable {
    assertThat(call(on("joined"), "joined", "n", new Object[] {1, 2})).isEqualTo("n2");
  }

  @Test
  void weavesMethodsOfInterfaces() throws Throwable {
    Site inherited = Site.on(SubjectDefaults.class.getName()).at("inherited", "(I)").to(recorder);
    assertThat(call(inherited, "inherited", 3)).isEqualTo("default 3");
    assertThat(recorder.seen).hasSize(2);
  }

  @Test
  void weavesStaticMethodsOfInterfaces() throws Throwable {
    Site site = Site.on(SubjectDefaults.class.getName()).at("ofInterface", "(").to(recorder);
    Class<?> type = Woven.with(site).of(SubjectDefaults.class).loadClass(site.className());
    assertThat(type.getMethod("ofInterface", String.class).invoke(null, "x")).isEqualTo("static x");
    assertThat(recorder.seen).hasSize(2);
  }

  @Test
  void entersConstructorsBeforeAnythingElse() throws Throwable {
    recorder.duringCheck = () -> recorder.args[0] = "replaced";
    Site site = Site.onConstructor(SUBJECT).at("(Ljava/lang/String;)V").replacing().to(recorder);
    assertThat(call(site, "made")).isEqualTo("replaced");
    assertThat(recorder.self).isNull();
    assertThat(recorder.seen).containsExactly("enter");
  }

  @Test
  void entersOnlyWhereOnlyTheEntryIsAsked() throws Throwable {
    assertThat(call(Site.onEntry(SUBJECT).at("fibonacci", "(I)I").to(recorder), "fibonacci", 1))
        .isEqualTo(1);
    assertThat(recorder.seen).containsExactly("enter");
  }

  @Test
  void whoAsksForTheEntryAloneHearsOfNoExitThatAnotherAsksFor() throws Throwable {
    Recorder both = new Recorder();
    Woven woven =
        Woven.with(
                Site.onEntry(SUBJECT).at("fibonacci", "(I)I").to(recorder),
                Site.on(SUBJECT).at("fibonacci", "(I)I").to(both))
            .of(Subject.class)
            .of(SubjectDefaults.class);

    assertThat(call(woven, "fibonacci", 1)).isEqualTo(1);
    assertThat(recorder.seen).containsExactly("enter");
    assertThat(both.seen).containsExactly("enter", "returned 1");
  }

  @Test
  void stopsBeforeAGivenCall() throws Throwable {
    StringBuilder order = new StringBuilder();
    recorder.duringCheck =
        () -> {
          order.append("check ");
          Runnable task = (Runnable) recorder.args[0];
          recorder.args[0] = (Runnable) () -> order.append("around ").append(task != null);
        };
    Site site =
        Site.onCall(SUBJECT)
            .at("runsTask", "(")
            .before("java/lang/Runnable", "run", "()V")
            .replacing()
            .to(recorder);

    Object result =
        call(
            site,
            "runsTask",
            (Runnable) () -> order.append("never"),
            (Supplier<String>) () -> "after");

    assertThat(result).isEqualTo("after");
    assertThat(order).hasToString("check around true");
    assertThat(recorder.self.getClass().getName()).isEqualTo(SUBJECT);
  }

  @Test
  void doesNotRunWhatIsRefused() throws Throwable {
    recorder.refuseAtEntry = refusal();
    Woven woven = Woven.with(on("twice")).of(Subject.class);
    assertThatThrownBy(() -> call(woven, "twice", 1L)).isSameAs(recorder.refuseAtEntry);
    assertThat(runs(woven)).isZero();
    assertThat(recorder.seen).containsExactly("enter");
  }

  @Test
  void cannotBeSwallowedByTheMethodThatItLeaves() throws Throwable {
    recorder.refuseAtExit = refusal();
    Woven woven = Woven.with(on("swallowsEverything")).of(Subject.class);
    assertThatThrownBy(() -> call(woven, "swallowsEverything")).isSameAs(recorder.refuseAtExit);
    assertThat(runs(woven)).isEqualTo(1);
    assertThat(recorder.seen).containsExactly("enter", "returned result");
  }

  @Test
  void entersSeveralSitesOfOneMethodInOrderAndLeavesInReverse() throws Throwable {
    Recorder second = new Recorder();
    second.result = value -> (long) value + 1;
    recorder.result = value -> (long) value * 10;
    Woven woven =
        Woven.with(on("twice"), Site.on(SUBJECT).at("twice", "(J)J").to(second)).of(Subject.class);

    assertThat(call(woven, "twice", 2L)).isEqualTo(50L);
    assertThat(second.seen).containsExactly("enter", "returned 4");
    assertThat(recorder.seen).containsExactly("enter", "returned 5");
  }

  @Test
  void leavesTheFirstSiteWhenTheSecondRefuses() throws Throwable {
    Recorder second = new Recorder();
    second.refuseAtEntry = refusal();
    Woven woven =
        Woven.with(on("twice"), Site.on(SUBJECT).at("twice", "(J)J").to(second)).of(Subject.class);

    assertThatThrownBy(() -> call(woven, "twice", 2L)).isSameAs(second.refuseAtEntry);
    assertThat(recorder.seen)
        .containsExactly("enter", "threw " + second.refuseAtEntry.getMessage());
  }

  private Site on(String method) {
    return Site.on(SUBJECT).at(method, "(").to(recorder);
  }

  private Site replacing(String method) {
    return Site.on(SUBJECT).at(method, "(").replacing().to(recorder);
  }

  static EffectRefusedException refusal() {
    return new EffectRefusedException(RefusalCode.DIVERGENCE, ActionClass.TOOL_CALL, "");
  }

  private static int runs(Woven woven) throws ReflectiveOperationException {
    return woven.loadClass(SUBJECT).getField("runs").getInt(null);
  }

  private static Object call(Site site, String method, Object... args) throws Throwable {
    return call(Woven.with(site).of(Subject.class).of(SubjectDefaults.class), method, args);
  }

  static Object call(Woven woven, String method, Object... args) throws Throwable {
    Class<?> type = woven.loadClass(SUBJECT);
    Object subject = type.getConstructor().newInstance();
    for (Method each : type.getMethods()) {
      if (each.getName().equals(method)) {
        each.setAccessible(true);
        try {
          return each.invoke(subject, args);
        } catch (InvocationTargetException thrown) {
          throw thrown.getCause();
        }
      }
    }
    throw new AssertionError("no method " + method);
  }
}
