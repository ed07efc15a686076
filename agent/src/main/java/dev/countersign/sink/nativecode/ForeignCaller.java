package dev.countersign.sink.nativecode;

/** Who uses the foreign function API, which is on the stack only. */
final class ForeignCaller {

  private final JdkCode own;

  ForeignCaller(JdkCode own) {
    this.own = own;
  }

  /** The nearest class on the stack that is not the JDK's and not ours; null for none. */
  Class<?> find() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> !type.getName().startsWith("dev.countersign."))
                    .dropWhile(this::isForeignApi)
                    .findFirst()
                    .filter(type -> !own.contains(type))
                    .orElse(null));
  }

  /** The API itself, and reflection on it, through which an application may call. */
  private boolean isForeignApi(Class<?> type) {
    String name = type.getName();
    return own.contains(type)
        && (name.startsWith("java.lang.foreign.")
            || name.startsWith("jdk.internal.foreign.")
            || name.startsWith("jdk.incubator.foreign.")
            || name.startsWith("jdk.internal.loader.")
            || name.startsWith("java.lang.reflect.")
            || name.startsWith("jdk.internal.reflect.")
            || name.startsWith("java.lang.invoke."));
  }
}
