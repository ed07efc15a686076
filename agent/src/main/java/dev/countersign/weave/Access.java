package dev.countersign.weave;

/** The access flags that are asked for (JVMS 4.6), here so that {@link Site} needs no ASM. */
final class Access {

  static final int PUBLIC = 0x0001;
  static final int PRIVATE = 0x0002;
  static final int PROTECTED = 0x0004;
  static final int STATIC = 0x0008;
  static final int SYNCHRONIZED = 0x0020;
  static final int BRIDGE = 0x0040;
  static final int NATIVE = 0x0100;
  static final int ABSTRACT = 0x0400;

  private Access() {}
}
