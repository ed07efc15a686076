package dev.countersign.weave;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * An object of an interface of the application's whose every method goes to a handler, as {@link
 * Proxy} makes them, but for one thing: what the handler throws leaves as itself. A proxy of the
 * JDK wraps checked exceptions that the interface does not declare, and not every compiler demands
 * that they are: what stands in between would show.
 */
public final class OpenProxy {

  /** Of the internal names of the classes made here; no pattern of a configuration means them. */
  static final String PREFIX = "dev/countersign/open/";

  private static final String HANDLER = "Ljava/lang/reflect/InvocationHandler;";
  private static final String METHODS = "[Ljava/lang/reflect/Method;";

  private static final ClassValue<Made> MADE =
      new ClassValue<>() {
        @Override
        protected Made computeValue(Class<?> type) {
          return Made.of(type);
        }
      };

  /**
   * @param type a public interface
   * @return an object of it. Where no class of ours can see the interface, because its module does
   *     not export it, one of the JDK's
   */
  public static Object of(Class<?> type, InvocationHandler handler) {
    Made made = MADE.get(type);
    // Whoever keeps it in a list must find it there, whatever stands behind it.
    InvocationHandler itself =
        (self, method, args) ->
            args != null && args.length == 1 && args[0] == self && method.getName().equals("equals")
                ? Boolean.TRUE
                : handler.invoke(self, method, args);
    if (made.constructor == null) {
      return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, itself);
    }
    try {
      return made.constructor.newInstance(itself, made.methods);
    } catch (InstantiationException | IllegalAccessException | InvocationTargetException failed) {
      throw new IllegalStateException("no stand-in for " + type.getName(), failed);
    }
  }

  /** The class for one interface: its constructor, null where there is none, and its methods. */
  private record Made(Constructor<?> constructor, Method[] methods) {

    static Made of(Class<?> type) {
      Loader loader = new Loader(type.getClassLoader());
      boolean seen =
          Modifier.isPublic(type.getModifiers())
              && type.getModule().isExported(type.getPackageName(), loader.getUnnamedModule());
      if (!seen) {
        return new Made(null, null);
      }
      Method[] methods = methods(type);
      Class<?> made = loader.define(type.getSimpleName(), type, methods);
      try {
        return new Made(made.getConstructor(InvocationHandler.class, Method[].class), methods);
      } catch (NoSuchMethodException impossible) {
        throw new IllegalStateException(impossible);
      }
    }

    private static Method[] methods(Class<?> type) {
      List<Method> methods = new ArrayList<>();
      Set<String> known = new HashSet<>();
      for (Method method : type.getMethods()) {
        if (!Modifier.isStatic(method.getModifiers()) && known.add(signature(method))) {
          methods.add(method);
          method.trySetAccessible(); // else each call of it looks who calls
        }
      }
      for (Method method : Object.class.getMethods()) {
        if (!Modifier.isFinal(method.getModifiers()) && known.add(signature(method))) {
          methods.add(method);
        }
      }
      return methods.toArray(new Method[0]);
    }

    private static String signature(Method method) {
      return method.getName() + Type.getMethodDescriptor(method);
    }
  }

  /** Beside the interface's own loader, which must not be given a class. */
  private static final class Loader extends ClassLoader {

    Loader(ClassLoader parent) {
      super(parent);
    }

    Class<?> define(String name, Class<?> type, Method[] methods) {
      String internal = PREFIX + name;
      ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
      writer.visit(
          Opcodes.V17,
          Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SUPER | Opcodes.ACC_SYNTHETIC,
          internal,
          null,
          "java/lang/Object",
          new String[] {Type.getInternalName(type)});
      writer.visitField(Opcodes.ACC_PRIVATE, "handler", HANDLER, null, null).visitEnd();
      writer.visitField(Opcodes.ACC_PRIVATE, "methods", METHODS, null, null).visitEnd();
      construct(writer, internal);
      for (int i = 0; i < methods.length; i++) {
        pass(writer, internal, methods[i], i);
      }
      writer.visitEnd();
      byte[] code = writer.toByteArray();
      return defineClass(internal.replace('/', '.'), code, 0, code.length);
    }

    private static void construct(ClassWriter writer, String internal) {
      MethodVisitor mv =
          writer.visitMethod(
              Opcodes.ACC_PUBLIC, "<init>", "(" + HANDLER + METHODS + ")V", null, null);
      mv.visitCode();
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitVarInsn(Opcodes.ALOAD, 1);
      mv.visitFieldInsn(Opcodes.PUTFIELD, internal, "handler", HANDLER);
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitVarInsn(Opcodes.ALOAD, 2);
      mv.visitFieldInsn(Opcodes.PUTFIELD, internal, "methods", METHODS);
      mv.visitInsn(Opcodes.RETURN);
      mv.visitMaxs(0, 0);
      mv.visitEnd();
    }

    private static void pass(ClassWriter writer, String internal, Method method, int number) {
      MethodVisitor mv =
          writer.visitMethod(
              Opcodes.ACC_PUBLIC, method.getName(), Type.getMethodDescriptor(method), null, null);
      mv.visitCode();
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitFieldInsn(Opcodes.GETFIELD, internal, "handler", HANDLER);
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitInsn(Opcodes.DUP);
      mv.visitFieldInsn(Opcodes.GETFIELD, internal, "methods", METHODS);
      MethodGate.pushInt(mv, number);
      mv.visitInsn(Opcodes.AALOAD);
      arguments(mv, Type.getArgumentTypes(method));
      mv.visitMethodInsn(
          Opcodes.INVOKEINTERFACE,
          "java/lang/reflect/InvocationHandler",
          "invoke",
          "(Ljava/lang/Object;Ljava/lang/reflect/Method;[Ljava/lang/Object;)Ljava/lang/Object;",
          true);
      Type result = Type.getReturnType(method);
      if (result.getSort() == Type.VOID) {
        mv.visitInsn(Opcodes.POP);
      } else {
        MethodGate.unbox(mv, result);
      }
      mv.visitInsn(result.getOpcode(Opcodes.IRETURN));
      mv.visitMaxs(0, 0);
      mv.visitEnd();
    }

    private static void arguments(MethodVisitor mv, Type[] types) {
      if (types.length == 0) {
        mv.visitInsn(Opcodes.ACONST_NULL);
        return;
      }
      MethodGate.pushInt(mv, types.length);
      mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
      int slot = 1;
      for (int i = 0; i < types.length; i++) {
        mv.visitInsn(Opcodes.DUP);
        MethodGate.pushInt(mv, i);
        mv.visitVarInsn(types[i].getOpcode(Opcodes.ILOAD), slot);
        MethodGate.box(mv, types[i]);
        mv.visitInsn(Opcodes.AASTORE);
        slot += types[i].getSize();
      }
    }
  }

  private OpenProxy() {}
}
