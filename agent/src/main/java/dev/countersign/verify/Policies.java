package dev.countersign.verify;

import java.io.IOException;

/** Where judging objects are found by their name, {@code sha256:…} (spec 3.1). */
@FunctionalInterface
public interface Policies {

  /** None is at hand. */
  Policies NONE = name -> null;

  /** What lies under a name; null where nothing does. Its reader hashes it. */
  byte[] find(String name) throws IOException;
}
