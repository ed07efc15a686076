package com.example.acts.tools;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Where an application without a framework judges: what it returns was approved. */
final class Planner {

  /** A call as decided. */
  record Decision(String tool, Map<String, Object> arguments) {}

  List<String> plan(String from, String to) {
    return new ArrayList<>(List.of("cp", "--", from, to));
  }

  Decision decide(String id, long cents) {
    return new Decision("create", Map.of("id", id, "cents", cents));
  }
}
