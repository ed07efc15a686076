package dev.countersign.canonical;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Vector files of the test class path. */
final class Resource {

  static byte[] bytes(String path) {
    try (InputStream in = Resource.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("no test resource " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(String path) {
    return new String(bytes(path), StandardCharsets.UTF_8);
  }

  @SuppressWarnings("unchecked")
  static List<Map<String, Object>> rows(Object json) {
    return (List<Map<String, Object>>) json;
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object json) {
    return (Map<String, Object>) json;
  }

  private Resource() {}
}
