package dev.countersign.agent;

/**
 * A version as {@link Runtime.Version#toString} writes it, which does so with streams and lambdas.
 */
final class JdkVersion {

  static String text(Runtime.Version version) {
    StringBuilder text = new StringBuilder();
    for (Integer element : version.version()) {
      text.append(text.length() == 0 ? "" : ".").append(element);
    }
    if (version.pre().isPresent()) {
      text.append('-').append(version.pre().get());
    }
    if (version.build().isPresent()) {
      text.append('+').append(version.build().get());
    } else if (version.optional().isPresent() && version.pre().isEmpty()) {
      text.append('+');
    }
    if (version.optional().isPresent()) {
      text.append('-').append(version.optional().get());
    }
    return text.toString();
  }

  private JdkVersion() {}
}
