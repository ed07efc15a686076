package dev.countersign.effect.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.template.Depiction.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DepictionTest {

  private static final Map<String, Object> CLONE =
      Map.of("url", "https://example.com/x.git", "dir", "site/x");

  @SuppressWarnings("unchecked") // the tests write objects
  private static Map<String, Object> json(String text) {
    return (Map<String, Object>) Json.parse(text);
  }

  private static Depiction exec(String template, Map<String, Object> args) {
    return ExecTemplate.parse(json(template)).depicted(args).get(0);
  }

  private static Depiction send(String template, Map<String, Object> args) {
    return SendTemplate.parse(json(template), null, HeaderRules.DEFAULT).depicted(args).get(0);
  }

  private static List<String> places(Depiction depicted) {
    return depicted.placements().stream()
        .map(each -> each.argument() + "=" + each.value() + "@" + each.place())
        .collect(Collectors.toList());
  }

  @Test
  void aStartNamesItsProgramAndWhichArgumentGoesWhere() {
    Depiction depicted =
        exec("{\"argv\":[\"git\",\"clone\",\"--\",\"${args.url}\",\"${args.dir}\"]}", CLONE);
    assertThat(depicted.action()).isEqualTo("exec");
    assertThat(depicted.target()).isEqualTo("git");
    assertThat(depicted.argv())
        .containsExactly("git", "clone", "--", "https://example.com/x.git", "site/x");
    assertThat(depicted.placements())
        .containsExactly(
            new Placement("url", "argv[3]", "\"https://example.com/x.git\""),
            new Placement("dir", "argv[4]", "\"site/x\""));
  }

  @Test
  void placesAreThoseOfTheRenderedList() {
    Depiction depicted =
        exec(
            "{\"argv\":[\"a\",\"${args.gone?}\",\"${args.l...}\",\"${args.z}\"]}",
            json("{\"l\":[\"p\",\"q\"],\"z\":7}"));
    assertThat(depicted.argv()).containsExactly("a", "p", "q", "7");
    assertThat(places(depicted)).containsExactly("l=[\"p\",\"q\"]@argv[1…2]", "z=7@argv[3]");
  }

  @Test
  void aRequestNamesMethodUrlHeadersAndBody() {
    Depiction depicted =
        send(
            "{\"method\":\"POST\",\"url\":\"https://pay.example.com/v1/refunds/${args.id}?q=${args.q}\","
                + "\"headers\":{\"x-tenant\":\"${args.t}\"},"
                + "\"body\":{\"json\":{\"amount\":\"${args.amount}\",\"by\":[\"${args.q}\"]}}}",
            json("{\"id\":\"a/b\",\"q\":\"x y\",\"t\":\"acme\",\"amount\":12.50}"));
    assertThat(depicted.action()).isEqualTo("POST");
    assertThat(depicted.target()).isEqualTo("https://pay.example.com/v1/refunds/a%2Fb?q=x%20y");
    assertThat(depicted.headers()).containsExactly("x-tenant");
    assertThat(depicted.body()).isEqualTo("json");
    assertThat(places(depicted))
        .containsExactly(
            "id=\"a/b\"@URL path",
            "q=\"x y\"@URL query q",
            "t=\"acme\"@header x-tenant",
            "amount=12.50@body.amount",
            "q=\"x y\"@body.by[0]");
  }

  @Test
  void allArgumentsAsABody() {
    Depiction depicted =
        send(
            "{\"method\":\"PUT\",\"url\":\"https://e.com/\",\"body\":{\"json\":\"${args}\"}}",
            json("{\"a\":1,\"password\":\"hunter22\"}"));
    assertThat(places(depicted)).containsExactly("args={\"a\":1,\"password\":\"***\"}@body");
  }

  @Test
  void aSecretIsMaskedWhereverItGoes() {
    Map<String, Object> args =
        json("{\"api_key\":\"k-123456\",\"u\":\"see k-123456\",\"in\":{\"token\":\"tok-77\"}}");
    String[] templates = {
      "{\"argv\":[\"a\",\"${args.api_key}\"]}",
      "{\"argv\":[\"a\",\"x=${args.api_key}\"]}",
      "{\"argv\":[\"a\",\"${args.u}\"]}",
      "{\"argv\":[\"a\",\"${args.in.token}\"]}",
      "{\"argv\":[\"a\"],\"env\":{\"set\":{\"K\":\"${args.api_key}\",\"V\":\"${args.u}\"}}}",
      "{\"argv\":[\"a\"],\"dir\":\"/${args.u}\"}",
    };
    for (String template : templates) {
      String depicted = exec(template, args).toString();
      assertThat(depicted).as(template).doesNotContain("123456").doesNotContain("tok-77");
    }
    String sent =
        send(
                "{\"method\":\"GET\",\"url\":\"https://e.com/${args.u}?k=${args.api_key}\","
                    + "\"headers\":{\"x\":\"${args.u}\"},\"body\":{\"json\":\"${args}\"}}",
                args)
            .toString();
    assertThat(sent).doesNotContain("123456").doesNotContain("tok-77");
  }

  @Test
  void whereAValueGoesMakesItASecretToo() {
    Map<String, Object> args = json("{\"v\":\"plain-value\"}");
    String[] templates = {
      "{\"argv\":[\"a\",\"--password\",\"${args.v}\"]}",
      "{\"argv\":[\"a\",\"--token=${args.v}\"]}",
      "{\"argv\":[\"a\"],\"env\":{\"set\":{\"DB_PASSWORD\":\"${args.v}\"}}}",
    };
    for (String template : templates) {
      assertThat(exec(template, args).toString()).as(template).doesNotContain("plain-value");
    }
    String[] requests = {
      "{\"method\":\"GET\",\"url\":\"https://e.com/?access_token=${args.v}\"}",
      "{\"method\":\"GET\",\"url\":\"https://e.com/\",\"headers\":{\"authorization\":\"Bearer"
          + " ${args.v}\"}}",
      "{\"method\":\"POST\",\"url\":\"https://e.com/\",\"body\":{\"form\":{\"password\":\"${args.v}\"}}}",
      "{\"method\":\"POST\",\"url\":\"https://e.com/\",\"body\":{\"json\":{\"secret\":{\"x\":\"${args.v}\"}}}}",
      "{\"method\":\"POST\",\"url\":\"https://e.com/\",\"body\":{\"multipart\":{\"token\":\"${args.v}\"}}}",
    };
    for (String template : requests) {
      assertThat(send(template, args).toString()).as(template).doesNotContain("plain-value");
    }
  }

  @Test
  void aSecretThatBeginsWithAnotherOneIsMaskedToItsEnd() {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("token", "abcd");
    args.put("password", "abcdefgh");
    args.put("v", "abcdefgh");
    assertThat(exec("{\"argv\":[\"a\",\"${args.v}\"]}", args).argv()).containsExactly("a", "***");
  }

  @Test
  void elementsOfEachUnderASecretsNameAreHidden() {
    String exec =
        ExecTemplate.parse(json("{\"argv\":[\"a\",\"${item}\"]}"), "args.passwords")
            .depicted(json("{\"passwords\":[\"x1\",7]}"))
            .toString();
    String sent =
        SendTemplate.parse(
                json("{\"method\":\"GET\",\"url\":\"https://e.com/${item.v}\"}"),
                "args.passwords",
                HeaderRules.DEFAULT)
            .depicted(json("{\"passwords\":[{\"v\":\"x1\"}]}"))
            .toString();
    assertThat(exec).doesNotContain("x1").doesNotContain("7");
    assertThat(sent).doesNotContain("x1");
  }

  @Test
  void whatFollowsASecretsOptionInAListIsHidden() {
    Map<String, Object> args =
        json(
            "{\"flags\":[\"--password\",\"pw1\",\"-v\"],\"end\":[\"--token\"],\"none\":[],\"v\":\"pw2\"}");
    assertThat(exec("{\"argv\":[\"a\",\"${args.flags...}\"]}", args).argv())
        .containsExactly("a", "--password", "${args.flags.1}", "-v");
    String[] templates = {
      "{\"argv\":[\"a\",\"${args.flags...}\"]}",
      "{\"argv\":[\"a\",\"${args.end...}\",\"${args.v}\"]}",
      "{\"argv\":[\"a\",\"--token\",\"${args.none...}\",\"${args.v}\"]}",
      "{\"argv\":[\"a\",\"--token\",\"${args.gone?}\",\"${args.v}\"]}",
    };
    for (String template : templates) {
      assertThat(exec(template, args).toString())
          .as(template)
          .doesNotContain("pw1")
          .doesNotContain("pw2");
    }
    assertThat(
            send(
                    "{\"method\":\"PUT\",\"url\":\"https://e.com/\",\"body\":{\"json\":\"${args.flags}\"}}",
                    args)
                .toString())
        .doesNotContain("pw1");
  }

  @Test
  void namesAndNumbersThatAreSecretElsewhereAreMasked() {
    String sent =
        send(
                "{\"method\":\"PUT\",\"url\":\"https://e.com/${args.n}\",\"body\":{\"json\":\"${args}\"}}",
                json(
                    "{\"password\":\"12345\",\"token\":67890,\"n\":12345,\"m\":{\"x12345\":67890},\"t\":\"67890\"}"))
            .toString();
    assertThat(sent).doesNotContain("12345").doesNotContain("67890");
  }

  @Test
  void numbersOfTokensAreNoSecret() {
    Map<String, Object> args =
        json(
            "{\"max_tokens\":1001,\"auth_tokens\":[\"k1\"],\"secret_tokens\":\"k2\",\"tokens\":1002}");
    String sent =
        send(
                "{\"method\":\"PUT\",\"url\":\"https://e.com/?n=${args.tokens}\","
                    + "\"body\":{\"json\":{\"all\":\"${args}\",\"max_tokens\":\"${args.max_tokens}\"}}}",
                args)
            .toString();
    assertThat(sent).contains("1001", "n=1002").doesNotContain("k1").doesNotContain("k2");
  }

  @Test
  void literalSecretsOfTheConfigurationAreNotShown() {
    assertThat(exec("{\"argv\":[\"a\",\"--password\",\"abcd\"]}", Map.of()).argv())
        .containsExactly("a", "--password", "***");
    assertThat(exec("{\"argv\":[\"a\",\"--token=abcd\"]}", Map.of()).argv())
        .containsExactly("a", "--token=***");
  }

  @Test
  void whoLogsInByAUrlIsMasked() {
    Depiction depicted =
        exec(
            "{\"argv\":[\"git\",\"clone\",\"${args.url}\"]}",
            json("{\"url\":\"https://me:hunter22@example.com/x?access_token=abc&page=2\"}"));
    assertThat(depicted.argv().get(2))
        .isEqualTo("https://***@example.com/x?access_token=***&page=2");
    assertThat(depicted.toString()).doesNotContain("hunter22");
  }

  @Test
  void aValueCannotBreakTheLineOrReorderIt() {
    Depiction depicted =
        exec(
            "{\"argv\":[\"a\",\"${args.v}\"]}",
            json("{\"v\":\"x\\n\\u001b[2Jrm\\u202e\\u2028\\\" → argv[0]\"}"));
    assertThat(depicted.argv().get(1))
        .isEqualTo("x\\u{a}\\u{1b}[2Jrm\\u{202e}\\u{2028}\" → argv[0]");
    assertThat(depicted.placements().get(0).value())
        .isEqualTo("\"x\\\\u{a}\\\\u{1b}[2Jrm\\\\u{202e}\\\\u{2028}\\\" → argv[0]\"");
  }

  @Test
  void whateverTheArgumentsAreWhatIsToldIsBounded() {
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      many.add("element-" + i);
    }
    Depiction depicted =
        exec(
            "{\"argv\":[\"a\",\"${args.l...}\",\"${args.big}\",\"z\"]}",
            Map.of("l", many, "big", "x".repeat(3_000_000)));
    assertThat(depicted.argv()).hasSize(64);
    assertThat(depicted.argv().get(63)).isEqualTo("… (99940 more)");
    assertThat(depicted.toString().length()).isLessThan(16_000);
    assertThat(depicted.placements().get(1))
        .isEqualTo(new Placement("big", "argv[100001]", "\"(3000000 characters)\""));
  }

  @Test
  void moreSecretsThanCanBeSearchedForHideEveryValue() {
    List<Object> tokens = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      tokens.add("token-value-" + i);
    }
    Depiction depicted =
        exec(
            "{\"argv\":[\"a\",\"${args.v}\"]}",
            Map.of("tokens", "n", "secrets", tokens, "v", "shown?"));
    assertThat(depicted.argv()).containsExactly("a", "${args.v}");
  }

  @Test
  void argumentsThatDoNotFitAreToldAsWritten() {
    assertThat(exec("{\"argv\":[\"a\",\"${args.v}\"]}", Map.of()).argv())
        .containsExactly("a", "${args.v}");
    assertThat(exec("{\"argv\":[\"a\",\"${args.v}\"]}", Map.of("v", List.of("x"))).argv())
        .containsExactly("a", "${args.v}");
  }

  @Test
  void eachElementIsTold() {
    List<Depiction> depicted =
        ExecTemplate.parse(json("{\"argv\":[\"rm\",\"${item}\"]}"), "args.files")
            .depicted(json("{\"files\":[\"a\",\"b\"]}"));
    assertThat(depicted).extracting(each -> each.argv().get(1)).containsExactly("a", "b");
    assertThat(depicted.get(1).placements())
        .containsExactly(new Placement("item", "argv[1]", "\"b\""));
  }

  @Test
  void whatIsLeftToTheToolIsNamed() {
    Depiction depicted = exec("{\"argv\":[\"a\",\"${any:tmp}\"]}", Map.of());
    assertThat(depicted.argv()).containsExactly("a", "${any:tmp}");
    assertThat(depicted.open()).containsExactly("argv[1] (${any:tmp})");
  }
}
