package com.example.bench;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/** An agent that is asked about every class and never has an answer: what any agent costs. */
public final class DoNothingAgent implements ClassFileTransformer {

  /** Called by the JVM. */
  public static void premain(String options, Instrumentation instrumentation) {
    instrumentation.addTransformer(new DoNothingAgent(), true);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] classFile) {
    return null;
  }

  private DoNothingAgent() {}
}
