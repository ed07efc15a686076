package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Which methods a pattern names in a class that is being defined. */
class TypePatternsTest {

  /** The type of the patterns. */
  public interface Tool<T> {
    Object run(T in);

    default Object stop() {
      return "stopped";
    }
  }

  /** Stands between the type and a class. */
  public interface Special extends Tool<String> {}

  static class Plain implements Tool<Object> {
    @Override
    public Object run(Object in) {
      return in;
    }
  }

  static class Bridged implements Special {
    @Override
    public Object run(String in) {
      return in;
    }

    Object run(Integer other) {
      return other;
    }
  }

  static final class Below extends Bridged {
    @Override
    public Object run(String in) {
      return super.run(in);
    }
  }

  static class NoTool {
    public Object run(Object in) {
      return in;
    }
  }

  static class Inherits extends NoTool implements Tool<Object> {}

  /** Not public, so that the compiler makes a bridge in every public class below it. */
  abstract static class Hidden {
    public Object run(String in) {
      return in;
    }
  }

  public static class BehindBridge extends Hidden implements Tool<String> {}

  static class Numbers<N extends Number> {
    public Object run(N in) {
      return in;
    }
  }

  public static class FilledIn extends Numbers<Integer> implements Tool<Integer> {}

  interface Named {
    Object name(String in);
  }

  abstract static class HiddenName {
    public Object name(String in) {
      return in;
    }

    public Object name(String in, int more) {
      return in + more;
    }

    public Object name(int other) {
      return other;
    }
  }

  public static class Refund extends HiddenName implements Named {}

  static class OneOfTwo extends HiddenName implements Named {
    @Override
    public Object name(String in) {
      return in;
    }
  }

  interface Defaults {
    default Object name(String in, long more) {
      return in + more;
    }
  }

  static class WithDefault extends OneOfTwo implements Defaults {}

  static class OfTheJdk extends java.util.ArrayList<Object> implements Listing {}

  interface Listing {
    Object get(int at);
  }

  static class Outer$$anon$1 extends Plain {
    @Override
    public Object run(Object in) {
      return "another effect";
    }
  }

  static class Made_Subclass extends NoTool implements Tool<Object> {
    @Override
    public Object run(Object in) {
      return super.run("changed");
    }
  }

  static class Alone_ClientProxy implements Tool<Object> {
    @Override
    public Object run(Object in) {
      return in;
    }
  }

  abstract static class Half implements Tool<String> {
    @Override
    public abstract Object run(String in);
  }

  static class $$Generated extends Plain {
    @Override
    public Object run(Object in) {
      return super.run("changed");
    }
  }

  static class Kotlin$$inlined implements Tool<Object> {
    @Override
    public Object run(Object in) {
      return in;
    }
  }

  enum Constant implements Tool<Object> {
    ONE {
      @Override
      public Object run(Object in) {
        return in;
      }
    }
  }

  record Recorded(String in) implements Tool<Object> {
    @Override
    public Object run(Object other) {
      return in;
    }
  }

  @Retention(RetentionPolicy.CLASS)
  @interface Marked {}

  static class Marks {
    @Marked
    static Object here(int any) {
      return any;
    }

    Object there() {
      return null;
    }
  }

  private final Recorder recorder = new Recorder();

  @ParameterizedTest
  @CsvSource({
    "TypePatternsTest$Plain, run(java.lang.Object) in itself",
    "TypePatternsTest$Bridged, run(java.lang.String) in itself",
    "TypePatternsTest$Below, run(java.lang.String) in itself",
    "TypePatternsTest$NoTool, ",
    "TypePatternsTest$Inherits, run(java.lang.Object) in TypePatternsTest$NoTool",
    "TypePatternsTest$BehindBridge, run(java.lang.String) in TypePatternsTest$Hidden",
    "TypePatternsTest$FilledIn, run(java.lang.Number) in TypePatternsTest$Numbers",
    "TypePatternsTest$Half, ",
    "TypePatternsTest$Tool, ",
    "TypePatternsTest$Special, ",
    "TypePatternsTest$$$Generated, run(java.lang.Object) in itself",
    "TypePatternsTest$Outer$$anon$1, run(java.lang.Object) in itself",
    "TypePatternsTest$Made_Subclass, run(java.lang.Object) in itself",
    "TypePatternsTest$Kotlin$$inlined, run(java.lang.Object) in itself",
    "TypePatternsTest$Constant$1, run(java.lang.Object) in itself",
    "TypePatternsTest$Recorded, run(java.lang.Object) in itself",
  })
  void theMethodOfASubtypeIsBoundWhereItsBodyStands(String name, String expected) throws Exception {
    String className = "dev.countersign.weave." + name;
    Matching.Result result =
        new TypeMatching(List.of(pattern("run", "(Ljava/lang/Object;)")))
            .in(getClass().getClassLoader(), className.replace('.', '/'), classFile(className));

    assertThat(result.unread()).isNull();
    assertThat(result.found().stream().map(found -> text(found, className)).toList())
        .isEqualTo(expected == null ? List.of() : List.of(expected));
  }

  /** Without line numbers, as generators make them: what is in front of a method is not it. */
  @ParameterizedTest
  @CsvSource({
    "$$Generated, ",
    "Made_Subclass, run in NoTool",
    "Alone_ClientProxy, run in Alone_ClientProxy",
    "Outer$$anon$1, run in Outer$$anon$1",
    "Kotlin$$inlined, run in Kotlin$$inlined",
  })
  void aGeneratedClassIsSkippedWhereAMethodAboveIsBound(String name, String expected)
      throws Exception {
    String className = getClass().getName() + '$' + name;
    ClassWriter stripped = new ClassWriter(0);
    new ClassReader(classFile(className)).accept(stripped, ClassReader.SKIP_DEBUG);

    Matching.Result result =
        new TypeMatching(List.of(pattern("run", "(Ljava/lang/Object;)")))
            .in(getClass().getClassLoader(), className.replace('.', '/'), stripped.toByteArray());

    assertThat(result.found().stream().map(TypePatternsTest::where).toList())
        .isEqualTo(expected == null ? List.of() : List.of(expected));
    boolean bound = expected != null && expected.endsWith(name);
    assertThat(result.holes()).hasSize(bound ? 0 : 1);
    assertThat(result.holes())
        .allSatisfy(hole -> assertThat(hole).contains(className + ": by its name"));
  }

  private static String where(Matching.Found found) {
    return found.method()
        + " in "
        + found.className().substring(found.className().indexOf('$') + 1);
  }

  @ParameterizedTest
  @CsvSource({
    "Refund, (Ljava/lang/String;), name(Ljava/lang/String;) in HiddenName",
    "Refund, (, 'name(I) in HiddenName, name(Ljava/lang/String;) in HiddenName,"
        + " name(Ljava/lang/String;I) in HiddenName'",
    "OneOfTwo, (Ljava/lang/String;), name(Ljava/lang/String;) in OneOfTwo",
    "OneOfTwo, (, 'name(I) in HiddenName, name(Ljava/lang/String;) in OneOfTwo,"
        + " name(Ljava/lang/String;I) in HiddenName'",
    "WithDefault, (Ljava/lang/String;J), name(Ljava/lang/String;J) in Defaults",
  })
  void eachOverloadIsBoundWhereItsOwnBodyStands(String name, String parameters, String expected)
      throws Exception {
    Matching.Result result = in(name, Named.class, "name", parameters);

    assertThat(result.unread()).isNull();
    assertThat(result.holes()).isEmpty();
    assertThat(
            result.found().stream()
                .map(
                    found ->
                        where(found)
                            .replace(
                                "name ",
                                "name"
                                    + found
                                        .descriptor()
                                        .substring(0, found.descriptor().indexOf(')') + 1)
                                    + ' '))
                .sorted())
        .containsExactly(expected.split(", "));
  }

  @Test
  void whatIsInheritedFromTheJdkIsAHole() throws Exception {
    Matching.Result result = in("OfTheJdk", Listing.class, "get", "(I)");

    assertThat(result.found()).isEmpty();
    assertThat(result.holes())
        .containsExactly(
            "Listing+#get does not bind "
                + OfTheJdk.class.getName()
                + ": it has the method from java.util.ArrayList, a class of the JDK, which is left"
                + " alone");
  }

  private Matching.Result in(String name, Class<?> type, String method, String parameters)
      throws Exception {
    String className = getClass().getName() + '$' + name;
    return new TypeMatching(
            List.of(
                new TypePattern(
                    type.getSimpleName() + "+#" + method,
                    TypePattern.Kind.SUBTYPES,
                    type.getName(),
                    method,
                    parameters,
                    (declaring, named, descriptor) -> null)))
        .in(getClass().getClassLoader(), className.replace('.', '/'), classFile(className));
  }

  /** The parent has another class of that name, which is no sub-type. */
  @Test
  void theBytesThatAreDefinedDecideAndNotWhatTheLoaderHasUnderTheName() throws Exception {
    String name = Type.getInternalName(NoTool.class);
    ClassWriter other = new ClassWriter(0);
    new ClassReader(classFile(NoTool.class.getName()))
        .accept(
            new ClassVisitor(Opcodes.ASM9, other) {
              @Override
              public void visit(
                  int version, int access, String self, String sig, String above, String[] types) {
                super.visit(
                    version,
                    access,
                    self,
                    sig,
                    above,
                    new String[] {Type.getInternalName(Tool.class)});
              }
            },
            0);

    assertThat(
            new TypeMatching(List.of(pattern("run", "(Ljava/lang/Object;)")))
                .in(getClass().getClassLoader(), name, other.toByteArray()).found().stream()
                    .map(TypePatternsTest::where))
        .containsExactly("run in NoTool");
  }

  /** A loader whose resources are no class files, or that throws when it is asked for one. */
  static final class Closed extends ClassLoader {
    private final String how;

    Closed(String how) {
      super(null);
      this.how = how;
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      return switch (how) {
        case "runtime" -> throw new IllegalMonitorStateException("sealed");
        case "linkage" -> throw new ClassCircularityError("sealed");
        case "sneaky" -> sneak(new java.io.FileNotFoundException("sealed"));
        case "short" -> new ByteArrayInputStream(new byte[] {1});
        case "encrypted" -> new ByteArrayInputStream(new byte[200]);
        default -> null;
      };
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> InputStream sneak(Throwable thrown) throws T {
      throw (T) thrown;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"runtime", "linkage", "sneaky", "short", "encrypted", "none"})
  void aLoaderThatGivesNoClassFilesLosesNoClass(String how) {
    ClassLoader loader = new Closed(how);
    TypeMatching matching = new TypeMatching(List.of(pattern("run", "(Ljava/lang/Object;)")));

    Matching.Result unknown =
        matching.in(loader, "a/Unknown", with("a/Unknown", "run", "a/Sealed"));
    Matching.Result unrelated =
        matching.in(loader, "a/Unrelated", with("a/Unrelated", "walk", "a/Sealed"));
    Matching.Result direct =
        matching.in(
            loader,
            "a/Direct",
            with("a/Direct", "run", "a/Sealed", Type.getInternalName(Tool.class)));

    assertThat(unknown.unread()).isNotNull();
    assertThat(unrelated).as("has nothing to bind").isEqualTo(Matching.Result.NOTHING);
    assertThat(direct.found())
        .as(direct.unread())
        .extracting(Matching.Found::className)
        .containsExactly("a/Direct");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 9, 40})
  void bytesThatCannotBeReadAreNamedAndLoseNoClass(int length) {
    assertThat(
            new TypeMatching(List.of(pattern("run", "(")))
                .in(getClass().getClassLoader(), "a/B", new byte[length])
                .unread())
        .isNotNull();
  }

  private static byte[] with(String name, String method, String... interfaces) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", interfaces);
    MethodVisitor body =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC, method, "(Ljava/lang/Object;)Ljava/lang/Object;", null, null);
    body.visitCode();
    body.visitInsn(Opcodes.ACONST_NULL);
    body.visitInsn(Opcodes.ARETURN);
    body.visitMaxs(1, 2);
    body.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  /** A site of its own, or of another sub-type, has the superclass woven before. */
  @Test
  void aSuperclassThatWasSeenIsWovenAgainForWhatIsInherited() throws Exception {
    Woven woven = new Woven(true);
    woven.weaver.add(
        List.of(
            Site.on(HiddenName.class.getName())
                .at("name", "(I)Ljava/lang/Object;")
                .to(new Recorder())));
    woven.weaver.addPatterns(
        List.of(
            new TypePattern(
                "Named+#name",
                TypePattern.Kind.SUBTYPES,
                Named.class.getName(),
                "name",
                "(Ljava/lang/String;)",
                (className, method, descriptor) ->
                    Site.on(className).at(method, descriptor).to(recorder))));
    Class<?> seen = woven.of(HiddenName.class).loadClass(HiddenName.class.getName());
    woven.of(Refund.class).transform(Refund.class.getName());
    Instrumentation instrumentation =
        (Instrumentation)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Instrumentation.class},
                (self, method, args) -> {
                  if (method.getName().equals("getAllLoadedClasses")) {
                    return new Class<?>[] {seen};
                  }
                  assertThat(method.getName()).isEqualTo("retransformClasses");
                  woven.weaver.transform(
                      null,
                      woven,
                      Type.getInternalName(HiddenName.class),
                      seen,
                      null,
                      classFile(HiddenName.class.getName()));
                  return null;
                });

    woven.weaver.repair(instrumentation, true);

    assertThat(woven.weaver.report().lines())
        .extracting(line -> line.site().toString().replaceAll(".*[$]", "") + " " + line.state())
        .contains("HiddenName.name WOVEN")
        .doesNotContain("HiddenName.name NOT_LOADED")
        .hasSize(2);
  }

  private static String text(Matching.Found found, String className) {
    String declaring = found.className().replace('/', '.');
    return found.method()
        + '('
        + Type.getArgumentTypes(found.descriptor())[0].getClassName()
        + ") in "
        + (declaring.equals(className)
            ? "itself"
            : declaring.substring("dev.countersign.weave.".length()));
  }

  @Test
  void everyOverloadIsMeantWhereThePatternLeavesTheParametersOpen() throws Exception {
    String name = Bridged.class.getName();
    Matching.Result result =
        new TypeMatching(List.of(pattern("run", "(")))
            .in(getClass().getClassLoader(), name.replace('.', '/'), classFile(name));

    assertThat(result.found())
        .extracting(Matching.Found::descriptor)
        .containsExactlyInAnyOrder(
            "(Ljava/lang/String;)Ljava/lang/Object;", "(Ljava/lang/Integer;)Ljava/lang/Object;");
  }

  @Test
  void theDefaultMethodIsBoundInItsInterface() throws Exception {
    String name = Tool.class.getName();
    Matching.Result result =
        new TypeMatching(List.of(pattern("stop", "()")))
            .in(getClass().getClassLoader(), name.replace('.', '/'), classFile(name));

    assertThat(result.found()).extracting(Matching.Found::method).containsExactly("stop");
  }

  @Test
  void aProxyOfTheJdkIsNoTool() throws Exception {
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {Tool.class}, (self, method, args) -> null);
    ClassWriter like = new ClassWriter(0);
    like.visit(
        Opcodes.V17,
        Opcodes.ACC_PUBLIC,
        "a/Proxy1",
        null,
        Type.getInternalName(proxy.getClass().getSuperclass()),
        new String[] {Type.getInternalName(Tool.class)});
    like.visitMethod(
            Opcodes.ACC_PUBLIC, "run", "(Ljava/lang/Object;)Ljava/lang/Object;", null, null)
        .visitEnd();

    assertThat(
            new TypeMatching(List.of(pattern("run", "(")))
                .in(getClass().getClassLoader(), "a/Proxy1", like.toByteArray())
                .found())
        .isEmpty();
  }

  @Test
  void whatIsAnnotatedIsBoundAndNothingElse() throws Exception {
    String name = Marks.class.getName();
    TypePattern annotated =
        new TypePattern(
            "@Marked *#*(..)",
            TypePattern.Kind.ANNOTATED,
            Marked.class.getName(),
            null,
            "(",
            (className, method, descriptor) -> null);

    assertThat(
            new TypeMatching(List.of(annotated))
                .in(getClass().getClassLoader(), name.replace('.', '/'), classFile(name))
                .found())
        .extracting(Matching.Found::method)
        .containsExactly("here");
  }

  @Test
  void aSuperTypeWithoutAClassFileIsNamed() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "a/Gone", null);

    assertThat(
            new TypeMatching(List.of(pattern("run", "(")))
                .in(getClass().getClassLoader(), "a/B", writer.toByteArray())
                .unread())
        .contains("a.Gone");
  }

  /** F07: class files of old compilers, the second without the frames that its version may have. */
  @ParameterizedTest
  @CsvSource({"48", "50"})
  void oldClassFilesAreBoundAndRun(int version) throws Exception {
    Woven woven = new Woven(true);
    woven.weaver.addPatterns(
        List.of(
            new TypePattern(
                "Callable+#call()",
                TypePattern.Kind.SUBTYPES,
                Callable.class.getName(),
                "call",
                "()",
                (className, method, descriptor) ->
                    Site.on(className).at(method, descriptor).to(recorder))));

    Object old =
        woven.of("Old", callable(version)).loadClass("Old").getDeclaredConstructor().newInstance();

    assertThat(((Callable<?>) old).call()).isEqualTo("ran");
    assertThat(recorder.seen).containsExactly("enter", "returned ran");
    assertThat(woven.weaver.report().lines())
        .extracting(line -> line.site() + " " + line.state())
        .containsExactly("Old.call WOVEN");
  }

  private static byte[] callable(int version) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(
        version,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "Old",
        null,
        "java/lang/Object",
        new String[] {"java/util/concurrent/Callable"});
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitCode();
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(0, 0);
    constructor.visitEnd();
    MethodVisitor call =
        writer.visitMethod(Opcodes.ACC_PUBLIC, "call", "()Ljava/lang/Object;", null, null);
    call.visitCode();
    Label other = new Label();
    call.visitVarInsn(Opcodes.ALOAD, 0);
    call.visitJumpInsn(Opcodes.IFNULL, other);
    call.visitLdcInsn("ran");
    call.visitInsn(Opcodes.ARETURN);
    call.visitLabel(other);
    call.visitLdcInsn("not");
    call.visitInsn(Opcodes.ARETURN);
    call.visitMaxs(0, 0);
    call.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static TypePattern pattern(String method, String parameters) {
    return new TypePattern(
        "Tool+#" + method,
        TypePattern.Kind.SUBTYPES,
        Tool.class.getName(),
        method,
        parameters,
        (className, name, descriptor) -> null);
  }

  private static byte[] classFile(String name) throws Exception {
    try (var in =
        TypePatternsTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      return in.readAllBytes();
    }
  }
}
