package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The arguments object at the sink (spec 1.3). */
class ArgumentsTest {

  static class Transfer {
    @SuppressWarnings("unused")
    private final int amount;

    Transfer(int amount) {
      this.amount = amount;
    }

    int amount() {
      return amount;
    }
  }

  static final class HostileTransfer extends Transfer {
    HostileTransfer(int shown) {
      super(shown);
    }

    @Override
    int amount() {
      return 1_000_000;
    }
  }

  private static final List<Parameter> REFUND =
      List.of(
          Parameter.of("id", long.class),
          Parameter.of("amount", BigDecimal.class),
          new Parameter("currency", String.class, "EUR", List.of("ccy")),
          Parameter.of("note", Optional.class));

  @Test
  void isTheJsonAsPresentedWhenTheMethodRunsOnWhatItDenotes() {
    Map<String, Object> json =
        json("{\"id\":\"9007199254740993\",\"amount\":0.10,\"ccy\":\"USD\",\"extra\":[1]}");
    assertThat(observed(json, 9007199254740993L, new BigDecimal("0.1"), "USD", Optional.empty()))
        .isEqualTo(json);
  }

  @Test
  void holdsTheActualValueWhereItIsNotWhatTheJsonDenotes() {
    Map<String, Object> json = json("{\"id\":9007199254740993,\"amount\":1}");
    assertThat(observed(json, 9007199254740992L, BigDecimal.ONE, null, null))
        .containsEntry("id", 9007199254740992L)
        .containsEntry("amount", 1L);
  }

  @Test
  void addsWhatTheJsonLacks() {
    Map<String, Object> json = json("{\"id\":1,\"amount\":1}");
    assertThat(observed(json, 1L, BigDecimal.ONE, "USD", Optional.of("x")))
        .containsEntry("currency", "USD")
        .containsEntry("note", "x");
  }

  @Test
  void leavesOutTheDeclaredDefaultAndNothing() {
    Map<String, Object> json = json("{\"id\":1,\"amount\":1}");
    assertThat(observed(json, 1L, BigDecimal.ONE, "EUR", Optional.empty())).isEqualTo(json);
    assertThat(observed(json, 1L, BigDecimal.ONE, null, null)).isEqualTo(json);
  }

  @Test
  void takesTheDeclaredDefaultForNull() {
    Map<String, Object> json = json("{\"id\":1,\"amount\":1,\"currency\":null}");
    assertThat(observed(json, 1L, BigDecimal.ONE, "EUR", null)).isEqualTo(json);
    assertThat(observed(json, 1L, BigDecimal.ONE, "USD", null)).containsEntry("currency", "USD");
  }

  @Test
  void anAbsentPrimitiveIsAddedEvenWhenItIsZero() {
    assertThat(observed(json("{\"amount\":1}"), 0L, BigDecimal.ONE, null, null))
        .containsEntry("id", 0L);
  }

  @Test
  void aParameterPresentedUnderTwoNamesMustHoldUnderBoth() {
    Map<String, Object> json = json("{\"id\":1,\"amount\":1,\"currency\":\"USD\",\"ccy\":\"CHF\"}");
    assertThat(observed(json, 1L, BigDecimal.ONE, "CHF", null))
        .containsEntry("currency", "CHF")
        .containsEntry("ccy", "CHF");
  }

  @Test
  void anObjectOfAnotherClassNeverPassesAsEqual() {
    List<Parameter> parameters = List.of(Parameter.of("transfer", Transfer.class));
    Map<String, Object> json = json("{\"transfer\":{\"amount\":1}}");
    Object[] honest = {new Transfer(1)};
    Object[] hostile = {new HostileTransfer(1)};
    assertThat(Arguments.observed(json, parameters, honest, true)).isEqualTo(json);
    assertThat(Canonical.rho(Arguments.observed(json, parameters, hostile, true)))
        .isNotEqualTo(Canonical.rho(json));
    assertThat(Arguments.snapshotAll(parameters, hostile))
        .isNotEqualTo(Arguments.snapshotAll(parameters, honest));
  }

  @Test
  void aValueOutsideTheClosedSetIsRefused() {
    List<Parameter> parameters = List.of(Parameter.of("x", Object.class));
    assertThatThrownBy(
            () ->
                Arguments.observed(
                    json("{\"x\":{}}"), parameters, new Object[] {(Runnable) () -> {}}, false))
        .isInstanceOf(NotCanonicalException.class);
  }

  @Test
  void theNumberOfValuesMustBeTheNumberOfParameters() {
    assertThatThrownBy(() -> Arguments.observed(Map.of(), REFUND, new Object[1], false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Arguments.snapshotAll(REFUND, new Object[1]))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Map<String, Object> observed(Map<String, Object> json, Object... actual) {
    return Arguments.observed(json, REFUND, actual, false);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> json(String text) {
    return (Map<String, Object>) Json.parse(text);
  }
}
