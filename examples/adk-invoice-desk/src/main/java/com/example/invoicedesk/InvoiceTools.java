package com.example.invoicedesk;

import com.google.adk.tools.Annotations.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/** What the model may do. */
public final class InvoiceTools {

  private final Path payments;
  private final Path notes;

  InvoiceTools(Path payments, Path notes) {
    this.payments = payments;
    this.notes = notes;
  }

  @Schema(description = "Pays a supplier, in euros")
  public Map<String, Object> pay(
      @Schema(name = "to", description = "the supplier's account") String to,
      @Schema(name = "amount", description = "for example 10.50") String amount)
      throws IOException {
    append(payments, to + "," + amount);
    return Map.of("paid", amount + " EUR");
  }

  @Schema(description = "Writes down why something was paid")
  public Map<String, Object> note(
      @Schema(name = "invoice", description = "its number") String invoice,
      @Schema(name = "text", description = "one line") String text)
      throws IOException {
    append(notes, invoice + ": " + text);
    return Map.of("noted", invoice);
  }

  private static void append(Path file, String line) throws IOException {
    Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
