package dev.countersign.policy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * One answer of HTTP/1.1, read with bounds on everything. What would let a server decide what is
 * read, or from where, is refused: redirects, content codings, a body that ends before it says.
 */
final class Exchange {

  static final int OK = 200;
  static final int NOT_MODIFIED = 304;
  private static final int NOT_FOUND = 404;
  private static final int GONE = 410;

  private static final int MOST_LINE = 8 << 10;
  private static final int MOST_LINES = 100;

  private final InputStream in;
  private int status;
  private long length = -1;
  private boolean chunked;
  private String etag;

  private Exchange(InputStream in) {
    this.in = in;
  }

  /** Reads status and head. */
  static Exchange answer(InputStream in) throws IOException {
    Exchange exchange = new Exchange(in);
    String line = exchange.line();
    if (!line.startsWith("HTTP/1.") || line.length() < 12 || line.charAt(8) != ' ') {
      throw new IOException("the server does not answer in HTTP/1.1");
    }
    try {
      exchange.status = Integer.parseInt(line, 9, 12, 10);
    } catch (NumberFormatException none) {
      throw new IOException("the server answers without a status", none);
    }
    exchange.head();
    return exchange;
  }

  private void head() throws IOException {
    for (int i = 0; i < MOST_LINES; i++) {
      String line = line();
      if (line.isEmpty()) {
        return;
      }
      int colon = line.indexOf(':');
      if (colon < 1) {
        throw new IOException("the server sends a header without a name");
      }
      field(line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    throw new IOException("the server sends more than " + MOST_LINES + " headers");
  }

  private void field(String name, String value) throws IOException {
    switch (name) {
      case "content-length":
        long given = digits(value, 10);
        if (length >= 0 && length != given) {
          throw new IOException("the server gives two lengths");
        }
        length = given;
        break;
      case "transfer-encoding":
        if (!value.equalsIgnoreCase("chunked")) {
          throw new IOException("the server sends in a coding that was not asked for");
        }
        chunked = true;
        break;
      case "content-encoding":
        if (!value.equalsIgnoreCase("identity")) {
          throw new IOException("the server compresses, which was not asked for");
        }
        break;
      case "etag":
        etag = value;
        break;
      default:
        break;
    }
  }

  private static long digits(String value, int radix) throws IOException {
    try {
      long number = value.length() > 15 ? -1 : Long.parseLong(value, radix);
      if (number >= 0 && value.charAt(0) != '+') {
        return number;
      }
      throw new IOException("the server sends a length that is none");
    } catch (NumberFormatException none) {
      throw new IOException("the server sends a length that is none", none);
    }
  }

  int status() {
    return status;
  }

  /** Null where the server gave none that can be sent back. */
  String etag() {
    if (etag == null || etag.isEmpty() || etag.length() > 256) {
      return null;
    }
    for (int i = 0; i < etag.length(); i++) {
      if (etag.charAt(i) < ' ' || etag.charAt(i) > '~') {
        return null;
      }
    }
    return etag;
  }

  boolean isAbsent() {
    return status == NOT_FOUND || status == GONE;
  }

  /** The body of a 200. */
  byte[] body(String path, int most) throws IOException {
    if (status >= 300 && status < 400) {
      throw new IOException("the server redirects (" + status + "), which is not followed");
    }
    if (status != OK) {
      throw new IOException("the server answers with status " + status);
    }
    if (chunked) {
      return chunks(path, most);
    }
    if (length > most) {
      throw new Source.TooLargeException(path, most);
    }
    byte[] body = in.readNBytes(length < 0 ? most + 1 : (int) length);
    if (body.length > most) {
      throw new Source.TooLargeException(path, most);
    }
    if (length < 0) {
      throw new IOException("the server does not say how long its answer is");
    }
    if (body.length < length) {
      throw new EOFException("the answer ends after " + body.length + " of " + length + " bytes");
    }
    return body;
  }

  private byte[] chunks(String path, int most) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    while (true) {
      String line = line();
      int extension = line.indexOf(';');
      long size = digits((extension < 0 ? line : line.substring(0, extension)).strip(), 16);
      if (size == 0) {
        return body.toByteArray(); // trailers say nothing that is asked for, and the rest is closed
      }
      if (size > most - body.size()) {
        throw new Source.TooLargeException(path, most);
      }
      byte[] chunk = in.readNBytes((int) size);
      if (chunk.length < size || !line().isEmpty()) {
        throw new EOFException("the answer ends in the middle of a chunk");
      }
      body.write(chunk);
    }
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(64);
    while (true) {
      int octet = in.read();
      if (octet < 0) {
        throw new EOFException("the server closes the connection before it has answered");
      }
      if (octet == '\n') {
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
      }
      line.write(octet);
      if (line.size() > MOST_LINE) {
        throw new IOException("the server sends a line of more than " + MOST_LINE + " bytes");
      }
    }
  }
}
