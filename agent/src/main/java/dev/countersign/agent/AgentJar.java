package dev.countersign.agent;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.util.jar.JarFile;

/** The file that the agent came in. */
final class AgentJar {

  /** A class that must be the boot loader's, so that the JDK and every application share it. */
  private static final String GATE = "dev/countersign/gate/Gate.class";

  private final File file;

  private AgentJar(File file) {
    this.file = file;
  }

  /**
   * Finds the jar by the place of this class.
   *
   * @throws IOException when this class was not loaded from a jar
   */
  static AgentJar own() throws IOException {
    URL place = AgentJar.class.getResource("AgentJar.class");
    if (place == null) {
      throw new IOException(
          "its own jar cannot be found. If its path has letters that this JVM's locale does not"
              + " have, set LC_ALL=C.UTF-8 or move it");
    }
    String text = place.toString();
    int end = text.indexOf("!/");
    if (!text.startsWith("jar:file:") || end < 0) {
      throw new IOException("its classes were loaded from " + text + ", which is no jar file");
    }
    return new AgentJar(new File(URI.create(text.substring("jar:".length(), end))));
  }

  File file() {
    return file;
  }

  /**
   * Makes sure that the boot loader has the gate of this jar. The manifest's {@code
   * Boot-Class-Path} has done so where the jar has its own name; else the jar is appended, which
   * costs one JVM warning about class data sharing.
   *
   * @throws IOException when the boot loader has the gate of another build
   */
  void showGateToEveryLoader(Instrumentation instrumentation) throws IOException {
    if (!bootLoaderHasGate()) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(file, false));
      if (!bootLoaderHasGate()) {
        throw new IOException(file + " has no gate in it");
      }
      return;
    }
    // Usually the same file; another one (a second copy, -Xbootclasspath/a) must hold the same
    // build, because the gate and what stands behind it are one protocol.
    URL gate = ClassLoader.getPlatformClassLoader().getResource(GATE);
    if (gate == null) {
      throw new IOException("the gate on the boot class path cannot be read");
    }
    if (!gate.toString().equals("jar:" + file.toURI() + "!/" + GATE)) {
      try (JarFile jar = new JarFile(file, false);
          InputStream ours = jar.getInputStream(jar.getEntry(GATE));
          InputStream theirs = gate.openStream()) {
        if (!java.util.Arrays.equals(bytes(ours), bytes(theirs))) {
          throw new IOException("the boot class path has the gate of another build, at " + gate);
        }
      }
    }
  }

  /**
   * The loader of everything that the application must not see.
   *
   * @param parent where {@code java.*} and the gate come from
   */
  AgentClassLoader isolatedLoader(ClassLoader parent) throws IOException {
    return new AgentClassLoader(file, parent);
  }

  private static boolean bootLoaderHasGate() {
    try {
      Class.forName("dev.countersign.gate.Gate", false, null);
      return true;
    } catch (ClassNotFoundException absent) {
      return false;
    }
  }

  private static byte[] bytes(InputStream in) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    in.transferTo(out);
    return out.toByteArray();
  }
}
