package dev.countersign.weave;

import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The parameter names of a class that is about to be woven again. JDKs before 21 leave the {@code
 * MethodParameters} attribute out of the class file that they hand to a retransformation
 * (JDK-8240908), and an application that asks for the names afterwards would be told {@code arg0}.
 */
final class KeptNames {

  /** Texts only: this outlives the check, and must not keep the class. */
  private record Kept(String[] names, int[] modifiers) {}

  private final Map<String, Kept> named = new HashMap<>();

  /** Reads them while the class still has them. */
  static KeptNames of(Class<?> type) {
    KeptNames names = new KeptNames();
    for (Executable method : type.getDeclaredMethods()) {
      names.add(method.getName(), Descriptors.of(method), method.getParameters());
    }
    for (Executable constructor : type.getDeclaredConstructors()) {
      names.add("<init>", Descriptors.of(constructor), constructor.getParameters());
    }
    return names;
  }

  private void add(String name, String descriptor, Parameter[] parameters) {
    if (parameters.length > 0 && parameters[0].isNamePresent()) {
      String[] names = new String[parameters.length];
      int[] modifiers = new int[parameters.length];
      for (int i = 0; i < parameters.length; i++) {
        names[i] = parameters[i].getName();
        modifiers[i] = parameters[i].getModifiers();
      }
      named.put(name + descriptor, new Kept(names, modifiers));
    }
  }

  /** Puts them back on their way to {@code next}; {@code next} itself where there are none. */
  ClassVisitor before(ClassVisitor next) {
    return named.isEmpty() ? next : new Restoring(next);
  }

  private final class Restoring extends ClassVisitor {

    Restoring(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String desc, String signature, String[] exceptions) {
      MethodVisitor method = super.visitMethod(access, name, desc, signature, exceptions);
      Kept kept = named.get(name + desc);
      if (method == null || kept == null) {
        return method;
      }
      for (int i = 0; i < kept.names.length; i++) {
        method.visitParameter(kept.names[i], kept.modifiers[i]);
      }
      return new MethodVisitor(Opcodes.ASM9, method) {
        @Override
        public void visitParameter(String nameInFile, int accessInFile) {
          // Newer JDKs hand the attribute over; it stands there already.
        }
      };
    }
  }

  private KeptNames() {}
}
