package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.Lines;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.function.BiFunction;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.junit.jupiter.api.io.TempDir;

/**
 * A line of the library that nobody has seen: the newest one with a method under another name. What
 * can still be compared is, and all else is refused, with the version that was seen.
 */
class UnknownLinesIT {

  private static final LibraryLine NEWEST = LibraryLine.of("1.19.0");
  private static final String EXECUTOR = "dev/langchain4j/service/tool/DefaultToolExecutor";
  private static final String SERVICE = "dev/langchain4j/service/tool/ToolService";

  private static final String TOOL_EXECUTOR = "dev/langchain4j/service/tool/ToolExecutor";
  private static final String ELSEWHERE = "dev/langchain4j/service/tool/Elsewhere";
  private static final String WITH_CONTEXT =
      "(Ldev/langchain4j/agent/tool/ToolExecutionRequest;Ldev/langchain4j/invocation/InvocationContext;)"
          + "Ldev/langchain4j/service/tool/ToolExecutionResult;";

  @TempDir Path directory;

  /** Without the argument builder nothing could be compared with what it made. */
  @OnEachJdk
  void toolsOfALineWithAnotherArgumentBuilderAreRefused(Jdk jdk) throws IOException {
    assertClosed(jdk, "prepareArguments", "#prepareArguments of a known form");
  }

  @OnEachJdk
  void toolsOfALineWithAnotherReflectiveCallAreRefused(Jdk jdk) throws IOException {
    assertClosed(jdk, "execute", "#execute(");
  }

  private void assertClosed(Jdk jdk, String renamed, String missing) throws IOException {
    AgentRun run = on(jdk, renamed(EXECUTOR, renamed), "LineActs.tool", "StreamActs.tokens");

    assertThat(run).booksVerify().touchedNothing();
    assertThat(run.stdout())
        .as(run.stderr())
        .contains("[CS-INTERNAL] Refused")
        .doesNotContain("made: for");
    assertThat(run.agentLines())
        .as(run.stderr())
        .anyMatch(line -> line.contains("LangChain4j 1.19.0 has no DefaultToolExecutor" + missing));
  }

  /** Calls are resolved at their executors there, whichever class of the library calls those. */
  @OnEachJdk
  void callsOfALineWithAnotherServiceAreBoundAtTheirExecutors(Jdk jdk) throws IOException {
    AgentRun run =
        on(
            jdk,
            renamed(SERVICE, "executeWithErrorHandling"),
            "LineActs.tool",
            "LineActs.toolOnAnotherFile",
            "LineActs.lambdaOnAnotherFile",
            "From6Acts.withContext",
            "From6Acts.withContextOnAnotherFile");

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout().lines().filter("made: for everybody"::equals)).hasSize(2);
    assertThat(run.stdout().lines().filter("made: nothing"::equals)).hasSize(3);
    assertThat(run.stdout()).doesNotContain("ended by");
  }

  /**
   * Where the service leaves its calls to another class, executors that answer by themselves pass
   * nothing that is known: said once. The framework's own are bound all the same.
   */
  @OnEachJdk
  void aLineWhoseServiceCallsNoExecutorIsAHole(Jdk jdk) throws IOException {
    AgentRun run =
        on(
            jdk,
            doctored(UnknownLinesIT::callingElsewhere),
            "LineActs.tool",
            "LineActs.toolOnAnotherFile",
            "LineActs.ownExecutor");

    assertThat(run).succeeded().booksVerify();
    assertThat(run.stdout().lines().filter("made: for everybody"::equals)).hasSize(2);
    assertThat(run.stdout().lines().filter("made: nothing"::equals)).hasSize(1);
    assertThat(run.agentLines())
        .filteredOn(line -> line.contains("cannot be bound"))
        .singleElement()
        .asString()
        .isEqualTo(
            "countersign: hole: dev.langchain4j.service.tool.ToolService at its call of"
                + " dev.langchain4j.service.tool.ToolExecutor cannot be bound: the class file has"
                + " 0 of 1 such calls");
  }

  /** Its one call of an executor goes through a class that the library does not have yet. */
  private static byte[] callingElsewhere(String name, byte[] classFile) {
    if (!name.equals(SERVICE + ".class")) {
      return classFile;
    }
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(classFile)
        .accept(
            new ClassVisitor(Opcodes.ASM9, writer) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String method, String desc, String sig, String[] exceptions) {
                return new MethodVisitor(
                    Opcodes.ASM9, super.visitMethod(access, method, desc, sig, exceptions)) {
                  @Override
                  public void visitMethodInsn(
                      int opcode, String owner, String called, String desc, boolean itf) {
                    if (owner.equals(TOOL_EXECUTOR) && desc.equals(WITH_CONTEXT)) {
                      String elsewhere = "(L" + TOOL_EXECUTOR + ";" + desc.substring(1);
                      super.visitMethodInsn(
                          Opcodes.INVOKESTATIC, ELSEWHERE, "call", elsewhere, false);
                    } else {
                      super.visitMethodInsn(opcode, owner, called, desc, itf);
                    }
                  }
                };
              }
            },
            0);
    return writer.toByteArray();
  }

  private static byte[] elsewhere() {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_SUPER, ELSEWHERE, null, "java/lang/Object", null);
    MethodVisitor call =
        writer.visitMethod(
            Opcodes.ACC_STATIC,
            "call",
            "(L" + TOOL_EXECUTOR + ";" + WITH_CONTEXT.substring(1),
            null,
            null);
    call.visitCode();
    for (int i = 0; i < 3; i++) {
      call.visitVarInsn(Opcodes.ALOAD, i);
    }
    call.visitMethodInsn(
        Opcodes.INVOKEINTERFACE, TOOL_EXECUTOR, "executeWithContext", WITH_CONTEXT, true);
    call.visitInsn(Opcodes.ARETURN);
    call.visitMaxs(3, 3);
    call.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static AgentRun on(Jdk jdk, Path jar, String... acts) {
    AgentRun.Builder application =
        AgentRun.on(jdk)
            .with("langchain4j-lines.yaml")
            .file("page", "for everybody\n")
            .file("secret", "for nobody\n")
            .classPath(jar);
    NEWEST.classPath().stream().skip(1).forEach(application::classPath);
    return application.main(Lines.class, acts);
  }

  /** The newest line's jar with this method of that class, and its calls, under another name. */
  private Path renamed(String className, String method) throws IOException {
    return doctored((name, bytes) -> renamed(bytes, className, method));
  }

  /** The newest line's jar with other class files, and one more. */
  private Path doctored(BiFunction<String, byte[], byte[]> change) throws IOException {
    Path doctored = directory.resolve("langchain4j.jar");
    try (JarFile original = new JarFile(NEWEST.jar().toFile());
        OutputStream file = Files.newOutputStream(doctored);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(original.entries())) {
        jar.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream content = original.getInputStream(entry)) {
          byte[] bytes = content.readAllBytes();
          boolean code = entry.getName().endsWith(".class");
          jar.write(code ? change.apply(entry.getName(), bytes) : bytes);
        }
        jar.closeEntry();
      }
      jar.putNextEntry(new JarEntry(ELSEWHERE + ".class"));
      jar.write(elsewhere());
      jar.closeEntry();
    }
    return doctored;
  }

  private static byte[] renamed(byte[] classFile, String className, String method) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(0);
    boolean declaring = reader.getClassName().equals(className);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String desc, String sig, String[] exceptions) {
            String given = declaring && isMeant(name, desc) ? name + "Anew" : name;
            return new MethodVisitor(
                Opcodes.ASM9, super.visitMethod(access, given, desc, sig, exceptions)) {
              @Override
              public void visitMethodInsn(
                  int opcode, String owner, String called, String desc, boolean itf) {
                String now =
                    owner.equals(className) && isMeant(called, desc) ? called + "Anew" : called;
                super.visitMethodInsn(opcode, owner, now, desc, itf);
              }
            };
          }

          /** Of the executor's two methods of one name, the one that the interface has stays. */
          private boolean isMeant(String name, String desc) {
            return name.equals(method)
                && !desc.startsWith(
                    "(Ldev/langchain4j/agent/tool/ToolExecutionRequest;Ljava/lang/Object;");
          }
        },
        0);
    return writer.toByteArray();
  }
}
