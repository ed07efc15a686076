package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class KeptNamesTest {

  private final KeptNames kept = KeptNames.of(new NamedParameters().define());

  @Test
  void putsBackWhatTheClassFileLacks() {
    assertThat(throughKept(NamedParameters.file(false))).containsExactly("amount 16");
  }

  @Test
  void addsNothingToAClassFileThatHasThem() {
    assertThat(throughKept(NamedParameters.file(true))).containsExactly("amount 16");
  }

  @Test
  void leavesAClassWithoutNamesToTheNextVisitor() {
    ClassWriter next = new ClassWriter(0);
    assertThat(KeptNames.of(Runnable.class).before(next)).isSameAs(next);
  }

  private List<String> throughKept(byte[] classFile) {
    List<String> parameters = new ArrayList<>();
    ClassVisitor last =
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String signature, String[] exceptions) {
            return new MethodVisitor(Opcodes.ASM9) {
              @Override
              public void visitParameter(String parameter, int modifiers) {
                parameters.add(parameter + " " + modifiers);
              }
            };
          }
        };
    new ClassReader(classFile).accept(kept.before(last), 0);
    return parameters;
  }
}
