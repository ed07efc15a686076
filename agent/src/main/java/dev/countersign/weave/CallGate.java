package dev.countersign.weave;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Asks the gate just before given calls inside a method. The call's receiver and arguments go
 * through slots above those of the method; no branch crosses them, so no frame needs to know.
 */
final class CallGate extends MethodVisitor {

  private final boolean inStatic;
  private final WeavePlan.Method method;
  private int moreLocals;

  CallGate(MethodVisitor next, boolean inStatic, WeavePlan.Method method) {
    super(Opcodes.ASM9, next);
    this.inStatic = inStatic;
    this.method = method;
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean itf) {
    for (WeavePlan.Call call : method.calls(owner, name, desc)) {
      ask(call, operands(opcode, owner, desc));
    }
    super.visitMethodInsn(opcode, owner, name, desc, itf);
  }

  private void ask(WeavePlan.Call call, Type[] operands) {
    int[] slots = new int[operands.length];
    // Above the token and scratch slots that an exit gate of the same method uses.
    int slot = method.maxLocals() + 3;
    for (int i = 0; i < operands.length; i++) {
      slots[i] = slot;
      slot += operands[i].getSize();
    }
    int array = slot;
    moreLocals = Math.max(moreLocals, array + 1);
    for (int i = operands.length - 1; i >= 0; i--) {
      mv.visitVarInsn(operands[i].getOpcode(Opcodes.ISTORE), slots[i]);
    }
    mv.visitLdcInsn(call.number().number);
    if (inStatic) {
      mv.visitInsn(Opcodes.ACONST_NULL);
    } else {
      mv.visitVarInsn(Opcodes.ALOAD, 0);
    }
    MethodGate.pushInt(mv, operands.length);
    mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
    for (int i = 0; i < operands.length; i++) {
      mv.visitInsn(Opcodes.DUP);
      MethodGate.pushInt(mv, i);
      mv.visitVarInsn(operands[i].getOpcode(Opcodes.ILOAD), slots[i]);
      MethodGate.box(mv, operands[i]);
      mv.visitInsn(Opcodes.AASTORE);
    }
    if (call.site().replacing()) {
      mv.visitInsn(Opcodes.DUP);
      mv.visitVarInsn(Opcodes.ASTORE, array);
    }
    MethodGate.callEnter(mv);
    mv.visitInsn(Opcodes.POP);
    for (int i = 0; i < operands.length; i++) {
      if (call.site().replacing()) {
        mv.visitVarInsn(Opcodes.ALOAD, array);
        MethodGate.pushInt(mv, i);
        mv.visitInsn(Opcodes.AALOAD);
        MethodGate.unbox(mv, operands[i]);
      } else {
        mv.visitVarInsn(operands[i].getOpcode(Opcodes.ILOAD), slots[i]);
      }
    }
  }

  @Override
  public void visitMaxs(int maxStack, int maxLocals) {
    // What stood on the stack below the operands stays there while the gate is asked.
    super.visitMaxs(maxStack + 8, Math.max(maxLocals, moreLocals));
  }

  private static Type[] operands(int opcode, String owner, String desc) {
    Type[] arguments = Type.getArgumentTypes(desc);
    if (opcode == Opcodes.INVOKESTATIC) {
      return arguments;
    }
    Type[] operands = new Type[arguments.length + 1];
    operands[0] = Type.getObjectType(owner);
    System.arraycopy(arguments, 0, operands, 1, arguments.length);
    return operands;
  }
}
