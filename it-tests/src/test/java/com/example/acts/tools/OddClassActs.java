package com.example.acts.tools;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.InvocationTargetException;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Tools in classes as no compiler of today writes them, and in classes that nobody can weave. */
public final class OddClassActs {

  private static final Desk DESK = new Desk();
  private static final String X = "{\"value\":\"x\"}";

  /** Writes the code of {@code static void run(String value)}. */
  private static byte[] tool(String name, int version, Consumer<MethodVisitor> body) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        version,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "com/example/acts/tools/" + name,
        null,
        "java/lang/Object",
        null);
    MethodVisitor run =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "(Ljava/lang/String;)V", null, null);
    run.visitCode();
    body.accept(run);
    run.visitMaxs(2, 2);
    run.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void says(MethodVisitor run) {
    run.visitVarInsn(Opcodes.ALOAD, 0);
    run.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        "com/example/acts/tools/Tools",
        "ran",
        "(Ljava/lang/String;)V",
        false);
  }

  /** With a subroutine, which later class files cannot have. */
  private static byte[] version48() {
    return tool(
        "Version48",
        Opcodes.V1_4,
        run -> {
          Label subroutine = new Label();
          run.visitJumpInsn(Opcodes.JSR, subroutine);
          run.visitInsn(Opcodes.RETURN);
          run.visitLabel(subroutine);
          run.visitVarInsn(Opcodes.ASTORE, 1);
          says(run);
          run.visitVarInsn(Opcodes.RET, 1);
        });
  }

  /** With a branch and no StackMapTable, which version 50 may leave out. */
  private static byte[] version50() {
    return tool("Version50", Opcodes.V1_6, OddClassActs::branches);
  }

  /** As before, in a version that may not: no JVM verifies it. */
  private static byte[] version51() {
    return tool("Version51", Opcodes.V1_7, OddClassActs::branches);
  }

  private static void branches(MethodVisitor run) {
    Label end = new Label();
    run.visitVarInsn(Opcodes.ALOAD, 0);
    run.visitJumpInsn(Opcodes.IFNULL, end);
    says(run);
    run.visitLabel(end);
    run.visitInsn(Opcodes.RETURN);
  }

  private static byte[] tooLong() {
    return tool(
        "TooLong",
        Opcodes.V17,
        run -> {
          for (int i = 0; i < 65_500; i++) {
            run.visitInsn(Opcodes.NOP);
          }
          says(run);
          run.visitInsn(Opcodes.RETURN);
        });
  }

  static void subroutines() throws Exception {
    dispatch("version48", version48(), "x");
  }

  static void subroutinesOnAnotherValue() throws Exception {
    dispatch("version48", null, "y");
  }

  static void withoutFrames() throws Exception {
    dispatch("version50", version50(), "x");
  }

  static void withoutFramesOnAnotherValue() throws Exception {
    dispatch("version50", null, "y");
  }

  static void invalid() throws Exception {
    dispatch("version51", version51(), "x");
  }

  static void tooLongForTheGate() throws Exception {
    dispatch("too_long", tooLong(), "x");
  }

  /** The same code in a class that is never offered to a transformer. */
  static void hidden() throws Exception {
    dispatchHidden();
  }

  /** As before, and a class of its name is there as well, with another body. */
  static void hiddenBesideAVisibleOne() throws Exception {
    MethodHandles.lookup().defineClass(tool("HiddenTool", Opcodes.V17, OddClassActs::plain));
    dispatchHidden();
  }

  private static void dispatchHidden() throws Exception {
    Class<?> hidden =
        MethodHandles.lookup()
            .defineHiddenClass(tool("HiddenTool", Opcodes.V17, OddClassActs::plain), true)
            .lookupClass();
    DESK.dispatch(
        "hidden", X, () -> hidden.getDeclaredMethod("run", String.class).invoke(null, "y"));
  }

  private static void plain(MethodVisitor run) {
    says(run);
    run.visitInsn(Opcodes.RETURN);
  }

  /** The interface of a tool that is a lambda: it has no code that could carry a gate. */
  interface Chore {
    void run(String value);
  }

  static void lambda() throws Exception {
    Chore chore = Tools::ran;
    DESK.dispatch(
        "chore",
        X,
        () -> {
          chore.run("x");
          return null;
        });
  }

  /**
   * @param code null where an earlier act defined the class
   */
  private static void dispatch(String tool, byte[] code, String value) throws Exception {
    Class<?> type =
        code == null
            ? Class.forName("com.example.acts.tools.V" + tool.substring(1))
            : MethodHandles.lookup().defineClass(code);
    DESK.dispatch(
        tool,
        X,
        () -> {
          try {
            return type.getDeclaredMethod("run", String.class).invoke(null, value);
          } catch (InvocationTargetException thrown) {
            throw thrown.getCause() instanceof Exception cause ? cause : thrown;
          }
        });
  }

  private OddClassActs() {}
}
