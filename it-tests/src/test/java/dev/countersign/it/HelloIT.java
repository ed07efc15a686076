package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;

import com.example.acts.HelloActs;

class HelloIT {

  private static final String NOTHING_DECLARED =
      """
      bundle: hello
      version: 1
      mode: enforce
      """;

  @OnEachJdk
  void anApplicationWithoutEffectsRunsAsItDidBefore(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).configured(NOTHING_DECLARED).main(HelloActs.class, "hello");

    assertThat(run).succeeded().printed("hello").sameAsWithoutAgent().deniedNothing().booksVerify();
  }

  @OnEachJdk
  void anExceptionLeavesAsItDidBefore(Jdk jdk) {
    AgentRun run = AgentRun.on(jdk).configured(NOTHING_DECLARED).main(HelloActs.class, "fails");

    assertThat(run).exitedWith(1).sameAsWithoutAgent().booksVerify();
  }
}
