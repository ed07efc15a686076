package dev.countersign.framework.langchain4j;

import dev.countersign.framework.Accessors;
import java.lang.reflect.Field;

/**
 * The JSON codec that LangChain4j converts arguments with. An application may put its own in the
 * place of the library's ({@code JsonCodecFactory}); what that makes of a value is not the
 * framework's own coercion.
 */
final class Codec {

  private static final String JSON = "dev.langchain4j.internal.Json";
  private static final String OWN = "dev.langchain4j.internal.JacksonJsonCodec";

  /**
   * Whether the library in that loader converts by its own codec. To be asked only after it has
   * converted something: the answer initialises the class that chooses.
   */
  static boolean isTheLibrarys(ClassLoader loader) {
    try {
      Field codec = Class.forName(JSON, false, loader).getDeclaredField("CODEC");
      return codec.trySetAccessible() && Accessors.isExactly(codec.get(null), OWN);
    } catch (ReflectiveOperationException | LinkageError unknownLine) {
      // Then it is not known who converts: nothing that was lost is accepted.
      return false;
    }
  }

  private Codec() {}
}
