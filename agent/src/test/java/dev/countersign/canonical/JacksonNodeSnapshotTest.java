package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Isolated Jackson made the same bytes of every foreign node; ours reads what they hold. */
class JacksonNodeSnapshotTest {

  private static final String TEXT =
      "{\"s\":\"x\",\"i\":1,\"l\":9007199254740993,\"b\":123456789012345678901234567890,"
          + "\"d\":0.1,\"t\":true,\"n\":null,\"a\":[1,{\"k\":[]}],\"o\":{}}";

  @Test
  void jackson2TreesAreTheJsonThatTheyHold() throws Exception {
    Object node = new com.fasterxml.jackson.databind.ObjectMapper().readTree(TEXT);
    assertThat(Canonical.rho(Snapshot.of(node))).isEqualTo(Canonical.rho(Json.parse(TEXT)));
  }

  @Test
  void jackson3TreesAreTheJsonThatTheyHold() {
    Object node = new tools.jackson.databind.ObjectMapper().readTree(TEXT);
    assertThat(Canonical.rho(Snapshot.of(node))).isEqualTo(Canonical.rho(Json.parse(TEXT)));
  }

  @Test
  void everyKindOfJackson2NodeIsExact() {
    com.fasterxml.jackson.databind.node.JsonNodeFactory nodes =
        com.fasterxml.jackson.databind.node.JsonNodeFactory.withExactBigDecimals(true);
    assertThat(Snapshot.of(nodes.numberNode((short) 7))).isEqualTo(7);
    assertThat(Snapshot.of(nodes.numberNode(BigInteger.TWO.pow(80))))
        .isEqualTo(BigInteger.TWO.pow(80));
    assertThat(Snapshot.of(nodes.numberNode(new BigDecimal("12345678901234567890.123"))))
        .isEqualTo(new BigDecimal("12345678901234567890.123"));
    assertThat(Snapshot.of(nodes.numberNode(0.1f))).isEqualTo(new BigDecimal("0.1"));
    assertThat(Snapshot.of(nodes.numberNode(1.5d))).isEqualTo(new BigDecimal("1.5"));
    assertThat(Snapshot.of(nodes.binaryNode(new byte[] {1, 2, 3}))).isEqualTo("AQID");
    assertThat(Snapshot.of(nodes.pojoNode(List.of("x")))).isEqualTo(List.of("x"));
    assertThat(Snapshot.of(nodes.missingNode())).isNull();
    assertThat(Snapshot.of(nodes.nullNode())).isNull();
  }

  @Test
  void everyKindOfJackson3NodeIsExact() {
    tools.jackson.databind.node.JsonNodeFactory nodes =
        new tools.jackson.databind.node.JsonNodeFactory();
    assertThat(Snapshot.of(nodes.numberNode((short) 7))).isEqualTo(7);
    assertThat(Snapshot.of(nodes.numberNode(BigInteger.TWO.pow(80))))
        .isEqualTo(BigInteger.TWO.pow(80));
    assertThat(Snapshot.of(nodes.numberNode(new BigDecimal("12345678901234567890.123"))))
        .isEqualTo(new BigDecimal("12345678901234567890.123"));
    assertThat(Snapshot.of(nodes.numberNode(0.1f))).isEqualTo(new BigDecimal("0.1"));
    assertThat(Snapshot.of(nodes.numberNode(1.5d))).isEqualTo(new BigDecimal("1.5"));
    assertThat(Snapshot.of(nodes.binaryNode(new byte[] {1, 2, 3}))).isEqualTo("AQID");
    assertThat(Snapshot.of(nodes.pojoNode(List.of("x")))).isEqualTo(List.of("x"));
    assertThat(Snapshot.of(nodes.missingNode())).isNull();
    assertThat(Snapshot.of(nodes.nullNode())).isNull();
  }

  @Test
  void aPojoInANodeIsReadByItsFields() {
    AtomicInteger calls = new AtomicInteger();
    com.fasterxml.jackson.databind.node.ObjectNode node =
        com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode();
    node.putPOJO("p", new Pojo(calls));
    assertThatThrownBy(() -> Snapshot.of(node))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("java.util.concurrent.atomic.AtomicInteger");
    assertThat(calls).hasValue(0);
  }

  @Test
  void aSubclassOfANodeIsNoNode() {
    assertThatThrownBy(() -> Snapshot.of(new Liar("honest")))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining(Liar.class.getName());
  }

  @Test
  void anObjectNodeOverAForeignMapIsRefused() {
    Map<String, com.fasterxml.jackson.databind.JsonNode> foreign =
        new java.util.LinkedHashMap<>() {
          private static final long serialVersionUID = 1L;
        };
    Object node =
        new com.fasterxml.jackson.databind.node.ObjectNode(
            com.fasterxml.jackson.databind.node.JsonNodeFactory.instance, foreign);
    assertThatThrownBy(() -> Snapshot.of(node)).isInstanceOf(NotCanonicalException.class);
  }

  private static final class Pojo {
    private final AtomicInteger calls;

    Pojo(AtomicInteger calls) {
      this.calls = calls;
    }

    @SuppressWarnings("unused")
    public int getValue() {
      return calls.incrementAndGet();
    }
  }

  private static final class Liar extends com.fasterxml.jackson.databind.node.TextNode {
    private static final long serialVersionUID = 1L;

    Liar(String text) {
      super(text);
    }
  }
}
