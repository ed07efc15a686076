package dev.countersign.effect.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Json;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SendTemplateTest {

  private static final HeaderRules RULES = new HeaderRules(List.of("x-trace"), List.of("x-key"));
  private static final Map<String, Object> NOTHING = Map.of();

  private static SendPreview rendered(String json, Map<String, Object> args) {
    return (SendPreview)
        SendTemplate.parse(Json.parse(json), null, RULES).rendered(args, Map::of).get(0);
  }

  private static boolean equal(SendPreview preview, SendIntent observed, SendBody body) {
    return preview.comparable(observed.toJson(body), body).equals(preview.intent());
  }

  private static boolean asks(String url, String observed, Map<String, Object> args) {
    SendPreview preview = rendered("{\"method\":\"GET\",\"url\":\"" + url + "\"}", args);
    return equal(preview, to("GET", observed), SendBody.NONE);
  }

  private static SendIntent to(String method, String url) {
    return new SendIntent(method, RequestUrl.parse(url), RULES);
  }

  private static SendBody body(String text, String... codings) {
    return SendBody.of(List.of(text.getBytes(StandardCharsets.UTF_8)), List.of(codings), 1 << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/r/${args.id}, http://h/r/a%2Fb%20c, true",
    "http://h/r/${args.id}, http://h/r/a%2fb%20%63, true",
    "http://h/r/${args.id}, http://h/r/a/b%20c, false",
    "http://h/r/${args.id}, http://h/r/a%2Fb%20c/, false",
    "http://h/r/${args.id}, http://h/r/a%2Fb%20c?, false",
    "http://h/r/${args.id}, http://h/r/a%2Fb+c, false",
    "http://h/r?id=${args.id}, http://h/r?id=a%2Fb+c, true",
    "http://h/r?id=${args.id}, http://h/r?id=a/b%20c, true",
    "http://h/r?id=${args.id}, http://h/r?id=a/b%20c&id=x, false",
    "http://h/r?id=${args.id}, http://h/r?ID=a/b%20c, false",
    "http://h/r?id=${args.id}, http://evil/r?id=a/b%20c, false",
    "http://h/r?id=${args.id}, https://h/r?id=a/b%20c, false",
    "http://h/r?id=${args.id}, http://h:81/r?id=a/b%20c, false",
    "http://h/r?id=${args.id}, http://h/r?id=%zz, false",
    "http://h, http://h/, true",
    "http://h/, http://h, true",
    "http://h/a/, http://h/a, false",
    "http://h/r/${any}, http://h/r/x, true",
    "http://h/r/${any}, http://h/r/x/y, false",
    "http://h/r/${any}, http://h/r/x%2Fy, false",
    "http://h/r/${any}, http://h/r/.., false",
    "http://h/r/${any}, http://h/r/%2e%2e, false",
    "http://h/r/${any}, http://h/r/, false",
    "http://h/r?t=${any}, http://h/r?t=x%26y=z, true",
    "http://h/r?t=${any}, http://h/r?t=x&y=z, false",
    "http://h/r?x=${args.gone?}, http://h/r?, true",
    "http://h/r?a=1&x=${args.gone?}, http://h/r?a=1, true",
    "http://h/${match:n:[0-9]+}, http://h/17, true",
    "http://h/${match:n:[0-9]+}, http://h/x17, false",
    "'http://h/${match:n:[0-9]+}', 'http://h/${match:n:[0-9]+}', false"
  })
  void aUrlIsComparedByComponent(String template, String observed, boolean equal) {
    assertThat(asks(template, observed, Map.of("id", "a/b c"))).isEqualTo(equal);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a%20b?c=%2B, http://h/a%20b?c=%2b, true",
    "http://H:80/a, http://h/a, true",
    "http://h/a, http://h/a?x, false",
    "http://h/a, http://evil/a, false"
  })
  void theWholeUrlMayBeOneArgument(String argument, String observed, boolean equal) {
    assertThat(asks("${args.url}", observed, Map.of("url", argument))).isEqualTo(equal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", ".."})
  void aValueThatLeadsElsewhereIsNoSegment(String value) {
    assertThatThrownBy(() -> asks("http://h/r/${args.id}", "http://h/", Map.of("id", value)))
        .isInstanceOf(TemplateException.class);
  }

  @Test
  void onlyNamedHeadersAreComparedAndNoOtherCredentialPasses() {
    SendPreview preview =
        rendered(
            "{\"method\":\"GET\",\"url\":\"http://h/\",\"headers\":{\"X-A\":\"1\",\"x-key\":\"k\","
                + "\"x-id\":\"${any}\"}}",
            NOTHING);

    SendIntent same = to("GET", "http://h/").header("x-a", "1").header("X-Key", "k");
    assertThat(equal(preview, same.header("x-id", "7").header("x-more", "y"), SendBody.NONE))
        .isTrue();
    assertThat(equal(preview, same.header("x-trace", "t").header("Host", "h"), SendBody.NONE))
        .isTrue();
    assertThat(equal(preview, same.header("Cookie", "c"), SendBody.NONE)).isFalse();
    SendIntent other = to("GET", "http://h/").header("x-a", "1").header("x-id", "7");
    assertThat(equal(preview, other, SendBody.NONE)).isFalse();
    assertThat(equal(preview, other.header("x-key", "K"), SendBody.NONE)).isFalse();
    assertThat(preview.intent().toString()).doesNotContain("x-key=[k]");
  }

  @Test
  void withoutHeadersNoneIsComparedAndThePreviewSaysSo() {
    SendPreview preview = rendered("{\"method\":\"GET\",\"url\":\"http://h/\"}", NOTHING);

    assertThat(equal(preview, to("GET", "http://h/").header("authorization", "x"), SendBody.NONE))
        .isTrue();
    assertThat(preview.coverage()).isEqualTo(Coverage.PARTIAL);
  }

  private static boolean posts(String body, SendBody observed) {
    SendPreview preview =
        rendered(
            "{\"method\":\"POST\",\"url\":\"http://h/\",\"headers\":{},\"body\":" + body + "}",
            args());
    return equal(preview, to("POST", "http://h/"), observed);
  }

  private static Map<String, Object> args() {
    Map<String, Object> args = new LinkedHashMap<>();
    args.put("amount", 5L);
    args.put("to", "Ann & Bob");
    args.put("tags", List.of("a", "b"));
    return args;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'raw':'pay ${args.amount}'} | pay 5 | true",
        "{'raw':'pay ${args.amount}'} | pay 50 | false",
        "{'json':{'n':'${args.amount}','to':'${args.to}'}} | {'to':'Ann & Bob', 'n':5.0} | true",
        "{'json':{'n':'${args.amount}','to':'${args.to}'}} | {'to':'Ann & Bob', 'n':'5'} | false",
        "{'json':{'n':'${args.amount}'}} | {'n':5,'m':1} | false",
        "{'json':{'n':'${args.amount}'}} | {'n':5,'n':5} | false",
        "{'json':{'n':'${args.amount}'}} | {'n':5} trailing | false",
        "{'json':{'n':'no. ${args.amount}'}} | {'n':'no. 5'} | true",
        "{'json':{'n':1,'id':'${any}'}} | {'n':1,'id':17} | true",
        "{'json':{'n':1,'id':'${any}'}} | {'n':1,'id':'x'} | true",
        "{'json':{'n':1,'id':'${any}'}} | {'n':1,'id':{'n':1}} | false",
        "{'json':{'n':1,'id':'${any}'}} | {'n':1} | false",
        "{'json':['${args.tags...}',1]} | ['a','b',1] | true",
        "{'json':'${args}'} | {'amount':5,'to':'Ann & Bob','tags':['a','b']} | true",
        "{'json':'${args}'} | {'amount':5,'to':'Ann & Bob','tags':['a']} | false",
        "{'json':{'x':'${args.gone?}','n':1}} | {'n':1} | true",
        "{'form':{'to':'${args.to}','n':'${args.amount}'}} | to=Ann+%26+Bob&n=5 | true",
        "{'form':{'to':'${args.to}','n':'${args.amount}'}} | n=5&to=Ann+%26+Bob | false",
        "{'form':{'to':'${args.to}','n':'${args.amount}'}} | to=Ann+%26+Bob&n=5&n=6 | false",
        "{'form':{'t':['a','${any}']}} | t=a&t=17 | true"
      })
  void aBodyIsComparedInTheFormThatIsDeclared(String template, String observed, boolean equal) {
    assertThat(posts(template.replace('\'', '"'), body(observed.replace('\'', '"'))))
        .isEqualTo(equal);
  }

  @Test
  void noBodyIsDeclaredByNone() {
    SendPreview preview = rendered("{\"method\":\"POST\",\"url\":\"http://h/\"}", NOTHING);

    assertThat(equal(preview, to("POST", "http://h/"), SendBody.NONE)).isTrue();
    assertThat(equal(preview, to("POST", "http://h/"), body(""))).isTrue();
    assertThat(equal(preview, to("POST", "http://h/"), body("x"))).isFalse();
    assertThat(equal(preview, to("POST", "http://h/"), SendBody.UNREAD)).isFalse();
    assertThat(equal(preview, to("POST", "http://h/"), SendBody.ON_TRUST)).isFalse();
  }

  @Test
  void aBodyThatNobodyReadEqualsOnlyOneThatIsLeftOpenOrIsTakenOnTrust() {
    assertThat(posts("{\"raw\":\"x\"}", SendBody.UNREAD)).isFalse();
    assertThat(posts("{\"json\":1}", SendBody.UNREAD)).isFalse();
    assertThat(posts("\"any\"", SendBody.UNREAD)).isTrue();
    assertThat(posts("{\"raw\":\"x\"}", SendBody.ON_TRUST)).isTrue();
  }

  @Test
  void contentCodingsAreRemovedWhereTheFormIsNotRaw() throws Exception {
    ByteArrayOutputStream coded = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(coded)) {
      gzip.write("{\"n\": 5}".getBytes(StandardCharsets.UTF_8));
    }
    SendBody zipped = SendBody.of(List.of(coded.toByteArray()), List.of("gzip"), 1 << 20);
    SendBody unknown = SendBody.of(List.of(coded.toByteArray()), List.of("zstd"), 1 << 20);
    SendBody bomb = SendBody.of(List.of(coded.toByteArray()), List.of("gzip"), 4);

    assertThat(posts("{\"json\":{\"n\":5}}", zipped)).isTrue();
    assertThat(posts("{\"json\":{\"n\":6}}", zipped)).isFalse();
    assertThat(posts("{\"json\":{\"n\":5}}", unknown)).isFalse();
    assertThat(posts("{\"json\":{\"n\":5}}", bomb)).isFalse();
    assertThat(zipped.raw().get("digest")).isEqualTo(Blake3.hex(coded.toByteArray()));
  }

  @Test
  void theBytesCountNotTheirParts() {
    SendBody whole = body("abc");
    SendBody parts =
        SendBody.of(List.of(new byte[] {'a'}, new byte[] {'b', 'c'}), List.of(), 1 << 20);

    assertThat(parts.raw()).isEqualTo(whole.raw());
  }

  @Test
  void anotherProxyIsAnotherRequest() {
    SendPreview direct = rendered("{\"method\":\"GET\",\"url\":\"http://h/\"}", NOTHING);
    SendPreview through =
        rendered("{\"method\":\"GET\",\"url\":\"http://h/\",\"proxy\":\"p:3128\"}", NOTHING);

    SendIntent observed = to("GET", "http://h/").proxy("p:3128");
    assertThat(equal(direct, observed, SendBody.NONE)).isFalse();
    assertThat(equal(through, observed, SendBody.NONE)).isTrue();
    assertThat(equal(through, to("GET", "http://h/"), SendBody.NONE)).isFalse();
  }

  @Test
  void eachYieldsOnePerElement() {
    SendTemplate template =
        SendTemplate.parse(
            Json.parse("{\"method\":\"GET\",\"url\":\"http://h/${item}\"}"), "args.tags", RULES);

    assertThat(template.rendered(args(), Map::of))
        .extracting(preview -> preview.intent().get("url"))
        .containsExactly("http://h/a", "http://h/b");
    assertThat(template.constantTarget()).isEqualTo("http://h:80");
  }

  @Test
  void whatIsLeftOpenIsNamed() {
    SendTemplate template =
        SendTemplate.parse(
            Json.parse(
                "{\"method\":\"POST\",\"url\":\"http://h/${any}\",\"body\":{\"json\":{\"id\":\"${any:id}\"}}}"),
            null,
            RULES);

    assertThat(template.freeParts())
        .containsExactly("url (${any})", "headers (none is compared)", "body.json.id (${any:id})");
  }

  private static boolean sendsParts(String template, String observed) {
    SendPreview preview =
        rendered(
            "{\"method\":\"POST\",\"url\":\"http://h/\",\"body\":{\"multipart\":" + template + "}}",
            Map.of("amount", 5, "file", "r.pdf"));
    SendIntent intent =
        to("POST", "http://h/").header("Content-Type", "multipart/form-data; boundary=B");
    return equal(preview, intent, body(observed.replace("|", "\r\n")));
  }

  private static String part(String name, String more, String content) {
    return "--B|Content-Disposition: form-data; name=\""
        + name
        + "\""
        + more
        + "||"
        + content
        + "|";
  }

  @Test
  void partsAreComparedInTheirOrderWithoutTheirBoundary() {
    String template =
        "{\"amount\":\"${args.amount}\",\"receipt\":{\"filename\":\"${args.file}\","
            + "\"type\":\"application/pdf\",\"content\":\"any\"}}";
    String amount = part("amount", "", "5");
    String file = "; filename=\"r.pdf\"|Content-Type: application/pdf";
    String receipt = part("receipt", file, "%PDF");

    assertThat(sendsParts(template, amount + receipt + "--B--")).isTrue();
    assertThat(
            sendsParts(
                template,
                part("amount", "|Content-Type: text/plain;charset=UTF-8", "5") + receipt + "--B--"))
        .isTrue();
    assertThat(sendsParts(template, part("amount", "", "50") + receipt + "--B--")).isFalse();
    assertThat(sendsParts(template, receipt + amount + "--B--")).isFalse();
    assertThat(sendsParts(template, amount + "--B--")).isFalse();
    assertThat(sendsParts(template, amount + receipt + part("x", "", "1") + "--B--")).isFalse();
    assertThat(sendsParts(template, amount + part("receipt", "", "%PDF") + "--B--")).isFalse();
    assertThat(sendsParts(template, part("amount", "; filename=\"x\"", "5") + receipt + "--B--"))
        .isFalse();
    assertThat(sendsParts(template, amount + receipt + "--B")).isFalse();
  }

  @Test
  void aPlaceholderStandsForTextInAPart() {
    String template = "{\"id\":{\"filename\":\"a-${any}\",\"raw\":\"n-${match:n:[0-9]+}\"}}";

    assertThat(sendsParts(template, part("id", "; filename=\"a-b\"", "n-17") + "--B--")).isTrue();
    assertThat(sendsParts(template, part("id", "; filename=\"a-b\"", "n-x") + "--B--")).isFalse();
    assertThat(sendsParts(template, part("id", "; filename=\"b\"", "n-17") + "--B--")).isFalse();
    assertThat(
            sendsParts(template, part("id", "; filename=\"a-b\"", "n-${match:n:[0-9]+}") + "--B--"))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{\"a\":{}}",
        "{\"a\":{\"raw\":\"x\",\"content\":\"any\"}}",
        "{\"a\":{\"content\":\"x\"}}",
        "{\"a\":{\"raw\":\"x\",\"size\":1}}",
        "{\"a\":{\"raw\":\"x\",\"type\":1}}",
        "{\"a\":{\"raw\":\"x\",\"type\":\"multipart/mixed\"}}",
      })
  void aPartThatIsNoneIsRefused(String template) {
    assertThatThrownBy(() -> sendsParts(template, "")).isInstanceOf(TemplateException.class);
  }
}
