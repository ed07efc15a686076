package dev.countersign.weave;

/**
 * Methods that are named without their class: those of a type and everything below it, or those
 * that carry an annotation (spec 5.2). Which methods these are is found out as classes are defined.
 *
 * @param text as configured, for messages
 * @param kind how methods are named
 * @param typeName binary name of the type, or of the annotation
 * @param method name of the method; null for any
 * @param parameters the parameter part of its descriptor, {@code (Ljava/lang/String;)}; {@code "("}
 *     for any
 * @param sites makes the site of one method
 * @param proxies whether the methods of the JDK's own proxies are meant as well: what stands behind
 *     a proxy may get other arguments, so that where arguments are compared, they are not
 */
public record TypePattern(
    String text,
    Kind kind,
    String typeName,
    String method,
    String parameters,
    Sites sites,
    boolean proxies) {

  /** Without the JDK's proxies. */
  public TypePattern(
      String text, Kind kind, String typeName, String method, String parameters, Sites sites) {
    this(text, kind, typeName, method, parameters, sites, false);
  }

  /** How methods are named. */
  public enum Kind {
    /** The methods of a type and of all its sub-types, {@code pkg.Type+#name(…)}. */
    SUBTYPES,
    /** The methods that are annotated, {@code @pkg.Annotation *#*(..)}. */
    ANNOTATED
  }

  /** Makes sites. */
  @FunctionalInterface
  public interface Sites {
    /**
     * The site of a method that the pattern turned out to name; null where it is not meant after
     * all.
     *
     * @param className binary name of the class that declares it
     * @param descriptor whole
     */
    Site of(String className, String method, String descriptor);
  }
}
