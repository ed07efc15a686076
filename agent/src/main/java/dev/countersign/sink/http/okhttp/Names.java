package dev.countersign.sink.http.okhttp;

import java.lang.reflect.Field;

/** Exact names of classes of the library. */
final class Names {

  static final String LAST_INTERCEPTOR = "okhttp3.internal.http.CallServerInterceptor";
  static final String CONNECTING_INTERCEPTOR = "okhttp3.internal.connection.ConnectInterceptor";

  /** What makes a connection: up to 4 the connection itself. */
  static final String CONNECTION = "okhttp3.internal.connection.RealConnection";

  /** From 5 on. */
  static final String CONNECT_PLAN = "okhttp3.internal.connection.ConnectPlan";

  static final String REQUEST = "okhttp3.Request";
  private static final String FORM = "okhttp3.FormBody";

  /** Bodies that {@code RequestBody} itself makes; what of, their one other field says. */
  private static final String OWN_BODY = "okhttp3.RequestBody$";

  private static final String BYTES = "okio.ByteString";

  private static final ClassValue<Boolean> IN_MEMORY =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> body) {
          if (body.getName().equals(FORM)) {
            return true;
          }
          if (body.getName().startsWith(OWN_BODY)) {
            for (Field field : body.getDeclaredFields()) {
              if (field.getType() == byte[].class || field.getType().getName().equals(BYTES)) {
                return true;
              }
            }
          }
          return false;
        }
      };

  /**
   * Whether the library itself holds bodies of this class in memory: writing them runs no code of
   * the application.
   */
  static boolean isInMemory(Class<?> body) {
    return IN_MEMORY.get(body);
  }

  private Names() {}
}
