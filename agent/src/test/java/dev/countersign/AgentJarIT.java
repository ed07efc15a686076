package dev.countersign;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;

/** What the file that users attach holds, and above all what it does not show to an application. */
class AgentJarIT {

  private static final String OURS = "dev.countersign.";

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
            "dev/countersign/agent/StoredClasses.class",
            "dev/countersign/gate/Gate.class",
            "dev/countersign/gate/GateHandler.class",
            "dev/countersign/gate/GateToken.class",
            "dev/countersign/gate/Handoff.class",
            "dev/countersign/gate/package-info.class");
  }

  @Test
  void hidesEverythingElseInThreeArchives() throws IOException {
    assertThat(entries())
        .filteredOn(name -> name.startsWith("countersign/"))
        .containsExactlyInAnyOrder(
            "countersign/version",
            "countersign/start.zip",
            "countersign/rest.zip",
            "countersign/later.zip");
    assertThat(inside("start.zip")).isNotEmpty().allMatch(name -> name.startsWith(OURS));
    for (String archive : new String[] {"rest.zip", "later.zip"}) {
      assertThat(inside(archive))
          .isNotEmpty()
          .noneMatch(name -> name.endsWith(".class"))
          .allMatch(name -> name.startsWith("dev/countersign/"));
    }
  }

  @Test
  void holdsNoClassTwice() throws IOException {
    List<String> all = new ArrayList<>(inside("start.zip"));
    for (String file : inside("rest.zip", "later.zip")) {
      if (file.endsWith(".classdata")) {
        all.add(named(file));
      }
    }
    for (String file : entries()) {
      if (file.endsWith(".class")) {
        all.add(named(file));
      }
    }
    assertThat(all).doesNotHaveDuplicates();
  }

  @Test
  void packsWhatTheListOfTheStartNamesAndNoHookOfALibrary() throws IOException {
    List<String> listed;
    try (InputStream in = getClass().getResourceAsStream("/dev/countersign/agent/start.txt")) {
      listed = List.of(new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n"));
    }
    List<String> packed = inside("start.zip");
    assertThat(listed).doesNotHaveDuplicates().containsAll(packed);
    // A name that has gone costs nothing; many of them say that the list is of another day.
    assertThat(packed).hasSizeGreaterThan(listed.size() * 19 / 20);
    assertThat(listed).noneMatch(name -> name.endsWith("Hook") && name.contains(".framework."));
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

  private static String named(String file) {
    return file.substring(0, file.lastIndexOf('.')).replace('/', '.');
  }

  private List<String> inside(String... archives) throws IOException {
    List<String> names = new ArrayList<>();
    try (JarFile jar = new JarFile(file)) {
      for (String archive : archives) {
        InputStream stored = jar.getInputStream(jar.getEntry("countersign/" + archive));
        try (ZipInputStream in = new ZipInputStream(stored)) {
          for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
            names.add(entry.getName());
          }
        }
      }
    }
    return names;
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
