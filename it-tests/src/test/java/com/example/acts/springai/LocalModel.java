package com.example.acts.springai;

import com.example.acts.http.Wire;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.ai.chat.model.ChatModel;

/**
 * The library's own model for Ollama, of whichever line is on the class path, and a server on
 * loopback that asks for calls of tools in its first answer, prints what it is told of each, and is
 * done.
 */
final class LocalModel {

  private static final Pattern TOLD =
      Pattern.compile("\"role\":\"tool\",\"content\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private final List<String> calls = new ArrayList<>();
  private final Wire wire = Wire.answering(this::answer);

  /** One more call that the first answer asks for. */
  LocalModel asks(String tool, String arguments) {
    calls.add("{\"function\":{\"name\":\"" + tool + "\",\"arguments\":" + arguments + "}}");
    return this;
  }

  String url() {
    return wire.url("");
  }

  /** As Spring Boot makes it. */
  ChatModel model() {
    try {
      Object api =
          built(set(of("api.OllamaApi").getMethod("builder").invoke(null), "baseUrl", url()));
      Class<?> type =
          of(exists("api.OllamaChatOptions") ? "api.OllamaChatOptions" : "api.OllamaOptions");
      Object options = built(set(type.getMethod("builder").invoke(null), "model", "scripted"));
      Object building = of("OllamaChatModel").getMethod("builder").invoke(null);
      building.getClass().getMethod("ollamaApi", api.getClass()).invoke(building, api);
      for (Method method : building.getClass().getMethods()) {
        if (method.getName().equals("defaultOptions") || method.getName().equals("options")) {
          method.invoke(building, options);
        }
      }
      return (ChatModel) built(building);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(unknownLine);
    }
  }

  private String answer(Wire.Request request) {
    Matcher told = TOLD.matcher(request.body());
    boolean asked = false;
    while (told.find()) {
      asked = true;
      System.out.println("told: " + told.group(1));
    }
    boolean streaming = request.body().contains("\"stream\":true");
    boolean asking = !asked && request.body().contains("\"tools\":[{");
    String body =
        asking
            ? message("", ",\"tool_calls\":[" + String.join(",", calls) + "]", !streaming)
            : streaming
                ? message("do", "", false) + "\n" + message("ne", "", false)
                : message("done", "", true);
    String whole = streaming ? body + "\n" + message("", "", true) + "\n" : body;
    return "HTTP/1.1 200 OK\r\nContent-Type: application/"
        + (streaming ? "x-ndjson" : "json")
        + "\r\nContent-Length: "
        + whole.length()
        + "\r\n\r\n"
        + whole;
  }

  private static String message(String text, String more, boolean done) {
    return "{\"model\":\"scripted\",\"created_at\":\"2026-01-01T00:00:00Z\","
        + "\"message\":{\"role\":\"assistant\",\"content\":\""
        + text
        + "\""
        + more
        + "},\"done\":"
        + done
        + (done ? ",\"done_reason\":\"stop\"}" : "}");
  }

  private static Class<?> of(String name) throws ClassNotFoundException {
    return Class.forName("org.springframework.ai.ollama." + name);
  }

  private static boolean exists(String name) {
    try {
      of(name);
      return true;
    } catch (ClassNotFoundException earlier) {
      return false;
    }
  }

  private static Object set(Object building, String name, String value)
      throws ReflectiveOperationException {
    Method method = building.getClass().getMethod(name, String.class);
    method.setAccessible(true);
    return method.invoke(building, value);
  }

  private static Object built(Object building) throws ReflectiveOperationException {
    Method build = building.getClass().getMethod("build");
    build.setAccessible(true);
    return build.invoke(building);
  }
}
