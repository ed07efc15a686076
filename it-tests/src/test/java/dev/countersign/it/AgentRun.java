package dev.countersign.it;

import com.example.acts.Act;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A test application that ran in its own JVM with the agent attached, and what it left behind.
 *
 * <pre>{@code
 * AgentRun run = AgentRun.on(jdk).with("exec.yaml").main(ExecActs.class, "argvSwappedAfterResolution");
 * assertThat(run).refusedWith("NIKA-SEC-011").touchedNothing().booksVerify();
 * }</pre>
 *
 * <p>Every run has a directory of its own under {@code target/it-runs}, kept for inspection: {@code
 * work/} is the application's working directory, {@code ledger/} the books, {@code stdout} and
 * {@code stderr} what was printed. The JVM runs with the first compiler and one collecting thread
 * only unless {@link Builder#withBothCompilers} says otherwise, without {@code JAVA_TOOL_OPTIONS},
 * and is ended after {@link #LIMIT_SECONDS}. Where the JDK's own classes are woven for an attack,
 * {@link Builder#verified} has them verified as well.
 *
 * @param plan how the application was started
 * @param directory this run's directory
 * @param exitCode of the JVM
 * @param before what the working directory held before the start, path to content
 */
public record AgentRun(Plan plan, Path directory, int exitCode, Map<String, String> before) {

  /** How long an application may run. Generous: a busy CI machine is no finding. */
  public static final int LIMIT_SECONDS = 120;

  /**
   * Halves what a JVM that lives for a second uses of a processor; C2 would hardly come to work.
   */
  static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** Costs a third of a start: the JDK's archive of its own classes is not used then. */
  private static final String VERIFYING = "-Xverify:all";

  private static final Path AGENT =
      Path.of(System.getProperty("countersign.agent.jar", "../agent/target/countersign-agent.jar"));
  private static final Path RUNS =
      Path.of(System.getProperty("countersign.it.dir", "target/it-runs"));

  /** Starts describing a run on that JDK. */
  public static Builder on(Jdk jdk) {
    return new Builder(jdk);
  }

  /** What the application printed on standard output. */
  public String stdout() {
    return read(directory.resolve("stdout"));
  }

  /** What the JVM printed on standard error, the agent's lines included. */
  public String stderr() {
    return read(directory.resolve("stderr"));
  }

  /** The agent's own lines of {@link #stderr()}, as they stand. */
  public List<String> agentLines() {
    return stderr().lines().filter(AgentRun::isAgentLine).toList();
  }

  /** {@link #stderr()} without the agent's own lines. */
  public List<String> applicationErrorLines() {
    return stderr().lines().filter(line -> !isAgentLine(line)).toList();
  }

  /** The directory of the books. */
  public Path ledger() {
    return directory.resolve("ledger");
  }

  /** The application's working directory. */
  public Path work() {
    return directory.resolve("work");
  }

  /** What the working directory holds now: relative path to content. */
  public Map<String, String> after() {
    return contents(work());
  }

  /**
   * The same application, started in the same way with fresh directories and without the agent, and
   * without verifying the JDK's own classes, which nobody changed there.
   */
  public AgentRun withoutAgent() {
    return start(
        new Plan(
            plan.jdk,
            null,
            plan.jvmOptions.stream().filter(option -> !option.equals(VERIFYING)).toList(),
            plan.laterOptions,
            plan.environment,
            plan.cleared,
            plan.files,
            plan.launcher,
            plan.program,
            plan.arguments));
  }

  /** Runs the agent jar's own command line on the JDK of this run and returns what it did. */
  public AgentRun command(String... arguments) {
    return commandOn(plan.jdk, arguments);
  }

  /** Runs the agent jar's own command line on any JDK and returns what it did. */
  public AgentRun commandOn(Jdk jdk, String... arguments) {
    return start(
        new Plan(
            jdk,
            null,
            QUICK,
            List.of(),
            plan.environment,
            plan.cleared,
            Map.of(),
            List.of(),
            List.of("-jar", agentJar().toString()),
            List.of(arguments)));
  }

  /** The text of a test resource under {@code configs/}, to be changed before it is used. */
  public static String config(String resource) {
    try (var stream = AgentRun.class.getResourceAsStream("/configs/" + resource)) {
      if (stream == null) {
        throw new AssertionError("no test resource configs/" + resource);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The agent's jar. */
  public static Path agentJar() {
    Path jar = AGENT.toAbsolutePath().normalize();
    if (!Files.isReadable(jar)) {
      throw new AssertionError(
          "the agent was not built: no "
              + jar
              + ". Run \"mvn package\" from the root first, then the tests.");
    }
    return jar;
  }

  static boolean isAgentLine(String line) {
    return line.startsWith("countersign: ");
  }

  private static AgentRun start(Plan plan) {
    try {
      Files.createDirectories(RUNS);
      Path directory = Files.createTempDirectory(RUNS.toAbsolutePath(), plan.name() + "-");
      Path work = Files.createDirectory(directory.resolve("work"));
      for (Map.Entry<String, String> file : plan.files.entrySet()) {
        Path path = work.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue());
        if (file.getValue().contains("BEGIN PRIVATE KEY")) {
          // As whoever makes a key does.
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
        }
      }
      Map<String, String> before = contents(work);
      Process process = plan.process(directory).start();
      process.getOutputStream().close();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
        throw new AssertionError(
            plan.name()
                + " did not end within "
                + LIMIT_SECONDS
                + " s; what it printed is in "
                + directory);
      }
      return new AgentRun(plan, directory, process.exitValue(), before);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while " + plan.name() + " ran", interrupted);
    }
  }

  private static Map<String, String> contents(Path root) {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> paths = Files.walk(root)) {
      for (Path path : paths.toList()) {
        String name = root.relativize(path).toString();
        if (!name.isEmpty()) {
          contents.put(name, Files.isDirectory(path) ? "(directory)" : read(path));
        }
      }
      return contents;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.UTF_8);
      // Latin-1 keeps every byte apart, so that binary files compare as well.
      return text.indexOf('\uFFFD') < 0 ? text : new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /**
   * How a JVM is started.
   *
   * @param configuration YAML text for the agent; null runs without the agent
   * @param jvmOptions options before the agent's
   * @param laterOptions options behind it
   * @param cleared whether it has no variables but those in {@code environment}
   * @param files what to put into the working directory first, relative path to content
   * @param launcher a command that starts the JVM in our place, given its command line; usually
   *     empty
   * @param program what stands behind the JVM's options: how the application is named
   */
  record Plan(
      Jdk jdk,
      String configuration,
      List<String> jvmOptions,
      List<String> laterOptions,
      Map<String, String> environment,
      boolean cleared,
      Map<String, String> files,
      List<String> launcher,
      List<String> program,
      List<String> arguments) {

    String name() {
      String last = program.get(program.size() - 1);
      String what =
          program.get(0).equals("-jar") ? "jar" : last.substring(last.lastIndexOf('.') + 1);
      return what.replaceAll("[^A-Za-z0-9]", "")
          + (arguments.isEmpty() ? "" : "-" + arguments.get(0).replaceAll("[^A-Za-z0-9]", ""));
    }

    ProcessBuilder process(Path directory) throws IOException {
      List<String> command = new ArrayList<>(launcher);
      command.add(jdk.java().toString());
      command.addAll(jvmOptions);
      if (configuration != null) {
        command.add("-javaagent:" + agentJar() + "=" + configurationFile(directory));
      }
      command.addAll(laterOptions);
      command.addAll(program);
      command.addAll(arguments);
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(directory.resolve("work").toFile())
              .redirectOutput(directory.resolve("stdout").toFile())
              .redirectError(directory.resolve("stderr").toFile());
      if (cleared) {
        builder.environment().clear();
      }
      builder.environment().remove("JAVA_TOOL_OPTIONS");
      builder.environment().remove("JDK_JAVA_OPTIONS");
      builder.environment().remove("COUNTERSIGN_CONFIG");
      builder.environment().putAll(environment);
      return builder;
    }

    private Path configurationFile(Path directory) throws IOException {
      String text = configuration.replace("@work@", directory.resolve("work").toString());
      if (!text.contains("\nledger:")) {
        text += "\nledger: { dir: \"" + directory.resolve("ledger") + "\" }\n";
      }
      return Files.writeString(directory.resolve("countersign.yaml"), text);
    }
  }

  /** Describes a run; {@link #main} starts it. */
  public static final class Builder {

    private final Jdk jdk;
    private final List<String> jvmOptions = new ArrayList<>(QUICK);
    private final List<String> laterOptions = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>(Map.of("LC_ALL", "C.UTF-8"));
    private final Map<String, String> files = new TreeMap<>();
    private final List<String> launcher = new ArrayList<>();
    private final List<String> classPath = new ArrayList<>(List.of(testClasses()));
    private String configuration;
    private boolean cleared;

    private Builder(Jdk jdk) {
      this.jdk = jdk;
    }

    /**
     * Configures the agent from a test resource under {@code configs/}. {@code @work@} in it stands
     * for the application's working directory; a {@code ledger} section is added where it has none.
     */
    public Builder with(String resource) {
      return configured(config(resource));
    }

    /** The same with more lines at its end. */
    public Builder with(String resource, String more) {
      with(resource);
      return configured(configuration + more + "\n");
    }

    /** Configures the agent with this YAML, treated as in {@link #with}. */
    public Builder configured(String yaml) {
      configuration = yaml;
      return this;
    }

    /**
     * Leaves the JVM its own choice of compilers: for runs that are long, or about how people start
     * their JVMs.
     */
    public Builder withBothCompilers() {
      jvmOptions.removeAll(QUICK);
      return this;
    }

    /** Verifies every class, the JDK's own as well, which are woven and otherwise trusted. */
    public Builder verified() {
      return jvm(VERIFYING);
    }

    /** Adds options for the JVM, before {@code -javaagent}. */
    public Builder jvm(String... options) {
      jvmOptions.addAll(List.of(options));
      return this;
    }

    /** Adds options for the JVM, behind {@code -javaagent}. */
    public Builder jvmLater(String... options) {
      laterOptions.addAll(List.of(options));
      return this;
    }

    /** Sets a variable of the JVM's environment; {@code LC_ALL} is {@code C.UTF-8} unless said. */
    public Builder environment(String name, String value) {
      environment.put(name, value);
      return this;
    }

    /** Starts the JVM with these variables and no others, as {@code env -i} does. */
    public Builder onlyEnvironment(Map<String, String> variables) {
      environment.clear();
      environment.putAll(variables);
      cleared = true;
      return this;
    }

    /** Puts a file into the working directory first. */
    public Builder file(String path, String content) {
      files.put(path, content);
      return this;
    }

    /**
     * Adds those jars of the test class path to the application's whose file names begin with one
     * of the prefixes.
     */
    public Builder libraries(String... prefixes) {
      jars(prefixes).forEach(this::classPath);
      return this;
    }

    /** The jars of the test class path whose file names begin with one of the prefixes. */
    public static List<Path> jars(String... prefixes) {
      String all =
          System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
      List<Path> jars = new ArrayList<>();
      for (String entry : all.split(File.pathSeparator)) {
        Path jar = FileSystems.getDefault().getPath(entry);
        for (String prefix : prefixes) {
          if (jar.getFileName().toString().startsWith(prefix)) {
            jars.add(jar);
          }
        }
      }
      return jars;
    }

    /** Adds a directory or jar to the application's class path. */
    public Builder classPath(Path entry) {
      classPath.add(entry.toString());
      return this;
    }

    /** The same before everything else, the tests' own classes too. */
    public Builder classPathFirst(Path entry) {
      classPath.add(0, entry.toString());
      return this;
    }

    /** Adds the jars that the module {@code lines/MODULE} puts together. */
    public Builder line(String module) {
      Path jars = Path.of("lines", module, "target", "lib").toAbsolutePath();
      try (Stream<Path> all = Files.list(jars)) {
        all.sorted().forEach(this::classPath);
        return this;
      } catch (IOException missing) {
        throw new AssertionError(
            "no " + jars + ". The build of it-tests/lines/" + module + " fills it", missing);
      }
    }

    /**
     * Lets that command start the JVM: it gets the whole command line, {@code java} first, as its
     * last arguments, and the working directory is the application's.
     */
    public Builder through(String... command) {
      launcher.addAll(List.of(command));
      return this;
    }

    /** Runs an {@link Act} to its end. */
    public AgentRun main(Class<?> act, String... arguments) {
      return program(
          List.of("-cp", String.join(File.pathSeparator, classPath), act.getName()), arguments);
    }

    /**
     * Runs an application that is named in another way than by its class path and main class.
     *
     * @param program what stands behind the JVM's options, for example {@code -jar app.jar}
     */
    public AgentRun program(List<String> program, String... arguments) {
      return start(
          new Plan(
              jdk,
              configuration,
              List.copyOf(jvmOptions),
              List.copyOf(laterOptions),
              Map.copyOf(environment),
              cleared,
              Map.copyOf(files),
              List.copyOf(launcher),
              List.copyOf(program),
              List.of(arguments)));
    }

    /** The directory of the test classes, acts included. */
    public static String testClasses() {
      try {
        return Path.of(Act.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString();
      } catch (java.net.URISyntaxException impossible) {
        throw new AssertionError(impossible);
      }
    }
  }
}
