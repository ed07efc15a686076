package com.example.refunds;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.springframework.ai.tool.annotation.Tool;
import org.springframework.resilience.annotation.Retryable;
import org.springframework.stereotype.Component;

/** What the model may do. */
@Component
class RefundTools {

  private static final Path REFUNDS = Path.of("refunds.csv");
  private static final Path NOTES = Path.of("notes.txt");

  private boolean open;

  @Tool(description = "Refunds an order to a customer's account")
  String refund(String account, BigDecimal amount, String currency) throws IOException {
    String line = account + "," + amount.toPlainString() + "," + currency + "\n";
    Files.writeString(REFUNDS, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return "Refunded " + amount.toPlainString() + " " + currency + " to " + account;
  }

  /** The notebook opens with the first attempt, which fails. */
  @Retryable(maxRetries = 2, delay = 1)
  @Tool(description = "Writes a note about an order")
  String note(String order, String text) throws IOException {
    if (!open) {
      open = true;
      throw new IOException("the notebook was closed");
    }
    Files.writeString(NOTES, order + ": " + text + "\n");
    return "Noted";
  }
}
