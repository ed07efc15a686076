package dev.countersign.sink.nativecode;

import dev.countersign.ActionClass;
import dev.countersign.ledger.Adapter;
import dev.countersign.scope.Effects;
import dev.countersign.scope.Unjudged;
import dev.countersign.weave.Site;
import java.util.ArrayList;
import java.util.List;

/**
 * What is woven to see native code come in.
 *
 * <table>
 * <caption>Sites</caption>
 * <tr><th>where</th><th>why there</th><th>JDK</th></tr>
 * <tr><td>{@code Runtime.load0}, {@code loadLibrary0}</td><td>{@code System.load} and {@code Runtime.load} pass here
 *     with the class that asked; the JDK's own base libraries do not</td><td>17, 25</td></tr>
 * <tr><td>{@code RawNativeLibraries.load}</td><td>{@code SymbolLookup.libraryLookup}: no JNI, but constructors
 *     run</td><td>25</td></tr>
 * <tr><td>{@code AbstractLinker.downcallHandle0}</td><td>both {@code Linker.downcallHandle} end here; the handle is what
 *     calls</td><td>25</td></tr>
 * <tr><td>{@code SysVx64Linker}, {@code LinuxAArch64Linker}</td><td>the same in the incubator module</td><td>17</td></tr>
 * </table>
 *
 * <p>{@code Runtime} is loaded when the agent starts; the others cost nothing until they are used.
 */
public final class NativeSinks {

  private static final String RUNTIME = "java.lang.Runtime";
  private static final String ASKED = "(Ljava/lang/Class;Ljava/lang/String;)V";
  private static final String RAW = "jdk.internal.loader.RawNativeLibraries";
  private static final String RAW_RESULT = "Ljdk/internal/loader/NativeLibrary;";
  private static final String LINKER = "jdk.internal.foreign.abi.AbstractLinker";
  private static final String DOWNCALL =
      "(Ljava/lang/foreign/FunctionDescriptor;[Ljava/lang/foreign/Linker$Option;)Ljava/lang/invoke/MethodHandle;";
  private static final String INCUBATING_X64 = "jdk.internal.foreign.abi.x64.sysv.SysVx64Linker";
  private static final String INCUBATING_AARCH64 =
      "jdk.internal.foreign.abi.aarch64.linux.LinuxAArch64Linker";
  private static final String INCUBATING =
      "(Ljava/lang/invoke/MethodType;Ljdk/incubator/foreign/FunctionDescriptor;)Ljava/lang/invoke/MethodHandle;";

  /** The foreign function API is final from here on. */
  private static final int FOREIGN = 22;

  /**
   * The sites of the native sink; not to be added where {@code unbound.native} is {@code allow}.
   *
   * @param jdk feature version of this JVM
   */
  public static List<Site> sites(Effects effects, int jdk, String version) {
    JdkCode own = new JdkCode();
    List<Site> sites = new ArrayList<>(5);
    sites.add(load(effects, own, "load0", version));
    sites.add(load(effects, own, "loadLibrary0", version));
    ForeignCaller callers = new ForeignCaller(own);
    for (String[] at : foreign(jdk)) {
      Adapter adapter = adapter(at[0], at[1], version);
      String kind = at[0].equals(RAW) ? Unjudged.LOAD : Unjudged.DOWNCALL;
      sites.add(
          Site.on(at[0])
              .at(at[1], at[2])
              .refuses(ActionClass.NATIVE_CODE)
              .to(new ForeignSink(kind, effects, callers, adapter)));
    }
    return sites;
  }

  /** Class, method and descriptor of the foreign function API. */
  private static List<String[]> foreign(int jdk) {
    List<String[]> at = new ArrayList<>(3);
    if (jdk >= FOREIGN) {
      at.add(new String[] {RAW, "load", "(Ljava/nio/file/Path;)" + RAW_RESULT});
      at.add(new String[] {RAW, "load", "(Ljava/lang/String;)" + RAW_RESULT});
      at.add(new String[] {LINKER, "downcallHandle0", DOWNCALL});
    } else {
      at.add(new String[] {INCUBATING_X64, "downcallHandle", INCUBATING});
      at.add(new String[] {INCUBATING_AARCH64, "downcallHandle", INCUBATING});
    }
    return at;
  }

  /**
   * Where libraries are loaded, closed to whoever works for a preview and nothing to anybody else:
   * for {@code unbound.native: allow}. The JDK loads its own: a class of it that failed to would be
   * lost to the application for good.
   */
  public static List<Site> closedToPreviews() {
    ClosedLoad closed = new ClosedLoad();
    List<Site> sites = new ArrayList<>(2);
    for (String method : new String[] {"load0", "loadLibrary0"}) {
      sites.add(
          Site.on(RUNTIME)
              .at(method, ASKED)
              .carrying()
              .refuses(ActionClass.NATIVE_CODE)
              .to(closed));
    }
    return sites;
  }

  /**
   * The same of the foreign function API, whose classes load when it is used.
   *
   * @param jdk feature version of this JVM
   */
  public static List<Site> foreignClosedToPreviews(int jdk) {
    ClosedForeign closed = new ClosedForeign();
    List<Site> sites = new ArrayList<>(3);
    for (String[] at : foreign(jdk)) {
      sites.add(
          Site.on(at[0]).at(at[1], at[2]).carrying().refuses(ActionClass.NATIVE_CODE).to(closed));
    }
    return sites;
  }

  private static Site load(Effects effects, JdkCode own, String method, String version) {
    return Site.on(RUNTIME)
        .at(method, ASKED)
        .required()
        .refuses(ActionClass.NATIVE_CODE)
        .to(new LoadSink(effects, own, adapter(RUNTIME, method, version)));
  }

  private static Adapter adapter(String type, String method, String version) {
    return new Adapter("countersign.native", version, type + "#" + method);
  }

  private NativeSinks() {}
}
