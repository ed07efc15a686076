package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.weave.Site.Builder;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Every method of real libraries, woven in every way, passes the verifier. They are class files of
 * several compilers and versions.
 */
class WholeJarsTest {

  private static final SiteHandler NOBODY = (woven, self, args) -> null;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.objectweb.asm.ClassReader",
        "org.snakeyaml.engine.v2.api.Load",
        "picocli.CommandLine",
        "com.google.re2j.Pattern",
        "org.assertj.core.api.Assertions",
        "net.bytebuddy.ByteBuddy",
        "com.tngtech.archunit.core.domain.JavaClass",
        "org.bouncycastle.crypto.Digest",
        "org.junit.jupiter.api.Test",
        "net.jqwik.engine.JqwikTestEngine"
      })
  void passTheVerifierWoven(String anyOfItsClasses) throws Exception {
    Woven woven = new Woven(true);
    List<String> names = new ArrayList<>();
    List<Site> sites = new ArrayList<>();
    try (JarFile jar = new JarFile(jarOf(Class.forName(anyOfItsClasses)))) {
      for (JarEntry entry : Collections.list(jar.entries())) {
        if (!entry.getName().endsWith(".class")
            || entry.getName().startsWith("META-INF")
            || entry.getName().endsWith("module-info.class")
            || entry.getName().endsWith("package-info.class")) {
          continue;
        }
        byte[] classFile = jar.getInputStream(entry).readAllBytes();
        String name = entry.getName().replace(".class", "").replace('/', '.');
        woven.of(name, classFile);
        names.add(name);
        sites.addAll(everySite(name, classFile));
      }
    }

    woven.weaver.add(sites);

    List<String> broken = new ArrayList<>();
    for (String name : names) {
      link(woven, name, broken);
    }

    assertThat(broken).isEmpty();
    assertThat(sites).hasSizeGreaterThan(20);
    assertThat(woven.weaver.report().lines())
        .filteredOn(line -> line.state() == WovenReport.State.LOST)
        .allMatch(line -> line.reason().contains("longer than a method can be"));
  }

  /** Asking for the methods links the class, which verifies it, without running any of it. */
  private static void link(Woven woven, String name, List<String> broken) {
    try {
      assertThat(Class.forName(name, false, woven).getDeclaredMethods()).isNotNull();
    } catch (VerifyError | ClassFormatError wrong) {
      broken.add(name + ": " + wrong);
    } catch (ClassNotFoundException | LinkageError optionalDependency) {
      assertThat(optionalDependency.toString()).doesNotContain("dev/countersign");
    }
  }

  private static List<Site> everySite(String name, byte[] classFile) {
    List<Site> sites = new ArrayList<>();
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String method, String desc, String sig, String[] exceptions) {
                if ((access & Access.ABSTRACT) != 0 || method.equals("<clinit>")) {
                  return null;
                }
                sites.add(on(name, access, method).at(method, desc).replacing().to(NOBODY));
                return method.equals("<init>") ? null : calls(sites, name, method, desc);
              }
            },
            0);
    return sites;
  }

  private static Builder on(String name, int access, String method) {
    if (method.equals("<init>")) {
      return Site.onConstructor(name);
    }
    if ((access & Access.NATIVE) != 0) {
      return Site.onNative(name);
    }
    return method.hashCode() % 4 == 0 ? Site.onEntry(name) : Site.on(name);
  }

  /** One site at each method that is called once or more from inside this one. */
  private static MethodVisitor calls(List<Site> sites, String name, String method, String desc) {
    Map<List<String>, Integer> called = new HashMap<>();
    return new MethodVisitor(Opcodes.ASM9) {
      @Override
      public void visitMethodInsn(int opcode, String owner, String callee, String d, boolean itf) {
        if (!callee.equals("<init>") && callee.hashCode() % 3 == 0) {
          called.merge(List.of(owner, callee, d), 1, Integer::sum);
        }
      }

      @Override
      public void visitEnd() {
        called.forEach(
            (callee, count) ->
                sites.add(
                    Site.onCall(name)
                        .at(method, desc)
                        .before(callee.get(0), callee.get(1), callee.get(2))
                        .expect(count)
                        .carrying()
                        .to(NOBODY)));
      }
    };
  }

  private static File jarOf(Class<?> type) throws IOException {
    return new File(
        URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }
}
