package dev.countersign.weave;

import dev.countersign.gate.GateHandler;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Stands between the gate and what is behind it, so that an application which reads the gate's
 * field cannot read on.
 *
 * <p>The gate is found by every class, so its package is open to every reflection; from its handler
 * on, {@code setAccessible} would reach, and change, every object of the agent. This class is
 * defined in a package of {@code java.base} that is open to nobody but the agent: its one field is
 * as closed as the JDK's own.
 */
public final class ClosedHandler {

  private static final String NEIGHBOUR = "jdk.internal.reflect.Reflection";
  private static final String NAME = "jdk/internal/reflect/CountersignHandler";
  private static final String FIELD = "behind";

  /**
   * @param behind what the gate shall ask
   * @return what it is given to ask
   * @throws IllegalStateException when this JDK does not let it be defined; {@code
   *     jdk.internal.reflect} must be open to this class, and {@code java.base} read the gate's
   *     module
   */
  public static GateHandler around(GateHandler behind) {
    try {
      Class<?> closed =
          MethodHandles.privateLookupIn(
                  Class.forName(NEIGHBOUR, false, null), MethodHandles.lookup())
              .defineClass(classFile());
      Constructor<?> constructor = closed.getDeclaredConstructor(GateHandler.class);
      constructor.setAccessible(true);
      return (GateHandler) constructor.newInstance(behind);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError other) {
      throw new IllegalStateException(
          "what stands behind the gate cannot be closed to reflection on this JDK ("
              + other
              + "); use a listed JDK, see \"countersign doctor\"",
          other);
    }
  }

  private static byte[] classFile() {
    String handler = Type.getInternalName(GateHandler.class);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, Opcodes.ACC_FINAL | Opcodes.ACC_SUPER, NAME, null, handler, null);
    writer
        .visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, FIELD, "L" + handler + ";", null, null)
        .visitEnd();
    MethodVisitor constructor = writer.visitMethod(0, "<init>", "(L" + handler + ";)V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, handler, "<init>", "()V", false);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitVarInsn(Opcodes.ALOAD, 1);
    constructor.visitFieldInsn(Opcodes.PUTFIELD, NAME, FIELD, "L" + handler + ";");
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    constructor.visitEnd();
    handsOn(writer, handler, "enforcing", "()Z");
    handsOn(writer, handler, "enter", "(JLjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;");
    handsOn(
        writer,
        handler,
        "exit",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;");
    handsOn(
        writer,
        handler,
        "validate",
        "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;");
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void handsOn(ClassWriter writer, String handler, String name, String desc) {
    MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, desc, null, null);
    method.visitCode();
    method.visitVarInsn(Opcodes.ALOAD, 0);
    method.visitFieldInsn(Opcodes.GETFIELD, NAME, FIELD, "L" + handler + ";");
    int slot = 1;
    for (Type argument : Type.getArgumentTypes(desc)) {
      method.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
      slot += argument.getSize();
    }
    method.visitMethodInsn(Opcodes.INVOKEVIRTUAL, handler, name, desc, false);
    method.visitInsn(Type.getReturnType(desc).getOpcode(Opcodes.IRETURN));
    method.visitMaxs(0, 0);
    method.visitEnd();
  }

  private ClosedHandler() {}
}
