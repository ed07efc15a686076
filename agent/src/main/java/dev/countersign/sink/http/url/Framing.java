package dev.countersign.sink.http.url;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Where an HTTP/1.1 request that the JDK writes begins and ends. Pure functions. */
final class Framing {

  static final long CHUNKED = -1;

  /** The first byte behind the head; negative while there is none. */
  static int endOfHead(byte[] bytes) {
    for (int i = 3; i < bytes.length; i++) {
      if (bytes[i] == '\n'
          && bytes[i - 1] == '\r'
          && bytes[i - 2] == '\n'
          && bytes[i - 3] == '\r') {
        return i + 1;
      }
    }
    return -1;
  }

  private static String header(byte[] bytes, int head, String name) {
    String text = new String(bytes, 0, head, StandardCharsets.ISO_8859_1);
    for (String line : text.split("\r\n")) {
      if (line.toLowerCase(Locale.ROOT).startsWith(name + ":")) {
        return line.substring(name.length() + 1).trim();
      }
    }
    return null;
  }

  /** How many bytes the body has as its head says; {@link #CHUNKED} where its end says so. */
  static long length(byte[] bytes, int head) {
    if (isChunked(bytes, head)) {
      return CHUNKED;
    }
    String length = header(bytes, head, "content-length");
    return length == null ? 0 : Long.parseLong(length);
  }

  private static boolean isChunked(byte[] bytes, int head) {
    return "chunked".equalsIgnoreCase(header(bytes, head, "transfer-encoding"));
  }

  /** The body without its framing; null where its last chunk is not there. */
  static byte[] body(byte[] bytes, int head) {
    ByteArrayOutputStream body = new ByteArrayOutputStream(bytes.length - head);
    if (!isChunked(bytes, head)) {
      body.write(bytes, head, bytes.length - head);
      return body.toByteArray();
    }
    int at = head;
    while (true) {
      int end = at;
      while (end + 1 < bytes.length && !(bytes[end] == '\r' && bytes[end + 1] == '\n')) {
        end++;
      }
      if (end + 1 >= bytes.length) {
        return null;
      }
      int size = Integer.parseInt(new String(bytes, at, end - at, StandardCharsets.ISO_8859_1), 16);
      at = end + 2;
      // Behind the last chunk the JDK writes the empty line that ends the trailer.
      if (at + size + 2 > bytes.length) {
        return null;
      }
      if (size == 0) {
        return body.toByteArray();
      }
      body.write(bytes, at, size);
      at += size + 2;
    }
  }

  private Framing() {}
}
