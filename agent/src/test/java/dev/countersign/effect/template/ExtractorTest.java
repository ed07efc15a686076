package dev.countersign.effect.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExtractorTest {

  /** A record of a package-private type, as applications have them. */
  record Order(String id, Money money) {}

  record Money(long cents) {}

  static class Bean {
    public String getName() {
      return "bean";
    }

    public boolean isOpen() {
      return true;
    }

    public String broken() {
      throw new IllegalStateException("a secret");
    }

    public static String shared() {
      return "static";
    }

    String hidden() {
      return "hidden";
    }
  }

  private static Object extract(String text, Object... args) {
    return Extractor.parse(text).extract("self", args, "result");
  }

  @Test
  void aRootIsAnArgumentTheReceiverOrTheResult() {
    assertThat(extract("${arg1}", "a", "b")).isEqualTo("b");
    assertThat(extract("${this}")).isEqualTo("self");
    assertThat(extract("${return}")).isEqualTo("result");
  }

  @Test
  void aPathCallsAccessors() {
    assertThat(extract("${arg0.money.cents}", new Order("1", new Money(5)))).isEqualTo(5L);
    assertThat(extract("${arg0.name}", new Bean())).isEqualTo("bean");
    assertThat(extract("${arg0.open}", new Bean())).isEqualTo(true);
    assertThat(extract("${arg0.getName}", new Bean())).isEqualTo("bean");
  }

  @Test
  void aHiddenImplementationIsCalledThroughItsPublicType() {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost/x")).build();

    assertThat(extract("${arg0.uri}", request)).isEqualTo(URI.create("http://localhost/x"));
    assertThat(extract("${arg0.size}", List.of(1, 2))).isEqualTo(2);
  }

  @Test
  void nullEndsAPath() {
    assertThat(extract("${arg0.money.cents}", new Order("1", null))).isNull();
    assertThat(extract("${json:arg0}", (Object) null)).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"${arg0.hidden}", "${arg0.shared}", "${arg0.absent}", "${arg0.wait}"})
  void onlyPublicInstanceMethodsWithAValueAreCalled(String text) {
    assertThatThrownBy(() -> extract(text, new Bean()))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("no callable");
  }

  @Test
  void whatAnAccessorThrowsIsNamedByItsClassOnly() {
    assertThatThrownBy(() -> extract("${arg0.broken}", new Bean()))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("java.lang.IllegalStateException")
        .hasMessageNotContaining("a secret");
  }

  @Test
  void anArgumentThatTheMethodDoesNotHaveIsAnError() {
    assertThatThrownBy(() -> extract("${arg3}", "a"))
        .isInstanceOf(TemplateException.class)
        .hasMessageContaining("1 parameters");
  }

  @Test
  void textTakesStringsAndNumbersOfTheJdkOnly() {
    assertThat(extract("${text:arg0}", 5)).isEqualTo("5");
    assertThat(extract("${text:arg0}", "x")).isEqualTo("x");
    assertThatThrownBy(() -> extract("${text:arg0}", new Bean()))
        .isInstanceOf(TemplateException.class);
    assertThatThrownBy(() -> extract("${text:arg0}", new StringBuilder("x")))
        .isInstanceOf(TemplateException.class);
  }

  @Test
  void jsonParsesAText() {
    assertThat(extract("${json:arg0}", "{\"a\":[1]}")).isEqualTo(Map.of("a", List.of(1L)));
    assertThatThrownBy(() -> extract("${json:arg0}", "{")).isInstanceOf(TemplateException.class);
    assertThatThrownBy(() -> extract("${json:arg0}", Map.of()))
        .isInstanceOf(TemplateException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "return",
        "${}",
        "${args.x}",
        "${arg}",
        "${argx}",
        "${arg-1}",
        "${arg999}",
        "${arg0.}",
        "${arg0..x}",
        "${arg0.a()}",
        "x${arg0}",
        "${arg0}x",
        "${yaml:arg0}",
        "${return"
      })
  void anythingElseIsRefused(String text) {
    assertThatThrownBy(() -> Extractor.parse(text)).isInstanceOf(TemplateException.class);
  }

  @Test
  void itSaysWhetherItNeedsTheResult() {
    assertThat(Extractor.parse("${return.x}").needsResult()).isTrue();
    assertThat(Extractor.parse("${arg0}").needsResult()).isFalse();
    assertThat(Extractor.parse("${json:arg2.x}").argument()).isEqualTo(2);
    assertThat(Extractor.parse("${this}").argument()).isEqualTo(-1);
  }
}
