package com.example.acts.springai;

import com.example.acts.SpringDesk;
import java.util.Arrays;
import java.util.List;
import kotlin.Pair;
import kotlin.Triple;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.annotation.Tool;

/** Data classes of Kotlin as arguments of tools. */
public final class KotlinActs {

  /** Tools with those of Kotlin's own library. */
  public static class Tools {

    @Tool(description = "Takes two")
    public String pair(Pair<String, Integer> value) {
      return Payments.did("pair " + value);
    }

    @Tool(description = "Takes many")
    public String pairs(List<Pair<String, Long>> value) {
      return Payments.did("pairs " + value);
    }

    @Tool(description = "Takes three")
    public String triple(Triple<String, Integer, List<Pair<String, Boolean>>> value) {
      return Payments.did("triple " + value);
    }
  }

  /** {@code TOOL VALUE}: one value through the conversion. */
  static void converts(String[] row) {
    String[] parts = row[0].split(" ", 2);
    Desk.with(ToolCallbacks.from(new Tools()))
        .asks(parts[0], "{\"value\": " + parts[1] + "}")
        .byTheManager();
  }

  /** {@code TOOL JSON}: a tool that is written in Kotlin. */
  static void asks(String[] row) {
    String[] parts = row[0].split(" ", 2);
    Desk.with(ToolCallbacks.from(new SpringDesk())).asks(parts[0], parts[1]).byTheManager();
  }

  /** {@code TOOL JSON}: a decorator hands the tool something else. */
  static void rewrites(String[] row) {
    String[] parts = row[0].split(" ", 2);
    ToolCallback callback =
        Arrays.stream(ToolCallbacks.from(new SpringDesk()))
            .filter(one -> one.getToolDefinition().name().equals(parts[0]))
            .findFirst()
            .orElseThrow();
    Desk.with(new SpringAiActs.Decorator(callback, text -> text.replace("bob", "mallory"), 1))
        .asks(parts[0], parts[1])
        .byTheManager();
  }

  private KotlinActs() {}
}
