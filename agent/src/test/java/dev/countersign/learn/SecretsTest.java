package dev.countersign.learn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.Json;
import dev.countersign.effect.ExecIntent;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands under a secret's name is not in the file, wherever it stands. */
class SecretsTest {

  @TempDir Path directory;

  private String learned(
      Map<String, Object> arguments, Verb verb, Map<String, Object> intent, SendBody body)
      throws Exception {
    Path file = directory.resolve("run.learned");
    Learning learning = Learning.begin(file, Map.of("run", "r1"), HeaderRules.DEFAULT);
    learning.effect("call-1", arguments, verb, intent, body, null, null);
    return Files.readString(file);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mysql --password=hunter22",
        "mysql --password hunter22",
        "env DB_PASSWORD=hunter22 run",
        "curl -H Authorization:~Bearer~hunter22 https://h.example/",
        "curl -H x-api-key:hunter22 https://h.example/",
        "curl https://h.example/?token=hunter22&a=b",
        "git clone https://bot:hunter22@h.example/repo",
        "curl -d user=bob&password=hunter22 https://h.example/",
        "curl -d {\"password\":\"hunter22\"} https://h.example/",
        "curl -d {\"user\":{\"token\":\"hunter22\"}} https://h.example/"
      })
  void isNotKeptInACommand(String command) throws Exception {
    List<String> argv =
        List.of(command.split(" ")).stream().map(word -> word.replace('~', ' ')).toList();
    Map<String, Object> intent =
        new ExecIntent(argv, null, Map.of(), List.of(), "pipe", "pipe", "pipe", false).toJson();
    assertThat(ExactText.of(intent)).contains("hunter22");
    assertThat(learned(Map.of("text", "say hunter22"), Verb.EXEC, intent, null))
        .contains(Secrets.SECRET)
        .doesNotContain("hunter22");
  }

  /** What is said of a password is no password. */
  @ParameterizedTest
  @ValueSource(strings = {"reset-password bob", "grep -n token: file", "run --max-tokens=2000"})
  void whatHasNoSecretIsKept(String command) throws Exception {
    Map<String, Object> intent =
        new ExecIntent(
                List.of(command.split(" ")),
                null,
                Map.of(),
                List.of(),
                "pipe",
                "pipe",
                "pipe",
                false)
            .toJson();
    assertThat(learned(Map.of(), Verb.EXEC, intent, null)).doesNotContain(Secrets.SECRET);
  }

  @Test
  void aNumberIsNotKept() throws Exception {
    Map<String, Object> intent =
        new ExecIntent(
                List.of("login", "48151623", "7"),
                null,
                Map.of(),
                List.of(),
                "pipe",
                "pipe",
                "pipe",
                false)
            .toJson();
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("password", Json.parse("48151623"));
    arguments.put("again", Json.parse("48151623"));
    arguments.put("count", Json.parse("7"));
    assertThat(learned(arguments, Verb.EXEC, intent, null))
        .doesNotContain("48151623")
        .contains("\"count\":7");
  }

  @Test
  void aPartOfAFormIsNotKept() throws Exception {
    String content =
        "--b\r\ncontent-disposition: form-data; name=\"password\"\r\n\r\nhunter22\r\n"
            + "--b\r\ncontent-disposition: form-data; name=\"user\"\r\n\r\nbob-who\r\n--b--\r\n";
    assertThat(sent("multipart/form-data; boundary=b", content))
        .contains("bob-who", Secrets.SECRET)
        .doesNotContain("hunter22");
  }

  @Test
  void aBodyOfNoDeclaredFormIsReadAllTheSame() throws Exception {
    assertThat(sent("text/plain", "user=bob-who&password=hunter22"))
        .contains("bob-who")
        .doesNotContain("hunter22");
    assertThat(sent("text/plain", "{\"a\":{\"secret\":\"hunter22\"}}")).doesNotContain("hunter22");
  }

  private String sent(String type, String content) throws Exception {
    Files.deleteIfExists(directory.resolve("run.learned"));
    Map<String, Object> intent = new LinkedHashMap<>();
    intent.put("method", "POST");
    intent.put("url", "https://h.example/");
    intent.put("headers", Map.of("content-type", List.of(type)));
    intent.put("body", Map.of("form", "raw", "length", 1L, "digest", "d"));
    return learned(
        Map.of(),
        Verb.SEND,
        intent,
        SendBody.of(List.of(content.getBytes(StandardCharsets.UTF_8)), List.of(), 1 << 20));
  }
}
