package dev.countersign.it;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;

/**
 * The agent jar's command line within this JVM, from the same classes of the same jar as {@code
 * java -jar}. For what every run asks: a JVM each time would be a third of all that these tests
 * start. How the command line behaves as a process is for {@link AgentRun#command}.
 */
final class CommandLine {

  private static final CommandLine OWN = new CommandLine(AgentRun.agentJar().toFile());

  private final Method run;

  private CommandLine(File jar) {
    try {
      URLClassLoader outer =
          new URLClassLoader(new URL[] {jar.toURI().toURL()}, ClassLoader.getPlatformClassLoader());
      Constructor<?> isolated =
          outer
              .loadClass("dev.countersign.agent.AgentClassLoader")
              .getDeclaredConstructor(File.class, ClassLoader.class);
      isolated.setAccessible(true);
      run =
          ((ClassLoader) isolated.newInstance(jar, outer))
              .loadClass("dev.countersign.cli.Cli")
              .getMethod(
                  "run", String[].class, PrintStream.class, PrintStream.class, InputStream.class);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (ReflectiveOperationException other) {
      throw new AssertionError("the jar's command line is not where Main looks for it", other);
    }
  }

  /** What a command ended with. */
  record Result(int exitCode, String printed) {}

  /** Runs one command; standard output and error come as one text. */
  static Result run(String... arguments) {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8)) {
      Object exit = OWN.run.invoke(null, arguments, out, out, InputStream.nullInputStream());
      return new Result((Integer) exit, printed.toString(StandardCharsets.UTF_8));
    } catch (ReflectiveOperationException failed) {
      throw new AssertionError("the command line threw", failed);
    }
  }
}
