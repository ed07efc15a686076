package dev.countersign.config;

import java.io.File;

/** Builds the rules. */
final class Reader {

  private Reader() {}

  static Configuration read(File file) throws ConfigurationException {
    throw new Problems(file.getPath()).unreadable("cannot be read");
  }
}
