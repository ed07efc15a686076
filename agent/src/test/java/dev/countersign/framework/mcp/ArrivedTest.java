package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArrivedTest {

  @Test
  void hasEveryDigitOfTheText() {
    Arrived arrived = text("{\"name\":\"pay\",\"arguments\":{\"amount\":0.1000000000000000055}}");

    assertThat(arrived.tool()).isEqualTo("pay");
    assertThat(arrived.arguments().get("amount"))
        .hasToString(new BigDecimal("0.1000000000000000055").toPlainString());
  }

  @Test
  void hasNoArgumentsWhereThereAreNone() {
    assertThat(text("{\"name\":\"pay\"}").arguments()).isEmpty();
    assertThat(text("{\"name\":\"pay\",\"arguments\":null}").arguments()).isEmpty();
  }

  @Test
  void cannotBeVerifiedWhereItIsAmbiguousOrNoObject() {
    for (String params :
        List.of(
            "{\"name\":\"pay\",\"name\":\"stay\",\"arguments\":{}}",
            "{\"name\":\"pay\",\"arguments\":{\"a\":1,\"a\":2}}",
            "{\"name\":\"pay\",\"arguments\":[1]}",
            "[]")) {
      assertThat(text(params).arguments()).as(params).isNull();
    }
  }

  @Test
  void takesTextsAndIntegersForIds() {
    assertThat(Arrived.of("", "{}").id()).isEmpty();
    assertThat(Arrived.of("a", "{}").id()).isEqualTo("a");
    assertThat(Arrived.of(7, "{}").id()).isEqualTo("7");
    assertThat(Arrived.of(7L, "{}").id()).isEqualTo("7");
    assertThat(Arrived.of(7.5, "{}").id()).isNull();
    assertThat(Arrived.of(null, "{}").id()).isNull();
  }

  @Test
  void isWhatAMapHeldWhenThereIsNoText() {
    Map<String, Object> arguments = new HashMap<>(Map.of("to", "bob"));
    Map<String, Object> params = new HashMap<>(Map.of("name", "pay", "arguments", arguments));
    Arrived arrived = Arrived.without(params);

    arguments.put("to", "mallory");
    params.put("name", "stay");

    assertThat(arrived.tool()).isEqualTo("pay");
    assertThat(arrived.arguments()).containsExactly(Map.entry("to", "bob"));
  }

  @Test
  void isOfTheThreadThatPassesTheEntrance() {
    Arrivals arrivals = new Arrivals();
    Object params = new HashMap<>(Map.of("name", "pay"));
    arrivals.read(params, text("{\"name\":\"pay\",\"arguments\":{\"to\":\"bob\"}}"));

    Arrived before = arrivals.enter(params);
    assertThat(arrivals.current().arguments()).containsEntry("to", "bob");
    arrivals.leave(before);

    assertThat(arrivals.current()).isNull();
  }

  private static Arrived text(String params) {
    return Arrived.of(
        "1",
        "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"tools/call\",\"params\":" + params + "}");
  }
}
