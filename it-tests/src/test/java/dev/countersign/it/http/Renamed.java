package dev.countersign.it.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.commons.ClassRemapper;
import net.bytebuddy.jar.asm.commons.Remapper;

/**
 * The acts for Jetty 12 as they would be compiled for Jetty 11, where the same types are in other
 * packages: {@code JettyWays} becomes {@code Jetty11Ways}.
 */
final class Renamed {

  private static final String ACTS = "com/example/acts/http/";
  private static final String CLIENT = "org/eclipse/jetty/client/";
  private static final String HTTP2 = "org/eclipse/jetty/http2/client/transport/";

  /** Writes them below that directory. */
  static Path into(Path directory, Path testClasses) {
    try {
      Path to = Files.createDirectories(directory.resolve(ACTS));
      try (DirectoryStream<Path> acts =
          Files.newDirectoryStream(testClasses.resolve(ACTS), "*Jetty*.class")) {
        for (Path act : acts) {
          String name = act.getFileName().toString().replace("Jetty", "Jetty11");
          Files.write(to.resolve(name), renamed(Files.readAllBytes(act)));
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return directory;
  }

  private static byte[] renamed(byte[] classFile) {
    ClassWriter writer = new ClassWriter(0);
    Remapper remapper =
        new Remapper() {
          @Override
          public String map(String name) {
            return in11(name);
          }
        };
    new ClassReader(classFile).accept(new ClassRemapper(new Called(writer), remapper), 0);
    return writer.toByteArray();
  }

  /** What is an interface in 12, and a class in 11, is called as one. */
  private static final class Called extends ClassVisitor {

    private static final String FIELDS = "org/eclipse/jetty/http/HttpFields$Mutable";

    Called(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String method, String called, boolean isInterface) {
          boolean class11 = owner.equals(FIELDS);
          super.visitMethodInsn(
              class11 ? Opcodes.INVOKEVIRTUAL : opcode,
              owner,
              method,
              called,
              isInterface && !class11);
        }
      };
    }
  }

  private static String in11(String name) {
    if (name.startsWith(ACTS)) {
      return name.replace("Jetty", "Jetty11");
    }
    if (name.startsWith(HTTP2)) {
      return name.replace(HTTP2, "org/eclipse/jetty/http2/client/http/");
    }
    if (!name.startsWith(CLIENT)) {
      return name;
    }
    String rest = name.substring(CLIENT.length());
    if (rest.startsWith("transport/")) {
      String below = rest.startsWith("transport/HttpClientTransportDynamic") ? "dynamic/" : "http/";
      return CLIENT + rest.replace("transport/", below);
    }
    if (rest.endsWith("RequestContent") || rest.endsWith("BasicAuthentication")) {
      return CLIENT + "util/" + rest;
    }
    String outer = rest.contains("$") ? rest.substring(0, rest.indexOf('$')) : rest;
    switch (outer) {
      case "Request":
      case "Response":
      case "Result":
      case "ContentResponse":
      case "Authentication":
      case "AuthenticationStore":
        return CLIENT + "api/" + rest;
      default:
        return name;
    }
  }

  private Renamed() {}
}
