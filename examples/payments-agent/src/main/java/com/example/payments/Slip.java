package com.example.payments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The remittance slip of an invoice, as the supplier sent it.
 *
 * @param fields its {@code key: value} lines
 */
record Slip(Map<String, String> fields) {

  static Slip of(String invoice) throws IOException {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("invoices", invoice + ".slip"))) {
      String[] field = line.split(":", 2);
      fields.put(field[0].strip(), field[1].strip());
    }
    return new Slip(fields);
  }
}
