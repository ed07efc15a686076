package dev.countersign.bench;

import com.example.bench.DoNothingAgent;
import com.example.bench.Loading;
import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads 10,000 classes that no site names, without an agent, with one that does nothing, and with
 * ours, interleaved. The second says what the JVM's own asking of any agent costs: it hands each
 * one a copy of every class file.
 */
final class ClassLoading {

  private static final int CLASSES = 10_000;
  private static final int METHODS = 12;

  /** Two percent are less than a single round varies. */
  private static final int ROUNDS_EACH = 3;

  private static final int NONE = 0;
  private static final int DO_NOTHING = 1;
  private static final int OURS = 2;
  private static final int CONDITIONS = 3;

  private final Plan plan;

  ClassLoading(Plan plan) {
    this.plan = plan;
  }

  void measure(List<Row> rows) throws IOException, InterruptedException {
    if (!plan.includes("loading")) {
      return;
    }
    Path jars = plan.directory("generated");
    Path jar = jars.resolve("generated.jar");
    write(jar);
    Path doNothing = doNothingAgent(jars.resolve("do-nothing.jar"));
    int rounds = ROUNDS_EACH * plan.rounds();
    for (Jdk jdk : plan.jdks()) {
      Medians millis = new Medians(CONDITIONS, rounds);
      for (int round = -1; round < rounds; round++) {
        Plan.say("loading, JDK " + jdk.feature() + ", round " + (round + 1) + " of " + rounds);
        for (int condition = 0; condition < CONDITIONS; condition++) {
          millis.add(condition, round, load(jdk, jar, condition, doNothing));
        }
      }
      rows.add(
          Row.of("loading", jdk.feature())
              .with("none_ms", millis.of(NONE))
              .with("do_nothing_ms", millis.of(DO_NOTHING))
              .with("countersign_ms", millis.of(OURS))
              .with("ratio", millis.of(OURS) / millis.of(NONE))
              .with("do_nothing_ratio", millis.of(DO_NOTHING) / millis.of(NONE))
              .with("to_do_nothing", millis.of(OURS) / millis.of(DO_NOTHING)));
    }
    Plan.delete(jars);
  }

  private double load(Jdk jdk, Path jar, int condition, Path doNothing)
      throws IOException, InterruptedException {
    Path directory = plan.directory("loading");
    List<String> arguments = new ArrayList<>();
    if (condition == DO_NOTHING) {
      arguments.add("-javaagent:" + doNothing);
    } else if (condition == OURS) {
      arguments.add(
          "-javaagent:"
              + plan.agent()
              + "="
              + Configurations.write(directory, Configurations.README, "write"));
    }
    arguments.add("-cp");
    arguments.add(plan.applications() + File.pathSeparator + jar);
    arguments.add(Loading.class.getName());
    arguments.add(Integer.toString(CLASSES));
    double millis =
        Long.parseLong(Child.run(jdk, directory, directory, arguments).stdout().trim()) / 1e6;
    Plan.delete(directory);
    return millis;
  }

  private Path doNothingAgent(Path jar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes main = manifest.getMainAttributes();
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    main.putValue("Premain-Class", DoNothingAgent.class.getName());
    main.putValue("Can-Retransform-Classes", "true");
    String file = DoNothingAgent.class.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      out.putNextEntry(new ZipEntry(file));
      out.write(Files.readAllBytes(plan.applications().resolve(file)));
      out.closeEntry();
    }
    return jar;
  }

  private static void write(Path jar) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < CLASSES; i++) {
        String name = Loading.name(i).replace('.', '/');
        out.putNextEntry(new ZipEntry(name + ".class"));
        out.write(generated(name));
        out.closeEntry();
      }
    }
  }

  /** A class of a few fields and methods, about as large as those of an application are. */
  private static byte[] generated(String name) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
    for (int i = 0; i < METHODS; i++) {
      writer.visitField(Opcodes.ACC_PRIVATE, "field" + i, "I", null, null).visitEnd();
      MethodVisitor method =
          writer.visitMethod(
              Opcodes.ACC_PUBLIC,
              "method" + i,
              "(Ljava/lang/String;I)Ljava/lang/String;",
              null,
              null);
      method.visitCode();
      method.visitVarInsn(Opcodes.ALOAD, 0);
      method.visitVarInsn(Opcodes.ILOAD, 2);
      method.visitFieldInsn(Opcodes.PUTFIELD, name, "field" + i, "I");
      method.visitVarInsn(Opcodes.ALOAD, 1);
      method.visitLdcInsn("text " + i + " of " + name);
      method.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          "java/lang/String",
          "concat",
          "(Ljava/lang/String;)Ljava/lang/String;",
          false);
      method.visitInsn(Opcodes.ARETURN);
      method.visitMaxs(0, 0);
      method.visitEnd();
    }
    writer.visitEnd();
    return writer.toByteArray();
  }
}
