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
    Path doctored = directory.resolve("langchain4j.jar");
    try (JarFile original = new JarFile(NEWEST.jar().toFile());
        OutputStream file = Files.newOutputStream(doctored);
        JarOutputStream jar = new JarOutputStream(file)) {
      for (JarEntry entry : Collections.list(original.entries())) {
        jar.putNextEntry(new JarEntry(entry.getName()));
        try (InputStream content = original.getInputStream(entry)) {
          byte[] bytes = content.readAllBytes();
          jar.write(entry.getName().endsWith(".class") ? renamed(bytes, className, method) : bytes);
        }
        jar.closeEntry();
      }
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
