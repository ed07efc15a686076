package dev.countersign.effect;

import dev.countersign.canonical.NotCanonicalException;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;

/**
 * Reads annotations of the application's mapper by their names: its classes are the application's,
 * not ours. Members are answered by the JDK's own annotation objects, so no code of the application
 * runs.
 */
final class Annotations {

  static final String JSON_PROPERTY = "com.fasterxml.jackson.annotation.JsonProperty";
  static final String JSON_ALIAS = "com.fasterxml.jackson.annotation.JsonAlias";
  static final String JSON_VALUE = "com.fasterxml.jackson.annotation.JsonValue";
  static final String JSON_TYPE_INFO = "com.fasterxml.jackson.annotation.JsonTypeInfo";
  static final String JSON_SUB_TYPES = "com.fasterxml.jackson.annotation.JsonSubTypes";
  static final String JSON_TYPE_NAME = "com.fasterxml.jackson.annotation.JsonTypeName";

  private Annotations() {}

  /** The annotation of that class name that stands on the element itself; null without one. */
  static Annotation of(AnnotatedElement element, String annotation) {
    for (Annotation a : element.getDeclaredAnnotations()) {
      if (a.annotationType().getName().equals(annotation)) {
        return a;
      }
    }
    return null;
  }

  /**
   * What a member of the annotation says.
   *
   * @throws NotCanonicalException when this version of the annotation has no such member
   */
  static Object member(Annotation annotation, String member) {
    try {
      Method method = annotation.annotationType().getMethod(member);
      method.trySetAccessible();
      return method.invoke(annotation);
    } catch (ReflectiveOperationException e) {
      throw new NotCanonicalException(
          "annotation "
              + annotation.annotationType().getName()
              + " cannot be read: no "
              + member
              + "()");
    }
  }

  /** The text of a member, null where the annotation is absent or the text empty. */
  static String text(AnnotatedElement element, String annotation, String member) {
    Annotation found = of(element, annotation);
    String text = found == null ? null : (String) member(found, member);
    return text == null || text.isBlank() ? null : text;
  }
}
