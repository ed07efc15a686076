package dev.countersign.weave;

import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Puts the gate around the planned methods of one class and leaves every other byte as it is. */
final class GateVisitor extends ClassVisitor {

  /** Lets the JIT put its own code in place of a method's body, and so in place of the gate. */
  private static final String INTRINSIC = "Ljdk/internal/vm/annotation/IntrinsicCandidate;";

  private final WeavePlan plan;
  private final String nativePrefix;
  private final boolean ofJdk;
  private String className;
  private boolean frames;

  /**
   * @param ofJdk whether it is a class of the JDK, whose compiler leaves nothing below what a
   *     method returns
   */
  GateVisitor(ClassWriter writer, WeavePlan plan, String nativePrefix, boolean ofJdk) {
    super(Opcodes.ASM9, writer);
    this.plan = plan;
    this.nativePrefix = nativePrefix;
    this.ofJdk = ofJdk;
  }

  @Override
  public void visit(
      int version, int access, String name, String sig, String superName, String[] interfaces) {
    className = name;
    frames = (version & 0xFFFF) >= Opcodes.V1_6;
    super.visit(version, access, name, sig, superName, interfaces);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String desc, String sig, String[] exceptions) {
    WeavePlan.Method method = plan.find(name, desc);
    if (method == null) {
      return super.visitMethod(access, name, desc, sig, exceptions);
    }
    if (method.sealed()) {
      return sealed(access, name, desc, sig, exceptions, method);
    }
    if ((access & Access.NATIVE) != 0) {
      return wrapped(access, name, desc, sig, exceptions, method);
    }
    return new WithoutIntrinsic(
        gate(access, name, desc, super.visitMethod(access, name, desc, sig, exceptions), method));
  }

  private MethodVisitor gate(
      int access, String name, String desc, MethodVisitor next, WeavePlan.Method method) {
    boolean isStatic = (access & Access.STATIC) != 0;
    MethodVisitor gated = next;
    if (method.entry() != null) {
      MethodGate.Shape shape =
          new MethodGate.Shape(
              isStatic,
              method.constructor(),
              desc,
              maxLocals(access, desc, method),
              method.replacing(),
              frames);
      gated =
          method.exit()
              ? leaving(
                  new MethodGate.EntryAndExit(next, shape, method.entry().number),
                  access,
                  name,
                  desc,
                  method)
              : new MethodGate.EntryOnly(next, shape, method.entry().number);
    }
    // In front of the method's own gate, so that it sees the calls of the body only.
    return method.calls().isEmpty() ? gated : new CallGate(gated, isStatic, method);
  }

  /**
   * In front of it what knows the stack of the body, where that can matter; of subroutines it does
   * not.
   */
  private MethodVisitor leaving(
      MethodGate.EntryAndExit gate, int access, String name, String desc, WeavePlan.Method method) {
    return ofJdk || method.subroutines()
        ? gate
        : BodyStack.before(gate, className, access, name, desc);
  }

  /** A native method has no code that says how many slots its arguments take; its wrapper has. */
  private static int maxLocals(int access, String desc, WeavePlan.Method method) {
    if ((access & Access.NATIVE) == 0) {
      return method.maxLocals();
    }
    int withReceiver = Type.getArgumentsAndReturnSizes(desc) >> 2;
    return (access & Access.STATIC) != 0 ? withReceiver - 1 : withReceiver;
  }

  /** A wrapper in the native method's place, and the native method under its prefixed name. */
  private MethodVisitor wrapped(
      int access,
      String name,
      String desc,
      String sig,
      String[] exceptions,
      WeavePlan.Method method) {
    int hidden = access & ~(Access.PUBLIC | Access.PROTECTED | Access.SYNCHRONIZED);
    MethodVisitor prefixed =
        super.visitMethod(
            hidden | Access.PRIVATE | Opcodes.ACC_SYNTHETIC,
            nativePrefix + name,
            desc,
            null,
            exceptions);
    if (prefixed != null) {
      prefixed.visitEnd();
    }
    MethodVisitor wrapper = super.visitMethod(access & ~Access.NATIVE, name, desc, sig, exceptions);
    return new WithoutIntrinsic(wrapper) {
      @Override
      public void visitEnd() {
        MethodVisitor body = gate(access, name, desc, wrapper, method);
        body.visitCode();
        boolean isStatic = (access & Access.STATIC) != 0;
        int slot = 0;
        if (!isStatic) {
          body.visitVarInsn(Opcodes.ALOAD, slot++);
        }
        for (Type argument : Type.getArgumentTypes(desc)) {
          body.visitVarInsn(argument.getOpcode(Opcodes.ILOAD), slot);
          slot += argument.getSize();
        }
        body.visitMethodInsn(
            isStatic ? Opcodes.INVOKESTATIC : Opcodes.INVOKESPECIAL,
            className,
            nativePrefix + name,
            desc,
            false);
        Type result = Type.getReturnType(desc);
        body.visitInsn(result.getOpcode(Opcodes.IRETURN));
        body.visitMaxs(Math.max(slot, result.getSize()), slot);
        body.visitEnd();
      }
    };
  }

  /** A body that asks the gate, which refuses, and that has no other way out. */
  private MethodVisitor sealed(
      int access,
      String name,
      String desc,
      String sig,
      String[] exceptions,
      WeavePlan.Method method) {
    MethodVisitor body = super.visitMethod(access & ~Access.NATIVE, name, desc, sig, exceptions);
    int locals = Type.getArgumentsAndReturnSizes(desc) >> 2;
    body.visitCode();
    body.visitLdcInsn(method.entry().number);
    body.visitInsn(Opcodes.ACONST_NULL);
    body.visitInsn(Opcodes.ACONST_NULL);
    MethodGate.callEnter(body);
    body.visitInsn(Opcodes.POP);
    body.visitInsn(Opcodes.ACONST_NULL);
    body.visitInsn(Opcodes.ATHROW);
    body.visitMaxs(4, locals);
    body.visitEnd();
    return null;
  }

  private static class WithoutIntrinsic extends MethodVisitor {
    WithoutIntrinsic(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return descriptor.equals(INTRINSIC) ? null : super.visitAnnotation(descriptor, visible);
    }
  }
}
