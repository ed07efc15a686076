package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Class files as no compiler of today writes them. */
class OldClassFilesTest {

  private final Recorder recorder = new Recorder();

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_4, Opcodes.V1_5})
  void withSubroutines(int version) throws Exception {
    assertThat(call("twice", subroutine(version), 4)).isEqualTo(8);
    assertThat(recorder.seen).containsExactly("enter", "returned 8");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_1, Opcodes.V1_5, Opcodes.V1_6, Opcodes.V1_7, Opcodes.V17})
  void withALoopToTheFirstInstruction(int version) throws Exception {
    assertThat(call("down", loopToStart(version), 5)).isEqualTo(0);
    assertThat(recorder.seen).containsExactly("enter", "returned 0");
  }

  @Test
  void withAsManyArgumentsAsThereCanBe() throws Exception {
    ClassWriter writer = open(Opcodes.V17);
    String desc = "(" + "I".repeat(253) + "J".repeat(1) + ")J";
    MethodVisitor method = method(writer, "last", desc);
    method.visitVarInsn(Opcodes.LLOAD, 253);
    method.visitInsn(Opcodes.LRETURN);
    method.visitMaxs(2, 255);
    method.visitEnd();
    writer.visitEnd();
    Class<?>[] types = new Class<?>[254];
    Object[] args = new Object[254];
    java.util.Arrays.fill(types, int.class);
    java.util.Arrays.fill(args, 1);
    types[253] = long.class;
    args[253] = 77L;

    Class<?> old = define(writer.toByteArray(), "last");

    assertThat(old.getMethod("last", types).invoke(null, args)).isEqualTo(77L);
    assertThat(recorder.args).hasSize(254);
  }

  private Object call(String name, byte[] classFile, int argument) throws Exception {
    return define(classFile, name).getMethod(name, int.class).invoke(null, argument);
  }

  private Class<?> define(byte[] classFile, String method) throws ClassNotFoundException {
    return Woven.with(Site.on("Old").at(method, "(").replacing().to(recorder))
        .of("Old", classFile)
        .loadClass("Old");
  }

  private static byte[] subroutine(int version) {
    ClassWriter writer = open(version);
    MethodVisitor method = method(writer, "twice", "(I)I");
    Label subroutine = new Label();
    method.visitJumpInsn(Opcodes.JSR, subroutine);
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitInsn(Opcodes.IRETURN);
    method.visitLabel(subroutine);
    method.visitVarInsn(Opcodes.ASTORE, 1);
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitInsn(Opcodes.ICONST_2);
    method.visitInsn(Opcodes.IMUL);
    method.visitVarInsn(Opcodes.ISTORE, 0);
    method.visitVarInsn(Opcodes.RET, 1);
    method.visitMaxs(2, 2);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static byte[] loopToStart(int version) {
    ClassWriter writer = open(version);
    MethodVisitor method = method(writer, "down", "(I)I");
    Label start = new Label();
    Label done = new Label();
    method.visitLabel(start);
    if (version >= Opcodes.V1_6) {
      method.visitFrame(Opcodes.F_NEW, 1, new Object[] {Opcodes.INTEGER}, 0, new Object[0]);
    }
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitJumpInsn(Opcodes.IFEQ, done);
    method.visitIincInsn(0, -1);
    method.visitJumpInsn(Opcodes.GOTO, start);
    method.visitLabel(done);
    if (version >= Opcodes.V1_6) {
      method.visitFrame(Opcodes.F_NEW, 1, new Object[] {Opcodes.INTEGER}, 0, new Object[0]);
    }
    method.visitVarInsn(Opcodes.ILOAD, 0);
    method.visitInsn(Opcodes.IRETURN);
    method.visitMaxs(1, 1);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static ClassWriter open(int version) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        version,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "Old",
        null,
        Type.getInternalName(Object.class),
        null);
    return writer;
  }

  private static MethodVisitor method(ClassWriter writer, String name, String desc) {
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, name, desc, null, null);
    method.visitCode();
    return method;
  }
}
