package dev.countersign.weave;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A class {@code Named} whose one method has a parameter name in its class file, or has none. */
final class NamedParameters extends ClassLoader {

  NamedParameters() {
    super(NamedParameters.class.getClassLoader());
  }

  Class<?> define() {
    byte[] file = file(true);
    return defineClass("Named", file, 0, file.length);
  }

  static byte[] file(boolean named) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Named", null, "java/lang/Object", null);
    MethodVisitor method =
        writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "take", "(J)V", null, null);
    if (named) {
      method.visitParameter("amount", Opcodes.ACC_FINAL);
    }
    method.visitCode();
    method.visitInsn(Opcodes.RETURN);
    method.visitMaxs(0, 2);
    method.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }
}
