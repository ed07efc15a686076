package dev.countersign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** What the file that users attach holds, and above all what it does not show to an application. */
class AgentJarIT {

  private final File file = new File(System.getProperty("countersign.jar"));

  @Test
  void showsTheGateAndTheFirstStepsOfAStartOnly() throws IOException {
    assertThat(entries())
        .filteredOn(name -> !name.startsWith("countersign/"))
        .containsExactlyInAnyOrder(
            "META-INF/MANIFEST.MF",
            "META-INF/LICENSE",
            "META-INF/NOTICE",
            "dev/countersign/ActionClass.class",
            "dev/countersign/Change.class",
            "dev/countersign/Countersign.class",
            "dev/countersign/EffectRefusedException.class",
            "dev/countersign/JsonValues.class",
            "dev/countersign/PreflightCheck.class",
            "dev/countersign/PreflightError.class",
            "dev/countersign/PreflightResult.class",
            "dev/countersign/PreviewResult.class",
            "dev/countersign/RefusalCode.class",
            "dev/countersign/VerbatimJson.class",
            "dev/countersign/package-info.class",
            "dev/countersign/agent/AgentClassLoader.class",
            "dev/countersign/agent/AgentJar.class",
            "dev/countersign/agent/CountersignAgent.class",
            "dev/countersign/agent/Main.class",
            "dev/countersign/gate/Gate.class",
            "dev/countersign/gate/GateHandler.class",
            "dev/countersign/gate/GateToken.class",
            "dev/countersign/gate/Handoff.class",
            "dev/countersign/gate/package-info.class");
  }

  @Test
  void hidesEverythingElseUnderOurOwnPackages() throws IOException {
    assertThat(entries())
        .filteredOn(name -> name.startsWith("countersign/"))
        .noneMatch(name -> name.endsWith(".class"))
        .filteredOn(name -> name.endsWith(".classdata"))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("countersign/dev/countersign/"));
  }

  @Test
  void holdsNoClassTwice() throws IOException {
    List<String> hidden = new ArrayList<>(entries());
    hidden.removeIf(name -> !name.endsWith(".classdata"));
    hidden.replaceAll(
        name -> name.substring("countersign/".length()).replace(".classdata", ".class"));
    assertThat(Collections.disjoint(hidden, entries())).isTrue();
  }

  @Test
  void declaresWhatTheAgentMayDoAndNoLateAttach() throws IOException {
    try (JarFile jar = new JarFile(file)) {
      Attributes main = jar.getManifest().getMainAttributes();
      assertThat(main.getValue("Premain-Class"))
          .isEqualTo("dev.countersign.agent.CountersignAgent");
      assertThat(main.getValue("Main-Class")).isEqualTo("dev.countersign.agent.Main");
      assertThat(main.getValue("Boot-Class-Path")).isEqualTo("countersign-agent.jar");
      assertThat(main.getValue("Can-Retransform-Classes")).isEqualTo("true");
      assertThat(main.getValue("Can-Redefine-Classes")).isEqualTo("true");
      assertThat(main.getValue("Can-Set-Native-Method-Prefix")).isEqualTo("true");
      assertThat(main.getValue("Implementation-Version")).isNotBlank();
      assertThat(main.getValue("Agent-Class")).isNull();
      assertThat(main.getValue("Launcher-Agent-Class")).isNull();
    }
  }

  @Test
  void isSmallAlthoughItsClassesAreStoredForTheStart() {
    assertThat(file.length()).isBetween(100_000L, 10_000_000L);
  }

  private List<String> entries() throws IOException {
    try (JarFile jar = new JarFile(file)) {
      List<String> names = new ArrayList<>();
      for (JarEntry entry : Collections.list(jar.entries())) {
        names.add(entry.getName());
      }
      return names;
    }
  }
}
