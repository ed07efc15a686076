package dev.countersign.sink.http.apache;

import java.util.Set;

/** Bodies that the library itself holds in memory: writing them runs no code of the application. */
final class Entities {

  private static final String ENTITY_4 = Names.CORE_4 + "entity.";
  private static final String ENTITY_5 = Names.CORE_5 + "io.entity.";

  private static final Set<String> IN_MEMORY =
      Set.of(
          ENTITY_4 + "StringEntity",
          ENTITY_4 + "ByteArrayEntity",
          Names.CLIENT_4 + "client.entity.UrlEncodedFormEntity",
          Names.CLIENT_4 + "client.fluent.InternalByteArrayEntity",
          Names.CORE_4 + "nio.entity.NStringEntity",
          Names.CORE_4 + "nio.entity.NByteArrayEntity",
          ENTITY_5 + "StringEntity",
          ENTITY_5 + "ByteArrayEntity",
          Names.CLIENT_5 + "entity.UrlEncodedFormEntity");

  static boolean isInMemory(Class<?> entity) {
    return IN_MEMORY.contains(entity.getName());
  }

  private Entities() {}
}
