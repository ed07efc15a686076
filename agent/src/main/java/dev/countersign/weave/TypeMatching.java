package dev.countersign.weave;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDefinition;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Patterns that need a class's super types or annotations, read by Byte Buddy from class files, so
 * that nothing is loaded to decide it. The one class that knows Byte Buddy: it is loaded only where
 * such a pattern is configured.
 *
 * <p>A method of a sub-type counts by its parameters or, where the compiler made a bridge with
 * those parameters, by what the bridge leads to. Where a class has the method from a superclass
 * that is no sub-type itself, that superclass's method is the one.
 */
final class TypeMatching implements Matching {

  /**
   * In the names of generated sub-classes: Spring, Guice, Javassist, Weld, ArC, Byte Buddy's users.
   */
  private static final String[] PROXY_MARKS = {
    "$$", "$ByteBuddy$", "$HibernateProxy$", "$MockitoMock$", "_ClientProxy", "_Subclass"
  };

  private final List<TypePattern> patterns;

  /** Descriptions of super types by loader, which many classes share. */
  private final Map<ClassLoader, TypePool.CacheProvider> caches = new WeakHashMap<>();

  /** Reads one class at once: what is needed later is loaded then, and not inside a definition. */
  TypeMatching(List<TypePattern> patterns) {
    this.patterns = List.copyOf(patterns);
    TypePool pool =
        new TypePool.Default(
            new TypePool.CacheProvider.Simple(),
            new Resources(ClassLoader.getPlatformClassLoader()),
            TypePool.Default.ReaderMode.EXTENDED);
    for (TypePattern pattern : patterns) {
      find(pattern, pool.describe("java.util.ArrayList").resolve(), new ArrayList<>());
    }
  }

  @Override
  public Result in(ClassLoader loader, String name, byte[] classFile) {
    List<TypePattern> possible = new ArrayList<>(patterns.size());
    for (TypePattern pattern : patterns) {
      if (pattern.kind() != TypePattern.Kind.ANNOTATED
          || contains(classFile, 'L' + pattern.typeName().replace('.', '/') + ';')) {
        possible.add(pattern);
      }
    }
    if (possible.isEmpty()) {
      return Result.NOTHING;
    }
    String className = name.replace('/', '.');
    TypePool supers =
        new TypePool.Default(
            cache(loader), new Resources(loader), TypePool.Default.ReaderMode.FAST);
    TypePool pool =
        new TypePool.Default(
            TypePool.CacheProvider.NoOp.INSTANCE,
            ClassFileLocator.Simple.of(className, classFile),
            TypePool.Default.ReaderMode.EXTENDED,
            supers);
    List<Found> found = new ArrayList<>(0);
    try {
      TypeDescription type = pool.describe(className).resolve();
      for (TypePattern pattern : possible) {
        find(pattern, type, found);
      }
    } catch (TypePool.Resolution.NoSuchTypeException absent) {
      return new Result(
          found, "the class file of its super type " + absent.getName() + " is not there");
    } catch (IllegalStateException | IllegalArgumentException unread) {
      return new Result(found, unread.toString());
    }
    return found.isEmpty() ? Result.NOTHING : new Result(found, null);
  }

  /**
   * The class files that a loader has as resources. Byte Buddy's own locator makes a class loader
   * when it is initialised.
   */
  private record Resources(ClassLoader loader) implements ClassFileLocator {
    @Override
    public Resolution locate(String name) throws IOException {
      try (InputStream in = loader.getResourceAsStream(name.replace('.', '/') + ".class")) {
        return in == null
            ? new Resolution.Illegal(name)
            : new Resolution.Explicit(in.readAllBytes());
      }
    }

    @Override
    public void close() {}
  }

  private TypePool.CacheProvider cache(ClassLoader loader) {
    synchronized (caches) {
      return caches.computeIfAbsent(
          loader, unused -> new TypePool.CacheProvider.Simple.UsingSoftReference());
    }
  }

  private static void find(TypePattern pattern, TypeDescription type, List<Found> found) {
    if (pattern.kind() == TypePattern.Kind.ANNOTATED) {
      for (MethodDescription method : type.getDeclaredMethods()) {
        if (isMeant(method) && carries(method, pattern.typeName())) {
          add(pattern, type, method, found);
        }
      }
    } else if (!type.isAnnotation()
        && isA(type, pattern.typeName())
        && !isProxy(type, pattern.typeName())) {
      subtype(pattern, type, found);
    }
  }

  /**
   * A proxy's method is no tool: what stands between it and the real method may change the
   * arguments, so the real one is bound. A proxy of an interface is told by its superclass, one of
   * a class by the name that its generator gave it.
   */
  private static boolean isProxy(TypeDescription type, String pattern) {
    TypeDefinition above = type.getSuperClass();
    if (above == null || type.isInterface()) {
      return false;
    }
    if (above.represents(Proxy.class)) {
      return true;
    }
    String name = type.getName().substring(type.getName().lastIndexOf('.') + 1);
    for (String mark : PROXY_MARKS) {
      if (name.contains(mark)) {
        return isA(above, pattern);
      }
    }
    return false;
  }

  private static void subtype(TypePattern pattern, TypeDescription type, List<Found> found) {
    boolean declared = false;
    boolean bridged = false;
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (names(pattern, method) && method.isVirtual()) {
        declared = true;
        bridged |= method.isBridge();
        if (isMeant(method)) {
          add(pattern, type, method, found);
        }
      }
    }
    if (bridged) {
      for (MethodDescription method : type.getDeclaredMethods()) {
        if (isMeant(method) && method.isVirtual() && overrides(pattern, type, method)) {
          add(pattern, type, method, found);
        }
      }
    }
    if (!declared && !type.isInterface()) {
      inherited(pattern, type, found);
    }
  }

  /** The method that a class has from above: unless a pattern names it there already. */
  private static void inherited(TypePattern pattern, TypeDescription type, List<Found> found) {
    TypeDefinition above = type.getSuperClass();
    while (above != null && !above.represents(Object.class)) {
      TypeDescription superclass = above.asErasure();
      for (MethodDescription method : superclass.getDeclaredMethods()) {
        if (names(pattern, method) && method.isVirtual() && !method.isBridge()) {
          if (isMeant(method) && !isA(superclass, pattern.typeName())) {
            add(pattern, superclass, method, found);
          }
          return;
        }
      }
      above = superclass.getSuperClass();
    }
  }

  /**
   * Whether it overrides, with type variables filled in, what the pattern names: that is what a
   * bridge of the compiler leads to.
   */
  private static boolean overrides(
      TypePattern pattern, TypeDefinition type, MethodDescription method) {
    for (TypeDescription.Generic above : type.getInterfaces()) {
      if (declares(pattern, above, method) || overrides(pattern, above, method)) {
        return true;
      }
    }
    TypeDescription.Generic above = type.getSuperClass();
    return above != null && (declares(pattern, above, method) || overrides(pattern, above, method));
  }

  private static boolean declares(
      TypePattern pattern, TypeDescription.Generic type, MethodDescription method) {
    for (MethodDescription.InGenericShape declared : type.getDeclaredMethods()) {
      if (names(pattern, declared.asDefined())
          && declared
              .getParameters()
              .asTypeList()
              .asErasures()
              .equals(method.getParameters().asTypeList().asErasures())) {
        return true;
      }
    }
    return false;
  }

  private static boolean names(TypePattern pattern, MethodDescription method) {
    return method.getName().equals(pattern.method())
        && method.getDescriptor().startsWith(pattern.parameters());
  }

  /** It has a body of its own that somebody wrote. */
  private static boolean isMeant(MethodDescription method) {
    return method.isMethod() && !method.isAbstract() && !method.isSynthetic() && !method.isNative();
  }

  private static boolean carries(MethodDescription method, String annotation) {
    for (AnnotationDescription on : method.getDeclaredAnnotations()) {
      if (on.getAnnotationType().getName().equals(annotation)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isA(TypeDefinition type, String name) {
    if (type == null || type.represents(Object.class)) {
      return type != null && name.equals("java.lang.Object");
    }
    TypeDescription erased = type.asErasure();
    if (erased.getName().equals(name)) {
      return true;
    }
    for (TypeDefinition implemented : erased.getInterfaces()) {
      if (isA(implemented, name)) {
        return true;
      }
    }
    return isA(erased.getSuperClass(), name);
  }

  private static void add(
      TypePattern pattern, TypeDescription type, MethodDescription method, List<Found> found) {
    Found one =
        new Found(pattern, type.getInternalName(), method.getName(), method.getDescriptor());
    if (!found.contains(one)) {
      found.add(one);
    }
  }

  /** Names in a class file stand there byte by byte: without it there is nothing to examine. */
  private static boolean contains(byte[] classFile, String text) {
    byte[] sought = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i <= classFile.length - sought.length; i++) {
      int j = 0;
      while (j < sought.length && classFile[i + j] == sought[j]) {
        j++;
      }
      if (j == sought.length) {
        return true;
      }
    }
    return false;
  }
}
