package com.example.acts.process;

import static com.example.acts.process.Tools.run;

import java.io.File;
import java.lang.ProcessBuilder.Redirect;
import java.util.Map;

/**
 * The command as judged, in other surroundings: standard streams (B06), working directory (B07),
 * environment (B08).
 */
public final class SurroundingsActs {

  private static final File VICTIM = new File("victim");

  private static ProcessBuilder touch() {
    return new ProcessBuilder("touch", "judged");
  }

  private static void touched(ProcessBuilder builder) throws Exception {
    Tools.touch("judged", () -> run(builder));
  }

  // B06: a redirect writes a file

  static void outputIntoAFile() throws Exception {
    touched(touch().redirectOutput(VICTIM));
  }

  static void outputBehindAFile() throws Exception {
    touched(touch().redirectOutput(Redirect.appendTo(new File("created"))));
  }

  static void errorsIntoAFile() throws Exception {
    touched(touch().redirectError(VICTIM));
  }

  static void errorsBehindAFile() throws Exception {
    touched(touch().redirectError(Redirect.appendTo(new File("created"))));
  }

  static void inputFromAFile() throws Exception {
    touched(touch().redirectInput(VICTIM));
  }

  static void inputInherited() throws Exception {
    touched(touch().redirectInput(Redirect.INHERIT));
  }

  static void everythingInherited() throws Exception {
    touched(touch().inheritIO());
  }

  static void outputDiscarded() throws Exception {
    touched(touch().redirectOutput(Redirect.DISCARD));
  }

  static void errorsMerged() throws Exception {
    touched(touch().redirectErrorStream(true));
  }

  /** The file is truncated although no program runs. */
  static void outputOfNoProgramIntoAFile() throws Exception {
    Tools.program(
        "no-such-program", () -> run(new ProcessBuilder("no-such-program").redirectOutput(VICTIM)));
  }

  /** Its file field says one path, and it tells the JDK another when that opens it. */
  static void fileOfOwnType() throws Exception {
    Tools.echoInto(
        "created",
        () ->
            run(
                echo()
                    .redirectOutput(
                        new File("created") {
                          @Override
                          public String getPath() {
                            return "victim";
                          }
                        })));
  }

  static void outputAsJudged() throws Exception {
    Tools.echoInto("victim", () -> run(echo().redirectOutput(VICTIM)));
  }

  static void outputIntoAnotherFile() throws Exception {
    Tools.echoInto("victim", () -> run(echo().redirectOutput(new File("created"))));
  }

  static void outputBehindTheJudgedFile() throws Exception {
    Tools.echoInto("victim", () -> run(echo().redirectOutput(Redirect.appendTo(VICTIM))));
  }

  static void outputIntoNoFileAtAll() throws Exception {
    Tools.echoInto("victim", () -> run(echo()));
  }

  private static ProcessBuilder echo() {
    return new ProcessBuilder("echo", "hello");
  }

  // B07: the directory chooses the program

  static void directoryAsJudged() throws Exception {
    inOne(new File("one"));
  }

  static void anotherDirectory() throws Exception {
    inOne(new File("two"));
  }

  static void noDirectory() throws Exception {
    inOne(null);
  }

  /** The same directory by another name is another request. */
  static void directoryByAnotherName() throws Exception {
    inOne(new File("one").getAbsoluteFile());
  }

  static void directoryOfOwnType() throws Exception {
    inOne(
        new File("one") {
          @Override
          public String toString() {
            return "two";
          }
        });
  }

  private static void inOne(File directory) throws Exception {
    for (String each : new String[] {"tool", "one/tool", "two/tool"}) {
      new File(each).setExecutable(true);
    }
    Tools.toolIn("one", () -> run(new ProcessBuilder("./tool").directory(directory)));
  }

  // B08: the environment chooses what the same command does

  static void environmentAsJudged() throws Exception {
    scriptWith(Map.of());
  }

  static void environmentSetToWhatItIs() throws Exception {
    scriptWith(Map.of("PATH", System.getenv("PATH")));
  }

  static void preloadedLibrary() throws Exception {
    scriptWith(Map.of("LD_PRELOAD", "evil.so"));
  }

  static void optionsOfJava() throws Exception {
    scriptWith(Map.of("JAVA_TOOL_OPTIONS", "-javaagent:evil.jar"));
  }

  static void startupFileOfBash() throws Exception {
    scriptWith(Map.of("BASH_ENV", "evil"));
  }

  static void modulesOfPython() throws Exception {
    scriptWith(Map.of("PYTHONPATH", "evil"));
  }

  static void transportOfGit() throws Exception {
    scriptWith(Map.of("GIT_SSH_COMMAND", "evil"));
  }

  /** The shell finds the JVM's {@code helper} in another place. */
  static void pathOfTheShell() throws Exception {
    new File("two/helper").setExecutable(true);
    scriptWith(Map.of("PATH", new File("two").getAbsolutePath() + ":" + System.getenv("PATH")));
  }

  static void pathRemoved() throws Exception {
    Tools.script(
        "probe",
        () -> {
          ProcessBuilder probe = new ProcessBuilder("sh", "probe");
          probe.environment().remove("PATH");
          run(probe);
        });
  }

  static void environmentCleared() throws Exception {
    Tools.script(
        "probe",
        () -> {
          ProcessBuilder probe = new ProcessBuilder("sh", "probe");
          probe.environment().clear();
          run(probe);
        });
  }

  /** {@code Runtime.exec} with an environment has no other variables. */
  static void environmentOfRuntimeExec() throws Exception {
    Tools.script(
        "probe",
        () ->
            Runtime.getRuntime()
                .exec(new String[] {"sh", "probe"}, new String[] {"LD_PRELOAD=evil.so"})
                .waitFor());
  }

  private static void scriptWith(Map<String, String> variables) throws Exception {
    Tools.script(
        "probe",
        () -> {
          ProcessBuilder probe = new ProcessBuilder("sh", "probe");
          probe.environment().putAll(variables);
          run(probe);
        });
  }

  private SurroundingsActs() {}
}
