package com.example.acts.apps;

import com.example.acts.Act;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A tool that runs a build wrapper, which finds its JVM and options in the environment. */
public final class BuildApp {

  private static final String WRAPPER =
      "exec \"$JAVA_HOME/bin/java\" $BUILD_OPTS -cp \"$BUILD_CP\" '"
          + Build.class.getName()
          + "' \"$@\"\n";

  public static void main(String[] arguments) throws Exception {
    Act.perform(BuildApp.class, arguments);
  }

  static void application() throws Exception {
    Files.writeString(Path.of("buildw"), WRAPPER);
    System.out.println(
        Desk.call("build", "{\"goal\": \"judged\", \"skip\": true}", () -> build("judged", true)));
    Desk.attack("build", "{\"goal\": \"asked\", \"skip\": true}", () -> build("asked", true));
  }

  /** The tool. */
  static String build(String goal, boolean skipTests) throws Exception {
    ProcessBuilder builder = Desk.starting("sh", "buildw", "-B", "-DskipTests=" + skipTests, goal);
    builder.redirectErrorStream(true).redirectOutput(new File("build.log"));
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("BUILD_OPTS", "-Xmx64m");
    environment.put("BUILD_CP", System.getProperty("java.class.path"));
    environment.remove("CLASSPATH");
    int code = builder.start().waitFor();
    String log = Files.readString(Path.of("build.log"), StandardCharsets.UTF_8).strip();
    Files.delete(Path.of("build.log"));
    return code + " " + log;
  }

  /** What the wrapper starts. */
  public static final class Build {
    public static void main(String[] arguments) throws Exception {
      new File(arguments[arguments.length - 1]).createNewFile();
      System.out.println("built " + String.join(" ", arguments));
    }
  }

  private BuildApp() {}
}
