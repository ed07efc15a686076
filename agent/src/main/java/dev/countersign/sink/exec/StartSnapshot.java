package dev.countersign.sink.exec;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.ExecIntent;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The arguments of {@code ProcessImpl.start}, copied: what was digested is what is started. Nothing
 * that the application can still change is read again, and no code of the application runs here.
 */
final class StartSnapshot {

  private static final String PIPELINE = "java.lang.ProcessBuilder$RedirectPipeImpl";

  private final ProcessAccess access;
  private final String[] argv;
  private final Object environment;
  private final Map<Object, Object> variables;
  private final String dir;
  private final ProcessBuilder.Redirect[] redirects;
  private final boolean merge;
  private final List<String> divergent = new ArrayList<>(0);
  private ExecIntent intent;

  private StartSnapshot(
      ProcessAccess access,
      String[] argv,
      Object environment,
      String dir,
      ProcessBuilder.Redirect[] redirects,
      boolean merge) {
    this.access = access;
    this.argv = argv.clone();
    this.variables = environment == null ? null : access.variables(environment);
    this.environment = environment == null ? null : access.environment(variables);
    this.dir = dir;
    this.redirects = redirects == null ? null : redirects.clone();
    this.merge = merge;
    replaceFiles();
  }

  /**
   * Copies the arguments.
   *
   * @param args {@code String[] cmdarray, Map environment, String dir, Redirect[] redirects,
   *     boolean redirectErrorStream}
   * @throws NotCanonicalException when they have no canonical form; a process started with them
   *     cannot be compared
   */
  static StartSnapshot of(Object[] args, ProcessAccess access, Environments environments) {
    StartSnapshot snapshot =
        copy(
            access,
            (String[]) args[0],
            args[1],
            (String) args[2],
            (ProcessBuilder.Redirect[]) args[3],
            (Boolean) args[4]);
    snapshot.read(environments);
    return snapshot;
  }

  /**
   * A stage of a pipeline, as it will come to {@code ProcessImpl.start} unless the application
   * changes it in between.
   *
   * @param argv the command, copied
   * @param dir null = inherited
   */
  static StartSnapshot stage(
      ProcessBuilder builder,
      String[] argv,
      String dir,
      boolean first,
      boolean last,
      ProcessAccess access,
      Environments environments) {
    ProcessBuilder.Redirect[] redirects = {
      first ? builder.redirectInput() : ProcessBuilder.Redirect.PIPE,
      last ? builder.redirectOutput() : ProcessBuilder.Redirect.PIPE,
      builder.redirectError()
    };
    StartSnapshot snapshot =
        copy(
            access,
            argv,
            access.environmentOf(builder),
            dir,
            redirects,
            builder.redirectErrorStream());
    snapshot.read(environments);
    return snapshot;
  }

  private static StartSnapshot copy(
      ProcessAccess access,
      String[] argv,
      Object environment,
      String dir,
      ProcessBuilder.Redirect[] redirects,
      boolean merge) {
    // ProcessBuilder passes none of these; only a caller that reached past it does.
    if (argv == null
        || argv.length == 0
        || (redirects != null && redirects.length != 3)
        || (environment != null && !access.isEnvironment(environment))) {
      throw new NotCanonicalException("arguments that ProcessBuilder does not pass");
    }
    return new StartSnapshot(access, argv, environment, dir, redirects, merge);
  }

  /**
   * A {@link File} of the application's own type would be asked for its path again when it is
   * opened.
   */
  private void replaceFiles() {
    for (int i = 0; redirects != null && i < redirects.length; i++) {
      ProcessBuilder.Redirect redirect = redirects[i];
      if (redirect == null) {
        throw new NotCanonicalException("a redirect that is null");
      }
      File file = redirect.file();
      if (file != null && file.getClass() != File.class) {
        File plain = new File(access.path(file));
        switch (redirect.type()) {
          case READ:
            redirects[i] = ProcessBuilder.Redirect.from(plain);
            break;
          case WRITE:
            redirects[i] = ProcessBuilder.Redirect.to(plain);
            break;
          default:
            redirects[i] = ProcessBuilder.Redirect.appendTo(plain);
            break;
        }
      }
    }
  }

  private void read(Environments environments) {
    List<String> elements = new ArrayList<>(argv.length);
    for (int i = 0; i < argv.length; i++) {
      String element = argv[i];
      if (element == null) {
        throw new NotCanonicalException("a null argument");
      }
      elements.add(arriving(element, "/intent/argv/" + i));
    }
    String directory = dir == null ? null : arriving(dir, "/intent/dir");
    Environments.Change change =
        variables == null ? Environments.Change.NONE : environments.change(variables);
    divergent.addAll(change.divergent());
    intent =
        new ExecIntent(
            elements,
            directory,
            change.set(),
            change.unset(),
            stream(0, "stdin"),
            stream(1, "stdout"),
            stream(2, "stderr"),
            merge);
  }

  /**
   * The text as it arrives (spec 1.3): the bytes that the platform's encoding makes of it, decoded
   * as strict UTF-8. Another text than the argument is a divergence, whatever was previewed.
   */
  private String arriving(String text, String path) {
    String arrives = Texts.arriving(text, access);
    if (!arrives.equals(text)) {
      divergent.add(path);
    }
    return arrives;
  }

  private Object stream(int index, String name) {
    ProcessBuilder.Redirect redirect =
        redirects == null ? ProcessBuilder.Redirect.PIPE : redirects[index];
    if (redirect == ProcessBuilder.Redirect.PIPE
        || redirect.getClass().getName().equals(PIPELINE)) {
      return ExecIntent.PIPE;
    }
    if (redirect == ProcessBuilder.Redirect.INHERIT) {
      return ExecIntent.INHERIT;
    }
    if (redirect == ProcessBuilder.Redirect.DISCARD) {
      return ExecIntent.DISCARD;
    }
    String path = redirect.file().getPath();
    String at = "/intent/stdio/" + name;
    switch (redirect.type()) {
      case READ:
        return ExecIntent.read(opened(path, at + "/read"));
      case WRITE:
        return ExecIntent.write(opened(path, at + "/write"));
      default:
        return ExecIntent.append(opened(path, at + "/append"));
    }
  }

  /** A path with NUL reaches no kernel: the JDK refuses to open it, and starts nothing. */
  private String opened(String path, String at) {
    return path.indexOf('\0') >= 0 ? path : arriving(path, at);
  }

  ExecIntent intent() {
    return intent;
  }

  /** JSON pointers of texts that the platform's encoding changes. */
  List<String> divergent() {
    return divergent;
  }

  /** Puts the copies where the originals were. */
  void replace(Object[] args) {
    args[0] = argv;
    args[1] = environment;
    args[3] = redirects;
  }

  /** The bytes that have to reach the kernel. */
  Launch expected() {
    byte[][] encoded = new byte[argv.length][];
    int size = 0;
    for (int i = 0; i < argv.length; i++) {
      encoded[i] = access.encode(argv[i]);
      size += i == 0 ? 0 : encoded[i].length;
    }
    byte[] block = new byte[size];
    int at = 0;
    for (int i = 1; i < encoded.length; i++) {
      System.arraycopy(encoded[i], 0, block, at, encoded[i].length);
      at += encoded[i].length;
    }
    return new Launch(
        encoded[0],
        block,
        argv.length - 1,
        environment == null ? null : access.block(environment),
        variables == null ? 0 : variables.size(),
        access.encode(dir),
        merge);
  }
}
