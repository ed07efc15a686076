package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * One JSON text named on the command line; read whole, since canonical order needs all of it.
 *
 * @param name what messages call it: the FILE as given, or standard input
 * @param bytes what it contains
 */
record JsonInput(String name, byte[] bytes) {

  /**
   * @param file a path; null or {@code -} is standard input
   * @throws CommandFailure with {@link Exit#CANNOT} if it cannot be read
   */
  static JsonInput of(String file, Console console) {
    if (file == null || file.equals("-")) {
      try {
        return new JsonInput("standard input", console.in().readAllBytes());
      } catch (IOException e) {
        throw new CommandFailure(Exit.CANNOT, "standard input cannot be read: " + e.getMessage());
      }
    }
    try {
      return new JsonInput(file, Files.readAllBytes(Path.of(file)));
    } catch (NoSuchFileException e) {
      throw new CommandFailure(
          Exit.CANNOT, "there is no file " + JsonText.quoted(file) + ". Is the path right?");
    } catch (AccessDeniedException e) {
      throw new CommandFailure(
          Exit.CANNOT, JsonText.quoted(file) + " may not be read by this user.");
    } catch (IOException | InvalidPathException e) {
      throw new CommandFailure(
          Exit.CANNOT,
          JsonText.quoted(file) + " cannot be read: " + JsonText.quoted(e.getMessage()));
    }
  }

  /**
   * @throws CommandFailure with {@link Exit#FAILED}, reason and position if the text is refused
   */
  Object parse() {
    try {
      return Json.parse(bytes);
    } catch (NotCanonicalException refused) {
      throw refusedText(refused);
    }
  }

  /** For what the reader refused; its message begins with line and column. */
  CommandFailure refusedText(NotCanonicalException refused) {
    return new CommandFailure(Exit.FAILED, name + ":" + refused.getMessage());
  }

  /** For a value that was read but has no canonical form; the message begins with its place. */
  CommandFailure refusedValue(NotCanonicalException refused) {
    return new CommandFailure(Exit.FAILED, name + ": " + refused.getMessage());
  }
}
