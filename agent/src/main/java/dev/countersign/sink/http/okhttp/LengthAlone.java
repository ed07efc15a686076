package dev.countersign.sink.http.okhttp;

import java.io.File;

/**
 * The length of a body that is kept elsewhere, for the library's own body of a file: what that one
 * would read is written in its place. Of nothing that exists.
 */
final class LengthAlone extends File {

  private static final long serialVersionUID = 1;

  private final long length;

  LengthAlone(long length) {
    super("a body that countersign holds\0");
    this.length = length;
  }

  @Override
  public long length() {
    return length;
  }
}
