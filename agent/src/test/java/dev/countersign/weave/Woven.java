package dev.countersign.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Classes woven and defined by a loader of their own, as a JVM would do it, without a JVM of their
 * own.
 */
final class Woven extends ClassLoader {

  final Weaver weaver;
  final Dispatch dispatch;
  final List<Throwable> failures = new ArrayList<>();
  private final Map<String, byte[]> classFiles = new HashMap<>();

  Woven(boolean enforcing) {
    super(Woven.class.getClassLoader());
    weaver = new Weaver(enforcing);
    ThreadLocal<CheckCell> cells = ThreadLocal.withInitial(() -> new CheckCell() {});
    dispatch = weaver.dispatch(cells::get, (site, failed) -> failures.add(failed));
    TestGate.use(dispatch);
  }

  static Woven with(Site... sites) {
    Woven woven = new Woven(true);
    woven.weaver.add(List.of(sites));
    return woven;
  }

  /** Takes this class's file under its own name, so that this loader defines it anew. */
  Woven of(Class<?> type) {
    try (InputStream in =
        type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
      classFiles.put(type.getName(), in.readAllBytes());
    } catch (IOException broken) {
      throw new IllegalStateException(broken);
    }
    return this;
  }

  Woven of(String name, byte[] classFile) {
    classFiles.put(name, classFile);
    return this;
  }

  byte[] transform(String name) {
    byte[] original = classFiles.get(name);
    byte[] woven = weaver.transform(null, this, name.replace('.', '/'), null, null, original);
    return woven == null ? original : woven;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> known = findLoadedClass(name);
      if (known != null) {
        return known;
      }
      if (!classFiles.containsKey(name)) {
        return super.loadClass(name, resolve);
      }
      byte[] bytes = transform(name);
      return defineClass(name, bytes, 0, bytes.length);
    }
  }
}
