package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.gate.Gate;
import java.lang.ref.Reference;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * B26, B27 and the rule behind them: whatever fails in a check or in weaving, the body does not
 * run.
 */
@ExtendWith(NoScopes.class)
class FailingClosedTest {

  private static final String SUBJECT = Subject.class.getName();

  private final Recorder recorder = new Recorder();

  @Test
  void refusesWhenTheCheckFails() throws Throwable {
    recorder.refuseAtEntry = new OutOfMemoryError("in the check");
    Woven woven = twice();
    assertInternal(() -> TransparencyTest.call(woven, "twice", 1L), "process start");
    assertThat(woven.failures).containsExactly(recorder.refuseAtEntry);
    assertThat(woven.dispatch.failed()).isEqualTo(1);
  }

  @Test
  void runsInObserveWhenTheCheckFails() throws Throwable {
    recorder.refuseAtEntry = new StackOverflowError("in the check");
    Woven woven = new Woven(false);
    woven.weaver.add(List.of(site()));
    woven.of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
    assertThat(woven.dispatch.failed()).isEqualTo(1);
  }

  @Test
  void keepsTheResultWhenOnlyTheExitFails() throws Throwable {
    recorder.refuseAtExit = new IllegalStateException("at exit");
    Woven woven = twice();
    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
    assertThat(woven.failures).containsExactly(recorder.refuseAtExit);
  }

  @Test
  void refusesWhatIsReturnedWhereTheExitIsTheCheckAndFails() throws Throwable {
    recorder.refuseAtExit = new OutOfMemoryError("at exit");
    Woven woven = Woven.with(deciding()).of(Subject.class);
    assertInternal(() -> TransparencyTest.call(woven, "twice", 2L), "process start");
    assertThat(woven.failures).containsExactly(recorder.refuseAtExit);
  }

  @Test
  void refusesThereAlsoWhenNothingBehindTheGateCanRun() throws Throwable {
    Woven woven =
        Woven.with(deciding(), Site.on(SUBJECT).at("twice", "(J)J").to(new Recorder()))
            .of(Subject.class);
    CheckCell cell = new CheckCell() {};
    CheckCell[] cells = {cell, null};
    int[] asked = {0};
    TestGate.use(
        woven.weaver.dispatch(
            () -> java.util.Objects.requireNonNull(cells[asked[0]++]), (site, failed) -> {}));
    assertInternal(() -> TransparencyTest.call(woven, "twice", 2L), "process start");
    assertThat(recorder.seen).containsExactly("enter");
  }

  @Test
  void leavesTheBodysOwnExceptionWhereADecidingExitFails() throws Throwable {
    recorder.refuseAtExit = new StackOverflowError("at exit");
    Woven woven =
        Woven.with(Site.on(SUBJECT).at("fails", "(").decidesAtExit(true).to(recorder))
            .of(Subject.class);
    assertThatThrownBy(() -> TransparencyTest.call(woven, "fails", "own"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("own");
  }

  @Test
  void keepsTheResultInObserveWhereADecidingExitFails() throws Throwable {
    recorder.refuseAtExit = new StackOverflowError("at exit");
    Woven woven = new Woven(false);
    woven.weaver.add(List.of(deciding()));
    woven.of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
    assertThat(woven.dispatch.failed()).isEqualTo(1);
  }

  @Test
  void refusesWhatIsEnteredFromInsideACheck() throws Throwable {
    Woven woven = twice();
    Class<?> subject = woven.loadClass(SUBJECT);
    Throwable[] inner = new Throwable[1];
    recorder.duringCheck =
        () -> {
          recorder.duringCheck = () -> {};
          try {
            subject.getMethod("twice", long.class).invoke(null, 1L);
          } catch (ReflectiveOperationException refused) {
            inner[0] = refused.getCause();
          }
        };

    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
    assertThat(inner[0]).isInstanceOf(EffectRefusedException.class);
    assertThat(recorder.seen).containsExactly("enter", "returned 4");
  }

  @Test
  void letsPassFromInsideACheckWhatAHandlerIsNotAbout() throws Throwable {
    Woven woven = twice();
    Class<?> subject = woven.loadClass(SUBJECT);
    Object[] inner = new Object[1];
    recorder.passes = args -> Long.valueOf(1).equals(args[0]);
    recorder.duringCheck =
        () -> {
          try {
            inner[0] = subject.getMethod("twice", long.class).invoke(null, 1L);
          } catch (ReflectiveOperationException failed) {
            throw new AssertionError(failed);
          }
        };

    TransparencyTest.call(woven, "twice", 2L);
    assertThat(inner[0]).isEqualTo(2L);
    assertThat(recorder.seen).containsExactly("enter", "returned 4");
  }

  @Test
  void givesTheBodyWhatAHandlerPutsInPlaceFromInsideACheck() throws Throwable {
    recorder.passes = args -> true;
    recorder.insideCheck = value -> (Long) value + 100;
    assertThat(twiceFromInsideACheck()).isEqualTo(202L);
    assertThat(recorder.seen).containsExactly("enter", "returned 4");
  }

  @Test
  void refusesFromInsideACheckWhenItsHandlerFailsThere() throws Throwable {
    recorder.insideCheck =
        value -> {
          throw new IllegalStateException("inside");
        };
    assertThat(twiceFromInsideACheck()).isInstanceOf(EffectRefusedException.class);
  }

  /** What the inner call with 1 returned or threw. */
  private Object twiceFromInsideACheck() throws Throwable {
    Woven woven =
        Woven.with(Site.on(SUBJECT).at("twice", "(J)J").replacing().to(recorder)).of(Subject.class);
    Class<?> subject = woven.loadClass(SUBJECT);
    Object[] inner = new Object[1];
    recorder.duringCheck =
        () -> {
          try {
            inner[0] = subject.getMethod("twice", long.class).invoke(null, 1L);
          } catch (InvocationTargetException refused) {
            inner[0] = refused.getCause();
          } catch (ReflectiveOperationException failed) {
            throw new AssertionError(failed);
          }
        };
    TransparencyTest.call(woven, "twice", 2L);
    return inner[0];
  }

  @Test
  void takesTheMarkOffAfterAFailedCheck() throws Throwable {
    Woven woven = twice();
    recorder.refuseAtEntry = new StackOverflowError();
    assertInternal(() -> TransparencyTest.call(woven, "twice", 1L), "process start");
    recorder.refuseAtEntry = null;
    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
  }

  @Test
  void neverRunsABodyNearTheEndOfTheStackUnchecked() throws Throwable {
    int[] checked = {0};
    SiteHandler counting =
        (method, self, args) -> {
          checked[0]++;
          return null;
        };
    Woven woven = Woven.with(Site.on(SUBJECT).at("nothing", "(").to(counting)).of(Subject.class);
    Class<?> type = woven.loadClass(SUBJECT);
    Runnable nothing =
        (Runnable)
            woven.of(Deep.class).loadClass(Deep.class.getName()).getConstructor().newInstance();

    nothing.run();

    assertThat(type.getField("runs").getInt(null)).isLessThanOrEqualTo(checked[0]);
    int before = checked[0];
    TransparencyTest.call(woven, "nothing");
    assertThat(checked[0]).isEqualTo(before + 1);
  }

  @Test
  void runsAWovenCarrierInsideACheck() throws Throwable {
    Recorder guard = new Recorder();
    Woven woven =
        Woven.with(
                Site.on(SUBJECT).at("nothing", "(").to(guard),
                Site.on(SUBJECT).at("twice", "(J)J").carrying().to(recorder))
            .of(Subject.class);
    Class<?> subject = woven.loadClass(SUBJECT);
    Object[] inner = new Object[1];
    guard.duringCheck =
        () -> {
          try {
            inner[0] = subject.getMethod("twice", long.class).invoke(null, 4L);
          } catch (ReflectiveOperationException failed) {
            throw new AssertionError(failed);
          }
        };
    TransparencyTest.call(woven, "nothing");
    assertThat(inner[0]).isEqualTo(8L);
    assertThat(recorder.seen).isEmpty();
  }

  @Test
  void runsTheBodyWhenACarrierFails() throws Throwable {
    recorder.refuseAtEntry = new IllegalStateException("lost");
    Woven woven =
        Woven.with(Site.on(SUBJECT).at("twice", "(J)J").carrying().to(recorder)).of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
    assertThat(woven.failures).hasSize(1);
  }

  /** Of a thread that acts for a call. */
  private static final class Acting extends CheckCell {
    private boolean acting;

    void begin() {
      acting = true;
    }

    @Override
    public boolean carriesScope() {
      return acting;
    }
  }

  @Test
  void refusesWhereACarrierFailsOnAThreadThatActsForACall() throws Throwable {
    recorder.refuseAtEntry = new OutOfMemoryError("lost");
    for (boolean enforcing : new boolean[] {true, false}) {
      Woven woven = new Woven(enforcing);
      woven.weaver.add(List.of(Site.on(SUBJECT).at("twice", "(J)J").carrying().to(recorder)));
      woven.of(Subject.class);
      Acting cell = new Acting();
      TestGate.use(woven.weaver.dispatch(() -> cell, (site, failed) -> {}));
      assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
      cell.begin();
      if (enforcing) {
        assertInternal(() -> TransparencyTest.call(woven, "twice", 4L), "tool call");
      } else {
        assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
      }
    }
  }

  @Test
  void refusesWhereACarrierFailsThatMayHaveHadAScopeToTakeOn() throws Throwable {
    recorder.refuseAtEntry = new OutOfMemoryError("lost");
    recorder.mayBeOfACall = true;
    for (boolean enforcing : new boolean[] {true, false}) {
      Woven woven = new Woven(enforcing);
      woven.weaver.add(List.of(Site.on(SUBJECT).at("twice", "(J)J").carrying().to(recorder)));
      woven.of(Subject.class);
      if (enforcing) {
        assertInternal(() -> TransparencyTest.call(woven, "twice", 4L), "tool call");
      } else {
        assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
      }
      assertThat(woven.failures).hasSize(1);
    }
  }

  @Test
  void entersWhatIsThereForScopesFromTheFirstOneOn() throws Throwable {
    Woven woven =
        Woven.with(Site.on(SUBJECT).at("twice", "(J)J").carryingScopes().to(recorder))
            .of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
    assertThat(recorder.seen).isEmpty();
    Object scope = LiveScopes.mark();
    assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
    assertThat(recorder.seen).containsExactly("enter", "returned 8");
    Reference.reachabilityFence(scope);
  }

  /** What somebody else put at the same method is entered as ever. */
  @Test
  void entersBothWhereAGuardStandsBesideWhatIsThereForScopes() throws Throwable {
    Recorder guard = new Recorder();
    Woven woven =
        Woven.with(
                Site.on(SUBJECT).at("twice", "(J)J").carryingScopes().to(recorder),
                Site.on(SUBJECT).at("twice", "(J)J").to(guard))
            .of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
    assertThat(guard.seen).containsExactly("enter", "returned 8");
    assertThat(recorder.seen).containsExactly("enter", "returned 8");
  }

  /** Of a thread that works for an application's preview. */
  private static final class Closed extends CheckCell {
    private boolean begun;

    void begin() {
      begun = true;
      anyClosed = true;
    }

    @Override
    public boolean isClosed() {
      return begun;
    }
  }

  @Test
  void refusesInAPreviewWhereACarrierFails() throws Throwable {
    recorder.refuseAtEntry = new OutOfMemoryError("lost");
    Woven woven = new Woven(false);
    woven.weaver.add(List.of(Site.on(SUBJECT).at("twice", "(J)J").carrying().to(recorder)));
    woven.of(Subject.class);
    Closed cell = new Closed();
    TestGate.use(woven.weaver.dispatch(() -> cell, (site, failed) -> {}));
    assertThat(TransparencyTest.call(woven, "twice", 4L)).isEqualTo(8L);
    cell.begin();
    assertInternal(() -> TransparencyTest.call(woven, "twice", 4L), "tool call");
  }

  @Test
  void refusesInAPreviewWhereNothingBehindTheGateCanRun() throws Throwable {
    Woven woven = new Woven(false);
    woven.weaver.add(List.of(site()));
    woven.of(Subject.class);
    Closed cell = new Closed();
    int[] asked = {0};
    CheckCells overflowing =
        () -> {
          if (asked[0]++ % 2 == 0) {
            throw new StackOverflowError("before the check");
          }
          return cell;
        };
    TestGate.use(woven.weaver.dispatch(overflowing, (site, failed) -> {}));
    cell.begin();
    assertInternal(() -> TransparencyTest.call(woven, "twice", 4L), "process start");
    assertThat(recorder.seen).isEmpty();
  }

  @Test
  void refusesANumberThatWasNotGiven() throws Throwable {
    Woven woven = twice();
    TransparencyTest.call(woven, "twice", 4L);
    for (long guess = 0; guess < 64; guess++) {
      long number = guess;
      assertThatThrownBy(() -> Gate.enter(number, null, new Object[0]))
          .isInstanceOf(EffectRefusedException.class);
    }
    assertThat(recorder.seen).hasSize(2);
  }

  @Test
  void sealsAMethodThatIsTooLongForTheGateAndNoOther() throws Throwable {
    Recorder other = new Recorder();
    Woven woven =
        Woven.with(
                Site.on("Huge").at("huge", "()V").to(recorder),
                Site.on("Huge").at("small", "()V").to(other))
            .of("Huge", huge());
    Class<?> huge = woven.loadClass("Huge");

    assertThatThrownBy(() -> huge.getMethod("huge").invoke(null))
        .cause()
        .isInstanceOf(EffectRefusedException.class)
        .hasMessageStartingWith("[CS-INTERNAL]");
    huge.getMethod("small").invoke(null);

    assertThat(recorder.seen).isEmpty();
    assertThat(other.seen).hasSize(2);
    assertThat(woven.weaver.report().lost(Duty.GUARD))
        .singleElement()
        .satisfies(line -> assertThat(line.reason()).contains("longer than a method can be"));
  }

  @Test
  void saysWhichMethodAClassDoesNotHaveAndGuardsTheRest() throws Throwable {
    Woven woven =
        Woven.with(site(), Site.on(SUBJECT).at("twice", "(I)").to(new Recorder()))
            .of(Subject.class);
    assertThat(TransparencyTest.call(woven, "twice", 2L)).isEqualTo(4L);
    assertThat(recorder.seen).hasSize(2);
    assertThat(woven.weaver.report().lost(Duty.GUARD))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.reason())
                    .isEqualTo("the class file has 0 of 1 with the descriptor (I)"));
  }

  @Test
  void makesAClassUnloadableThatItCannotRead() {
    byte[] future = huge();
    future[7] = 120;
    Woven woven = Woven.with(Site.on("Huge").at("small", "()V").to(recorder)).of("Huge", future);
    assertThatThrownBy(() -> woven.loadClass("Huge")).isInstanceOf(ClassFormatError.class);
    assertThat(woven.weaver.report().count(WovenReport.State.LOST)).isEqualTo(1);
  }

  @Test
  void leavesAClassAloneInObserveThatItCannotRead() {
    byte[] future = huge();
    future[7] = 120;
    Woven woven = new Woven(false);
    woven.weaver.add(List.of(Site.on("Huge").at("small", "()V").to(recorder)));
    woven.of("Huge", future);
    assertThat(woven.transform("Huge")).isSameAs(future);
  }

  @Test
  void tellsTwoLoadersClassesApartAndKeepsANumber() throws Throwable {
    Woven woven = twice();
    byte[] first = woven.transform(SUBJECT);
    byte[] again = woven.transform(SUBJECT);
    assertThat(again).isEqualTo(first);

    byte[] elsewhere =
        woven.weaver.transform(
            null,
            new Woven(true),
            SUBJECT.replace('.', '/'),
            null,
            null,
            Subject.class.getResourceAsStream("Subject.class").readAllBytes());
    assertThat(elsewhere).isNotEqualTo(first);
  }

  @Test
  void tellsTheDigestOfTheClassFileThatItWasGiven() throws Throwable {
    Woven woven = twice();
    TransparencyTest.call(woven, "twice", 1L);
    byte[] file = Subject.class.getResourceAsStream("Subject.class").readAllBytes();
    assertThat(recorder.woven.classDigest())
        .isEqualTo(dev.countersign.canonical.Blake3.hex(file))
        .isEqualTo(woven.weaver.digestOf(woven, SUBJECT));
    assertThat(woven.weaver.digestOf(null, SUBJECT)).isNull();
  }

  private Site deciding() {
    return Site.on(SUBJECT)
        .at("twice", "(J)J")
        .decidesAtExit(true)
        .refuses(ActionClass.PROCESS_START)
        .to(recorder);
  }

  private Woven twice() {
    return Woven.with(site()).of(Subject.class);
  }

  private Site site() {
    return Site.on(SUBJECT).at("twice", "(J)J").refuses(ActionClass.PROCESS_START).to(recorder);
  }

  private static void assertInternal(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String action) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            EffectRefusedException.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("CS-INTERNAL");
              assertThat(refused.actionClass()).isEqualTo(action);
            });
  }

  /** A class with one method of almost 64 KB, and a small one. */
  private static byte[] huge() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Huge", null, "java/lang/Object", null);
    for (String name : new String[] {"huge", "small"}) {
      MethodVisitor method =
          writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, "()V", null, null);
      method.visitCode();
      for (int i = 0; i < (name.equals("huge") ? 65_530 : 1); i++) {
        method.visitInsn(Opcodes.NOP);
      }
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** Calls the woven method at every depth of a stack that overflows again and again. */
  public static final class Deep implements Runnable {

    @Override
    public void run() {
      for (int i = 0; i < 200; i++) {
        try {
          dive(i);
        } catch (StackOverflowError expected) {
          continue;
        }
      }
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int dive(long shift) {
      try {
        return dive(shift + 1) + 1;
      } finally {
        try {
          new Subject().nothing();
        } catch (SecurityException refused) {
          shift++;
        }
      }
    }
  }
}
