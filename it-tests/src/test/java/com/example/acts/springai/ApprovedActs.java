package com.example.acts.springai;

import com.example.acts.approval.Person;
import org.springframework.ai.support.ToolCallbacks;

/** Tool calls that a person has to approve, on the real library. */
public final class ApprovedActs {

  private static final String BOB = "{\"to\": \"bob\", \"amount\": 5}";
  private static final String ANN = "{\"to\": \"ann\", \"amount\": 5}";
  private static final String EVE = "{\"to\": \"eve\", \"amount\": 5}";

  static void unanswered() {
    pay(BOB);
  }

  static void approved() throws Exception {
    pay(ANN);
    Person.ofThisRun(1).approveAll();
    pay(ANN);
    pay(ANN);
  }

  static void anotherAmount() throws Exception {
    pay(EVE);
    Person.ofThisRun(1).approveAll();
    pay(EVE.replace("5", "6"));
  }

  private static void pay(String arguments) {
    Desk.with(ToolCallbacks.from(new Payments())).asks("pay", arguments).byTheManager();
  }

  private ApprovedActs() {}
}
