package com.example.refunds;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.resilience.annotation.EnableResilientMethods;

/** Refunds customers on request. Works on the directory that it is started in: tenants. */
@SpringBootApplication
@EnableResilientMethods
public class RefundDeskApplication {

  public static void main(String[] arguments) {
    SpringApplication.run(RefundDeskApplication.class, arguments);
  }
}
