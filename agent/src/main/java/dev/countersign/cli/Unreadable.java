package dev.countersign.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Why a file cannot be read, in words: exceptions of the file system carry it in their class. */
final class Unreadable {

  static String why(IOException failure) {
    if (failure instanceof NoSuchFileException missing) {
      return "there is no such file, "
          + JsonText.quoted(missing.getFile())
          + ". Is the path right?";
    }
    if (failure instanceof AccessDeniedException denied) {
      return JsonText.quoted(denied.getFile()) + " may not be read by this user.";
    }
    return failure.getClass() == IOException.class ? failure.getMessage() : failure.toString();
  }

  private Unreadable() {}
}
