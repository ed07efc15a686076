package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Two requests that differ never share a canonical form (spec 1.2). */
class SendInjectivityTest {

  /** What a client sends; equal exactly when the wire is the same but for what the rules ignore. */
  record Sent(String method, String path, List<String> headers, String body, String proxy) {

    byte[] canonical() {
      SendIntent intent =
          new SendIntent(method, RequestUrl.parse("http://h/" + path), HeaderRules.DEFAULT)
              .proxy(proxy);
      for (String header : headers) {
        int colon = header.indexOf(':');
        intent.header(header.substring(0, colon), header.substring(colon + 1));
      }
      SendBody sent =
          SendBody.of(List.of(body.getBytes(StandardCharsets.UTF_8)), List.of(), 1 << 20);
      return Canonical.rho(intent.toJson(sent));
    }

    /** By name, the order of the names being no difference. */
    List<String> sorted() {
      // Stable: values of one name keep their order.
      return headers.stream()
          .sorted((a, b) -> a.substring(0, 1).compareTo(b.substring(0, 1)))
          .toList();
    }

    boolean isSameAs(Sent other) {
      return method.equals(other.method)
          && path.equals(other.path)
          && sorted().equals(other.sorted())
          && body.equals(other.body)
          && java.util.Objects.equals(proxy, other.proxy);
    }
  }

  @Property
  void twoDifferentRequestsNeverShareACanonicalForm(
      @ForAll("requests") Sent one, @ForAll("requests") Sent other) {
    assertThat(Arrays.equals(one.canonical(), other.canonical())).isEqualTo(one.isSameAs(other));
  }

  @Provide
  Arbitrary<Sent> requests() {
    Arbitrary<String> few = Arbitraries.of("", "a", "b", "ab");
    Arbitrary<String> header =
        Combinators.combine(Arbitraries.of("a", "b"), few).as((name, value) -> name + ':' + value);
    return Combinators.combine(
            Arbitraries.of("GET", "POST"),
            Arbitraries.of("", "a", "a/", "a?", "a?b", "a?b=", "a%2Fb", "a/b"),
            header.list().ofMaxSize(2),
            Arbitraries.of("", "a", "{}", "{ }"),
            Arbitraries.of("p:1", "p:2").injectNull(0.5))
        .as(Sent::new);
  }
}
