package com.example.acts.approval;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * Somebody who answers with a key of his own, written by what the page on approvals says and
 * nothing of the agent's. In a JVM without the agent nobody is asked, and nothing is answered.
 */
public final class Person {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPE = "application/vnd.countersign.approval.v1+json";

  private static final byte[] PKCS8 = HexFormat.of().parseHex("302e020100300506032b657004220420");

  private final Path directory;
  private final byte[] seed;

  /**
   * @param seed the private key, 32 bytes
   */
  public Person(Path directory, byte[] seed) {
    this.directory = directory;
    this.seed = seed;
  }

  /** Whose key is this byte 32 times, and whose directory the application was told. */
  public static Person ofThisRun(int value) {
    byte[] seed = new byte[32];
    Arrays.fill(seed, (byte) value);
    return new Person(Path.of(System.getProperty("approvals")), seed);
  }

  /** The questions that stand. */
  static List<Path> questions(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return new ArrayList<>(
          files.filter(file -> file.toString().endsWith(".request.json")).sorted().toList());
    }
  }

  /** Says yes to every question that nobody has answered. */
  public void approveAll() throws Exception {
    for (Path question : questions(directory)) {
      answer(question, "approve");
    }
  }

  /** Says no to every question that nobody has answered. */
  void refuseAll() throws Exception {
    for (Path question : questions(directory)) {
      answer(question, "refuse");
    }
  }

  private void answer(Path question, String decision) throws Exception {
    ObjectNode request = (ObjectNode) JSON.readTree(Files.readString(question));
    Path ticket =
        directory.resolve(
            request.path("request_digest").asText()
                + '.'
                + request.path("id").asText()
                + ".ticket.json");
    if (!Files.exists(ticket)) {
      write(ticket, envelope(payload(request, decision)));
    }
  }

  private static byte[] payload(ObjectNode request, String decision) throws Exception {
    String digest = request.path("request_digest").asText();
    String id = request.path("id").asText();
    request.remove(List.of("v", "id", "run", "requested_at", "expires_at", "application", "pid"));
    byte[] shown =
        MessageDigest.getInstance("SHA-256")
            .digest(request.toString().getBytes(StandardCharsets.UTF_8));
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    ObjectNode ticket = JSON.createObjectNode();
    ticket.put("v", 1);
    ticket.put("ticket", id);
    ticket.put("request_digest", digest);
    ticket.put("shown", HexFormat.of().formatHex(shown));
    ticket.put("decision", decision);
    ticket.put("reason", "");
    ticket.put("approver", "ada");
    ticket.put("issued_at", now.toString());
    ticket.put("expires_at", now.plusSeconds(3600).toString());
    return JSON.writeValueAsBytes(ticket);
  }

  private byte[] envelope(byte[] payload) throws GeneralSecurityException, IOException {
    byte[] head =
        ("DSSEv1 " + TYPE.length() + ' ' + TYPE + ' ' + payload.length + ' ')
            .getBytes(StandardCharsets.UTF_8);
    byte[] key = new byte[PKCS8.length + seed.length];
    System.arraycopy(PKCS8, 0, key, 0, PKCS8.length);
    System.arraycopy(seed, 0, key, PKCS8.length, seed.length);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(
        KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(key)));
    signature.update(head);
    signature.update(payload);
    ObjectNode envelope = JSON.createObjectNode();
    envelope.put("payloadType", TYPE);
    envelope.put("payload", Base64.getEncoder().encodeToString(payload));
    envelope
        .putArray("signatures")
        .addObject()
        .put("sig", Base64.getEncoder().encodeToString(signature.sign()));
    return JSON.writeValueAsBytes(envelope);
  }

  /** As a file that only its owner may write. */
  static void write(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
  }
}
