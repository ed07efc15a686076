package dev.countersign.weave;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.IllegalClassFormatException;
import java.security.ProtectionDomain;
import java.util.Set;

/**
 * Another agent's transformer. What it makes of a class that carries our gates is taken only where
 * every gate is still there; of the agent's own classes and of the JDK's instrumentation nothing is
 * taken.
 *
 * <p>A transformer of an agent that stands before this one sees classes without our gates; we weave
 * what it made of them, and nothing has to be compared.
 */
final class WatchedTransformer implements ClassFileTransformer {

  /** Of the instrumentation; the object itself is the other agent's, and in no field of ours. */
  private final int owner;

  private final ClassFileTransformer theirs;
  private final Weaver weaver;
  private final Set<String> announced;

  /**
   * @param instrumentation to which the transformer is added
   * @param announced names of classes of transformers of which nothing more has to be said as long
   *     as they leave the gates alone
   */
  WatchedTransformer(
      Object instrumentation, ClassFileTransformer theirs, Weaver weaver, Set<String> announced) {
    this.owner = System.identityHashCode(instrumentation);
    this.theirs = theirs;
    this.weaver = weaver;
    this.announced = announced;
  }

  boolean isOf(Object instrumentation, Object transformer) {
    return theirs == transformer && owner == System.identityHashCode(instrumentation);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile)
      throws IllegalClassFormatException {
    if (name == null || !weaver.isGuarded(name, loader)) {
      return theirs.transform(module, loader, name, redefined, domain, classFile);
    }
    // Copies both ways: it shall change neither what it is compared with nor what was compared.
    byte[] made = theirs.transform(module, loader, name, redefined, domain, classFile.clone());
    return made == null ? null : accepted(loader, name, classFile, made.clone());
  }

  private byte[] accepted(ClassLoader loader, String name, byte[] given, byte[] made) {
    String loss = weaver.lossOf(loader, name, given, made);
    if (loss != null) {
      say("changes " + loss + (weaver.enforcing() ? ": left out" : ": " + Weaver.UNSEEN_FROM_HERE));
      return weaver.enforcing() ? null : made;
    }
    if (announced.add(theirs.getClass().getName())) {
      say(
          "changes classes that carry a gate, the first is "
              + name.replace('/', '.')
              + ": the gate stays");
    }
    return made;
  }

  private void say(String what) {
    weaver.found("another agent's transformer " + theirs.getClass().getName() + " " + what);
  }
}
