package dev.countersign.weave;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Type;

/**
 * What a class file calls the parameters of one method: its {@code MethodParameters}, else its
 * debug table.
 */
final class ParameterNames {

  private final int[] slots;
  private final String[] locals;
  private final List<String> declared = new ArrayList<>(4);

  ParameterNames(boolean isStatic, String descriptor) {
    Type[] types = Type.getArgumentTypes(descriptor);
    slots = new int[types.length];
    locals = new String[types.length];
    int slot = isStatic ? 0 : 1;
    for (int i = 0; i < types.length; i++) {
      slots[i] = slot;
      slot += types[i].getSize();
    }
  }

  /** The next parameter, as {@code MethodParameters} has it; null where it has no name. */
  void declared(String name) {
    declared.add(name);
  }

  /**
   * A local variable; those that take a parameter's slot over later come after the parameter
   * itself.
   */
  void local(String name, int index) {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] == index && locals[i] == null) {
        locals[i] = name;
      }
    }
  }

  /** One name per parameter, or none at all. */
  List<String> all() {
    if (declared.size() == slots.length && !declared.contains(null)) {
      return List.copyOf(declared);
    }
    List<String> names = new ArrayList<>(locals.length);
    for (String name : locals) {
      if (name == null) {
        return List.of();
      }
      names.add(name);
    }
    return List.copyOf(names);
  }
}
