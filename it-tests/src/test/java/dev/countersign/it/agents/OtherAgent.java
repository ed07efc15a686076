package dev.countersign.it.agents;

import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * An agent's jar that is nothing but a manifest: its class is found on the application's class
 * path, to which the JVM appends the jar.
 */
public final class OtherAgent {

  private static final Path JARS =
      Path.of(System.getProperty("countersign.it.dir", "target/it-runs")).toAbsolutePath();

  /** The jar of an agent, on the command line or attached. */
  public static Path jar(Class<?> agent) {
    return jar(agent, new Manifest());
  }

  /** The jar of a program that brings an agent along. */
  static Path program(Class<?> main, Class<?> agent, String classPath) {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().putValue("Main-Class", main.getName());
    manifest.getMainAttributes().putValue("Class-Path", classPath);
    return jar(agent, manifest);
  }

  private static Path jar(Class<?> agent, Manifest manifest) {
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    for (String kind : new String[] {"Premain-Class", "Agent-Class", "Launcher-Agent-Class"}) {
      attributes.putValue(kind, agent.getName());
    }
    attributes.putValue("Can-Retransform-Classes", "true");
    attributes.putValue("Can-Redefine-Classes", "true");
    attributes.putValue("Can-Set-Native-Method-Prefix", "true");
    try {
      Files.createDirectories(JARS);
      Path jar = Files.createTempFile(JARS, agent.getSimpleName() + "-", ".jar");
      try (OutputStream file = Files.newOutputStream(jar);
          JarOutputStream out = new JarOutputStream(file, manifest)) {
        out.finish();
      }
      return jar;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The holes that a run's books name after its start. */
  public static List<String> holesFoundLate(AgentRun run) {
    Books books = Books.of(run);
    return books.allows("agent.hole").stream()
        .map(entry -> books.decisionOf(entry).path("text").asText())
        .toList();
  }

  private OtherAgent() {}
}
