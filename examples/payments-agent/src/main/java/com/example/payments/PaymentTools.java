package com.example.payments;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** What the model may do. */
@Component
class PaymentTools {

  private final RestClient client;
  private final String gateway;

  PaymentTools(RestClient.Builder client, @Value("${payments.url}") String gateway) {
    this.client = client.build();
    this.gateway = gateway;
  }

  /** Pays an amount in euros, with what the supplier wants to read on its statement. */
  String payInvoice(String supplier, BigDecimal amount, String invoice) throws IOException {
    Map<String, Object> payment = new LinkedHashMap<>();
    payment.put("gateway", gateway);
    payment.put("supplier", supplier);
    payment.put("amount", amount);
    payment.put("invoice", invoice);
    payment.putAll(Slip.of(invoice).fields());

    String receipt =
        client
            .post()
            .uri((String) payment.remove("gateway"))
            .contentType(MediaType.APPLICATION_JSON)
            .body(payment)
            .retrieve()
            .body(String.class);
    return "Paid " + amount.toPlainString() + " EUR to " + supplier + ": " + receipt;
  }
}
