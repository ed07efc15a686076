package dev.countersign;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The package table of docs/architecture.md, stated once: who may use whom, and who may use which
 * library.
 */
class ArchitectureTest {

  private static final String ROOT = "dev.countersign";

  /** May be used by everyone: the exception, its codes, and the gate that woven code calls. */
  private static final List<String> BOOTSTRAP = List.of("", "gate");

  private static final Map<String, List<String>> MAY_USE = new LinkedHashMap<>();

  static {
    MAY_USE.put("canonical", List.of());
    MAY_USE.put("effect", List.of("canonical"));
    MAY_USE.put("guardrail", List.of("effect", "canonical"));
    MAY_USE.put("config", List.of("guardrail", "effect", "canonical"));
    MAY_USE.put("judge", List.of("guardrail", "effect", "config", "canonical"));
    MAY_USE.put(
        "preview",
        List.of("judge", "guardrail", "effect", "config", "canonical", "pin", "observe"));
    MAY_USE.put("ledger", List.of("canonical", "observe"));
    MAY_USE.put(
        "scope",
        List.of(
            "judge",
            "guardrail",
            "learn",
            "ledger",
            "effect",
            "config",
            "canonical",
            "weave",
            "approval",
            "pin",
            "preview"));
    MAY_USE.put("approval", List.of("receipt", "observe", "canonical"));
    MAY_USE.put("learn", List.of("ledger", "effect", "config", "canonical", "observe"));
    MAY_USE.put("weave", List.of("canonical", "config"));
    MAY_USE.put(
        "sink",
        List.of("weave", "scope", "judge", "ledger", "effect", "config", "canonical", "jdk"));
    MAY_USE.put(
        "framework",
        List.of(
            "weave",
            "judge",
            "scope",
            "ledger",
            "effect",
            "config",
            "canonical",
            "sink",
            "pin",
            "preview",
            "approval"));
    MAY_USE.put("receipt", List.of("guardrail", "effect", "canonical"));
    MAY_USE.put("policy", List.of("observe", "canonical"));
    MAY_USE.put("pin", List.of("policy", "observe", "canonical"));
    MAY_USE.put(
        "verify", List.of("ledger", "approval", "receipt", "guardrail", "effect", "canonical"));
    MAY_USE.put(
        "cli",
        List.of(
            "verify",
            "receipt",
            "policy",
            "pin",
            "approval",
            "judge",
            "guardrail",
            "preview",
            "scope",
            "learn",
            "ledger",
            "config",
            "effect",
            "canonical",
            "observe"));
    MAY_USE.put("observe", List.of());
    MAY_USE.put("jdk", List.of());
  }

  /**
   * Libraries, and the one package that knows each. Byte Buddy reads super types and annotations
   * for configured patterns; only the transformer asks it, so nothing else can make it load.
   */
  private static final Map<String, String> KNOWN_TO =
      Map.of(
          "org.objectweb.asm", "weave",
          "net.bytebuddy", "weave",
          "org.snakeyaml", "config",
          "picocli", "cli",
          "com.google.re2j", "effect",
          "org.bouncycastle", "receipt");

  private static JavaClasses classes;

  @BeforeAll
  static void read() {
    String tests =
        ArchitectureTest.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    classes =
        new ClassFileImporter()
            .withImportOption(location -> !location.contains(tests))
            .importPackages(ROOT);
  }

  static Set<String> packages() {
    return MAY_USE.keySet();
  }

  @ParameterizedTest
  @MethodSource("packages")
  void usesOnlyWhatTheTableAllows(String name) {
    List<String> allowed = MAY_USE.get(name);
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!name.equals(topOf(type.getPackageName()))) {
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String used = topOf(dependency.getTargetClass().getBaseComponentType().getPackageName());
        if (used != null
            && !used.equals(name)
            && !BOOTSTRAP.contains(used)
            && !allowed.contains(used)) {
          wrong.add(dependency.getDescription());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void thePackagesAreThoseOfTheTable() {
    Set<String> found =
        classes.stream()
            .map(type -> topOf(type.getPackageName()))
            .filter(name -> !name.equals("agent") && !BOOTSTRAP.contains(name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(found).containsExactlyInAnyOrderElementsOf(packages());
  }

  @Test
  void bootstrapUsesTheJdkOnly() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : classes) {
      if (!isBootstrap(type.getPackageName())) {
        continue;
      }
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
        if (!used.startsWith("java.") && !used.isEmpty() && !isBootstrap(used)) {
          wrong.add(dependency.getDescription());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void eachLibraryIsKnownToOnePackage() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass type : classes) {
      String name = topOf(type.getPackageName());
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        String used = dependency.getTargetClass().getBaseComponentType().getPackageName();
        KNOWN_TO.forEach(
            (library, owner) -> {
              if (used.startsWith(library) && !owner.equals(name)) {
                wrong.add(dependency.getDescription());
              }
            });
      }
    }
    assertThat(wrong).isEmpty();
  }

  /**
   * It is loaded where it is used for the first time: by TypeMatching, which a pattern makes, and
   * the two classes that only that one knows.
   */
  @Test
  void byteBuddyIsKnownToWhatAPatternMakes() {
    Set<String> users = new TreeSet<>();
    for (JavaClass type : classes) {
      for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
        if (dependency
            .getTargetClass()
            .getBaseComponentType()
            .getPackageName()
            .startsWith("net.bytebuddy")) {
          users.add(type.getName().replaceFirst("\\$.*", ""));
        }
      }
    }
    assertThat(users)
        .containsExactly(
            ROOT + ".weave.LoaderClassFiles",
            ROOT + ".weave.SubtypeMethods",
            ROOT + ".weave.TypeMatching");
  }

  private static boolean isBootstrap(String packageName) {
    String top = topOf(packageName);
    return top != null && BOOTSTRAP.contains(top);
  }

  /** The part of a package name that stands in the table; null for packages that are not ours. */
  private static String topOf(String packageName) {
    if (packageName.equals(ROOT)) {
      return "";
    }
    if (!packageName.startsWith(ROOT + ".")) {
      return null;
    }
    String rest = packageName.substring(ROOT.length() + 1);
    int dot = rest.indexOf('.');
    return dot < 0 ? rest : rest.substring(0, dot);
  }
}
