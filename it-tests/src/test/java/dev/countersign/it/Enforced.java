package dev.countersign.it;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;

/**
 * An application that does its honest work, which leaves a file {@code judged}, and then an attack,
 * which would leave a file {@code fired}; its last line says what came of it: {@code attack: …}.
 * However its JVM was launched and whatever it does, the same holds.
 */
public final class Enforced {

  /** As {@link #in(AgentRun, String)}, for an effect that differs from the one that was judged. */
  public static void in(AgentRun run) {
    in(run, "NIKA-SEC-011");
  }

  /**
   * The honest work happened, the attack did not and is the only denial, the books verify; without
   * the agent the attack works, and everything else is the same: output, errors, files, exit code.
   *
   * @param code what the attack is refused with
   */
  public static void in(AgentRun run, String code) {
    AgentRun plain = run.withoutAgent();
    assertThat(run).exitedWith(plain.exitCode()).succeeded().created("judged").booksVerify();
    assertThat(plain.after()).as("the attack works without the agent").containsKey("fired");
    List<String> said = run.stdout().lines().toList();
    List<String> saidWithout = plain.stdout().lines().toList();
    int last = saidWithout.size() - 1;
    assertThat(said).as(run.stderr()).hasSameSizeAs(saidWithout);
    assertThat(said.subList(0, last)).isEqualTo(saidWithout.subList(0, last));
    assertThat(said.get(last)).startsWith("attack: [" + code + "] Refused: ");
    assertThat(saidWithout.get(last)).isEqualTo("attack: worked");
    assertThat(run.applicationErrorLines()).isEqualTo(plain.applicationErrorLines());
    TreeMap<String, String> expected = new TreeMap<>(plain.after());
    expected.remove("fired");
    assertThat(run.after()).isEqualTo(expected);
    assertThat(Books.of(run).denialCodes()).as(run.stderr()).containsOnly(code);
  }

  private Enforced() {}
}
