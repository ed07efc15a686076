package dev.countersign.scope;

import dev.countersign.ledger.Adapter;

/**
 * Native code that is about to be loaded, or to be made callable (spec 5.7, {@code
 * unbound.native}).
 *
 * @param kind {@link #LOAD} or {@link #DOWNCALL}, which is its finding as well
 * @param asked a library's path or name as it was asked for; of a down-call the class that makes it
 * @param by the class that asks for it
 * @param adapter which hook saw it
 */
public record NativeUse(String kind, String asked, String by, Adapter adapter) {

  /** A library is loaded. */
  public static final String LOAD = "native_load";

  /** A method handle is made that calls native code. */
  public static final String DOWNCALL = "native_downcall";

  /** What is recorded of it: the last segment of a library's path, or its name. */
  public String target() {
    return kind.equals(LOAD) ? asked.substring(asked.lastIndexOf('/') + 1) : asked;
  }
}
