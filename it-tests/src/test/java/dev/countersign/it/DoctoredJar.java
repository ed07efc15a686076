package dev.countersign.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** A library as nobody has seen it yet: a method of it has another name, wherever it stands. */
public final class DoctoredJar {

  /**
   * Renames it where it is declared, and where it is called with that descriptor.
   *
   * @param into the directory that gets the jar, under the same file name
   * @param descriptor whole
   */
  public static Path without(Path jar, Path into, String method, String descriptor)
      throws IOException {
    Path doctored = into.resolve(jar.getFileName());
    try (JarFile original = new JarFile(jar.toFile());
        OutputStream file = Files.newOutputStream(doctored);
        JarOutputStream copy = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(original.entries())) {
        copy.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream content = original.getInputStream(entry)) {
          byte[] bytes = content.readAllBytes();
          boolean code =
              entry.getName().endsWith(".class") && !entry.getName().endsWith("-info.class");
          copy.write(code ? renamed(bytes, method, descriptor) : bytes);
        }
        copy.closeEntry();
      }
    }
    return doctored;
  }

  private static byte[] renamed(byte[] classFile, String method, String descriptor) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String sig, String[] exceptions) {
            return new MethodVisitor(
                Opcodes.ASM9, super.visitMethod(access, now(name, desc), desc, sig, exceptions)) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String called, String desc, boolean itf) {
                super.visitMethodInsn(opcode, owner, now(called, desc), desc, itf);
              }
            };
          }

          private String now(String name, String desc) {
            return name.equals(method) && desc.equals(descriptor) ? name + "Anew" : name;
          }
        },
        0);
    return writer.toByteArray();
  }

  private DoctoredJar() {}
}
