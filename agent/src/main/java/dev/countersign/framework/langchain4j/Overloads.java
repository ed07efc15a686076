package dev.countersign.framework.langchain4j;

import dev.countersign.scope.CallScope;
import dev.countersign.scope.WeakIdentityMap;
import dev.countersign.weave.WovenMethod;

/**
 * Of a method with two forms, one of which goes on to the other: which of them opened a scope. The
 * other one inside that scope is the same use, once; entered again, by whoever hears of the call in
 * between, it is a further one.
 */
final class Overloads {

  /** The descriptor of the form, until the other one was entered. */
  private final WeakIdentityMap<String> opened = new WeakIdentityMap<>();

  void opened(CallScope scope, WovenMethod form) {
    opened.put(scope, form.descriptor());
  }

  /** Whether the one that opened this scope goes on to this one now. */
  boolean goesOn(CallScope scope, WovenMethod form) {
    String by = opened.remove(scope);
    return by != null && !by.equals(form.descriptor());
  }
}
