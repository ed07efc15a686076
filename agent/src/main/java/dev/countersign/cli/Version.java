package dev.countersign.cli;

import picocli.CommandLine.IVersionProvider;

/**
 * The version in the jar's manifest; {@code development} when the classes are run from a directory.
 */
final class Version implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {"countersign " + text()};
  }

  static String text() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
