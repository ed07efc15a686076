package dev.countersign.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.cli.Cli;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes of the delegation tree: made, used, ended, killed (spec 2.1, 2.2). */
class DelegationTest {

  private static final Authority TOOLS = authority("tool.*");

  @TempDir Path temp;
  private final AtomicLong ticks = new AtomicLong(Long.MAX_VALUE - 1_500_000_000L);
  private final JumpingClock wall = new JumpingClock();
  private Ledger ledger;

  /** A wall clock that somebody sets, a year back or forth at each reading. */
  private static final class JumpingClock extends Clock {
    private long readings;

    @Override
    public Instant instant() {
      return Instant.ofEpochSecond(1_800_000_000L + (readings++ % 2 == 0 ? 1 : -1) * 31_536_000L);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  @BeforeEach
  void begin() {
    ledger =
        Ledger.create(
            Calls.settings(temp.resolve("ledger")),
            Entropy.system(),
            wall,
            ticks::get,
            KernelFile.FACTORY);
  }

  @Test
  void aNodeHoldsNoMoreThanItsParent() {
    Node first = spawn(null, authority("tool.search", "exec.git", "crm.*"));
    Node second = spawn(first, authority("tool.*", "exec.*", "send.*"));

    assertThat(first.authority().scopes()).containsExactly("exec.git", "tool.search");
    assertThat(second.authority().scopes()).containsExactly("exec.git", "tool.search");
    Map<String, Object> spawn = Books.of(ledger).assertIntact().last();
    String chain = ledger.state().chainId();
    assertThat(spawn)
        .containsEntry("event", "spawn")
        .containsEntry("parent", chain + ":n1")
        .containsEntry("node", chain + ":n2")
        .containsEntry("agent", "researcher")
        .containsEntry("task", "acme.Researcher#run()");
    assertThat(((Map<?, ?>) spawn.get("requested")).get("scopes"))
        .isEqualTo(List.of("exec.*", "send.*", "tool.*"));
    assertThat(((Map<?, ?>) spawn.get("granted")).get("scopes"))
        .isEqualTo(List.of("exec.git", "tool.search"));
  }

  @Test
  void aCallOutsideIsNotWritten() {
    Node node = spawn(null, authority("tool.search"));

    assertThatThrownBy(() -> allow(node, "tool.archive"))
        .isInstanceOfSatisfying(
            NotGrantedException.class,
            refused -> {
              assertThat(refused.ground().code()).isEqualTo("scope_not_granted");
              assertThat(refused.ground().limit()).isEqualTo("tool.search");
              assertThat(refused.ground().requested()).isEqualTo("tool.archive");
            });
    assertThat(events()).containsExactly("root", "spawn");
  }

  @Test
  void nothingIsHandedOnThatIsNotHeld() {
    Node node = spawn(null, authority("tool.search"));

    assertThatThrownBy(() -> spawn(node, authority("exec.git")))
        .isInstanceOf(NotGrantedException.class)
        .hasMessageStartingWith("no_authority");
    Map<String, Object> denied = Books.of(ledger).assertIntact().last();
    assertThat(denied)
        .containsEntry("event", "spawn_denied")
        .containsEntry("reason", "no_authority")
        .doesNotContainKey("node");
    // In observe it is made all the same, with nothing in it.
    Node made = ledger.spawn(node, "researcher", "t", authority("exec.git"), false);
    assertThat(made.authority().scopes()).isEmpty();
    allowUnbound(made, "exec.git");
  }

  @Test
  void aCeilingCountsTheCallsOfThoseBelow() {
    Node node = spawn(null, new Authority(List.of("tool.*"), List.of(new Ceiling(null, 3)), null));
    Node below = spawn(node, TOOLS);
    assertThat(below.authority().ceilings()).containsExactly(new Ceiling(null, 3));
    allow(below, "tool.a");
    allow(node, "tool.b");
    allow(below, "tool.c");

    assertRefused(below, "tool.d", Ground.CHAIN_CEILING);
    assertRefused(node, "tool.d", Ground.CEILING_EXCEEDED);
    // A new node of the same parent is no way around it.
    assertRefused(spawn(node, TOOLS), "tool.d", Ground.CHAIN_CEILING);
    assertThat(ledger.state().nodes().get(1).meters())
        .containsExactly(new NodeState.Use("max_calls", 3L, 3L));
  }

  @Test
  void aCeilingOfAScopeCountsOnlyThatScope() {
    Node node =
        spawn(null, new Authority(List.of("tool.*"), List.of(new Ceiling("tool.search", 1)), null));
    allow(node, "tool.search");
    allow(node, "tool.read");
    allow(node, "tool.read");

    assertRefused(node, "tool.search", Ground.CEILING_EXCEEDED);
  }

  @Test
  void aMeterIsRestoredWhereNothingWasWritten() {
    FaultyDisk disk = new FaultyDisk(Durability.WRITE);
    Ledger failing =
        Ledger.create(
            Calls.settings(temp.resolve("other")), Entropy.system(), wall, ticks::get, disk);
    Node node =
        failing.spawn(
            null,
            "a",
            "t",
            new Authority(List.of("tool.*"), List.of(new Ceiling(null, 1)), null),
            true);
    disk.room = 10;
    assertThatThrownBy(() -> allow(failing, node, "tool.a"))
        .isInstanceOf(LedgerException.class)
        .isNotInstanceOf(NotGrantedException.class);

    disk.room = Long.MAX_VALUE;
    allow(failing, node, "tool.a");
    assertThatThrownBy(() -> allow(failing, node, "tool.a"))
        .isInstanceOf(NotGrantedException.class);
  }

  @Test
  void whatIsSpentIsTheSpendingOfAllAbove() {
    Node node = spawn(null, spending("100.5"));
    Node below = spawn(node, new Authority(List.of("tool.*"), List.of(ceiling("60")), null));
    assertThat(below.authority().ceilings()).containsExactly(ceiling("60"));
    spend(ledger, below, "59.999999");
    assertSpendRefused(below, "0.000002", Ground.CEILING_EXCEEDED);
    spend(ledger, below, "0.000001");
    assertSpendRefused(spawn(node, TOOLS), "40.6", Ground.CHAIN_CEILING);
    spend(ledger, spawn(node, TOOLS), "40.5");

    assertSpendRefused(node, "0.0000000001", Ground.CEILING_EXCEEDED);
    assertSpendRefused(node, "9223372036854775807", Ground.CEILING_EXCEEDED);
    assertSpendRefused(node, "1e999999999", Ground.CEILING_EXCEEDED);
    assertSpendRefused(node, "-1", Ground.UNMETERED);
    spend(ledger, node, "0");
    allow(node, "exec.git");
    assertThat(ledger.state().nodes().get(1).meters())
        .containsExactly(
            new NodeState.Use("max_spend", new BigDecimal("100.5"), new BigDecimal("100.5")));
    assertThat(Books.of(ledger).assertIntact().entries().get(1).get("granted").toString())
        .contains("key=max_spend, max=100.5");
  }

  @Test
  void whatWasNotWrittenIsNotSpent() {
    FaultyDisk disk = new FaultyDisk(Durability.WRITE);
    Ledger failing =
        Ledger.create(
            Calls.settings(temp.resolve("other")), Entropy.system(), wall, ticks::get, disk);
    Node node = failing.spawn(null, "a", "t", spending("1"), true);
    disk.room = 10;
    assertThatThrownBy(() -> spend(failing, node, "1")).isNotInstanceOf(NotGrantedException.class);

    disk.room = Long.MAX_VALUE;
    spend(failing, node, "1");
    assertThatThrownBy(() -> spend(failing, node, "0.01")).isInstanceOf(NotGrantedException.class);
  }

  @Test
  void eightThreadsSpendNoMoreThanOne() throws Exception {
    Node node = spawn(null, spending("10"));
    AtomicLong spent = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Node own = spawn(node, TOOLS);
      Thread thread =
          new Thread(
              () -> {
                for (int k = 0; k < 20; k++) {
                  try {
                    spend(ledger, own, "0.3");
                    spent.incrementAndGet();
                  } catch (NotGrantedException refused) {
                    continue;
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread each : threads) {
      each.join();
    }
    assertThat(spent.get()).isEqualTo(33);
  }

  private static Authority spending(String most) {
    return new Authority(List.of("tool.*", "exec.*"), List.of(ceiling(most)), null);
  }

  private static Ceiling ceiling(String most) {
    return Ceiling.of(Measure.SPEND, null, new BigDecimal(most));
  }

  private static void spend(Ledger ledger, Node node, String amount) {
    Amounts taken = Amounts.of(false, null, true, new BigDecimal(amount));
    ledger.allow(of(ledger.newCallId(), "tool.pay"), node, taken, true);
  }

  private void assertSpendRefused(Node node, String amount, String code) {
    assertThatThrownBy(() -> spend(ledger, node, amount))
        .isInstanceOfSatisfying(
            NotGrantedException.class,
            refused -> assertThat(refused.ground().code()).isEqualTo(code));
  }

  /** The wall clock jumps by years all the time, and the monotonic one wraps around. */
  @Test
  void aTtlEndsByTheMonotonicClock() {
    Node node = spawn(null, new Authority(List.of("tool.*"), List.of(), 2L));
    Node below = spawn(node, TOOLS);
    assertThat(below.authority().ttlSeconds()).isEqualTo(2L);
    allow(node, "tool.a");
    ticks.addAndGet(1_999_999_999L);
    allow(below, "tool.a");
    ticks.incrementAndGet();

    assertRefused(node, "tool.a", Ground.TTL_EXPIRED);
    assertRefused(below, "tool.a", Ground.TTL_EXPIRED);
    assertThatThrownBy(() -> spawn(node, TOOLS)).hasMessageStartingWith("ttl_expired");
    allow(null, "tool.a");
  }

  /** A child that began later would outlive its parent by its own time. */
  @Test
  void aChildDoesNotOutliveItsParent() {
    Node node = spawn(null, new Authority(List.of("tool.*"), List.of(), 10L));
    ticks.addAndGet(9_000_000_000L);
    Node below = spawn(node, new Authority(List.of("tool.*"), List.of(), 100L));
    ticks.addAndGet(1_000_000_000L);

    assertRefused(below, "tool.a", Ground.TTL_EXPIRED);
  }

  @Test
  void aNodeEndsWithItsMethod() {
    Node node = spawn(null, TOOLS);
    ledger.end(node);

    assertRefused(node, "tool.a", Ground.NODE_FINALIZED);
    assertThatThrownBy(() -> spawn(node, TOOLS)).hasMessageStartingWith("node_finalized");
    assertThat(events()).containsExactly("root", "spawn", "done", "spawn_denied");
    assertThat(ledger.state().nodes()).hasSize(1);
  }

  @Test
  void aNodeEndsWithTheLastOfItsCalls() {
    Node node = spawn(null, TOOLS);
    String first = allow(node, "tool.a");
    ledger.end(node);
    String second = allow(node, "tool.b");
    ledger.outcome(Calls.returned(first));
    assertThat(ledger.state().nodes().get(1).lifecycle()).isEqualTo("ending");
    ledger.outcome(Calls.returned(second));

    assertThat(events())
        .containsExactly("root", "spawn", "allow", "allow", "outcome", "outcome", "done");
    assertRefused(node, "tool.a", Ground.NODE_FINALIZED);
  }

  @Test
  void aNodeWithALazyResultEndsInTime() {
    Node node = spawn(null, TOOLS);
    ledger.endLater(node, 1_000);
    ticks.addAndGet(999);
    allow(node, "tool.a");
    ticks.addAndGet(1);
    assertThat(ledger.state().nodes().get(1).lifecycle()).isEqualTo("ending");
  }

  @Test
  void entriesOfANodeNameIt() {
    Node node = spawn(null, TOOLS);
    String id = allow(node, "tool.a");
    ledger.deny(Calls.deny(ledger.newCallId()), node, node.refusesScope("exec.cp"));
    ledger.outcome(Calls.returned(id));

    List<Map<String, Object>> entries = Books.of(ledger).assertIntact().entries();
    String name = ledger.state().chainId() + ":n1";
    assertThat(entries.subList(2, 5)).allSatisfy(e -> assertThat(e).containsEntry("node", name));
    assertThat(entries.get(3))
        .containsEntry("reason", "CS-UNBOUND")
        .containsEntry("disposition", "out_of_authority");
    List<?> reasons = (List<?>) entries.get(3).get("reasons");
    assertThat(((Map<?, ?>) reasons.get(0)).get("code")).isEqualTo("CS-UNBOUND");
    assertThat(((Map<?, ?>) reasons.get(1)).get("code")).isEqualTo("scope_not_granted");
  }

  @Test
  void aKillTakesTheWholeSubtreeAndNamesWhatIsPending() {
    Node top = spawn(null, TOOLS);
    Node below = spawn(top, TOOLS);
    Node beside = spawn(null, TOOLS);
    String pendingBelow = allow(below, "tool.a");
    String pendingTop = allow(top, "tool.a");
    allow(beside, "tool.a");

    Killed killed = ledger.kill("n1", null, "it went astray");
    String chain = ledger.state().chainId();
    assertThat(killed.revoked()).containsExactly(chain + ":n1", chain + ":n2");
    List<String> pending = new ArrayList<>(List.of(pendingBelow, pendingTop));
    pending.sort(null);
    assertThat(killed.pendingAtKill()).isEqualTo(pending);
    assertThat(killed.unrecorded()).isNull();
    assertThat(Books.of(ledger).assertIntact().last())
        .containsEntry("event", "kill")
        .containsEntry("target", chain + ":n1")
        .containsEntry("reason", "it went astray")
        .containsEntry("pending_at_kill", pending)
        .doesNotContainKeys("node", "agent");
    assertRefused(top, "tool.a", Ground.REVOKED);
    assertRefused(below, "tool.a", Ground.REVOKED);
    assertThatThrownBy(() -> spawn(below, TOOLS)).hasMessageStartingWith("revoked");
    allow(beside, "tool.a");
    allow(null, "tool.a");
    // A late true outcome is taken; a killed node gets no done.
    ledger.outcome(Calls.returned(pendingBelow));
    ledger.end(below);
    ledger.close();
    assertThat(
            Books.of(ledger).assertIntact().entries().stream()
                .filter(entry -> entry.get("event").equals("done"))
                .map(entry -> entry.get("node")))
        .containsExactly(chain + ":n3", chain + ":n0");
  }

  @Test
  void aKilledAgentGetsNoNodeAnyMore() {
    Node one = spawn(null, TOOLS);
    Node two = spawn(one, TOOLS);
    Killed killed = ledger.kill(null, "researcher", null);

    assertThat(killed.revoked()).hasSize(2);
    assertThat(events()).containsExactly("root", "spawn", "spawn", "kill");
    String chain = ledger.state().chainId();
    assertThat(Books.of(ledger).last())
        .containsEntry("agent", "researcher")
        .containsEntry("target", chain + ":n0")
        .containsEntry("revoked", List.of(chain + ":n1", chain + ":n2"));
    assertRefused(two, "tool.a", Ground.REVOKED);
    assertThatThrownBy(() -> spawn(null, TOOLS)).hasMessageStartingWith("agent_banned");
    assertThat(ledger.spawn(null, "writer", "t", TOOLS, true).agent()).isEqualTo("writer");
  }

  /** One that has no node now is banned all the same, and the books say so. */
  @Test
  void anAgentCanBeBannedBeforeItHasANode() {
    assertThat(ledger.kill(null, "researcher", null).revoked()).isEmpty();
    assertThatThrownBy(() -> spawn(null, TOOLS)).hasMessageStartingWith("agent_banned");
    assertThat(events()).containsExactly("root", "kill", "spawn_denied");
  }

  @Test
  void whatWasKilledIsNotKilledAgain() {
    Node node = spawn(null, TOOLS);
    String pending = allow(node, "tool.a");
    ledger.kill("n1", null, null);
    assertThatThrownBy(() -> ledger.kill("n1", null, null)).hasMessageContaining("already");
    Killed rest = ledger.kill(null, null, null);
    assertThat(rest.revoked()).containsExactly(ledger.state().chainId() + ":n0");
    assertThat(rest.pendingAtKill()).doesNotContain(pending);
  }

  /** The line of a kill stays below what a verifier reads. */
  @Test
  void aKillOfManyNodesIsSpreadOverEntries() {
    for (int i = 0; i < 10_001; i++) {
      ledger.spawn(null, "researcher", "t", TOOLS, true);
    }
    assertThat(ledger.kill(null, "researcher", null).revoked()).hasSize(10_001);
    List<Map<String, Object>> entries = Books.of(ledger).entries();
    assertThat((List<?>) entries.get(entries.size() - 2).get("revoked")).hasSize(10_000);
    assertThat((List<?>) entries.get(entries.size() - 1).get("revoked")).hasSize(1);
  }

  /** Many of both, with the longest reason: the books name them all, and verify. */
  @Test
  void aKillOfManyNodesWithManyCallsIsInTheBooks() {
    List<String> open = new ArrayList<>();
    for (int i = 0; i < 14_000; i++) {
      Node node = ledger.spawn(null, "researcher", "t", TOOLS, true);
      open.add(allow(node, "tool.a"));
      if (i % 7 < 3) {
        open.add(allow(node, "tool.a"));
      }
    }
    assertThat(open).hasSize(20_000);
    Killed killed = ledger.kill(null, "researcher", "\u0001".repeat(256));
    assertThat(killed.unrecorded()).isNull();
    assertThat(killed.revoked()).hasSize(14_000);
    assertThat(killed.pendingAtKill()).hasSize(20_000);
    open.forEach(id -> ledger.outcome(Calls.returned(id)));
    ledger.close();
    List<Object> revoked = new ArrayList<>();
    List<Object> pending = new ArrayList<>();
    for (Map<String, Object> entry : Books.of(ledger).entries()) {
      if (entry.get("event").equals("kill")) {
        revoked.addAll((List<?>) entry.get("revoked"));
        pending.addAll((List<?>) entry.get("pending_at_kill"));
      }
    }
    assertThat(revoked).isEqualTo(killed.revoked());
    assertThat(pending).isEqualTo(killed.pendingAtKill());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    String[] verify = {"verify", ledger.files().chain().toString()};
    assertThat(Cli.run(verify, print, print, InputStream.nullInputStream()))
        .as(out.toString(StandardCharsets.UTF_8))
        .isZero();
  }

  @Test
  void everythingCanBeKilled() {
    Node node = spawn(null, TOOLS);
    ledger.kill(null, null, null);

    assertRefused(null, "tool.a", Ground.REVOKED);
    assertRefused(node, "tool.a", Ground.REVOKED);
    ledger.act("hole", Map.of("text", "the agent itself still says what it sees"));
    ledger.close();
    assertThat(events()).containsExactly("root", "spawn", "kill", "allow", "outcome");
  }

  @Test
  void nothingIsKilledThatIsNotThere() {
    Node node = spawn(null, TOOLS);
    ledger.end(node);
    assertThatThrownBy(() -> ledger.kill("n1", null, null)).hasMessageContaining("no node");
    assertThatThrownBy(() -> ledger.kill("x".repeat(100_000), null, null))
        .hasMessageNotContaining("xxx");
    ledger.close();
    assertThatThrownBy(() -> ledger.kill(null, null, null)).hasMessageContaining("closed");
  }

  @Test
  void aKillHoldsWhereItCannotBeWritten() {
    FaultyDisk disk = new FaultyDisk(Durability.WRITE);
    Ledger failing =
        Ledger.create(
            Calls.settings(temp.resolve("other")), Entropy.system(), wall, ticks::get, disk);
    Node node = failing.spawn(null, "a", "t", TOOLS, true);
    disk.room = 10;

    assertThat(failing.kill("n1", null, null).unrecorded()).contains("could not be written");
    disk.room = Long.MAX_VALUE;
    assertThatThrownBy(() -> allow(failing, node, "tool.a"))
        .isInstanceOf(NotGrantedException.class);
  }

  /** Whatever becomes of the books on the way, none of the agent's nodes goes on. */
  @Test
  void aKillOfAnAgentHoldsForAllOfItsNodesWhereTheBooksAreGone() throws Exception {
    Node one = spawn(null, TOOLS);
    Node two = spawn(null, TOOLS);
    Path books = temp.resolve("ledger");
    Files.move(books, temp.resolve("away"));

    Killed killed = ledger.kill(null, "researcher", null);
    assertThat(killed.unrecorded()).isNotNull();
    assertThat(killed.revoked()).hasSize(2);
    assertThat(ledger.over(one)).isEqualTo(Ground.IS_REVOKED);
    assertThat(ledger.over(two)).isEqualTo(Ground.IS_REVOKED);
    Files.move(temp.resolve("away"), books);
    assertRefusedInTheSuccessor(one);
    assertRefusedInTheSuccessor(two);
  }

  /** The books are gone, none can be begun, and there is nothing to write a kill into. */
  @Test
  void aKillHoldsWhereNoBooksCanBeBegun() throws Exception {
    Node over = spawn(null, TOOLS);
    ledger.end(over);
    Node one = spawn(null, TOOLS);
    Node below = spawn(one, TOOLS);
    Node other = ledger.spawn(null, "writer", "t", TOOLS, true);
    Path books = temp.resolve("ledger");
    Files.move(books, temp.resolve("away"));
    assertThatThrownBy(() -> allow(one, "tool.a")).isInstanceOf(LedgerException.class);
    assertThatThrownBy(() -> allow(one, "tool.a")).hasMessageContaining("ledger.dir");

    // By the ids of the chain that was lost, for a successor gives others.
    Killed killed = ledger.kill("n2", null, null);
    assertThat(killed.unrecorded()).contains("ledger.dir");
    assertThat(killed.revoked()).hasSize(2).first().asString().endsWith(":n2");
    Killed banned = ledger.kill(null, "writer", null);
    assertThat(banned.unrecorded()).contains("ledger.dir");
    assertThat(banned.revoked()).hasSize(1);
    assertThatThrownBy(() -> ledger.kill("n2", null, null)).hasMessageContaining("already");
    assertThatThrownBy(() -> ledger.kill("n9", null, null)).hasMessageContaining("no node");
    for (Node node : List.of(one, below, other)) {
      assertThat(ledger.over(node)).isEqualTo(Ground.IS_REVOKED);
    }
    assertThat(ledger.over(null)).isNull();

    Files.move(temp.resolve("away"), books);
    for (Node node : List.of(one, below, other)) {
      assertRefusedInTheSuccessor(node);
    }
    assertThatThrownBy(() -> ledger.spawn(null, "writer", "t", TOOLS, true))
        .hasMessageStartingWith("agent_banned");
    allow(null, "tool.a");
  }

  @Test
  void everythingIsKilledWhereNoBooksCanBeBegun() throws Exception {
    Path books = temp.resolve("ledger");
    Files.move(books, temp.resolve("away"));
    assertThatThrownBy(() -> allow(null, "tool.a")).isInstanceOf(LedgerException.class);
    assertThat(ledger.kill(null, null, null).unrecorded()).isNotNull();
    Files.move(temp.resolve("away"), books);
    assertThatThrownBy(() -> allow(null, "tool.a")).isInstanceOf(NotGrantedException.class);
    assertThat(events()).containsExactly("root", "allow", "outcome", "kill");
  }

  /** The chain that the kill itself begins knows the node, under another number, and says so. */
  @Test
  void aKillThatCanBeginBooksIsInThem() throws Exception {
    Node over = spawn(null, TOOLS);
    ledger.end(over);
    Node node = spawn(null, TOOLS);
    Path books = temp.resolve("ledger");
    Files.move(books, temp.resolve("away"));
    assertThatThrownBy(() -> allow(node, "tool.a")).isInstanceOf(LedgerException.class);
    Files.move(temp.resolve("away"), books);

    Killed killed = ledger.kill("n2", null, "late");
    assertThat(killed.unrecorded()).isNull();
    String chain = ledger.state().chainId();
    assertThat(Books.of(ledger).assertIntact().last())
        .containsEntry("target", chain + ":n1")
        .containsEntry("revoked", List.of(chain + ":n1"))
        .containsEntry("reason", "late");
    assertRefused(node, "tool.a", Ground.REVOKED);
  }

  private void assertRefusedInTheSuccessor(Node node) {
    assertThatThrownBy(() -> allow(node, "tool.a")).isInstanceOf(NotGrantedException.class);
  }

  /** After the kill entry no call of the subtree is allowed, however many threads are at it. */
  @Test
  void aKillComesBetweenTheCallsOfEightThreads() throws Exception {
    Node node = spawn(null, TOOLS);
    CountDownLatch going = new CountDownLatch(8 * 20);
    AtomicBoolean refusedOtherwise = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  while (true) {
                    ledger.outcome(Calls.returned(allow(spawn(node, TOOLS), "tool.a")));
                    going.countDown();
                  }
                } catch (NotGrantedException killed) {
                  if (!killed.ground().code().equals(Ground.REVOKED)) {
                    refusedOtherwise.set(true);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    going.await();
    ledger.kill("n1", null, null);
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(refusedOtherwise).isFalse();
    List<String> events = events();
    List<String> later = events.subList(events.indexOf("kill"), events.size());
    assertThat(later).doesNotContain("allow", "spawn").contains("kill");
    assertThat(events.stream().filter("allow"::equals)).hasSizeGreaterThanOrEqualTo(160);
  }

  @Test
  void completeAndKillExcludeEachOther() {
    Node node = spawn(null, TOOLS);
    String id = allow(node, "tool.a");
    assertThat(ledger.complete().pendingCallIds()).containsExactly(id);
    ledger.kill("n1", null, null);
    assertThat(ledger.complete().completed()).isFalse();
    ledger.outcome(Calls.returned(id));
    assertThat(ledger.complete().completed()).isTrue();

    assertThat(events()).containsExactly("root", "spawn", "allow", "kill", "outcome", "done");
    assertThatThrownBy(() -> ledger.kill(null, null, null)).hasMessageContaining("closed");
  }

  /** Nodes go on in the chain that takes the place of a lost one; what was killed stays killed. */
  @Test
  void nodesGoOnInTheSuccessorOfALostChain() throws Exception {
    Node over = spawn(null, TOOLS);
    ledger.end(over);
    Node node = spawn(null, authority("tool.a"));
    Node killed = spawn(node, TOOLS);
    Node below = spawn(node, TOOLS);
    ledger.kill("n3", null, null);
    LedgerFiles first = ledger.files();
    Files.delete(first.chain());
    assertThatThrownBy(() -> allow(below, "tool.a")).isInstanceOf(LedgerException.class);

    allow(below, "tool.a");
    assertRefused(killed, "tool.a", Ground.REVOKED);
    ledger.deny(Calls.deny(ledger.newCallId()), killed, null);
    assertThat(ledger.files()).isNotEqualTo(first);
    String chain = ledger.state().chainId();
    assertThat(events())
        .containsExactly("root", "allow", "outcome", "spawn", "spawn", "allow", "deny");
    List<Map<String, Object>> entries = Books.of(ledger).assertIntact().entries();
    assertThat(entries.get(4)).containsEntry("node", chain + ":n2");
    assertThat(entries.get(4)).containsEntry("parent", chain + ":n1");
    assertThat(entries.get(5)).containsEntry("node", chain + ":n2");
    assertThat(entries.get(6)).containsEntry("node", chain + ":n1");
  }

  /** Whatever part of it was written: such books are in progress, and nothing in them is wrong. */
  @Test
  void aProcessThatIsKilledInTheMiddleOfCompleteLeavesBooksInProgress() throws Exception {
    assertInterruptedBooksVerify(Ledger::complete);
  }

  @Test
  void aProcessThatIsKilledInTheMiddleOfAKillLeavesBooksInProgress() throws Exception {
    assertInterruptedBooksVerify(dying -> dying.kill(null, null, "drill"));
  }

  private void assertInterruptedBooksVerify(Consumer<Ledger> last) throws Exception {
    boolean whole = false;
    for (int room = 0; !whole; room += 97) {
      Path dir = temp.resolve("dying-" + room);
      FaultyDisk disk = new FaultyDisk(Durability.WRITE);
      Ledger dying = Ledger.create(Calls.settings(dir), Entropy.system(), wall, ticks::get, disk);
      Node node = dying.spawn(null, "a", "t", TOOLS, true);
      dying.spawn(node, "b", "t", TOOLS, true);
      dying.outcome(Calls.returned(allow(dying, node, "tool.a")));
      // From here on it writes so many bytes, and then neither writes nor takes back any.
      disk.room = room;
      disk.stuck = true;
      try {
        last.accept(dying);
        whole = disk.room > 0;
      } catch (LedgerException died) {
        whole = false;
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int exit =
          Cli.run(
              new String[] {"verify", dying.files().chain().toString()},
              new PrintStream(out, true, StandardCharsets.UTF_8),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              InputStream.nullInputStream());
      assertThat(exit).as("%s bytes: %s", room, out).isEqualTo(whole ? 0 : 3);
    }
  }

  private Node spawn(Node parent, Authority given) {
    return ledger.spawn(parent, "researcher", "acme.Researcher#run()", given, true);
  }

  private String allow(Node node, String scope) {
    return allow(ledger, node, scope);
  }

  private static String allow(Ledger ledger, Node node, String scope) {
    String id = ledger.newCallId();
    ledger.allow(of(id, scope), node, Amounts.NONE, true);
    return id;
  }

  private void allowUnbound(Node node, String scope) {
    ledger.allow(of(ledger.newCallId(), scope), node, Amounts.NONE, false);
  }

  private void assertRefused(Node node, String scope, String code) {
    int before = events().size();
    assertThatThrownBy(() -> allow(node, scope))
        .isInstanceOfSatisfying(
            NotGrantedException.class,
            refused -> assertThat(refused.ground().code()).isEqualTo(code));
    assertThat(events()).hasSize(before);
  }

  private List<String> events() {
    return Books.of(ledger).assertIntact().events();
  }

  private static Allow of(String id, String scope) {
    return new Allow(
        id,
        scope,
        "archive",
        null,
        null,
        Capture.WRAPPER_SYNC,
        Calls.ADAPTER,
        Calls.PARAMS,
        false,
        Map.of());
  }

  private static Authority authority(String... scopes) {
    return new Authority(List.of(scopes), List.of(), null);
  }
}
