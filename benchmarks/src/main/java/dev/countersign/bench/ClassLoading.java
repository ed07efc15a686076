package dev.countersign.bench;

import com.example.bench.Loading;
import dev.countersign.it.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Loads 10,000 classes that no site names, with and without the agent, interleaved. */
final class ClassLoading {

  private static final int CLASSES = 10_000;
  private static final int METHODS = 12;

  /** Two percent are less than a single round varies. */
  private static final int ROUNDS_EACH = 3;

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
    int rounds = ROUNDS_EACH * plan.rounds();
    for (Jdk jdk : plan.jdks()) {
      Medians millis = new Medians(2, rounds);
      for (int round = -1; round < rounds; round++) {
        Plan.say("loading, JDK " + jdk.feature() + ", round " + (round + 1) + " of " + rounds);
        millis.add(0, round, load(jdk, jar, false));
        millis.add(1, round, load(jdk, jar, true));
      }
      rows.add(
          Row.of("loading", jdk.feature())
              .with("none_ms", millis.of(0))
              .with("countersign_ms", millis.of(1))
              .with("ratio", millis.of(1) / millis.of(0)));
    }
    Plan.delete(jars);
  }

  private double load(Jdk jdk, Path jar, boolean attached)
      throws IOException, InterruptedException {
    Path directory = plan.directory("loading");
    List<String> arguments = new ArrayList<>();
    if (attached) {
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
