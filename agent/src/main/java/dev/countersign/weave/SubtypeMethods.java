package dev.countersign.weave;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.description.type.TypeList;
import net.bytebuddy.pool.TypePool;

/**
 * The bodies that run where what one sub-type pattern names is called on one class: its own, and
 * what it inherits from a type that is no sub-type itself. What a sub-type above it declares is
 * found when that one is defined.
 *
 * <p>Bodies are told apart by their whole descriptors, as the JVM does, so that one overload does
 * not stand for another. A bridge of the compiler is no body; it stands for what it leads to only
 * where that is declared beside it.
 */
final class SubtypeMethods {

  /**
   * In the names of generated sub-classes: Spring, Guice, Javassist, Weld, ArC, Byte Buddy's users.
   */
  private static final String[] PROXY_MARKS = {
    "$$", "$ByteBuddy$", "$HibernateProxy$", "$MockitoMock$", "_ClientProxy", "_Subclass"
  };

  /** In the names that Scala gives to anonymous classes, which somebody wrote. */
  private static final String ANONYMOUS = "$$anon$";

  private static final String OBJECT = "java.lang.Object";

  private final TypePattern pattern;
  private final TypeDescription type;
  private final boolean compiled;
  private final List<Matching.Found> found;
  private final Set<String> holes = new LinkedHashSet<>(2);
  private String unread;

  /** Bodies by descriptor that are decided; what is above them does not run. */
  private final Set<String> covered = new HashSet<>(4);

  /** Own bodies of a generated class, until a bound one turns up above. */
  private final Map<String, MethodDescription> pending = new LinkedHashMap<>(2);

  /** Descriptors of bridges that lead to no method beside them. */
  private final Set<String> loose = new HashSet<>(2);

  private boolean reached;
  private boolean boundAbove;

  /**
   * @param compiled whether its class file has line numbers: then somebody wrote it
   * @param found takes what is found
   */
  SubtypeMethods(
      TypePattern pattern, TypeDescription type, boolean compiled, List<Matching.Found> found) {
    this.pattern = pattern;
    this.type = type;
    this.compiled = compiled;
    this.found = found;
  }

  /** Why a type that could matter was not examined; null when all were. */
  String unread() {
    return unread;
  }

  /** Whole sentences. */
  Set<String> holes() {
    return holes;
  }

  void find() {
    if (type.isAnnotation()) {
      return;
    }
    if (!isA(type)) {
      if (unread != null && !couldMatter()) {
        unread = null;
      }
      return;
    }
    // What could not be read on the way to yes matters no more, unless it is met again.
    unread = null;
    try {
      search();
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      keep(failed);
    }
    for (MethodDescription own : pending.values()) {
      add(type, own);
    }
  }

  private void search() {
    if (!pattern.proxies()
        && !type.isInterface()
        && isNamed(above(type), Proxy.class.getName())
        && !compiled) {
      // What stands behind a proxy of the JDK may get other arguments: that is what is bound.
      return;
    }
    Parameters parameters = parametersOf(type);
    boolean generated = isGenerated();
    TypeDescription at = type;
    while (at != null && !isNamed(at, OBJECT)) {
      visit(at, parameters, at == type && generated);
      TypeDefinition next = type.isInterface() ? null : above(at);
      at = next == null ? null : next.asErasure();
    }
    if (type.isInterface()) {
      return;
    }
    defaults(type, parameters);
    if (boundAbove) {
      pending.keySet().removeIf(descriptor -> loose.contains(descriptor) && skipped(type));
    }
    if (!reached && pending.isEmpty() && !type.isAbstract() && parameters.declared) {
      hole("no body of it was found there or above. Name the method exactly");
    }
  }

  private void visit(TypeDescription at, Parameters parameters, boolean generated) {
    for (MethodDescription method : at.getDeclaredMethods()) {
      if (!method.isBridge() && isMeant(parameters, method)) {
        body(at, method, generated);
      }
    }
    for (MethodDescription method : at.getDeclaredMethods()) {
      String descriptor = method.getDescriptor();
      if (method.isBridge() && isMeant(parameters, method) && !covered.contains(descriptor)) {
        if (leadsTo(at, parameters, method)) {
          covered.add(descriptor);
          if (at != type && pending.containsKey(descriptor) && skipped(at)) {
            pending.remove(descriptor);
          }
        } else {
          loose.add(descriptor);
        }
      }
    }
  }

  private void body(TypeDescription at, MethodDescription method, boolean generated) {
    String descriptor = method.getDescriptor();
    if (generated && !method.isAbstract() && !method.isNative()) {
      pending.put(descriptor, method);
      return;
    }
    if (!covered.add(descriptor) || method.isAbstract()) {
      return;
    }
    reached = true;
    boolean elsewhere = at != type && isA(at) && isMeant(parametersOf(at), method);
    if (at != type && isOfJdk(at.getName())) {
      hole("it has the method from " + at.getName() + ", a class of the JDK, which is left alone");
    } else if (method.isNative() || method.isSynthetic()) {
      if (!elsewhere) {
        hole(
            "its body in "
                + at.getName()
                + (method.isNative() ? " is native" : " was made by a compiler"));
      }
    } else {
      boundAbove |= at != type;
      if (!elsewhere) {
        add(at, method);
      }
      if (pending.containsKey(descriptor) && skipped(at)) {
        pending.remove(descriptor);
      }
    }
  }

  /** Default methods of interfaces that are no sub-types, where no class above has a body. */
  private void defaults(TypeDefinition at, Parameters parameters) {
    for (TypeDefinition implemented : interfaces(at)) {
      try {
        TypeDescription erased = implemented.asErasure();
        for (MethodDescription method : erased.getDeclaredMethods()) {
          if (!method.isBridge() && !method.isAbstract() && isMeant(parameters, method)) {
            body(erased, method, false);
          }
        }
        defaults(erased, parameters);
      } catch (VirtualMachineError exhausted) {
        throw exhausted;
      } catch (Throwable failed) {
        keep(failed);
      }
    }
    TypeDefinition above = at.isInterface() ? null : above(at);
    if (above != null && !isNamed(above, OBJECT)) {
      defaults(above.asErasure(), parameters);
    }
  }

  /**
   * What a generator put in front of a method may change the arguments, so the method is bound and
   * not that.
   *
   * @return true
   */
  private boolean skipped(TypeDescription at) {
    hole(
        "by its name it is a generated class in front of "
            + (at == type ? "a method above it" : at.getName())
            + ", whose method is bound. If somebody wrote it, name its method exactly");
    return true;
  }

  private boolean isGenerated() {
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
    if (compiled || name.contains(ANONYMOUS)) {
      return false;
    }
    for (String mark : PROXY_MARKS) {
      if (name.contains(mark)) {
        return true;
      }
    }
    return false;
  }

  private boolean isMeant(Parameters parameters, MethodDescription method) {
    return method.getName().equals(pattern.method())
        && method.isVirtual()
        && (pattern.parameters().equals("(")
            || method.getDescriptor().startsWith(pattern.parameters())
            || parameters.same(pattern.parameters(), parametersOf(method)));
  }

  private static boolean leadsTo(
      TypeDescription at, Parameters parameters, MethodDescription bridge) {
    for (MethodDescription method : at.getDeclaredMethods()) {
      if (!method.isBridge()
          && method.isVirtual()
          && method.getName().equals(bridge.getName())
          && parameters.same(parametersOf(bridge), parametersOf(method))) {
        return true;
      }
    }
    return false;
  }

  /** With and up to the parenthesis. */
  private static String parametersOf(MethodDescription method) {
    String descriptor = method.getDescriptor();
    return descriptor.substring(0, descriptor.indexOf(')') + 1);
  }

  /** What the named methods of everything above a type become with its type variables filled in. */
  private final class Parameters {
    private final Map<String, Set<String>> filledIn = new HashMap<>(4);
    private boolean declared;

    /** Whether they are those of one method, which one of them overrides behind a bridge. */
    boolean same(String one, String other) {
      if (one.equals(other)) {
        return true;
      }
      Set<String> ones = filledIn.getOrDefault(one, Set.of());
      Set<String> others = filledIn.getOrDefault(other, Set.of());
      if (ones.contains(other) || others.contains(one)) {
        return true;
      }
      for (String each : ones) {
        if (others.contains(each)) {
          return true;
        }
      }
      return false;
    }

    private void above(TypeDefinition at) {
      for (TypeDescription.Generic implemented : interfaces(at)) {
        takeOver(implemented);
      }
      TypeDescription.Generic superclass = SubtypeMethods.this.above(at);
      if (superclass != null) {
        takeOver(superclass);
      }
    }

    private void takeOver(TypeDescription.Generic at) {
      try {
        take(at);
        above(at);
      } catch (VirtualMachineError exhausted) {
        throw exhausted;
      } catch (Throwable failed) {
        keep(failed);
      }
    }

    private void take(TypeDescription.Generic at) {
      for (MethodDescription.InGenericShape method : at.getDeclaredMethods()) {
        if (method.getName().equals(pattern.method()) && method.isVirtual()) {
          StringBuilder filled = new StringBuilder("(");
          for (TypeDescription each : method.getParameters().asTypeList().asErasures()) {
            filled.append(each.getDescriptor());
          }
          String erased = parametersOf(method.asDefined());
          filledIn.computeIfAbsent(erased, unused -> new HashSet<>(2)).add(filled + ")");
          declared |= erased.startsWith(pattern.parameters());
        }
      }
    }
  }

  private Parameters parametersOf(TypeDescription at) {
    Parameters parameters = new Parameters();
    parameters.above(at);
    return parameters;
  }

  /** Goes on past what cannot be read: another way may lead there. */
  private boolean isA(TypeDefinition at) {
    if (at == null) {
      return false;
    }
    try {
      TypeDescription erased = at.asErasure();
      if (isNamed(erased, pattern.typeName())) {
        return true;
      }
      if (isNamed(erased, OBJECT)) {
        return false;
      }
      for (TypeDefinition implemented : interfaces(erased)) {
        if (isA(implemented)) {
          return true;
        }
      }
      return isA(above(erased));
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      keep(failed);
      return false;
    }
  }

  /**
   * Whether a class that may be a sub-type or not would have something to bind: a superclass that
   * cannot be read may.
   */
  private boolean couldMatter() {
    try {
      TypeDefinition at = type;
      while (at != null && !isNamed(at, OBJECT)) {
        for (MethodDescription method : at.asErasure().getDeclaredMethods()) {
          if (method.getName().equals(pattern.method())
              && method.isVirtual()
              && !method.isAbstract()) {
            return true;
          }
        }
        at = at.getSuperClass();
      }
      return false;
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      return true;
    }
  }

  /** Null where there is none, or it cannot be read. */
  private TypeDescription.Generic above(TypeDefinition at) {
    try {
      return at.getSuperClass();
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      keep(failed);
      return null;
    }
  }

  /** Those that can be read. */
  private List<TypeDescription.Generic> interfaces(TypeDefinition at) {
    TypeList.Generic all = at.getInterfaces();
    List<TypeDescription.Generic> read = new ArrayList<>(all.size());
    for (int i = 0; i < all.size(); i++) {
      try {
        read.add(all.get(i));
      } catch (VirtualMachineError exhausted) {
        throw exhausted;
      } catch (Throwable failed) {
        keep(failed);
      }
    }
    return read;
  }

  private void keep(Throwable failed) {
    if (unread == null) {
      unread = why(failed);
    }
  }

  /** An application's exception is not asked for its message: that is the application's code. */
  static String why(Throwable failed) {
    if (failed instanceof TypePool.Resolution.NoSuchTypeException absent) {
      return "the class file of its super type " + absent.getName() + " is not there";
    }
    return failed instanceof LoaderClassFiles.Unreadable unreadable
        ? unreadable.getMessage()
        : "reading a class file ended in " + failed;
  }

  private void hole(String why) {
    holes.add(pattern.text() + " does not bind " + type.getName() + ": " + why);
  }

  private void add(TypeDescription at, MethodDescription method) {
    Matching.Found one =
        new Matching.Found(pattern, at.getInternalName(), method.getName(), method.getDescriptor());
    if (!found.contains(one)) {
      found.add(one);
    }
  }

  private static boolean isNamed(TypeDefinition type, String name) {
    return type != null && type.asErasure().getName().equals(name);
  }

  private static boolean isOfJdk(String name) {
    return ClassLoader.getPlatformClassLoader().getResource(LoaderClassFiles.fileOf(name)) != null;
  }
}
