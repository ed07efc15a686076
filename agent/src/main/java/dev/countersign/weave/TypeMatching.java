package dev.countersign.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Patterns that need a class's super types or annotations, read by Byte Buddy from class files, so
 * that nothing is loaded to decide it. It is loaded only where such a pattern is configured.
 *
 * <p>The class itself is read from the bytes that are being defined, whatever its loader or that
 * loader's parents have under its name; its super types are what the loader has as resources.
 */
final class TypeMatching implements Matching {

  /** An attribute that every compiler writes, unless told not to, and no generator of proxies. */
  private static final String LINES = "LineNumberTable";

  private final List<TypePattern> patterns;

  /** Descriptions of super types by loader, which many classes share. */
  private final Map<ClassLoader, TypePool.CacheProvider> caches = new WeakHashMap<>();

  /** Reads one class at once: what is needed later is loaded then, and not inside a definition. */
  TypeMatching(List<TypePattern> patterns) {
    this.patterns = List.copyOf(patterns);
    TypeDescription list =
        supers(ClassLoader.getPlatformClassLoader()).describe("java.util.ArrayList").resolve();
    TypePattern known =
        new TypePattern(
            "", TypePattern.Kind.SUBTYPES, "java.util.List", "add", "(Ljava/lang/Object;)", null);
    new SubtypeMethods(known, list, true, new ArrayList<>()).find();
    annotated(known, list, new ArrayList<>());
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
    List<Found> found = new ArrayList<>(0);
    List<String> holes = new ArrayList<>(0);
    String unread = null;
    try {
      TypePool pool = new OwnFirst(name.replace('/', '.'), classFile, supers(loader));
      TypeDescription type = pool.describe(name.replace('/', '.')).resolve();
      boolean compiled = contains(classFile, LINES);
      for (TypePattern pattern : possible) {
        if (pattern.kind() == TypePattern.Kind.ANNOTATED) {
          annotated(pattern, type, found);
        } else {
          SubtypeMethods methods = new SubtypeMethods(pattern, type, compiled, found);
          methods.find();
          holes.addAll(methods.holes());
          unread = unread == null ? methods.unread() : unread;
        }
      }
    } catch (VirtualMachineError exhausted) {
      throw exhausted;
    } catch (Throwable failed) {
      unread = SubtypeMethods.why(failed);
    }
    return found.isEmpty() && holes.isEmpty() && unread == null
        ? Result.NOTHING
        : new Result(found, unread, holes);
  }

  /** A super type is read when something is asked of it that its name does not answer. */
  private TypePool supers(ClassLoader loader) {
    TypePool.CacheProvider cache;
    synchronized (caches) {
      cache =
          caches.computeIfAbsent(
              loader, unused -> new TypePool.CacheProvider.Simple.UsingSoftReference());
    }
    return new TypePool.Default.WithLazyResolution(
        cache, new LoaderClassFiles(loader), TypePool.Default.ReaderMode.FAST);
  }

  /** Knows one class from its bytes, and asks for all others. */
  private static final class OwnFirst extends TypePool.Default {

    private final String name;
    private final TypePool others;

    OwnFirst(String name, byte[] classFile, TypePool others) {
      super(
          new TypePool.CacheProvider.Simple(),
          ClassFileLocator.Simple.of(name, classFile),
          TypePool.Default.ReaderMode.FAST);
      this.name = name;
      this.others = others;
    }

    @Override
    public TypePool.Resolution describe(String asked) {
      return asked.equals(name) ? super.describe(asked) : others.describe(asked);
    }
  }

  private static void annotated(TypePattern pattern, TypeDescription type, List<Found> found) {
    for (MethodDescription method : type.getDeclaredMethods()) {
      if (isMeant(method) && carries(method, pattern.typeName())) {
        Found one =
            new Found(pattern, type.getInternalName(), method.getName(), method.getDescriptor());
        if (!found.contains(one)) {
          found.add(one);
        }
      }
    }
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
