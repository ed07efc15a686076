package dev.countersign.weave;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * What is to be woven in one class file: found by a first reading, numbered, then carried out by
 * {@link GateVisitor} in a second one.
 */
final class WeavePlan {

  /** Gives out the numbers of one class definition. */
  interface Numbers {

    /**
     * @param key tells the places of one class apart
     */
    WovenSite of(String key, Method method, Site[] sites, boolean sealed);
  }

  private final Map<String, Method> methods = new HashMap<>(4);
  private final Map<Site, Integer> found = new IdentityHashMap<>(4);

  /** Matches the sites against the methods of the class. */
  static WeavePlan read(ClassReader reader, Site[] sites) {
    WeavePlan plan = new WeavePlan();
    reader.accept(plan.scan(sites), ClassReader.SKIP_FRAMES);
    return plan;
  }

  /** How many methods or calls of this class the site names. */
  int found(Site site) {
    Integer count = found.get(site);
    return count == null ? 0 : count;
  }

  /**
   * Plans the gate for every match, but for the sites that are lost: in {@code enforce} the methods
   * of a lost guard are sealed, all else that is lost is left out.
   */
  void number(Numbers numbers, Map<Site, String> lost, boolean enforcing) {
    for (Method method : methods.values()) {
      method.number(numbers, lost, enforcing);
    }
  }

  /** The sites that name this method; empty where none does. */
  List<Site> sitesOf(String name, String desc) {
    Method method = methods.get(name + desc);
    return method == null ? List.of() : method.sites;
  }

  boolean isEmpty() {
    for (Method method : methods.values()) {
      if (method.isPlanned()) {
        return false;
      }
    }
    return true;
  }

  private void count(Site site) {
    Integer before = found.get(site);
    found.put(site, before == null ? 1 : before + 1);
  }

  /** The plan for a method, or null: then it stays as it is. */
  Method find(String name, String desc) {
    Method method = methods.get(name + desc);
    return method == null || !method.isPlanned() ? null : method;
  }

  private ClassVisitor scan(Site[] sites) {
    return new ClassVisitor(Opcodes.ASM9) {
      @Override
      public MethodVisitor visitMethod(
          int access, String name, String desc, String sig, String[] exceptions) {
        Method method = new Method(access, name, desc);
        List<Site> anywhere = new ArrayList<>(0);
        for (Site site : sites) {
          if (site.anywhere() && method.canBe(site)) {
            anywhere.add(site);
          } else if (site.names(access, name, desc) && method.canBe(site)) {
            method.sites.add(site);
            if (site.kind() != Site.Kind.CALL) {
              count(site);
            }
          }
        }
        if (method.sites.isEmpty() && anywhere.isEmpty()) {
          return null;
        }
        return measure(method, anywhere);
      }
    };
  }

  /**
   * @param anywhere sites that are the method's as soon as it makes their call
   */
  private MethodVisitor measure(Method method, List<Site> anywhere) {
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitMethodInsn(int opcode, String owner, String name, String desc, boolean itf) {
        for (Site site : anywhere) {
          if (site.calls(owner, name, desc) && !method.sites.contains(site)) {
            method.sites.add(site);
          }
        }
        for (Site site : method.sites) {
          if (site.kind() == Site.Kind.CALL && site.calls(owner, name, desc)) {
            count(site);
          }
        }
      }

      @Override
      public void visitJumpInsn(int opcode, Label label) {
        method.subroutines |= opcode == Opcodes.JSR;
      }

      @Override
      public void visitParameter(String name, int access) {
        method.names.declared(name);
      }

      @Override
      public void visitLocalVariable(
          String name, String desc, String sig, Label start, Label end, int index) {
        method.names.local(name, index);
      }

      @Override
      public void visitMaxs(int maxStack, int maxLocals) {
        method.maxLocals = maxLocals;
      }

      @Override
      public void visitEnd() {
        if (!method.sites.isEmpty()) {
          methods.put(method.name + method.desc, method);
        }
      }
    };
  }

  private WeavePlan() {}

  /** A call inside a method, and who stands before it. */
  record Call(Site site, WovenSite number) {}

  /** One method and everything that is woven into it. */
  static final class Method {

    private final String name;
    private final String desc;
    private final boolean isNative;
    private final ParameterNames names;
    private final List<Site> sites = new ArrayList<>(1);
    private final List<Call> calls = new ArrayList<>(0);
    private int maxLocals;
    private boolean subroutines;
    private WovenSite entry;
    private boolean exit;
    private boolean replacing;
    private boolean sealed;

    private Method(int access, String name, String desc) {
      this.name = name;
      this.desc = desc;
      this.isNative = (access & Access.NATIVE) != 0;
      // A native method has no code that says it: its wrapper has the arguments and a receiver.
      this.maxLocals = Type.getArgumentsAndReturnSizes(desc) >> 2;
      this.names = new ParameterNames((access & Opcodes.ACC_STATIC) != 0, desc);
    }

    /** A native method has no body to put the gate in; only it has a wrapper. */
    private boolean canBe(Site site) {
      return switch (site.kind()) {
        case NATIVE -> isNative;
        case CONSTRUCTOR -> constructor();
        case METHOD, ENTRY, CALL -> !isNative && !constructor();
      };
    }

    private void number(Numbers numbers, Map<Site, String> lost, boolean enforcing) {
      List<Site> entries = new ArrayList<>(sites.size());
      List<Site> guards = new ArrayList<>(sites.size());
      for (Site site : sites) {
        if (site.duty() != Duty.CARRY) {
          guards.add(site);
        }
        if (lost.containsKey(site)) {
          sealed |= enforcing && site.duty() != Duty.CARRY;
        } else if (site.kind() != Site.Kind.CALL) {
          entries.add(site);
          exit |= site.hasExit();
          replacing |= site.replacing();
        }
      }
      if (sealed) {
        entry = numbers.of(name + desc, this, guards.toArray(new Site[0]), true);
        return;
      }
      if (!entries.isEmpty()) {
        entry = numbers.of(name + desc, this, entries.toArray(new Site[0]), false);
      }
      for (Site site : sites) {
        if (site.kind() == Site.Kind.CALL && !lost.containsKey(site)) {
          String key = name + desc + "@" + calls.size();
          calls.add(new Call(site, numbers.of(key, this, new Site[] {site}, false)));
        }
      }
    }

    private boolean isPlanned() {
      return entry != null || !calls.isEmpty();
    }

    String name() {
      return name;
    }

    String desc() {
      return desc;
    }

    /** Empty where the class file does not name every one. */
    List<String> parameterNames() {
      return names.all();
    }

    boolean constructor() {
      return name.equals("<init>");
    }

    /** Slots of its own, before anything is woven. */
    int maxLocals() {
      return maxLocals;
    }

    /** Whether its code jumps into subroutines, as compilers of before Java 6 wrote them. */
    boolean subroutines() {
      return subroutines;
    }

    /** The number at its entry; null where only calls inside it are woven. */
    WovenSite entry() {
      return entry;
    }

    /** Whether its leaving is woven as well. */
    boolean exit() {
      return exit;
    }

    /** Whether the handler's arguments become the body's. */
    boolean replacing() {
      return replacing;
    }

    /** Whether its body is replaced by a refusal. */
    boolean sealed() {
      return sealed;
    }

    List<Call> calls() {
      return calls;
    }

    /** The planned calls of that method: every one asks the gate, in this order. */
    List<Call> calls(String owner, String name, String desc) {
      List<Call> named = new ArrayList<>(1);
      for (Call call : calls) {
        if (call.site.calls(owner, name, desc)) {
          named.add(call);
        }
      }
      return named;
    }
  }
}
