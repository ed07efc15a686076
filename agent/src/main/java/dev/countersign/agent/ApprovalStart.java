package dev.countersign.agent;

import dev.countersign.approval.ApprovalCheck;
import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.AskedQuestions;
import dev.countersign.canonical.Ed25519;
import dev.countersign.canonical.Hex;
import dev.countersign.config.ApprovalRules;
import dev.countersign.config.ApprovalSource;
import dev.countersign.config.Configuration;
import dev.countersign.config.LedgerRules;
import dev.countersign.observe.StandardError;
import dev.countersign.receipt.ReceiptSigner;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What approvals need of the start of a JVM (spec 5.9): the keys of those who may answer, read once
 * because a tool could replace the files later, and the directory. Loaded only where {@code
 * approvals} is configured.
 */
final class ApprovalStart {

  private static final int MOST_BYTES = 64 * 1024;
  private static final int MOST_NAME = 256;

  /**
   * @return null where tickets do not count
   * @throws NotStarted if a key cannot be used, this user could answer itself, or the directory is
   *     none
   */
  static ApprovalCheck begin(ApprovalRules rules, LedgerRules ledger) throws NotStarted {
    if (!rules.takes(ApprovalSource.TICKETS)) {
      return null;
    }
    List<byte[]> keys = new ArrayList<>(rules.keys().size());
    for (int i = 0; i < rules.keys().size(); i++) {
      String place = "approvals.keys[" + i + "]: " + rules.keys().get(i);
      byte[] key = read(place, rules.keys().get(i));
      if (contains(keys, key)) {
        throw new NotStarted(place + " holds the same key as another file. Remove one of the two");
      }
      warn(place, rules.keys().get(i), key);
      keys.add(key);
    }
    requireOthers(keys, "receipts.key", ledger.receiptKey());
    requireOthers(keys, "receipts.checkpoint.key", ledger.checkpointKey());
    requireOthers(keys, "ledger.anchor_key", ledger.anchorKey());
    try {
      return new ApprovalCheck(ApprovalDirectory.openOrMake(rules.dir()), keys, rules.ttl());
    } catch (IOException unusable) {
      throw new NotStarted("approvals.dir: " + unusable.getMessage());
    }
  }

  /** The questions that are put inside this JVM; null where nothing but tickets counts. */
  static AskedQuestions questions(Configuration configuration) {
    for (ApprovalSource source : configuration.approvals().from()) {
      if (source != ApprovalSource.TICKETS) {
        return new AskedQuestions(configuration.stateDir(), configuration.approvals().ttl());
      }
    }
    return null;
  }

  /** What weakens approvals: the sources whose answers nobody signs; empty for none. */
  static List<Hole> holes(ApprovalRules rules) {
    List<Hole> holes = new ArrayList<>(3);
    for (ApprovalSource source : rules.from()) {
      if (source != ApprovalSource.TICKETS) {
        holes.add(
            new Hole(
                "approvals.from",
                "approvals.from names "
                    + source.text()
                    + ": its answers are given inside this JVM and signed by nobody, so that"
                    + " whatever runs here as the application can give them. Nobody here can give"
                    + " tickets"));
      }
    }
    return holes;
  }

  private static boolean contains(List<byte[]> keys, byte[] key) {
    String hex = Hex.of(key);
    for (byte[] each : keys) {
      if (Hex.of(each).equals(hex)) {
        return true;
      }
    }
    return false;
  }

  private static byte[] read(String place, String file) throws NotStarted {
    String text;
    try {
      text = text(file);
    } catch (IOException unreadable) {
      throw new NotStarted(
          place
              + " cannot be read: "
              + unreadable.getMessage()
              + ". Name the public key (PEM) of somebody who answers");
    }
    if (text.contains("PRIVATE KEY-----")) {
      throw new NotStarted(
          place
              + " holds a private key, and this user can read it: whatever runs here could approve"
              + " its own requests. Make another key, keep it with the person who answers, and name"
              + " its public part here: openssl pkey -in PRIVATE.pem -pubout");
    }
    byte[] key = Ed25519.publicInPem(text);
    if (key == null || !Ed25519.isPublicKey(key)) {
      throw new NotStarted(
          place
              + " holds no Ed25519 public key in PEM. Make a pair with: countersign policy keygen");
    }
    return key;
  }

  private static String text(String file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.ISO_8859_1);
    }
  }

  /** What lets this user answer its own questions, after this start or the next one. */
  private static void warn(String place, String file, byte[] key) {
    if (new File(file).canWrite()) {
      StandardError.say(
          place
              + " is writable by the user that runs this JVM, so that a tool that can write files"
              + " can put a key of its own there for the next start. Let another user own it");
    }
    for (String beside : privateNames(file)) {
      if (beside.equals(file)) {
        continue;
      }
      try {
        byte[] seed = Ed25519.seedInPem(text(beside));
        if (seed != null && Hex.of(new ReceiptSigner(seed).publicKey()).equals(Hex.of(key))) {
          StandardError.say(
              place
                  + ": its private key lies in "
                  + beside
                  + " and can be read by the user that runs this JVM, so that a tool that can read"
                  + " files can approve its own requests. Keep it where only the person who answers"
                  + " can read it");
        }
      } catch (IOException absent) {
        continue; // as it should be
      }
    }
  }

  /** Where the other half usually lies: {@code policy keygen} writes FILE and FILE.pub. */
  private static String[] privateNames(String file) {
    String stem = file;
    for (String ending : new String[] {".pem", ".pub", ".pem"}) {
      stem = stem.endsWith(ending) ? stem.substring(0, stem.length() - ending.length()) : stem;
    }
    return new String[] {stem, stem + ".pem", stem + ".key", stem + ".key.pem"};
  }

  private static void requireOthers(List<byte[]> keys, String name, String file) throws NotStarted {
    if (file == null) {
      return;
    }
    try {
      byte[] seed = Ed25519.seedInPem(text(file));
      if (seed != null && contains(keys, new ReceiptSigner(seed).publicKey())) {
        throw new NotStarted(
            "approvals.keys names the key of "
                + name
                + ", which this JVM reads: whatever runs here could approve its own requests. Give"
                + " those who answer a key of their own");
      }
    } catch (IOException unreadable) {
      return; // whoever needs it has said so
    }
  }

  /** The main class or the name of the jar file, as the command line has it. */
  static String application() {
    String command = System.getProperty("sun.java.command", "");
    int end = command.indexOf(' ');
    String first = end < 0 ? command : command.substring(0, end);
    String name = first.substring(first.lastIndexOf('/') + 1);
    StringBuilder plain = new StringBuilder(name.length());
    for (int i = 0; i < name.length() && i < MOST_NAME; i++) {
      plain.append(Character.isISOControl(name.charAt(i)) ? '_' : name.charAt(i));
    }
    return plain.length() == 0 ? "unknown" : plain.toString();
  }

  private ApprovalStart() {}
}
