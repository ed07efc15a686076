package dev.countersign.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.CommandActs;
import com.example.acts.process.LimitActs;
import com.example.acts.process.OwnEnvironmentActs;
import com.example.acts.process.SurroundingsActs;
import com.fasterxml.jackson.databind.JsonNode;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rows B01 to B08 and B19 of the bypass catalogue, variant by variant: what an act does without the
 * agent, and with it.
 */
class CatalogueIT {

  private static final String COMMANDS =
      """
      -    honest                             ended +judged  ended +judged
      B01  changedByAnotherThreadInStart      ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B02  listThatLies                       ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B02  listThatLiesLater                  ended +judged  ended +judged
      B03  commandReplaced                    ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B03  commandElementSet                  ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B03  commandElementAdded                ended +fired,+judged  NIKA-SEC-011 none  /intent/argv/2
      B03  givenListChanged                   ended +fired   NIKA-SEC-011 none  /intent/argv/1
      B03  givenArrayChanged                  ended +judged  ended +judged
      B04  secondStageOfAPipeline             ended +fired,+judged  NIKA-SEC-011 none  /intent/argv/1
      B04  pipelineOfWhatWasJudged            ended +judged,+second  ended +judged,+second
      B05  tokensInQuotes                     ended +"a,+b"  NIKA-SEC-011 none  /intent/argv/1 /intent/argv/2
      B05  tokensInSingleQuotes               ended +'judged'  NIKA-SEC-011 none  /intent/argv/1
      B05  tokensWithBackslash                ended +a\\,+b  NIKA-SEC-011 none  /intent/argv/1 /intent/argv/2
      B05  tokensWithNoBreakSpace             ended +judged?fired  NIKA-SEC-011 none  /intent/argv/1
      B05  tokensWithEverySpace               ended +judged  ended +judged
      B19  longestArgument                    ended none  ended none
      B19  argumentThatIsTooLong              java.io.IOException none  java.io.IOException none
      B19  emptyProgram                       java.io.IOException none  java.io.IOException none
      B19  noSuchProgram                      java.io.IOException none  java.io.IOException none
      B19  programThatIsADirectory            java.io.IOException none  java.io.IOException none
      B19  noCommand                          java.lang.ArrayIndexOutOfBoundsException none  java.lang.ArrayIndexOutOfBoundsException none
      B19  nullArgument                       java.lang.NullPointerException none  java.lang.NullPointerException none
      B19  nulInAnArgument                    java.io.IOException none  java.io.IOException none
      B19  nulInTheProgram                    java.io.IOException none  java.io.IOException none
      """;

  private static final String SURROUNDINGS =
      """
      B06  outputIntoAFile             ended +judged,~victim  NIKA-SEC-011 none  /intent/stdio/stdout
      B06  outputBehindAFile           ended +created,+judged  NIKA-SEC-011 none  /intent/stdio/stdout
      B06  errorsIntoAFile             ended +judged,~victim  NIKA-SEC-011 none  /intent/stdio/stderr
      B06  errorsBehindAFile           ended +created,+judged  NIKA-SEC-011 none  /intent/stdio/stderr
      B06  inputFromAFile              ended +judged  NIKA-SEC-011 none  /intent/stdio/stdin
      B06  inputInherited              ended +judged  NIKA-SEC-011 none  /intent/stdio/stdin
      B06  everythingInherited         ended +judged  NIKA-SEC-011 none  /intent/stdio/stderr /intent/stdio/stdin /intent/stdio/stdout
      B06  outputDiscarded             ended +judged  NIKA-SEC-011 none  /intent/stdio/stdout
      B06  errorsMerged                ended +judged  NIKA-SEC-011 none  /intent/stdio/merge
      B06  outputOfNoProgramIntoAFile  java.io.IOException ~victim  NIKA-SEC-011 none  /intent/stdio/stdout
      B06  fileOfOwnType               ended ~victim  ended +created
      B06  outputAsJudged              ended ~victim  ended ~victim
      B06  outputIntoAnotherFile       ended +created  NIKA-SEC-011 none  /intent/stdio/stdout/write
      B06  outputBehindTheJudgedFile   ended ~victim  NIKA-SEC-011 none  /intent/stdio/stdout/append /intent/stdio/stdout/write
      B06  outputIntoNoFileAtAll       ended none  NIKA-SEC-011 none  /intent/stdio/stdout
      B07  directoryAsJudged           ended +one/ran  ended +one/ran
      B07  anotherDirectory            ended +two/ran  NIKA-SEC-011 none  /intent/dir
      B07  noDirectory                 ended +ran  NIKA-SEC-011 none  /intent/dir
      B07  directoryByAnotherName      ended +one/ran  NIKA-SEC-011 none  /intent/dir
      B07  directoryOfOwnType          ended +two/ran  NIKA-SEC-011 none  /intent/dir
      B08  environmentAsJudged         ended +path  ended +path
      B08  environmentSetToWhatItIs    ended +path  ended +path
      B08  preloadedLibrary            ended +LD_PRELOAD,+path  NIKA-SEC-011 none  /intent/env/set/LD_PRELOAD
      B08  optionsOfJava               ended +JAVA_TOOL_OPTIONS,+path  NIKA-SEC-011 none  /intent/env/set/JAVA_TOOL_OPTIONS
      B08  startupFileOfBash           ended +BASH_ENV,+path  NIKA-SEC-011 none  /intent/env/set/BASH_ENV
      B08  modulesOfPython             ended +PYTHONPATH,+path  NIKA-SEC-011 none  /intent/env/set/PYTHONPATH
      B08  transportOfGit              ended +GIT_SSH_COMMAND,+path  NIKA-SEC-011 none  /intent/env/set/GIT_SSH_COMMAND
      B08  pathOfTheShell              ended +helped,+path  NIKA-SEC-011 none  /intent/env/set/PATH
      B08  pathRemoved                 ended +path  NIKA-SEC-011 none  /intent/env/unset/0
      B08  environmentCleared          ended +path  NIKA-SEC-011 none
      B08  environmentOfRuntimeExec    ended +LD_PRELOAD,+path  NIKA-SEC-011 none
      """;

  private static final ActTable COMMAND_TABLE =
      ActTable.of(CatalogueIT::on, CommandActs.class, COMMANDS);
  private static final ActTable SURROUNDINGS_TABLE =
      ActTable.of(CatalogueIT::on, SurroundingsActs.class, SURROUNDINGS);

  private static final ActTable OTHERS =
      new ActTable(
          CatalogueIT::on,
          CommandActs.class,
          "secondStageThatCannotBeSeenAhead",
          "traceOfAFailure");

  private static AgentRun.Builder on(Jdk jdk) {
    return AgentRun.on(jdk)
        .verified()
        .with("processes.yaml")
        .file("victim", "untouched")
        .file("tool", "#!/bin/sh\n>ran\n")
        .file("one/tool", "#!/bin/sh\n>ran\n")
        .file("two/tool", "#!/bin/sh\n>ran\n")
        .file("two/helper", "#!/bin/sh\n>helped\n")
        .file(
            "probe",
            """
            for name in LD_PRELOAD JAVA_TOOL_OPTIONS BASH_ENV PYTHONPATH GIT_SSH_COMMAND; do
              eval "value=\\$$name"
              if [ -n "$value" ]; then >$name; fi
            done
            >path
            helper 2>/dev/null
            """);
  }

  static Stream<ActTable.Row> commands() {
    return COMMAND_TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("commands")
  void aCommandIsWhatWasJudgedOrNothing(ActTable.Row row) {
    COMMAND_TABLE.shows(row);
  }

  static Stream<ActTable.Row> surroundings() {
    return SURROUNDINGS_TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("surroundings")
  void soAreItsSurroundings(ActTable.Row row) {
    SURROUNDINGS_TABLE.shows(row);
  }

  /**
   * The first stage was started when the second is refused. The JDK kills it then, and how far it
   * came is not ours to know: the books say that it was started.
   */
  @OnEachJdk
  void b04TheFirstStageOfARefusedPipelineStaysInTheBooks(Jdk jdk) {
    String act = "secondStageThatCannotBeSeenAhead";
    Books books = OTHERS.books(jdk, act);

    assertThat(OTHERS.with(jdk, act).ending()).isEqualTo("refused CS-UNBOUND");
    assertThat(OTHERS.with(jdk, act).changed()).doesNotContain("fired");
    assertThat(books.allowedScopes()).containsExactly("tool.touch", "exec.touch");
    JsonNode first = books.outcomeOf(books.allows("exec.touch").get(0));
    assertThat(first.path("body_state").asText()).isEqualTo("returned");
    assertThat(OTHERS.without(jdk, act).ending()).isEqualTo("ended");
    assertThat(OTHERS.without(jdk, act).changed()).isEqualTo("+fired,+judged");
  }

  /** B19: not even its stack trace tells that somebody stood in between. */
  @OnEachJdk
  void b19AFailureOfTheJdkLooksAsItDidBefore(Jdk jdk) {
    OTHERS.isSame(jdk, "traceOfAFailure");
    assertThat(OTHERS.with(jdk, "traceOfAFailure").printed())
        .anyMatch(line -> line.contains("java.lang.ProcessImpl.forkAndExec(Native Method)"));
  }

  private static final String UNSEEN =
      """
      B11  scriptChanged           ended +fired,~probe          ended +fired,~probe
      B11  programChanged          ended +one/fired,~one/tool   ended +one/fired,~one/tool
      B11  programThatIsATextOnly  ended +one/fired,~one/tool   ended +one/fired,~one/tool
      B11  linkMoved               ended +two/ran               ended +two/ran
      """;

  /** B11: what the limits say, shown; a hole names it at start. */
  @OnEachJdk
  void b11WhatTheProgramsFileHoldsIsNotSeen(Jdk jdk) {
    ActTable survey = ActTable.of(CatalogueIT::on, LimitActs.class, UNSEEN);

    survey.shows(jdk);
    assertThat(survey.run(jdk).agentLines())
        .anyMatch(line -> line.contains("hole: ") && line.contains("what its program file holds"));
    Books books = Books.of(survey.run(jdk));
    assertThat(books.decisionOf(books.allows("agent.start").get(0)).path("holes").toString())
        .contains("exec.program");
  }

  private static final String OWN_ENVIRONMENT =
      """
      -    inheritedAfterAChange  ended +path              ended +path
      B24  copiedAfterAChange     ended +LD_PRELOAD,+path  NIKA-SEC-011 none  /intent/env/set/LD_PRELOAD
      """;

  /**
   * B24: compared with is what a process inherits, not what somebody made of the JDK's copy of it.
   */
  @OnEachJdk
  void b24TheEnvironmentIsThatOfTheProcess(Jdk jdk) {
    ActTable.of(CatalogueIT::on, OwnEnvironmentActs.class, OWN_ENVIRONMENT).shows(jdk);
  }
}
