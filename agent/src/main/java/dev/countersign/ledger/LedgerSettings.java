package dev.countersign.ledger;

import java.util.Objects;

/**
 * Where and how the books are kept ({@code ledger}, spec 5.9).
 *
 * @param directory {@code ledger.dir}; relative to the working directory where it is not absolute
 * @param agent the name of the agent whose books they are, for example {@code shop}
 * @param durability what holds before an effect may fire
 * @param recordParamsHashes false for {@code params_hashes: omit}: no entry carries a parameter
 *     hash or its absence's reason
 * @param self who performs the agent's own acts
 * @param rotation when a chain goes on in a new segment
 * @param signing what is signed of them
 */
public record LedgerSettings(
    String directory,
    String agent,
    Durability durability,
    boolean recordParamsHashes,
    Adapter self,
    Rotation rotation,
    Signing signing) {

  public LedgerSettings {
    Objects.requireNonNull(directory, "directory");
    Objects.requireNonNull(agent, "agent");
    Objects.requireNonNull(durability, "durability");
    Objects.requireNonNull(self, "self");
    Objects.requireNonNull(rotation, "rotation");
    Objects.requireNonNull(signing, "signing");
  }

  /** The defaults of spec 5.9 for a released agent of this version. */
  public static LedgerSettings of(String directory, String agent, String version) {
    return new LedgerSettings(
        directory,
        agent,
        Durability.WRITE,
        true,
        new Adapter("countersign.agent", version, "dev.countersign.agent.Startup"),
        Rotation.STANDARD,
        Signing.NOTHING);
  }

  public LedgerSettings withRotation(Rotation other) {
    return new LedgerSettings(
        directory, agent, durability, recordParamsHashes, self, other, signing);
  }

  public LedgerSettings withSigning(Signing other) {
    return new LedgerSettings(
        directory, agent, durability, recordParamsHashes, self, rotation, other);
  }
}
