package dev.countersign.it.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.launch.AssistantActs;
import com.example.acts.launch.LaunchActs;
import dev.countersign.it.AgentRun;
import dev.countersign.it.AgentRunAssert;
import dev.countersign.it.Enforced;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/** Ways to ship an application, and where its files may be. */
class PackagingIT {

  static final String[] LIBRARIES = {"langchain4j", "jackson", "jspecify", "slf4j-api", "opennlp"};

  @TempDir private Path temp;

  @OnEachJdk
  void anExecutableJar(Jdk jdk) throws IOException {
    Path jar = Jars.executable(temp.resolve("app.jar"), LaunchActs.class);

    Enforced.in(application(jdk).program(List.of("-jar", jar.toString()), "application"));
  }

  /** The JVM finds its whole command line in a file. */
  @OnEachJdk
  void anArgumentFile(Jdk jdk) throws IOException {
    Path jar = Jars.executable(temp.resolve("app.jar"), LaunchActs.class);
    Path arguments = temp.resolve("arguments");
    Files.writeString(arguments, "-cp \"" + jar + "\"\n" + LaunchActs.class.getName() + "\n");

    Enforced.in(application(jdk).program(List.of("@" + arguments), "application"));
  }

  /**
   * The agent's jar, the configuration, the books, the application's jar and its working directory
   * are all in a directory whose name has spaces, quotes and letters that are no ASCII. A shell
   * makes it, because the JVM of the tests may run in a locale that cannot name it.
   */
  @OnEachJdk
  void spacesAndUmlautsInEveryPath(Jdk jdk) throws IOException {
    Path jar = Jars.executable(temp.resolve("app.jar"), LaunchActs.class);
    AgentRun run =
        application(jdk)
            .through("sh", "-c", ELSEWHERE, "sh")
            .program(List.of("-cp", jar.toString()), LaunchActs.class.getName(), "application");

    Enforced.in(run);
    assertThat(run.stderr()).contains("gr\u00f6\u00dfer als '\u00e4'");
  }

  /** The JDK finds no class in such a path, ours as little as the application's. */
  @OnEachJdk
  void aPathThatTheLocaleCannotName(Jdk jdk) throws IOException {
    Path jar = Jars.executable(temp.resolve("app.jar"), LaunchActs.class);
    AgentRun run =
        application(jdk)
            .environment("LC_ALL", "POSIX")
            .through("sh", "-c", ELSEWHERE, "sh")
            .program(List.of("-cp", jar.toString()), LaunchActs.class.getName(), "application");

    AgentRunAssert.assertThat(run).notStarted("LC_ALL=C.UTF-8").touchedNothing();
  }

  private static final String ELSEWHERE =
      """
      java=$1; shift
      options=$1; shift
      directory=$(printf "../gr\\\\303\\\\266\\\\303\\\\237er als '\\\\303\\\\244'")
      mkdir "$directory"
      case $1 in
        -javaagent:*)
          jar=${1#-javaagent:}; configuration=${jar#*=}; shift
          cp "${jar%%=*}" "$directory/countersign-agent.jar"
          cp "$configuration" "$directory/countersign.yaml"
          agent="-javaagent:$directory/countersign-agent.jar=$directory/countersign.yaml" ;;
        *) agent=-Dno.agent=true ;;
      esac
      shift
      cp "$1" "$directory/app.jar"; shift
      exec "$java" "$options" "$agent" -cp "$directory/app.jar" "$@"
      """;

  /** The loader, the application's classes and its libraries are jars in one jar. */
  @OnEachJdk
  void aSpringBootJar(Jdk jdk) throws IOException {
    Path jar =
        Jars.springBoot(
            temp.resolve("app.jar"),
            Path.of("target", "launch", "spring-boot-loader.jar"),
            AssistantActs.class,
            libraries());

    AgentRun run =
        assistant(jdk)
            .jvm("-Duser.language=tr", "-Duser.country=TR")
            .program(List.of("-jar", jar.toString()), "application");

    Enforced.in(run);
    assertThat(run.stdout()).contains("LaunchedClassLoader");
  }

  /** The tool is in a named module, LangChain4j in an automatic one. */
  @OnEachJdk
  void aModulePath(Jdk jdk) throws IOException {
    Path modules = temp.resolve("modules");
    Path application = module(modules);
    String path =
        Stream.concat(Stream.of(application), libraries().stream())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));

    AgentRun run =
        assistant(jdk)
            .program(
                List.of(
                    "-p",
                    path,
                    "--add-modules",
                    "ALL-MODULE-PATH",
                    "-m",
                    "com.example.assistant/" + AssistantActs.class.getName()),
                "application");

    Enforced.in(run);
    assertThat(run.stdout()).startsWith("module: com.example.assistant\n");
  }

  /** One source file, compiled in memory by the launcher. */
  @OnEachJdk
  void aSourceFile(Jdk jdk) {
    Enforced.in(
        AgentRun.on(jdk)
            .configured(
                """
                bundle: source
                version: 1
                mode: enforce
                tools:
                  - tool: touch
                    method: Source#touch(java.lang.String file, java.lang.String started)
                    effects:
                      - exec: { argv: [touch, "${args.file}"] }
                """)
            .file("Source.java", SOURCE)
            .program(List.of("Source.java")));
  }

  private static final String SOURCE =
      """
      public class Source {
        public static void main(String[] arguments) throws Exception {
          touch("judged", "judged");
          try {
            touch("asked", "fired");
            System.out.println("attack: worked");
          } catch (SecurityException refused) {
            System.out.println("attack: " + refused.getMessage());
          }
        }

        static void touch(String file, String started) throws Exception {
          new ProcessBuilder("touch", started).start().waitFor();
        }
      }
      """;

  /** The acts as a module of their own, compiled with its declaration. */
  private Path module(Path directory) throws IOException {
    Path sources = Path.of("src", "test", "java", "com", "example", "acts");
    Path declaration = temp.resolve("module-info.java");
    Files.writeString(
        declaration,
        """
        module com.example.assistant {
          requires langchain4j;
          requires langchain4j.core;
          opens com.example.acts.launch to langchain4j;
        }
        """);
    List<String> arguments =
        new ArrayList<>(List.of("--release", "17", "-nowarn", "-d", directory.toString(), "-p"));
    arguments.add(
        libraries().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    arguments.add(declaration.toString());
    arguments.add(sources.resolve("Act.java").toString());
    arguments.add(sources.resolve("launch").resolve("AssistantActs.java").toString());
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler.run(null, null, null, arguments.toArray(new String[0]))).isZero();
    return directory;
  }

  private static List<Path> libraries() {
    return AgentRun.Builder.jars(LIBRARIES);
  }

  private static AgentRun.Builder assistant(Jdk jdk) {
    return AgentRun.on(jdk).withBothCompilers().with("assistant.yaml");
  }

  private static AgentRun.Builder application(Jdk jdk) {
    return AgentRun.on(jdk)
        .withBothCompilers()
        .with("launch.yaml")
        .jvm("-Djava.util.logging.SimpleFormatter.format=%4$s %5$s%n");
  }
}
