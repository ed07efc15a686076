package dev.countersign.effect.template;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts with a secret, which are shown without it, and honest ones, which are shown as they are.
 */
class SecretsTest {

  private static String shown(String text) {
    return (String) new Secrets(Map.of()).masked(text);
  }

  private static String lines(String text) {
    return text.replace("|", "\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '>',
      quoteCharacter = '^',
      textBlock =
          """
          TOKEN=hunter2                                 > TOKEN=***
          --token=hunter2                               > --token=***
          Authorization: Bearer hunter2                 > Authorization: ***
          Cookie: a=hunter2; b=hunter2                  > Cookie: ***
          X-Api-Key:  hunter2                           > X-Api-Key:  ***
          -HAuthorization:hunter2                       > -HAuthorization:***
          --header=Authorization: Bearer hunter2        > --header=Authorization: ***
          --header=X-Api-Key:hunter2                    > --header=X-Api-Key:***
          --from-literal=password=hunter2               > --from-literal=password=***
          curl -H "Authorization: Bearer hunter2" e.com > curl -H "Authorization: ***" e.com
          curl -H 'Authorization: Bearer hunter2' e.com > curl -H 'Authorization: ***' e.com
          export API_TOKEN=hunter2 && make all          > export API_TOKEN=*** && make all
          a --password="hunter 2" b                     > a --password=*** b
          Host: e.com|Authorization: Basic hunter2|A: b > Host: e.com|Authorization: ***|A: b
          user: ann|password: hunter2|port: 8           > user: ann|password: ***|port: 8
          list:|  - password: hunter2                   > list:|  - password: ***
          A=1|DB_PASSWORD=hunter2|B=2                   > A=1|DB_PASSWORD=***|B=2
          {"user":"ann","password":"hun\\"hunter2"}      > {"user":"ann","password":***}
          {"pwd" : 12345, "b": 1}                       > {"pwd" : ***, "b": 1}
          https://ann:hunter2@e.com/x                   > https://***@e.com/x
          https://hunter2@e.com                         > https://***@e.com
          https://a.com/x https://ann:hunter2@e.com/x   > https://a.com/x https://***@e.com/x
          git clone https://a:hunter2@b https://hunter2@c > git clone https://***@b https://***@c
          https://a.com/?next=https://ann:hunter2@e.com > https://a.com/?next=https://***@e.com
          postgres://ann:hunter 2@db/x                  > postgres://***@db/x
          https://e.com/#access_token=hunter2&a=b       > https://e.com/#access_token=***&a=b
          https://e.com/?a=b#id_token=hunter2           > https://e.com/?a=b#id_token=***
          https://e.com/?token=hunter2&p=2              > https://e.com/?token=***&p=2
          https://e.com/?token=hunter2 and /x?api_key=hunter2 > https://e.com/?token=*** and /x?api_key=***
          /callback?access_token=hunter2                > /callback?access_token=***
          user=ann&password=hunter2                     > user=ann&password=***
          """)
  void aTextIsShownWithoutItsSecret(String text, String shown) {
    assertThat(shown).doesNotContain("hunter");
    assertThat(shown(lines(text))).isEqualTo(lines(shown));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tokenizer:latest",
        "registry.e.com/password-reset:1.2",
        "secrets:read",
        "arn:aws:secretsmanager:eu-west-1:1:secret:x",
        "Content-Type: application/json",
        "max_tokens: 100",
        "Please rotate the token: it is old",
        "if (token == null) return",
        "tokens => tokens.length",
        "The password must be changed",
        "secret://vault/x",
        "https://a.com and mail x@y.org",
        "https://a.com:8443 and mail x@y.org",
        "see https://a.com/?page=2#top, then ask ann@e.com",
        "http://[::1]:80 x@y",
        "a?b&c#d",
        "Q1 & Q2 = 5, token",
        "{\"tokens\": {\"used\": 5}}",
        "password:",
        "git@github.com:a/b.git",
        "",
      })
  void anHonestTextIsShownAsItIs(String text) {
    assertThat(shown(text)).isEqualTo(text);
  }

  @Test
  void whatStandsBehindTheOptionOfAHeaderIsOne() {
    assertThat(
            new Secrets(Map.of())
                .masked(List.of("curl", "-H", "X-Api-Key:hunter2", "-t", "tokenizer:latest")))
        .isEqualTo(List.of("curl", "-H", "X-Api-Key:***", "-t", "tokenizer:latest"));
    assertThat(new Secrets(Map.of()).masked(List.of("curl", "-H", "Authorization: Bearer hunter2")))
        .isEqualTo(List.of("curl", "-H", "Authorization: ***"));
  }
}
