package dev.countersign.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One entry of {@code codes.txt}, the one place where codes are explained.
 *
 * @param code as it stands in a refusal, in the books or in a report
 * @param kind where it occurs
 * @param meaning what it says
 * @param causes what usually leads to it, the likeliest first
 * @param next what to do
 */
record Explanation(String code, String kind, String meaning, List<String> causes, String next) {

  /** Every explanation by its code, in the order of the file. */
  static Map<String, Explanation> all() {
    Map<String, Explanation> all = new LinkedHashMap<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Explanation.class.getResourceAsStream("codes.txt"), StandardCharsets.UTF_8))) {
      String kind = "";
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.startsWith("## ")) {
          kind = line.substring(3);
        } else if (!line.isBlank() && !line.startsWith("#")) {
          Explanation entry = entry(line, kind, in);
          all.put(entry.code, entry);
        }
      }
    } catch (IOException e) {
      throw new CommandFailure(
          Exit.CANNOT, "the table of codes in this jar cannot be read: " + e.getMessage());
    }
    return all;
  }

  private static Explanation entry(String code, String kind, BufferedReader in) throws IOException {
    String meaning = "";
    String next = "";
    List<String> causes = new ArrayList<>();
    for (String line = in.readLine(); line != null && !line.isBlank(); line = in.readLine()) {
      String text = line.substring(line.indexOf(':') + 1).strip();
      if (line.startsWith("  means:")) {
        meaning = text;
      } else if (line.startsWith("  cause:")) {
        causes.add(text);
      } else if (line.startsWith("  next:")) {
        next = text;
      }
    }
    return new Explanation(code, kind, meaning, List.copyOf(causes), next);
  }

  String firstSentence() {
    int stop = meaning.indexOf(". ");
    return stop < 0 ? meaning : meaning.substring(0, stop + 1);
  }

  String text() {
    StringBuilder text =
        new StringBuilder(code).append(" (").append(kind).append(")\n\n").append(meaning);
    text.append("\n\nLikely causes:");
    for (String cause : causes) {
      text.append("\n  - ").append(cause);
    }
    return text.append("\n\nNext step: ").append(next).toString();
  }

  Map<String, Object> toJson() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("code", code);
    json.put("kind", kind);
    json.put("meaning", meaning);
    json.put("causes", causes);
    json.put("next", next);
    return json;
  }
}
