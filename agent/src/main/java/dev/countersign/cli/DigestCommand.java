package dev.countersign.cli;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.ParamsHash;
import dev.countersign.effect.RecipeV1;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code digest [FILE]} (spec 6): the preview digest of a JSON value (spec 1.5), its recipe v1
 * digest, or its parameter hash under a chain's salt (spec 2.5).
 */
@Command(
    name = "digest",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints the preview digest of a request, or of any other JSON value.")
final class DigestCommand implements Callable<Integer> {

  private static final byte[] PREVIEW = "effect-preview".getBytes(StandardCharsets.US_ASCII);
  private static final String UNSUPPORTED = "unsupported";

  private final Console console;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "JSON in UTF-8; none or - is standard input.")
  private String file;

  @ArgGroup private Kind kind = new Kind();

  @Option(
      names = "--salt",
      paramLabel = "HEX",
      description = "With --params: params_salt of the chain's root entry, 32 hexadecimal digits.")
  private String salt;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  DigestCommand(Console console) {
    this.console = console;
  }

  /** At most one of them; none is the preview digest. */
  private static final class Kind {

    @Option(names = "--recipe", paramLabel = "v1", description = "The digest of request recipe v1.")
    private Recipe recipe;

    @Option(
        names = "--params",
        description = "The params_c14n_v1 hash, or \"" + UNSUPPORTED + "\". Needs --salt.")
    private boolean params;
  }

  /** Recipes that are known. */
  enum Recipe {
    v1
  }

  @Override
  public Integer call() {
    if (kind.params != (salt != null)) {
      throw usage(kind.params ? "--params needs --salt HEX." : "--salt goes with --params.");
    }
    if (kind.params) {
      byte[] raw = rawSalt();
      print("params_hash", paramsHash(raw, JsonInput.of(file, console)));
      return Exit.CLEAN;
    }
    JsonInput input = JsonInput.of(file, console);
    Object value = input.parse();
    try {
      if (kind.recipe == Recipe.v1) {
        print("recipe_v1", RecipeV1.digest(value));
      } else {
        print("preview_digest", Blake3.hex(PREVIEW, Canonical.rho(value)));
      }
    } catch (NotCanonicalException refused) {
      throw input.refusedValue(refused);
    }
    return Exit.CLEAN;
  }

  private String paramsHash(byte[] raw, JsonInput input) {
    Object value;
    try {
      value = Json.parse(input.bytes());
    } catch (NotCanonicalException refused) {
      if (refused.isMalformed()) {
        throw input.refusedText(refused);
      }
      // JSON, but two readers could take it for different values.
      console.err().println("countersign: " + input.name() + ":" + refused.getMessage());
      return UNSUPPORTED;
    }
    Optional<String> hash = ParamsHash.of(raw, value);
    if (hash.isEmpty()) {
      console
          .err()
          .println(
              "countersign: "
                  + input.name()
                  + ": it holds an integral number beyond 2^53-1, which"
                  + " params_c14n_v1 does not hash.");
    }
    return hash.orElse(UNSUPPORTED);
  }

  private byte[] rawSalt() {
    byte[] raw;
    try {
      raw = Hex.parse(salt);
    } catch (IllegalArgumentException e) {
      throw usage("--salt: " + e.getMessage() + ".");
    }
    if (raw.length != ParamsHash.SALT_LENGTH) {
      throw usage(
          "--salt has "
              + salt.length()
              + " hexadecimal digits instead of "
              + 2 * ParamsHash.SALT_LENGTH
              + ". It is params_salt of the chain's root entry.");
    }
    return raw;
  }

  private void print(String name, String digest) {
    console.out().println(format == Format.json ? JsonText.of(Map.of(name, digest)) : digest);
  }

  private ParameterException usage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
