package com.example.acts.springai;

import com.example.acts.Act;
import com.example.acts.preview.Validations;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.ai.support.ToolCallbacks;

/** An application on Spring AI that asks about calls before it lets its model make them. */
public final class ValidateActs {

  private static final String COPY = "{\"from\":\"page\",\"to\":\"copied\"}";

  public static void main(String[] arguments) throws Exception {
    Act.perform(ValidateActs.class, arguments);
  }

  /** The argument is the state directory. */
  static void validated(String[] arguments) throws Exception {
    Path state = Path.of(arguments[0]);
    Desk.with(ToolCallbacks.from(new Payments()))
        .asks("copy", "{\"from\":\"page\",\"to\":\"first\"}")
        .byTheManager();
    Map<String, List<String>> before = Validations.books(state);
    Map<String, Object> copy = Map.of("from", "page", "to", "copied");
    Validations.ask("allowed", "copy", copy, null);
    Validations.ask("missing", "copy", Map.of("from", "page"), null);
    Validations.ask("denied", "copy", copy, Map.of("principal", "mallory"));
    Validations.ask("approval", "anInt", Map.of("value", 1), null);
    System.out.println("books unchanged: " + before.equals(Validations.books(state)));
    Desk.with(ToolCallbacks.from(new Payments())).asks("copy", COPY).byTheManager();
  }

  private ValidateActs() {}
}
