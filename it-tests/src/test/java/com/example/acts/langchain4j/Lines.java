package com.example.acts.langchain4j;

import com.example.acts.Act;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import dev.langchain4j.service.tool.ToolExecutor;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Performs many acts in one JVM, on whichever line of the library is on the class path: its own
 * heading, what it printed, how it ended, and what became of the file that it was to make.
 *
 * <p>Acts that need an API which not every line has stand in a class of their own, which lines
 * without it never load.
 */
public final class Lines {

  private static String act;

  /**
   * @param arguments acts, each as {@code Class.method} of this package, or {@code
   *     Class.method:ARGUMENT}
   */
  public static void main(String[] arguments) throws Exception {
    for (String argument : arguments) {
      String[] parts = argument.split(":", 2);
      int dot = parts[0].indexOf('.');
      act = parts[0].substring(dot + 1);
      System.out.println("== " + argument);
      perform(
          Class.forName(Lines.class.getPackageName() + "." + argument.substring(0, dot)),
          parts.length == 1 ? null : parts[1]);
      System.out.println("made: " + made());
    }
  }

  private static void perform(Class<?> acts, String argument) throws Exception {
    Method method =
        argument == null ? acts.getDeclaredMethod(act) : acts.getDeclaredMethod(act, String.class);
    method.setAccessible(true);
    try {
      method.invoke(null, argument == null ? new Object[0] : new Object[] {argument});
    } catch (InvocationTargetException ended) {
      Throwable thrown = ended.getCause();
      String what = Act.isRefusal(thrown) ? "a refusal" : thrown.getClass().getSimpleName();
      System.out.println("ended by " + what + ": " + thrown.getMessage());
    }
  }

  /** What stands in the file that the act was to make; it is gone afterwards. */
  private static String made() throws IOException {
    Path file = Path.of(act);
    String made = Files.exists(file) ? Files.readString(file).strip() : "nothing";
    Files.deleteIfExists(file);
    return made;
  }

  /** What a model asks for when it wants a page copied to a file of this act's name. */
  static String copyCall() {
    return copyCall(act);
  }

  static String copyCall(String to) {
    return "{\"" + name("from", 0) + "\": \"page\", \"" + name("to", 1) + "\": \"" + to + "\"}";
  }

  /** What it asks for when it wants something paid. */
  static String payCall(int amount) {
    return "{\"" + name("amount", 0) + "\": " + amount + "}";
  }

  /** Lines before 1.13 know no names of parameters but those that reflection has. */
  static String name(String given, int position) {
    for (Method element : P.class.getMethods()) {
      if (element.getName().equals("name")) {
        return given;
      }
    }
    return "arg" + position;
  }

  /** An executor body that copies this file to where the act has it. */
  static String copy(String file) {
    try {
      return RepoTools.run("cp", "--", file, act);
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** A tool that takes what {@link RepoTools#copy} takes. */
  static ToolSpecification copyTool() {
    return ToolSpecification.builder()
        .name("copy")
        .description("Copies a file")
        .parameters(
            JsonObjectSchema.builder()
                .addStringProperty(name("from", 0))
                .addStringProperty(name("to", 1))
                .build())
        .build();
  }

  /** The framework's own executor of a method. */
  static ToolExecutor executor(Object tools, String method) {
    return new DefaultToolExecutor(tools, method(tools.getClass(), method));
  }

  static Method method(Class<?> type, String name) {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name)) {
        return method;
      }
    }
    throw new IllegalArgumentException(name);
  }

  static ToolExecutionRequest request(String tool, String arguments) {
    return ToolExecutionRequest.builder().id("alone").name(tool).arguments(arguments).build();
  }

  private Lines() {}
}
