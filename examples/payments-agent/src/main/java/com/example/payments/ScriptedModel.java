package com.example.payments;

import java.util.Iterator;
import java.util.List;

/** Stands in for a hosted model, so that the example needs no network: pays two invoices. */
final class ScriptedModel {

  /**
   * What the model asks for.
   *
   * @param arguments a JSON object
   */
  record ToolCall(String tool, String arguments) {}

  private final Iterator<ToolCall> calls =
      List.of(
              new ToolCall(
                  "pay_invoice",
                  "{\"supplier\": \"zenith\", \"amount\": 84.25, \"invoice\": \"Z-9\"}"),
              new ToolCall(
                  "pay_invoice",
                  "{\"supplier\": \"acme\", \"amount\": 129.95, \"invoice\": \"A-117\"}"))
          .iterator();

  boolean wantsMore() {
    return calls.hasNext();
  }

  ToolCall next() {
    return calls.next();
  }
}
