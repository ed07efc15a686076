package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Methods that return while more than their value is on the stack, as Kotlin's compiler writes
 * {@code f(a, b ?: return)} and every function that suspends. Javac does not.
 */
class LeftOnTheStackTest {

  private static final Object[] NOTHING = {};

  private final Recorder recorder = new Recorder();

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_4, Opcodes.V1_6, Opcodes.V1_8, Opcodes.V17})
  void isDropped(int version) throws Exception {
    Class<?> kotlin = define(version, "(J)J", Opcodes.LLOAD, Opcodes.LRETURN);

    assertThat(kotlin.getMethod("leaves", long.class).invoke(null, 7L)).isEqualTo(7L);
    assertThat(recorder.seen).containsExactly("enter", "returned 7");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V17})
  void isDroppedBelowAReference(int version) throws Exception {
    Class<?> kotlin =
        define(version, "(Ljava/lang/Object;)Ljava/lang/Object;", Opcodes.ALOAD, Opcodes.ARETURN);

    assertThat(kotlin.getMethod("leaves", Object.class).invoke(null, "x")).isEqualTo("x");
    assertThat(recorder.seen).containsExactly("enter", "returned x");
  }

  @ParameterizedTest
  @ValueSource(ints = {Opcodes.V1_6, Opcodes.V17})
  void isDroppedWhereNothingIsReturned(int version) throws Exception {
    Class<?> kotlin = define(version, "(I)V", Opcodes.ILOAD, Opcodes.RETURN);

    assertThat(kotlin.getMethod("leaves", int.class).invoke(null, 7)).isNull();
    assertThat(recorder.seen).containsExactly("enter", "returned null");
  }

  /** Two ways out, one with more on the stack than the other, of every size and kind. */
  private Class<?> define(int version, String desc, int load, int leave) throws Exception {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(version, Opcodes.ACC_PUBLIC, "Kotlin", null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "leaves", desc, null, null);
    method.visitCode();
    Label plain = new Label();
    method.visitInsn(Opcodes.ICONST_0);
    method.visitJumpInsn(Opcodes.IFNE, plain);
    method.visitInsn(Opcodes.ICONST_1);
    method.visitLdcInsn(1.5);
    method.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    method.visitLdcInsn(2L);
    method.visitInsn(Opcodes.FCONST_2);
    method.visitVarInsn(load, 0);
    if (leave == Opcodes.RETURN) {
      method.visitInsn(Opcodes.POP);
    }
    method.visitInsn(leave);
    method.visitLabel(plain);
    if (version >= Opcodes.V1_6) {
      Object argument =
          switch (load) {
            case Opcodes.LLOAD -> Opcodes.LONG;
            case Opcodes.ILOAD -> Opcodes.INTEGER;
            default -> "java/lang/Object";
          };
      method.visitFrame(Opcodes.F_NEW, 1, new Object[] {argument}, 0, NOTHING);
    }
    method.visitVarInsn(load, 0);
    if (leave == Opcodes.RETURN) {
      method.visitInsn(Opcodes.POP);
    }
    method.visitInsn(leave);
    method.visitMaxs(9, 2);
    method.visitEnd();
    writer.visitEnd();
    return Woven.with(Site.on("Kotlin").at("leaves", "(").replacing().to(recorder))
        .of("Kotlin", writer.toByteArray())
        .loadClass("Kotlin");
  }
}
