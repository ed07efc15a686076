package org.snakeyaml.engine.v2.api;

import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.snakeyaml.engine.v2.common.SpecVersion;
import org.snakeyaml.engine.v2.exceptions.YamlVersionException;

/**
 * Settings for the library's parser alone. They stand in the library's package because only there
 * they can be made without its builder: that one makes a schema as well, which compiles a dozen
 * regular expressions for scalars that nobody here resolves, and four lambdas. Together they were a
 * fifth of reading a configuration, which every start of a JVM waits for.
 */
public final class ParserSettings {

  /** Characters that are read at once. */
  private static final int BUFFER = 1024;

  /** Whoever calls bounds the text. */
  public static LoadSettings unbounded() {
    return new LoadSettings(
        "reader",
        Map.of(),
        null,
        null,
        null,
        new Versions(),
        BUFFER,
        false,
        false,
        0,
        true,
        Map.of(),
        Optional.empty(),
        false,
        Integer.MAX_VALUE,
        null,
        false);
  }

  /** YAML 1.x, as the library has it. */
  private static final class Versions implements UnaryOperator<SpecVersion> {
    @Override
    public SpecVersion apply(SpecVersion version) {
      if (version.getMajor() != 1) {
        throw new YamlVersionException(version);
      }
      return version;
    }
  }

  private ParserSettings() {}
}
