package dev.countersign.policy;

/** The documents that travel (spec 3.2): each one DSSE envelope. */
public enum Kind {
  ROOT("root", Role.ROOT, 256 << 10),
  BUNDLE("bundle", Role.POLICY, 6 << 20),
  ROLLOUT("rollout", Role.ROLLOUT, 256 << 10),
  HEAD("head", Role.TIMESTAMP, 64 << 10),
  BREAKGLASS("breakglass", Role.BREAKGLASS, 64 << 10);

  private final String text;
  private final Role role;
  private final int mostBytes;

  Kind(String text, Role role, int mostBytes) {
    this.text = text;
    this.role = role;
    this.mostBytes = mostBytes;
  }

  /** Its {@code type}, and its directory in the tree. */
  public String text() {
    return text;
  }

  /** Who signs it. */
  public Role role() {
    return role;
  }

  /** Bytes that its envelope may have. */
  public int mostBytes() {
    return mostBytes;
  }

  /** What its envelope says that it is; signed as well, so that none passes for another. */
  public String payloadType() {
    return "application/vnd.countersign." + text + "+json";
  }

  /** Where one stands in the tree. */
  public String path(String name) {
    return this == HEAD ? "head.json" : text + '/' + name + ".json";
  }
}
