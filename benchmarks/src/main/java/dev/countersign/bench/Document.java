package dev.countersign.bench;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A JSON value whose canonical text is about 2 KB: the arguments of a talkative tool call. */
final class Document {

  static Map<String, Object> ofTwoKilobytes() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("tool", "refund_orders");
    document.put("customer", "Jürgen Müller, Straße 5, \"Haus\"");
    document.put("reason", "line one\nline two\twith a tab");
    document.put("approved", true);
    document.put("limit", new BigDecimal("1250.50"));
    List<Object> orders = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      Map<String, Object> order = new LinkedHashMap<>();
      order.put("id", "A-" + (100_000 + i));
      order.put("cents", 1999L + i);
      order.put("sku", "article-number-" + i);
      order.put("note", i % 2 == 0 ? null : "please call before delivery");
      order.put("weight", new BigDecimal("0.75"));
      orders.add(order);
    }
    document.put("orders", orders);
    return document;
  }

  private Document() {}
}
