package dev.countersign.sink.http.apache;

/** Exact names of the library's classes. */
final class Names {

  /** HttpCore 4.4, and HttpClient 4.5 above it. */
  static final String CORE_4 = "org.apache.http.";

  static final String CLIENT_4 = "org.apache.http.";

  /** HttpCore 5, and HttpClient 5 above it. */
  static final String CORE_5 = "org.apache.hc.core5.http.";

  static final String CLIENT_5 = "org.apache.hc.client5.http.";

  static final String BASE_4 = CORE_4 + "impl.BHttpConnectionBase";
  static final String CONNECTION_4 = CORE_4 + "impl.DefaultBHttpClientConnection";
  static final String OLD_CONNECTION_4 = CORE_4 + "impl.AbstractHttpClientConnection";
  static final String BASE_5 = CORE_5 + "impl.io.BHttpConnectionBase";
  static final String CONNECTION_5 = CORE_5 + "impl.io.DefaultBHttpClientConnection";

  /** As class files have it. */
  static String internal(String name) {
    return name.replace('.', '/');
  }

  /**
   * A descriptor of these parameters and result, each a binary name; primitive ones as they are.
   */
  static String descriptor(String result, String... parameters) {
    StringBuilder text = new StringBuilder("(");
    for (String parameter : parameters) {
      text.append(type(parameter));
    }
    return text.append(')').append(type(result)).toString();
  }

  private static String type(String name) {
    return name.length() == 1 ? name : 'L' + internal(name) + ';';
  }

  private Names() {}
}
