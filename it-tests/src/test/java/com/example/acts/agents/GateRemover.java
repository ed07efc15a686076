package com.example.acts.agents;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Edits class files that another agent has woven, knowing how it weaves. */
final class GateRemover {

  private static final String GATE = "dev/countersign/gate/Gate";

  /** Every call of the gate is taken out; all else stays as it is. */
  static byte[] withoutGates(byte[] classFile) {
    return edited(
        classFile,
        (owner, method, next) ->
            new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String desc, boolean itf) {
                if (owner.equals(GATE) && name.equals("enter")) {
                  super.visitInsn(Opcodes.POP2);
                  super.visitInsn(Opcodes.POP2);
                  super.visitInsn(Opcodes.ACONST_NULL);
                } else {
                  super.visitMethodInsn(opcode, owner, name, desc, itf);
                }
              }
            });
  }

  /** Every gate stays, but whoever calls a wrapped native method calls the native one behind it. */
  static byte[] aroundTheWrapper(byte[] classFile) {
    String[] hidden = new String[1];
    edited(
        classFile,
        (owner, method, next) ->
            new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String desc, boolean itf) {
                if (name.endsWith("$" + method)) {
                  hidden[0] = name;
                }
                super.visitMethodInsn(opcode, owner, name, desc, itf);
              }
            });
    return edited(
        classFile,
        (owner, method, next) ->
            new MethodVisitor(Opcodes.ASM9, next) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String name, String desc, boolean itf) {
                boolean wrapped = hidden[0] != null && hidden[0].endsWith("$" + name);
                super.visitMethodInsn(opcode, owner, wrapped ? hidden[0] : name, desc, itf);
              }
            });
  }

  /** As it is in the JDK's own image or in the application's jar. */
  static byte[] pristine(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (var in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (java.io.IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }

  private interface Edit {
    MethodVisitor of(String owner, String method, MethodVisitor next);
  }

  private static byte[] edited(byte[] classFile, Edit edit) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    String owner = reader.getClassName();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String sig, String[] exceptions) {
            return edit.of(owner, name, super.visitMethod(access, name, desc, sig, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  /** A class of that name without any member, for a jar that is put in front of another. */
  static byte[] empty(String internalName) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC,
        internalName,
        null,
        Type.getInternalName(Object.class),
        null);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private GateRemover() {}
}
