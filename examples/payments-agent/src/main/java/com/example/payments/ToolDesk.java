package com.example.payments;

import java.math.BigDecimal;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Carries out what the model asks for, and tells it what came of it. */
@Component
class ToolDesk {

  private final JsonMapper json;
  private final PaymentTools tools;

  ToolDesk(JsonMapper json, PaymentTools tools) {
    this.json = json;
    this.tools = tools;
  }

  /**
   * @param arguments a JSON object, as the model wrote it
   */
  String call(String tool, String arguments) {
    try {
      if (!tool.equals("pay_invoice")) {
        return "There is no tool " + tool;
      }
      JsonNode given = json.readTree(arguments);
      return tools.payInvoice(
          given.get("supplier").asString(),
          new BigDecimal(given.get("amount").asString()),
          given.get("invoice").asString());
    } catch (Exception failed) {
      return "It failed: " + failed.getMessage();
    }
  }
}
