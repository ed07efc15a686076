package com.example.payments;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Pays invoices on request. Works on the directory that it is started in: invoices. */
@SpringBootApplication
public class PaymentsApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(PaymentsApplication.class, arguments);
  }
}
