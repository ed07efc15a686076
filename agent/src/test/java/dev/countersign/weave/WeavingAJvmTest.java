package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.gate.Gate;
import dev.countersign.gate.GateHandler;
import dev.countersign.gate.GateToken;
import dev.countersign.gate.Handoff;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.commons.AnalyzerAdapter;

/** What only a JVM can show: natives, classes that were there before us, other agents. */
class WeavingAJvmTest {

  @TempDir static Path directory;
  private static Path jar;

  @BeforeAll
  static void packTheGate() throws IOException {
    jar = directory.resolve("gate.jar");
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", ForkedAgent.class.getName());
    main.putValue("Boot-Class-Path", "gate.jar");
    main.putValue("Can-Retransform-Classes", "true");
    main.putValue("Can-Set-Native-Method-Prefix", "true");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (Class<?> type :
          List.of(
              Gate.class,
              GateHandler.class,
              GateToken.class,
              Handoff.class,
              ActionClass.class,
              RefusalCode.class,
              EffectRefusedException.class)) {
        String name = type.getName().replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = type.getResourceAsStream("/" + name)) {
          in.transferTo(out);
        }
      }
    }
  }

  @Test
  void guardsAMethodAndTheNativeBelowIt() throws Exception {
    assertThat(run("", "exec"))
        .containsSubsequence(
            "enter start 5", "enter forkAndExec 10", "exit normally", "exit normally")
        .contains("start: woven null", "forkAndExec: woven null");
  }

  @Test
  void guardsAMethodOfAClassThatWasLoadedBeforeAndSaysThatTheNativeIsOpen() throws Exception {
    assertThat(run("early", "exec"))
        .containsSubsequence("enter start 5", "exit normally")
        .doesNotContain("enter forkAndExec 10")
        .contains(
            "start: woven null",
            "forkAndExec: lost its class was loaded before the agent could wrap a native method");
  }

  @Test
  void seesThreadsAndWhatAPoolRuns() throws Exception {
    assertThat(run("", "pool"))
        .containsSubsequence("enter start 0", "enter runWorker 1", "task")
        .contains("start: woven null", "runWorker: woven null");
  }

  @Test
  void weavesAClassThatIsNamedOnlyAfterItRan() throws Exception {
    assertThat(run("", "late"))
        .containsSubsequence("enter value 1", "exit normally", "added null 6");
  }

  @Test
  void leavesNoClassUnwovenThatIsDefinedNearTheEndOfAStack() throws Exception {
    assertThat(run("", "deep")).contains("deep true");
  }

  @Test
  void keepsTheParameterNamesOfAClassThatWasLoadedBefore() throws Exception {
    assertThat(run("", "names")).contains("final long amount", "take: woven null");
  }

  @Test
  void cannotBeTakenOffByAnAgentThatRestoresTheClass() throws Exception {
    assertThat(run("", "pristine"))
        .contains("kept")
        .containsSubsequence("kept", "enter start 5", "enter forkAndExec 10");
  }

  /** Not {@code java.class.path}: a test runner may have a loader of its own. */
  private static String place(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }

  private static List<String> run(String option, String act) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xverify:all",
                "-XX:-PrintWarnings",
                "-javaagent:" + jar + "=" + option,
                "-cp",
                String.join(
                    File.pathSeparator,
                    place(ForkedAgent.class),
                    place(Weaver.class),
                    place(ClassReader.class),
                    place(AnalyzerAdapter.class)),
                ForkedAgent.class.getName(),
                act)
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }
}
