package dev.countersign.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The gates in a class file: which sites, how often, and, instruction by instruction, the wrappers
 * of native methods, because nobody else has anything to do in those.
 *
 * <p>Where in its method a gate stands is not compared: agents put code in front of it and behind
 * it, or move a whole body to a method of another name.
 */
final class KeptGates {

  private final Map<Long, Integer> sites = new HashMap<>(4);
  private final Map<String, List<Object>> wrappers = new HashMap<>(2);
  private int entries;
  private int exits;

  static KeptGates of(byte[] classFile, SiteNumbers numbers, String nativePrefix) {
    KeptGates gates = new KeptGates();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String desc, String sig, String[] exceptions) {
                return gates.method(name + desc, numbers, nativePrefix);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return gates;
  }

  boolean isEmpty() {
    return entries == 0;
  }

  /** Whether {@code other} is reached through the very gates that this class has. */
  boolean areIn(KeptGates other) {
    return entries == other.entries
        && exits == other.exits
        && sites.equals(other.sites)
        && wrappers.equals(other.wrappers);
  }

  private MethodVisitor method(String key, SiteNumbers numbers, String nativePrefix) {
    return new Instructions() {
      private boolean wrapper;

      @Override
      public void visitLdcInsn(Object constant) {
        super.visitLdcInsn(constant);
        if (constant instanceof Long number && numbers.find(number) != null) {
          sites.merge(number, 1, Integer::sum);
        }
      }

      @Override
      public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean itf) {
        super.visitMethodInsn(opcode, owner, name, desc, itf);
        wrapper |= name.startsWith(nativePrefix);
        if (owner.equals(MethodGate.GATE)) {
          entries += name.equals("enter") ? 1 : 0;
          exits += name.equals("exit") ? 1 : 0;
        }
      }

      @Override
      public void visitEnd() {
        if (wrapper) {
          wrappers.put(key, new ArrayList<>(seen()));
        }
      }
    };
  }

  private KeptGates() {}
}
