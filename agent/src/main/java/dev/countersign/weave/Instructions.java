package dev.countersign.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lists the instructions of a method with their operands, so that two methods can be compared
 * whatever their class files' constant pools look like. Labels count in the order in which they are
 * met; frames, lines and names of variables are left out.
 */
class Instructions extends MethodVisitor {

  private final List<Object> seen = new ArrayList<>();
  private final Map<Label, Integer> labels = new HashMap<>();

  Instructions() {
    super(Opcodes.ASM9);
  }

  /** Equal lists are equal code. */
  List<Object> seen() {
    return seen;
  }

  private void add(Object... instruction) {
    seen.add(Arrays.asList(instruction));
  }

  private Integer number(Label label) {
    Integer known = labels.get(label);
    if (known == null) {
      known = labels.size();
      labels.put(label, known);
    }
    return known;
  }

  private List<Integer> numbers(Label[] all) {
    List<Integer> numbers = new ArrayList<>(all.length);
    for (Label label : all) {
      numbers.add(number(label));
    }
    return numbers;
  }

  @Override
  public void visitInsn(int opcode) {
    add(opcode);
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    add(opcode, operand);
  }

  @Override
  public void visitVarInsn(int opcode, int slot) {
    add(opcode, slot);
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    add(opcode, type);
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String desc) {
    add(opcode, owner, name, desc);
  }

  @Override
  public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean itf) {
    add(opcode, owner, name, desc, itf);
  }

  @Override
  public void visitInvokeDynamicInsn(String name, String desc, Handle bootstrap, Object... args) {
    add(Opcodes.INVOKEDYNAMIC, name, desc, bootstrap, Arrays.asList(args));
  }

  @Override
  public void visitJumpInsn(int opcode, Label label) {
    add(opcode, number(label));
  }

  @Override
  public void visitLabel(Label label) {
    add("label", number(label));
  }

  @Override
  public void visitLdcInsn(Object constant) {
    add(Opcodes.LDC, constant);
  }

  @Override
  public void visitIincInsn(int slot, int increment) {
    add(Opcodes.IINC, slot, increment);
  }

  @Override
  public void visitTableSwitchInsn(int min, int max, Label other, Label... all) {
    add(Opcodes.TABLESWITCH, min, max, number(other), numbers(all));
  }

  @Override
  public void visitLookupSwitchInsn(Label other, int[] keys, Label[] all) {
    add(Opcodes.LOOKUPSWITCH, number(other), Arrays.toString(keys), numbers(all));
  }

  @Override
  public void visitMultiANewArrayInsn(String desc, int dimensions) {
    add(Opcodes.MULTIANEWARRAY, desc, dimensions);
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
    add("try", number(start), number(end), number(handler), type);
  }
}
