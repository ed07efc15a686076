package com.example.acts.adk;

import com.example.acts.AdkDesk;
import com.google.adk.tools.FunctionTool;
import io.reactivex.rxjava3.core.Maybe;
import java.util.Map;
import java.util.stream.Stream;

/** Tools that are written in Kotlin. */
public final class KotlinActs {

  /** {@code TOOL JSON}: as the model asks for it. */
  static void asks(String[] row) {
    String[] parts = row[0].split(" ", 2);
    Desk.with(tool(parts[0])).asks(parts[0], parts[1]).run();
  }

  /** {@code TOOL JSON}: a callback hands the tool something else. */
  static void rewrites(String[] row) {
    String[] parts = row[0].split(" ", 2);
    Map<String, Object> others = Desk.json(parts[1].replace("bob", "mallory"));
    Desk.with(tool(parts[0]))
        .before(
            (invocation, tool, input, context) -> {
              input.putAll(others);
              return Maybe.empty();
            })
        .asks(parts[0], parts[1])
        .run();
  }

  /** By the name that the model knows; the compiler may have added to that of the method. */
  private static FunctionTool tool(String name) {
    String method =
        Stream.of(AdkDesk.class.getMethods())
            .map(one -> one.getName())
            .filter(one -> one.split("-")[0].equals(name))
            .findFirst()
            .orElseThrow();
    return FunctionTool.create(new AdkDesk(), method);
  }

  private KotlinActs() {}
}
