package dev.countersign.weave;

import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The calls of the gate in one method's body. What is woven:
 *
 * <pre>{@code
 *   Object[] boxed = {args};                      // slot maxLocals + 1, dead after the entry
 *   Object token = Gate.enter(SITE, this, boxed); // slot maxLocals, set in every frame from here on
 *   args = unboxed;                               // where the site replaces arguments
 * START:
 *   …the body; each return stores its value in slot maxLocals + 1, clears the stack and jumps to EXIT…
 * END:
 *   catch any of START..END, last in the table:  Gate.exit(token, null, thrown); throw thrown
 * EXIT:
 *   return Gate.exit(token, result, null)
 * }</pre>
 *
 * <p>{@code EXIT} lies behind the body, outside every range that the application's own handlers
 * cover, so that what {@code Gate.exit} throws cannot be swallowed by the method that it leaves.
 * Nothing is computed from a class hierarchy: the body's own frames are kept, padded to {@code
 * maxLocals} and followed by the token.
 *
 * <p>Plain calls only: no invokedynamic, because targets can be older than it.
 */
abstract class MethodGate extends MethodVisitor {

  /** Internal name of the one class that woven code calls. */
  static final String GATE = "dev/countersign/gate/Gate";

  private static final String OBJECT = "java/lang/Object";

  /**
   * What has to be known of a method before its first instruction.
   *
   * @param constructor it has no receiver yet at its entry
   * @param maxLocals slots of its own
   * @param replacing the handler's arguments become the body's
   * @param frames its class file version has stack map frames
   */
  record Shape(
      boolean isStatic,
      boolean constructor,
      String descriptor,
      int maxLocals,
      boolean replacing,
      boolean frames) {}

  final Shape shape;
  private final long number;

  MethodGate(MethodVisitor next, Shape shape, long number) {
    super(Opcodes.ASM9, next);
    this.shape = shape;
    this.number = number;
  }

  /** Leaves the token on the stack; with replaced arguments their array in the scratch slot. */
  final void enter(int scratch) {
    mv.visitLdcInsn(number);
    if (shape.isStatic || shape.constructor) {
      mv.visitInsn(Opcodes.ACONST_NULL);
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
    Type[] arguments = Type.getArgumentTypes(shape.descriptor);
    pushInt(mv, arguments.length);
    mv.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
    int slot = shape.isStatic ? 0 : 1;
    for (int i = 0; i < arguments.length; i++) {
      mv.visitInsn(Opcodes.DUP);
      pushInt(mv, i);
      mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ILOAD), slot);
      box(mv, arguments[i]);
      mv.visitInsn(Opcodes.AASTORE);
      slot += arguments[i].getSize();
    }
    if (shape.replacing) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ASTORE, scratch);
    }
    callEnter(mv);
  }

  final void takeBackArguments(int scratch) {
    if (!shape.replacing) {
      return;
    }
    Type[] arguments = Type.getArgumentTypes(shape.descriptor);
    int slot = shape.isStatic ? 0 : 1;
    for (int i = 0; i < arguments.length; i++) {
      mv.visitVarInsn(Opcodes.ALOAD, scratch);
      pushInt(mv, i);
      mv.visitInsn(Opcodes.AALOAD);
      unbox(mv, arguments[i]);
      mv.visitVarInsn(arguments[i].getOpcode(Opcodes.ISTORE), slot);
      slot += arguments[i].getSize();
    }
  }

  static void callEnter(MethodVisitor mv) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        GATE,
        "enter",
        "(JLjava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;",
        false);
  }

  static void callExit(MethodVisitor mv) {
    mv.visitMethodInsn(
        Opcodes.INVOKESTATIC,
        GATE,
        "exit",
        "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Throwable;)Ljava/lang/Object;",
        false);
  }

  static void pushInt(MethodVisitor mv, int value) {
    if (value <= 5) {
      mv.visitInsn(Opcodes.ICONST_0 + value);
    } else if (value <= Byte.MAX_VALUE) {
      mv.visitIntInsn(Opcodes.BIPUSH, value);
    } else {
      mv.visitIntInsn(Opcodes.SIPUSH, value);
    }
  }

  static void box(MethodVisitor mv, Type type) {
    String wrapper = wrapper(type);
    if (wrapper != null) {
      mv.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          wrapper,
          "valueOf",
          "(" + type.getDescriptor() + ")L" + wrapper + ";",
          false);
    }
  }

  static void unbox(MethodVisitor mv, Type type) {
    String wrapper = wrapper(type);
    if (wrapper != null) {
      mv.visitTypeInsn(Opcodes.CHECKCAST, wrapper);
      mv.visitMethodInsn(
          Opcodes.INVOKEVIRTUAL,
          wrapper,
          type.getClassName() + "Value",
          "()" + type.getDescriptor(),
          false);
    } else if (!type.getInternalName().equals(OBJECT)) {
      mv.visitTypeInsn(Opcodes.CHECKCAST, type.getInternalName());
    }
  }

  private static String wrapper(Type type) {
    return switch (type.getSort()) {
      case Type.BOOLEAN -> "java/lang/Boolean";
      case Type.BYTE -> "java/lang/Byte";
      case Type.CHAR -> "java/lang/Character";
      case Type.SHORT -> "java/lang/Short";
      case Type.INT -> "java/lang/Integer";
      case Type.LONG -> "java/lang/Long";
      case Type.FLOAT -> "java/lang/Float";
      case Type.DOUBLE -> "java/lang/Double";
      default -> null;
    };
  }

  /** Stack that {@link #enter} needs: number 2, receiver, array, array, index, value 2. */
  private static final int ENTRY_STACK = 8;

  /** Entry only: the frames of the body stay as they are. */
  static final class EntryOnly extends MethodGate {

    EntryOnly(MethodVisitor next, Shape shape, long number) {
      super(next, shape, number);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      enter(shape.maxLocals);
      mv.visitInsn(Opcodes.POP);
      takeBackArguments(shape.maxLocals);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      super.visitMaxs(Math.max(maxStack, ENTRY_STACK), Math.max(maxLocals, shape.maxLocals + 1));
    }
  }

  /** Entry, every return, every throw. */
  static final class EntryAndExit extends MethodGate {

    private final int token;
    private final int scratch;
    private final Label start = new Label();
    private final Label end = new Label();
    private final Label exit = new Label();
    private final Type result;
    private boolean returns;

    /** Null where nothing lies below what is returned. */
    private BodyStack below;

    EntryAndExit(MethodVisitor next, Shape shape, long number) {
      super(next, shape, number);
      this.token = shape.maxLocals;
      this.scratch = shape.maxLocals + 1;
      this.result = Type.getReturnType(shape.descriptor);
    }

    void clears(BodyStack stack) {
      below = stack;
    }

    @Override
    public void visitCode() {
      super.visitCode();
      enter(scratch);
      mv.visitVarInsn(Opcodes.ASTORE, token);
      takeBackArguments(scratch);
      mv.visitLabel(start);
    }

    @Override
    public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
      Object[] padded = new Object[numLocal + shape.maxLocals + 1];
      int count = 0;
      int slots = 0;
      for (int i = 0; i < numLocal; i++) {
        padded[count++] = local[i];
        slots += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
      }
      while (slots < shape.maxLocals) {
        padded[count++] = Opcodes.TOP;
        slots++;
      }
      padded[count++] = OBJECT;
      super.visitFrame(Opcodes.F_NEW, count, padded, numStack, stack);
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
        super.visitInsn(opcode);
        return;
      }
      returns = true;
      if (opcode != Opcodes.RETURN) {
        mv.visitVarInsn(result.getOpcode(Opcodes.ISTORE), scratch);
      }
      if (below != null) {
        below.clear(mv, result);
      }
      mv.visitJumpInsn(Opcodes.GOTO, exit);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
      mv.visitLabel(end);
      // After the body's own entries in the table, so that its handlers come first.
      mv.visitTryCatchBlock(start, end, end, null);
      frame(null, "java/lang/Throwable");
      mv.visitVarInsn(Opcodes.ASTORE, scratch);
      mv.visitVarInsn(Opcodes.ALOAD, token);
      mv.visitInsn(Opcodes.ACONST_NULL);
      mv.visitVarInsn(Opcodes.ALOAD, scratch);
      callExit(mv);
      mv.visitInsn(Opcodes.POP);
      mv.visitVarInsn(Opcodes.ALOAD, scratch);
      mv.visitInsn(Opcodes.ATHROW);
      if (returns) {
        mv.visitLabel(exit);
        leave();
      }
      super.visitMaxs(Math.max(maxStack, ENTRY_STACK), Math.max(maxLocals, shape.maxLocals + 3));
    }

    private void leave() {
      boolean isVoid = result.getSort() == Type.VOID;
      frame(isVoid ? null : verificationType(), null);
      mv.visitVarInsn(Opcodes.ALOAD, token);
      if (isVoid) {
        mv.visitInsn(Opcodes.ACONST_NULL);
      } else {
        mv.visitVarInsn(result.getOpcode(Opcodes.ILOAD), scratch);
        box(mv, result);
      }
      mv.visitInsn(Opcodes.ACONST_NULL);
      callExit(mv);
      if (isVoid) {
        mv.visitInsn(Opcodes.POP);
      } else {
        unbox(mv, result);
      }
      mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
    }

    private void frame(Object scratchType, String thrown) {
      if (!shape.frames) {
        return;
      }
      Object[] locals = new Object[shape.maxLocals + 2];
      int count = 0;
      while (count < shape.maxLocals) {
        locals[count++] = Opcodes.TOP;
      }
      locals[count++] = OBJECT;
      if (scratchType != null) {
        locals[count++] = scratchType;
      }
      Object[] stack = thrown == null ? new Object[0] : new Object[] {thrown};
      super.visitFrame(Opcodes.F_NEW, count, locals, stack.length, stack);
    }

    private Object verificationType() {
      return switch (result.getSort()) {
        case Type.BOOLEAN, Type.BYTE, Type.CHAR, Type.SHORT, Type.INT -> Opcodes.INTEGER;
        case Type.LONG -> Opcodes.LONG;
        case Type.FLOAT -> Opcodes.FLOAT;
        case Type.DOUBLE -> Opcodes.DOUBLE;
        default -> result.getInternalName();
      };
    }
  }
}
