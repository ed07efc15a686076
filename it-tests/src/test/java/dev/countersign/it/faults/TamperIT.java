package dev.countersign.it.faults;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static dev.countersign.it.faults.EndsIT.everyEffectHasItsAllow;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.faults.LoadActs;
import com.example.acts.faults.TamperActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The files of the books under attack, on a full disk, and shared (B56 a–j). */
class TamperIT {

  /** What is done, how the next two calls end, and whether a new chain begins. */
  private static final List<String> CHANGES =
      List.of(
          "a truncatedChain CS-INTERNAL ended new",
          "a truncatedRecords CS-INTERNAL ended new",
          "i cutToAnEarlierLine CS-INTERNAL ended new",
          "j forgedLine CS-INTERNAL ended new",
          "j forgedRecord CS-INTERNAL ended new",
          "b deletedChain CS-INTERNAL ended new",
          "b deletedRecords CS-INTERNAL ended new",
          "b replacedChain CS-INTERNAL ended new",
          "b replacedRecords CS-INTERNAL ended new",
          "b recreatedEmpty CS-INTERNAL ended new",
          "c linkToItself CS-INTERNAL ended new",
          "c danglingLink CS-INTERNAL ended new",
          "c directoryInItsPlace CS-INTERNAL ended new",
          "c hardLink ended ended same",
          "c writtenThroughAHardLink CS-INTERNAL ended new",
          "d noPermissions ended ended same",
          "d readOnlyDirectory ended ended same",
          "d directoryOpenToOthers ended ended same",
          "d ownDirectoryAgain ended ended same",
          "b movedDirectory CS-INTERNAL CS-INTERNAL/ended new");

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk).with("faults.yaml");
  }

  @OnEachJdk
  void aChangedFileRefusesTheNextEffectAndBeginsANewChain(Jdk jdk) throws IOException {
    List<String> names = new ArrayList<>(List.of("changes"));
    List<String> expected = new ArrayList<>();
    int chains = 1;
    for (String row : CHANGES) {
      String[] cells = row.split(" ");
      chains += cells[4].equals("new") ? 1 : 0;
      names.add(cells[1]);
      expected.add(cells[1] + " " + cells[2] + " " + cells[3] + " " + chains);
    }
    AgentRun run = on(jdk).main(TamperActs.class, names.toArray(new String[0]));

    assertThat(run).succeeded().printed(expected.toArray(new String[0]));
    everyEffectHasNoLessThanItsAllow(run, chains);
    // What was damaged says so, what was not says how it ended, and the directory that has the name
    // of a chain keeps nobody from saying it.
    AgentRun verified = run.command("verify", run.ledger().toString());
    assertThat(verified).exitedWith(1);
    assertThat(verified.stderr()).containsOnlyOnce("cannot be verified: Is a directory");
  }

  /** A chain that was destroyed cannot say what it allowed; every other one does. */
  private static void everyEffectHasNoLessThanItsAllow(AgentRun run, int chains) {
    AllowedNotes notes = AllowedNotes.in(run.ledger());
    List<String> refused = new ArrayList<>();
    for (int i = 0; i < 3 * CHANGES.size() + 1; i++) {
      String id = String.format("n%06d", i);
      if (!AllowedNotes.happened(run).contains(id)) {
        refused.add(id);
      }
    }
    assertThat(refused).hasSize(chains).allMatch(id -> notes.allowed(id) == 0);
  }

  /**
   * B56 e: what no longer fits is refused before its effect, and what fits again is carried out.
   */
  @OnEachJdk
  void aFullDiskRefusesAndTheApplicationLivesOn(Jdk jdk) {
    AgentRun run = on(jdk).main(TamperActs.class, "fullDisk");

    assertThat(run).succeeded().printed("refused 50", "ended").booksVerify();
    AllowedNotes notes = everyEffectHasItsAllow(run, 20);
    assertThat(notes.chains()).isEqualTo(1);
    assertThat(notes.count()).isEqualTo(AllowedNotes.happened(run).size());
    assertThat(run.withoutAgent().stdout()).isEqualTo("refused 0\nended\n");
  }

  @OnEachJdk
  void twoJvmsShareADirectoryWithoutMeeting(Jdk jdk) throws IOException {
    Path shared = Files.createTempDirectory("books").resolve("ledger");
    List<CompletableFuture<AgentRun>> running = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      running.add(
          CompletableFuture.supplyAsync(
              () -> configuredIn(jdk, shared).main(LoadActs.class, "twoHundredThreads")));
    }
    List<AgentRun> runs = running.stream().map(CompletableFuture::join).toList();

    AllowedNotes notes = AllowedNotes.in(shared);
    for (AgentRun run : runs) {
      assertThat(run).succeeded().printed("all ended");
      assertThat(AllowedNotes.happened(run)).hasSize(4000).allMatch(id -> notes.allowed(id) == 2);
    }
    assertThat(notes.chains()).isEqualTo(2);
    assertThat(runs.get(0).command("verify", shared.toString())).succeeded();
  }

  /** B56 i: a tail that is cut off later shows to whoever kept the head, and to nobody else. */
  @OnEachJdk
  void aTailThatIsCutOffLaterShowsToWhoeverKeptTheHead(Jdk jdk) throws IOException {
    AgentRun run = on(jdk).main(TamperActs.class, "once");
    Path chain;
    try (Stream<Path> files = Files.list(run.ledger())) {
      chain =
          files.filter(file -> file.toString().matches(".*[0-9a-f]{16}\\.jsonl")).findFirst().get();
    }
    List<String> lines = Files.readAllLines(chain);
    String head = lines.get(lines.size() - 1).replaceAll(".*\"hash\":\"([0-9a-f]{64})\".*", "$1");
    String kept = lines.size() - 1 + ":" + head;
    assertThat(run.command("verify", "--expected-head", kept, chain.toString())).succeeded();
    Files.write(chain, lines.subList(0, lines.size() - 1));

    assertThat(run.command("verify", chain.toString())).exitedWith(3);
    assertThat(run.command("verify", "--expected-head", kept, chain.toString())).exitedWith(1);
  }

  @OnEachJdk
  void aDirectoryThatBreaksARuleStopsTheStart(Jdk jdk) throws IOException {
    Path temp = Files.createTempDirectory("books");
    Path real = Files.createDirectory(temp.resolve("real"));
    Files.createSymbolicLink(temp.resolve("link"), real);
    Files.createSymbolicLink(temp.resolve("dangling"), temp.resolve("nowhere"));
    Files.createFile(temp.resolve("file"));
    Files.setPosixFilePermissions(
        Files.createDirectory(temp.resolve("others")),
        PosixFilePermissions.fromString("rwxrwxrwx"));

    in(jdk, temp.resolve("link"), "is a symbolic link");
    in(jdk, temp.resolve("dangling"), "is a symbolic link");
    in(jdk, temp.resolve("file"), "is not a directory");
    in(jdk, temp.resolve("others"), "is writable by group or others");
    assertThat(real).isEmptyDirectory();
    assertThat(temp.resolve("nowhere")).doesNotExist();
  }

  /**
   * In a name space of its own, where this user may mount. While books are open, the kernel lets
   * nobody make their file system read-only.
   */
  @OnEachJdk
  void aReadOnlyFileSystemStopsTheStart(Jdk jdk) throws Exception {
    boolean here =
        new ProcessBuilder("unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt")
                .start()
                .waitFor()
            == 0;
    Assumptions.assumeTrue(here, "this user may mount nothing, in no name space");
    String[] writable = {"bash", "-c", "mkdir -m 700 ../ledger && exec \"$@\"", "bash"};
    String[] readOnly = {
      "unshare",
      "-rm",
      "bash",
      "-c",
      "mkdir -m 700 ../ledger && mount --bind ../ledger ../ledger"
          + " && mount -o remount,bind,ro ../ledger && exec \"$@\"",
      "bash"
    };

    assertThat(on(jdk).through(writable).main(TamperActs.class, "once")).succeeded();
    AgentRun run = on(jdk).through(readOnly).main(TamperActs.class, "once");

    assertThat(run).notStarted("its file system is read-only");
    assertThat(run.ledger()).isEmptyDirectory();
  }

  private static void in(Jdk jdk, Path directory, String because) {
    assertThat(configuredIn(jdk, directory).main(TamperActs.class, "once")).notStarted(because);
  }

  private static AgentRun.Builder configuredIn(Jdk jdk, Path directory) {
    return AgentRun.on(jdk)
        .configured(AgentRun.config("faults.yaml") + "ledger: { dir: \"" + directory + "\" }\n");
  }
}
