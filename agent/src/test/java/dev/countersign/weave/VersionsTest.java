package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Sites that not every version of a class has, and calls wherever a version makes them. */
class VersionsTest {

  private static final String SUBJECT = Subject.class.getName();

  private final Recorder recorder = new Recorder();

  @Test
  void anOptionalSiteThatAClassLacksIsNotLost() throws Throwable {
    Woven woven = with(Site.on(SUBJECT).at("notInThisVersion", "()V").optional().to(recorder));

    assertThat(TransparencyTest.call(woven, "made")).isEqualTo("default");
    assertThat(woven.weaver.report().lines())
        .extracting(WovenReport.Line::state)
        .containsExactly(WovenReport.State.ABSENT);
  }

  @Test
  void anOptionalSiteThatItHasIsWoven() throws Throwable {
    Woven woven = with(Site.on(SUBJECT).at("made", "()Ljava/lang/String;").optional().to(recorder));

    TransparencyTest.call(woven, "made");
    assertThat(recorder.seen).containsExactly("enter", "returned default");
    assertThat(woven.weaver.report().count(WovenReport.State.WOVEN)).isEqualTo(1);
  }

  @Test
  void anOptionalSiteOfWhichItHasAnotherNumberIsLost() throws Throwable {
    Woven woven = with(Site.on(SUBJECT).at("made", "(").expect(2).optional().to(recorder));

    assertThatThrownBy(() -> TransparencyTest.call(woven, "made"))
        .isInstanceOf(dev.countersign.EffectRefusedException.class);
    assertThat(woven.weaver.report().count(WovenReport.State.LOST)).isEqualTo(1);
  }

  /** What {@code fibonacci} does twice, and no other method. */
  @Test
  void aCallAnywhereIsWovenInWhicheverMethodsMakeIt() throws Throwable {
    Woven woven =
        with(
            Site.onCall(SUBJECT)
                .anywhere()
                .before(SUBJECT.replace('.', '/'), "fibonacci", "(I)I")
                .to(recorder));

    assertThat(TransparencyTest.call(woven, "fibonacci", 2)).isEqualTo(1);
    TransparencyTest.call(woven, "made");
    assertThat(recorder.seen).containsExactly("enter", "enter");
    assertThat(woven.weaver.report().count(WovenReport.State.WOVEN)).isEqualTo(1);
  }

  /** The same call, of which only the class and how its parameters begin is said. */
  @Test
  void aCallOfWhateverNameIsWoven() throws Throwable {
    String subject = SUBJECT.replace('.', '/');
    Woven woven = with(Site.onCall(SUBJECT).anywhere().beforeAny(subject, "(I").to(recorder));

    assertThat(TransparencyTest.call(woven, "fibonacci", 2)).isEqualTo(1);
    assertThat(recorder.seen).containsExactly("enter", "enter");
    assertThat(woven.weaver.report().lines().get(0).site())
        .hasToString(SUBJECT + " at its call of " + SUBJECT);

    Woven without = with(Site.onCall(SUBJECT).anywhere().beforeAny(subject, "(Lno/").to(recorder));

    assertThat(TransparencyTest.call(without, "made")).isEqualTo("default");
    assertThat(without.weaver.report().lines().get(0).reason())
        .isEqualTo("the class file has 0 of 1 such calls");
  }

  @Test
  void aCallThatNoMethodMakesIsLostAndSealsNothing() throws Throwable {
    Woven woven =
        with(Site.onCall(SUBJECT).anywhere().before("no/Such", "call", "()V").to(recorder));

    assertThat(TransparencyTest.call(woven, "made")).isEqualTo("default");
    assertThat(woven.weaver.report().lines().get(0).toString()).contains("at its call of call");
    assertThat(woven.weaver.report().count(WovenReport.State.LOST)).isEqualTo(1);
  }

  @Test
  void aGatedCallPassesTheGateLikeAWovenMethod() throws Throwable {
    Woven woven = new Woven(true);
    Method twice = Subject.class.getMethod("twice", long.class);
    GatedCall call =
        woven.weaver.gatedCall(Site.on(SUBJECT).at("twice", "(J)J").to(recorder), null);

    assertThat(call.invoke(twice, null, new Object[] {2L})).isEqualTo(4L);
    recorder.result = result -> 5L;
    assertThat(call.invoke(twice, null, new Object[] {2L})).isEqualTo(5L);
    assertThat(recorder.seen).containsExactly("enter", "returned 4", "enter", "returned 4");
  }

  @Test
  void aGatedCallThatFailsOrIsRefusedLeavesAsItself() throws Throwable {
    Woven woven = new Woven(true);
    Subject subject = new Subject();
    Method fails = Subject.class.getMethod("fails", String.class);
    GatedCall call = woven.weaver.gatedCall(Site.on(SUBJECT).at("fails", "(").to(recorder), null);

    assertThatThrownBy(() -> call.invoke(fails, subject, new Object[] {"as meant"}))
        .isExactlyInstanceOf(IllegalStateException.class)
        .hasMessage("as meant");
    recorder.refuseAtEntry = new IllegalArgumentException("in the check");
    assertThatThrownBy(() -> call.invoke(fails, subject, new Object[] {"as meant"}))
        .isInstanceOf(dev.countersign.EffectRefusedException.class);
    assertThat(recorder.seen).containsExactly("enter", "threw as meant", "enter");
  }

  /**
   * Whoever hears of failed checks hears of it, and not {@code System.err}: it can be anybody's.
   */
  @Test
  void whatCannotBePassedOnIsToldLikeAFailedCheck() throws Exception {
    Weaver weaver = new Weaver(true);
    CompletableFuture<Throwable> told = new CompletableFuture<>();
    weaver.dispatch(
        () -> new CheckCell() {},
        new CheckFailures() {
          @Override
          public void failed(Site site, Throwable failed) {
            told.completeExceptionally(failed);
          }

          @Override
          public void notPassedOn(Throwable failed) {
            told.complete(failed);
          }
        });
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true));
    try {
      weaver.install(
          (Instrumentation)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {Instrumentation.class},
                  (self, method, arguments) ->
                      method.getName().equals("getAllLoadedClasses") ? new Class<?>[0] : null));
      weaver.onLook(
          () -> {
            throw new IllegalStateException("as meant");
          });
      weaver.onChange(() -> {});

      assertThat(told.get(1, TimeUnit.MINUTES)).hasMessage("as meant");
      assertThat(said.size()).isZero();
    } finally {
      System.setErr(before);
    }
  }

  /** A class is at work for a moment before what became of it is known. */
  @Test
  void whatIsBeingWovenIsNotTakenForMissed() throws Exception {
    Weaver weaver = new Weaver(true);
    List<String> missed = new java.util.concurrent.CopyOnWriteArrayList<>();
    byte[] classFile = Subject.class.getResourceAsStream("Subject.class").readAllBytes();
    Instrumentation jvm =
        (Instrumentation)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (self, method, arguments) -> {
                  switch (method.getName()) {
                    case "getAllLoadedClasses":
                      return new Class<?>[] {Subject.class};
                    case "retransformClasses":
                      weaver.transform(null, null, "some/Other", null, null, classFile);
                      missed.addAll(weaver.repair((Instrumentation) self, false));
                      weaver.transform(
                          null,
                          Subject.class.getClassLoader(),
                          SUBJECT.replace('.', '/'),
                          Subject.class,
                          null,
                          classFile);
                      return null;
                    default:
                      return null;
                  }
                });
    weaver.install(jvm);

    String lost =
        weaver.addAndRetransform(
            Subject.class, List.of(Site.on(SUBJECT).at("made", "(").to(recorder)));

    assertThat(lost).isNull();
    assertThat(missed).isEmpty();
    weaver.transform(null, null, "some/Other", null, null, classFile);
    assertThat(weaver.repair(jvm, false)).isEmpty();
  }

  private static Woven with(Site site) {
    return Woven.with(site).of(Subject.class).of(SubjectDefaults.class);
  }
}
