package com.example.acts.process;

import com.example.acts.Act;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** F06: makes a JDK that starts processes in another way than those that are known. */
public final class PatchActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(PatchActs.class, arguments);
  }

  /** Writes this JDK's {@code ProcessBuilder} with another name for {@code startPipeline}. */
  static void renamePipeline() throws IOException {
    byte[] original;
    try (InputStream in = ProcessBuilder.class.getResourceAsStream("ProcessBuilder.class")) {
      original = in.readAllBytes();
    }
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(original)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String desc, String signature, String[] exceptions) {
                String other = name.equals("startPipeline") ? "startAll" : name;
                return super.visitMethod(access, other, desc, signature, exceptions);
              }
            },
            0);
    Path file = Path.of("patch", "java", "lang", "ProcessBuilder.class");
    Files.createDirectories(file.getParent());
    Files.write(file, writer.toByteArray());
  }

  private PatchActs() {}
}
