package com.example.acts.tools;

import com.example.acts.Act;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What an application does with what its own resolution points returned. */
public final class PlannerActs {

  private static final Planner PLANNER = new Planner();

  public static void main(String[] arguments) throws Exception {
    Act.perform(PlannerActs.class, arguments);
  }

  private static void start(List<String> command) throws Exception {
    System.out.println("exit " + new ProcessBuilder(command).start().waitFor());
  }

  static void asPlanned() throws Exception {
    start(PLANNER.plan("a", "b"));
  }

  static void afterSomethingElse() throws Exception {
    List<String> plan = PLANNER.plan("a", "b");
    start(plan);
    start(List.of("true"));
  }

  static void onAThreadThatKnowsNothing() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    List<String> plan = PLANNER.plan("a", "b");
    Future<?> started =
        pool.submit(
            () -> {
              start(plan);
              return null;
            });
    started.get();
    pool.shutdown();
  }

  static void changed() throws Exception {
    List<String> plan = PLANNER.plan("a", "b");
    plan.set(3, "b.evil");
    start(plan);
  }

  static void twice() throws Exception {
    List<String> plan = PLANNER.plan("a", "b");
    start(plan);
    start(plan);
  }

  static void neverPlanned() throws Exception {
    start(List.of("cp", "--", "a", "b.evil"));
  }

  static void unreadable() throws Exception {
    start(PLANNER.plan("a", "b\ud800"));
  }

  static void decided() {
    Planner.Decision decision = PLANNER.decide("a", 100);
    new Tools().create((String) decision.arguments().get("id"), 100);
  }

  static void decidedDifferently() {
    PLANNER.decide("a", 100);
    new Tools().create("a", 101);
  }

  static void decidedAndForgotten() throws Exception {
    PLANNER.decide("a", 100);
    start(List.of("true"));
  }

  private PlannerActs() {}
}
