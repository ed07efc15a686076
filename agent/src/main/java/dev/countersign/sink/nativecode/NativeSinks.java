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
    if (jdk >= FOREIGN) {
      sites.add(raw(effects, own, "(Ljava/nio/file/Path;)" + RAW_RESULT, version));
      sites.add(raw(effects, own, "(Ljava/lang/String;)" + RAW_RESULT, version));
      sites.add(downcall(effects, own, LINKER, "downcallHandle0", DOWNCALL, version));
    } else {
      sites.add(downcall(effects, own, INCUBATING_X64, "downcallHandle", INCUBATING, version));
      sites.add(downcall(effects, own, INCUBATING_AARCH64, "downcallHandle", INCUBATING, version));
    }
    return sites;
  }

  /**
   * Where libraries are loaded, closed to whoever works for a preview and nothing to anybody else:
   * for {@code unbound.native: allow}. The JDK loads its own: a class of it that failed to would be
   * lost to the application for good.
   */
  public static List<Site> closedToPreviews(Effects effects) {
    ClosedLoad closed = new ClosedLoad(effects, new JdkCode());
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

  private static Site load(Effects effects, JdkCode own, String method, String version) {
    return Site.on(RUNTIME)
        .at(method, ASKED)
        .required()
        .refuses(ActionClass.NATIVE_CODE)
        .to(new LoadSink(effects, own, adapter(RUNTIME, method, version)));
  }

  private static Site raw(Effects effects, JdkCode own, String descriptor, String version) {
    return Site.on(RAW)
        .at("load", descriptor)
        .refuses(ActionClass.NATIVE_CODE)
        .to(new ForeignSink(Unjudged.LOAD, effects, own, adapter(RAW, "load", version)));
  }

  private static Site downcall(
      Effects effects, JdkCode own, String type, String method, String descriptor, String version) {
    return Site.on(type)
        .at(method, descriptor)
        .refuses(ActionClass.NATIVE_CODE)
        .to(new ForeignSink(Unjudged.DOWNCALL, effects, own, adapter(type, method, version)));
  }

  private static Adapter adapter(String type, String method, String version) {
    return new Adapter("countersign.native", version, type + "#" + method);
  }

  private NativeSinks() {}
}
