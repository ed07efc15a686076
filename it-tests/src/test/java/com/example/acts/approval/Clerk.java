package com.example.acts.approval;

import java.util.Map;

/** A method of an application that approves what it knows: five for bob, or for anybody. */
public final class Clerk {

  /** As {@code approvals.method} names it. */
  public static Object approved(Map<String, Object> question) {
    String asked = String.valueOf(question.get("arguments"));
    boolean known = asked.contains("5") && (asked.contains("bob") || !asked.contains("to"));
    return known ? question.get("question") : "REFUSED";
  }

  private Clerk() {}
}
