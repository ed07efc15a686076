package com.example.acts.apps;

import com.example.acts.Act;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A tool that asks the Maven of this machine for its version, which Maven writes into a file. */
public final class MavenApp {

  public static void main(String[] arguments) throws Exception {
    Act.perform(MavenApp.class, arguments);
  }

  static void application() throws Exception {
    System.out.println(Desk.call("maven", "{\"log\": \"judged\"}", () -> maven("judged")));
    Desk.attack("maven", "{\"log\": \"asked\"}", () -> maven("asked"));
  }

  /** The tool. */
  static String maven(String log) throws Exception {
    ProcessBuilder builder = Desk.starting("mvn", "--version", "--batch-mode", "-l", log);
    builder.redirectErrorStream(true).redirectOutput(new File("output"));
    Map<String, String> environment = builder.environment();
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1");
    int code = builder.start().waitFor();
    Files.delete(Path.of("output"));
    return code + (Files.exists(Path.of(log)) ? " and a log" : "");
  }

  private MavenApp() {}
}
