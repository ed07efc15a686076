package dev.countersign.sink.http.apache;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The head of a request, read from the bytes that were written of it. */
final class WrittenHead {

  private final String method;
  private final String target;
  private final List<String[]> headers;

  private WrittenHead(String method, String target, List<String[]> headers) {
    this.method = method;
    this.target = target;
    this.headers = headers;
  }

  /**
   * @param charset in which the client writes heads; a byte that it cannot have written is none of
   *     a text's
   * @throws NotCanonicalException when it is not just one head
   */
  static WrittenHead of(byte[] bytes, Charset charset) {
    String text = new String(bytes, charset);
    int end = text.indexOf("\r\n\r\n");
    if (end < 0 || end + 4 != text.length()) {
      throw new NotCanonicalException("a head that ends before its end, or not at all");
    }
    int line = text.indexOf("\r\n");
    int first = text.indexOf(' ');
    int last = text.lastIndexOf(' ', line);
    if (first < 0 || last <= first || last > line) {
      throw new NotCanonicalException("a request line that is none");
    }
    List<String[]> headers = new ArrayList<>();
    for (int from = line + 2; from < end + 2; ) {
      int to = text.indexOf("\r\n", from);
      int colon = text.indexOf(':', from);
      if (colon < 0 || colon > to) {
        throw new NotCanonicalException("a header without a name");
      }
      headers.add(new String[] {text.substring(from, colon), text.substring(colon + 1, to).trim()});
      from = to + 2;
    }
    return new WrittenHead(text.substring(0, first), text.substring(first + 1, last), headers);
  }

  String method() {
    return method;
  }

  /** As the request line has it: a path, a whole URL, or a host and a port. */
  String target() {
    return target;
  }

  /** Name and value of each line. */
  List<String[]> headers() {
    return headers;
  }

  boolean isConnect() {
    return method.equals("CONNECT");
  }

  boolean isAbsolute() {
    return isAbsolute(target);
  }

  static boolean isAbsolute(String target) {
    return !target.startsWith("/") && target.contains("://");
  }

  /** Whether the body comes in chunks. */
  boolean isChunked() {
    for (String[] header : headers) {
      if (header[0].equalsIgnoreCase("transfer-encoding")) {
        return header[1].toLowerCase(Locale.ROOT).contains("chunked");
      }
    }
    return false;
  }

  /** What {@code Content-Length} says; negative = it is not there, or no number. */
  long length() {
    for (String[] header : headers) {
      if (header[0].equalsIgnoreCase("content-length")) {
        try {
          return Long.parseLong(header[1]);
        } catch (NumberFormatException none) {
          return -1;
        }
      }
    }
    return -1;
  }
}
