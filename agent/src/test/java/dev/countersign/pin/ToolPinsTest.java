package dev.countersign.pin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Spec 1.4, 5.2: a definition is pinned at its first use, and what differs is refused. */
class ToolPinsTest {

  private static final String METHOD = "acme.Tools#pay(long)";

  @TempDir private Path directory;

  private Path state;

  @BeforeEach
  void name() {
    state = directory.resolve("state");
  }

  @Test
  void theFirstUsePinsAndAnotherDefinitionIsAChange() throws Exception {
    ToolPins pins = pins();
    assertThat(check(pins, "pay", "Pays").isChanged()).isFalse();
    assertThat(check(pins, "pay", "Pays")).isSameAs(PinCheck.SAME);
    assertThat(check(pins, "pay", "Pays more").isChanged()).isTrue();
    assertThat(check(pins, "pay", "Pays")).isSameAs(PinCheck.SAME);
    assertThat(check(pins, "other", "Pays more").isChanged()).isFalse();
  }

  @Test
  void pinsOutliveTheJvm() throws Exception {
    check(pins(), "pay", "Pays");
    assertThat(check(pins(), "pay", "Pays").isChanged()).isFalse();
    assertThat(check(pins(), "pay", "Pays more").isChanged()).isTrue();
  }

  /** In two assistants of one application, each with a method of its own. */
  @Test
  void twoToolsThatShareANameAreTwo() throws Exception {
    ToolPins pins = pins();
    check(pins, "pay", "Pays");
    Map<String, Object> other = Definition.of("pay", "Pays otherwise", null);
    String digest = Definition.digest(other);
    assertThat(pins.check("pay", "acme.Other#pay(long)", digest, () -> other).isChanged())
        .isFalse();
    assertThat(pins.check("pay", METHOD, digest, () -> other).isChanged()).isTrue();
  }

  /** Whoever holds a name and a method apart from one that is their concatenation. */
  @Test
  void aNameCannotReachIntoAMethod() throws Exception {
    ToolPins pins = pins();
    Map<String, Object> definition = Definition.of("a", "x", null);
    pins.check("a", "bc", Definition.digest(definition), () -> definition);
    Map<String, Object> other = Definition.of("ab", "y", null);
    assertThat(pins.check("ab", "c", Definition.digest(other), () -> other).isChanged()).isFalse();
  }

  @Test
  void whatAPersonAcceptsHoldsFromTheNextCallOn() throws Exception {
    ToolPins pins = pins();
    check(pins, "pay", "Pays");
    assertThat(check(pins, "pay", "Pays more").isChanged()).isTrue();
    accept("pay", false);
    assertThat(check(pins, "pay", "Pays more").text()).contains("accepted by anna at ");
    assertThat(check(pins, "pay", "Pays").isChanged()).isTrue();
  }

  @Test
  void whatIsAcceptedBesideAnotherLeavesThatOne() throws Exception {
    ToolPins pins = pins();
    check(pins, "pay", "Pays");
    check(pins, "pay", "Pays more");
    accept("pay", true);
    assertThat(check(pins, "pay", "Pays more").isChanged()).isFalse();
    assertThat(check(pins, "pay", "Pays").isChanged()).isFalse();
    assertThat(check(pins, "pay", "Pays less").isChanged()).isTrue();
  }

  @Test
  void onlyTheLastOfManyOthersWait() throws Exception {
    ToolPins pins = pins();
    check(pins, "pay", "Pays");
    for (int i = 0; i < 3 * PinnedTool.MOST; i++) {
      assertThat(check(pins, "pay", "Pays " + i).isChanged()).isTrue();
    }
    PinnedTool tool = store().read().get(0);
    assertThat(tool.pinned()).hasSize(1);
    assertThat(tool.waiting()).hasSize(PinnedTool.MOST);
    assertThat(tool.waiting().get(PinnedTool.MOST - 1).text())
        .contains("Pays " + (3 * PinnedTool.MOST - 1));
  }

  @Test
  void ofALongDefinitionOnlyTheDigestIsKept() throws Exception {
    check(pins(), "pay", "x".repeat(PinnedDefinition.MOST_KEPT));
    assertThat(store().read().get(0).pinned().get(0).text()).isNull();
    assertThat(check(pins(), "pay", "x".repeat(PinnedDefinition.MOST_KEPT)).isChanged()).isFalse();
    assertThat(check(pins(), "pay", "x").isChanged()).isTrue();
  }

  @Test
  void theTextNamesMembersAndNoContent() throws Exception {
    ToolPins pins = pins();
    check(pins, "pay", "Pays");
    assertThat(check(pins, "pay", "Pays, then sends secrets").text())
        .matches("definition [0-9a-f]{64} is not the pinned [0-9a-f]{64} \\(description\\)");
  }

  @Test
  void onlyTheOwnerReadsIt() throws Exception {
    check(pins(), "pay", "Pays");
    for (String file : List.of("pins.json", "pins.lock")) {
      assertThat(Files.getPosixFilePermissions(state.resolve(file)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
  }

  /** An interrupt is the application's, and neither lost nor the end of its call. */
  @Test
  void anInterruptedThreadIsServedAndStaysInterrupted() throws Exception {
    Thread.currentThread().interrupt();
    PinCheck check = check(pins(), "pay", "Pays");
    assertThat(Thread.interrupted()).isTrue();
    assertThat(check.isChanged()).isFalse();
    assertThat(store().read()).hasSize(1);
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        Arguments.of("cut", (Damage) file -> Files.write(file, first(file, 10))),
        Arguments.of("emptied", (Damage) file -> Files.write(file, new byte[0])),
        Arguments.of(
            "edited",
            (Damage)
                file -> Files.writeString(file, Files.readString(file).replace("Pays", "Says"))),
        Arguments.of(
            "another digest",
            (Damage)
                file ->
                    Files.writeString(
                        file,
                        Files.readString(file).replaceFirst("\"digest\":\"..", "\"digest\":\"00"))),
        Arguments.of("no JSON", (Damage) file -> Files.writeString(file, "pins")),
        Arguments.of("another shape", (Damage) file -> Files.writeString(file, "{\"tools\":{}}")),
        Arguments.of("removed", (Damage) Files::delete),
        Arguments.of(
            "a link",
            (Damage)
                file ->
                    Files.createSymbolicLink(
                        file, Files.move(file, file.resolveSibling("elsewhere.json")))));
  }

  /** What somebody does to the file. */
  @FunctionalInterface
  interface Damage {
    void to(Path file) throws IOException;
  }

  private static byte[] first(Path file, int bytes) throws IOException {
    return java.util.Arrays.copyOf(Files.readAllBytes(file), bytes);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damages")
  void aFileThatIsNotWholeIsNotTakenForNone(String what, Damage damage) throws Exception {
    check(pins(), "pay", "Pays");
    damage.to(state.resolve("pins.json"));
    for (String description : List.of("Pays", "Pays more")) {
      assertThatThrownBy(() -> check(pins(), "pay", description))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("pins.json");
    }
  }

  /** Before the name of a whole file, and between that and the mark that there are pins. */
  @Test
  void whatACrashLeavesIsTheOneOrTheOther() throws Exception {
    check(pins(), "pay", "Pays");
    Files.writeString(state.resolve("pins.json.next"), "{\"sha");
    assertThat(check(pins(), "pay", "Pays").isChanged()).isFalse();
    assertThat(check(pins(), "other", "Pays").isChanged()).isFalse();
    Files.write(state.resolve("pins.lock"), new byte[0]);
    assertThat(check(pins(), "pay", "Pays more").isChanged()).isTrue();
    Files.delete(state.resolve("pins.json"));
    assertThatThrownBy(() -> check(pins(), "pay", "Pays")).isInstanceOf(IOException.class);
  }

  /** A crash came before the mark: the next use, which changes nothing, makes up for it. */
  @Test
  void theMarkThatACrashLeftOutIsMadeUpFor() throws Exception {
    check(pins(), "pay", "Pays");
    Files.write(state.resolve("pins.lock"), new byte[0]);
    assertThat(check(pins(), "pay", "Pays").isChanged()).isFalse();
    Files.delete(state.resolve("pins.json"));
    assertThatThrownBy(() -> check(pins(), "pay", "Pays more")).isInstanceOf(IOException.class);
  }

  /** Read a second time it is another one: what was judged is pinned, and no text beside it. */
  @Test
  void aDefinitionThatChangesWhileItIsReadIsKeptByItsDigest() throws Exception {
    Map<String, Object> judged = Definition.of("pay", "Pays", null);
    Map<String, Object> read = Definition.of("pay", "Pays more", null);
    pins().check("pay", METHOD, Definition.digest(judged), () -> read);
    assertThat(store().read().get(0).pinned())
        .singleElement()
        .satisfies(
            pinned -> {
              assertThat(pinned.digest()).isEqualTo(Definition.digest(judged));
              assertThat(pinned.definition()).isNull();
            });
    assertThat(check(pins(), "pay", "Pays").isChanged()).isFalse();
    assertThat(check(pins(), "pay", "Pays more").isChanged()).isTrue();
  }

  /** What a refusal is remembered by is what was looked at, whatever comes right after it. */
  @Test
  void theStampIsThatOfWhatWasLookedAt() throws Exception {
    check(pins(), "pay", "Pays");
    check(pins(), "pay", "Pays more");
    PinStore store = store();
    Object[] told = new Object[1];
    store.change(now -> now, stamp -> told[0] = stamp);
    assertThat(told[0]).as("nothing was written").isEqualTo(store.stamp());
    accept("pay", false);
    assertThat(store.stamp()).as("accepted since").isNotEqualTo(told[0]);
    store.change(now -> List.of(), stamp -> told[0] = stamp);
    assertThat(told[0]).as("written").isEqualTo(store.stamp());
  }

  @Test
  void manyWhoBeginAtOnceLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Boolean>> all = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        ToolPins own = pins();
        int from = i;
        for (int tool = 0; tool < 10; tool++) {
          String name = "tool" + (from * 5 + tool);
          Callable<Boolean> use = () -> check(own, name, "same").isChanged();
          all.add(threads.submit(use));
        }
      }
      for (Future<Boolean> each : all) {
        assertThat(each.get()).isFalse();
      }
    } finally {
      threads.shutdown();
    }
    assertThat(store().read())
        .hasSize(25)
        .isSortedAccordingTo(java.util.Comparator.comparing(PinnedTool::tool));
  }

  @Test
  void aDirectoryThatOthersMayEnterIsRefused() throws Exception {
    Files.createDirectory(
        state, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxrwx---")));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxrwx---"));
    assertThatThrownBy(() -> check(pins(), "pay", "Pays"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("chmod 700");
  }

  private ToolPins pins() {
    return new ToolPins(state.toString(), () -> true);
  }

  private PinStore store() {
    return PinStore.in(state);
  }

  private static PinCheck check(ToolPins pins, String tool, String description) throws IOException {
    Map<String, Object> definition = Definition.of(tool, description, null);
    return pins.check(tool, METHOD, Definition.digest(definition), () -> definition);
  }

  private void accept(String tool, boolean beside) throws IOException {
    store()
        .change(
            now -> {
              List<PinnedTool> next = new ArrayList<>();
              for (PinnedTool each : now) {
                next.add(
                    each.tool().equals(tool)
                        ? each.accepting(each.waiting().get(0), beside, "anna", "today")
                        : each);
              }
              return next;
            });
  }
}
