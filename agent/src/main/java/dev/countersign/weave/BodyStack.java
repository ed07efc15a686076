package dev.countersign.weave;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;

/**
 * What lies on the stack of a woven body where it returns. A return drops whatever lies below its
 * value, and Kotlin's compiler leaves something there: in {@code f(a, b ?: return)} for one, and
 * where a function suspends. A jump drops nothing, and all that lead to one place must agree.
 *
 * <p>A class of its own, so that a start does not load what it never needs: the JDK's compiler
 * leaves nothing.
 */
final class BodyStack {

  private final AnalyzerAdapter body;

  private BodyStack(AnalyzerAdapter body) {
    this.body = body;
  }

  /** What the body's instructions have to pass on their way to {@code gate}, which clears it. */
  static MethodVisitor before(
      MethodGate.EntryAndExit gate, String className, int access, String name, String desc) {
    AnalyzerAdapter body = new AnalyzerAdapter(className, access, name, desc, gate);
    gate.clears(new BodyStack(body));
    return body;
  }

  /** Drops what lies there; the value of that type, which it returns, is not on it any more. */
  void clear(MethodVisitor mv, Type returned) {
    if (body.stack == null) {
      return; // no way leads here
    }
    int left = body.stack.size() - returned.getSize();
    while (left > 0) {
      // The second half of a long or a double.
      boolean isWide = body.stack.get(left - 1) == Opcodes.TOP;
      mv.visitInsn(isWide ? Opcodes.POP2 : Opcodes.POP);
      left -= isWide ? 2 : 1;
    }
  }
}
