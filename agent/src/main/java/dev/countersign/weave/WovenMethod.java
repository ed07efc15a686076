package dev.countersign.weave;

import java.lang.ref.Reference;
import java.util.List;

/**
 * One method that the transformer put the gate around: one per class definition, so that two
 * loaders' classes of one name are two.
 *
 * @param className binary name, {@code java.lang.ProcessImpl}
 * @param method method name
 * @param descriptor JVM descriptor
 * @param classDigest BLAKE3-256 in hex of the class file as handed to our transformer (spec 1.4,
 *     {@code plan}); null for classes of the JDK
 * @param defined {@link System#nanoTime()} of the definition, to order definitions and resolutions
 * @param loader the defining loader; null for the bootstrap loader
 * @param parameterNames as the class file has them, from {@code MethodParameters} or else from
 *     {@code LocalVariableTable}; empty where it has neither
 */
public record WovenMethod(
    String className,
    String method,
    String descriptor,
    String classDigest,
    long defined,
    Reference<ClassLoader> loader,
    List<String> parameterNames) {

  /** How many parameters it takes. */
  public int parameterCount() {
    int count = 0;
    for (int i = 1; descriptor.charAt(i) != ')'; i++) {
      if (descriptor.charAt(i) != '[') {
        count++;
        i = descriptor.charAt(i) == 'L' ? descriptor.indexOf(';', i) : i;
      }
    }
    return count;
  }
}
