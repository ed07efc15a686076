package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    "TypePatternsTest$Half, ",
    "TypePatternsTest$Tool, ",
    "TypePatternsTest$Special, ",
    "TypePatternsTest$$$Generated, ",
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
