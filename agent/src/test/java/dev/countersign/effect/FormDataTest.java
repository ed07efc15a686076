package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.NotCanonicalException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormDataTest {

  private static final String TYPE = "multipart/form-data; boundary=B";
  private static final String HEAD = "Content-Disposition: form-data; name=\"a\"";

  private static List<FormData.Part> parse(String body, String type) {
    return FormData.parse(body.getBytes(StandardCharsets.UTF_8), type);
  }

  private static String whole(String head, String content) {
    return "--B\r\n" + head + "\r\n\r\n" + content + "\r\n--B--\r\n";
  }

  private static String content(FormData.Part part) {
    return new String(part.content(), StandardCharsets.UTF_8);
  }

  @Test
  void readsPartsInTheirOrder() {
    List<FormData.Part> parts =
        parse(
            "--B\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
                + "--B\r\ncontent-disposition: form-data; name=\"a\"; filename=\"ü.txt\"\r\n"
                + "Content-Type: application/pdf\r\nContent-Length: 4\r\n\r\n\r\n-x\r\n--B--",
            TYPE);

    assertThat(parts).extracting(FormData.Part::name).containsExactly("a", "a");
    assertThat(parts).extracting(FormData.Part::filename).containsExactly(null, "ü.txt");
    assertThat(parts).extracting(FormData.Part::type).containsExactly(null, "application/pdf");
    assertThat(parts).extracting(FormDataTest::content).containsExactly("1", "\r\n-x");
  }

  @Test
  void aFormWithoutPartsHasNone() {
    assertThat(parse("--B--\r\n", TYPE)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "\r\n", "-", "--", "--C", "a--B", "x\r\n--A", "\r\n\r\n"})
  void contentIsWhateverIsNotTheBoundary(String content) {
    assertThat(content(parse(whole(HEAD, content), TYPE).get(0))).isEqualTo(content);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/plain|",
        "text/plain; charset=UTF-8|",
        "text/plain;charset=\"utf-8\"|",
        "text/plain; charset=ISO-8859-1|text/plain; charset=ISO-8859-1",
        "text/plain; format=flowed|text/plain; format=flowed",
        "application/json|application/json",
      })
  void aTypeThatSaysWhatHoldsAnywayIsNone(String given, String read) {
    assertThat(parse(whole(HEAD + "\r\nContent-Type: " + given, "x"), TYPE).get(0).type())
        .isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/mixed; boundary=B",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=B; boundary=C",
        "multipart/form-data; boundary=\"B",
        "multipart/form-data; boundary=\"B \"",
        "multipart/form-data; boundary=B; start=x",
        "multipart/form-data; boundary*=B",
        "multipart/form-data; boundary=B, x",
        "application/json",
      })
  void anotherTypeIsRefused(String type) {
    assertThatThrownBy(() -> parse(whole(HEAD, "x"), type))
        .isInstanceOf(NotCanonicalException.class);
  }

  static List<String> ambiguous() {
    String good = whole(HEAD, "x");
    return List.of(
        "",
        "preamble\r\n" + good,
        "\r\n" + good,
        good + "epilogue",
        good + "\r\n",
        good.replace("--B--\r\n", ""),
        good.replace("--B--", "--B-"),
        good.replace("--B\r\n", "--B \r\n"),
        good.replace("--B\r\n", "--B\n"),
        whole(HEAD, "x\n--B\r\n" + HEAD + "\r\n\r\nEVIL"),
        whole(HEAD, "x\r--B"),
        whole(HEAD, "--B--"),
        whole(HEAD, "x\r\n--BX"),
        whole(HEAD + "\r\n folded", "x"),
        whole(HEAD + ";\r\n\tfilename=x", "x"),
        whole(HEAD + "\r\n" + HEAD, "x"),
        whole(HEAD + "\r\nX-Other: 1", "x"),
        whole(HEAD + "\r\nContent-Type: a/b\r\ncontent-type: c/d", "x"),
        whole(HEAD + "\r\nContent-Transfer-Encoding: base64", "x"),
        whole(HEAD + "\r\nContent-Length: 2", "x"),
        whole(HEAD + "\r\nContent-Type: multipart/mixed; boundary=C", "x"),
        whole(HEAD + "\nContent-Type: a/b", "x"),
        whole(HEAD + "\u0000", "x"),
        whole("Content-Type: a/b", "x"),
        whole("", "x"),
        whole("Content-Disposition: attachment; name=\"a\"", "x"),
        whole("Content-Disposition: form-data", "x"),
        whole("Content-Disposition: form-data; name=\"a\"; name=\"b\"", "x"),
        whole("Content-Disposition: form-data; name=\"a\\\"b\"", "x"),
        whole("Content-Disposition: form-data; name=\"a%22b\"", "x"),
        whole("Content-Disposition: form-data; name=\"a%0Ab\"", "x"),
        whole("Content-Disposition: form-data; name=\"a", "x"),
        whole("Content-Disposition: form-data; name=\"a\"b", "x"),
        whole("Content-Disposition: form-data; name=a b", "x"),
        whole("Content-Disposition: form-data; name=\"a\"; filename*=UTF-8''x", "x"),
        whole("Content-Disposition: form-data; name=\"a\"; size=1", "x"),
        whole("Content-Disposition: form-data; name=\"_charset_\"", "x"),
        whole("Content-Disposition : form-data; name=\"a\"", "x"));
  }

  @ParameterizedTest
  @MethodSource("ambiguous")
  void whatServersReadDifferentlyIsRefused(String body) {
    assertThatThrownBy(() -> parse(body, TYPE)).isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void aHeadThatIsNoUtf8IsRefused() {
    byte[] latin =
        whole(HEAD.replace("\"a\"", "\"\u00e4\""), "x").getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> FormData.parse(latin, TYPE)).isInstanceOf(NotCanonicalException.class);
  }
}
