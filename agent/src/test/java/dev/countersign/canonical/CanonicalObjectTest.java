package dev.countersign.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Written member by member or as a map: the same bytes. */
class CanonicalObjectTest {

  @Test
  void writesTheBytesOfTheMapOfItsMembers() {
    byte[] written =
        new CanonicalObject()
            .member("a", null)
            .begin("b")
            .member("c", List.of("\uF8FF", 1L))
            .end()
            .begin("d")
            .end()
            .member("e", Map.of("z", true, "y", "ä"))
            .bytes();

    assertThat(written)
        .isEqualTo(
            Canonical.rho(
                Json.parse(
                    "{\"e\":{\"z\":true,\"y\":\"ä\"},\"d\":{},\"b\":{\"c\":[\"\uF8FF\",1]},\"a\":null}")));
  }

  @Test
  void isAnEmptyObjectWithoutMembers() {
    assertThat(new CanonicalObject().bytes()).isEqualTo(Canonical.rho(Map.of()));
  }

  @Test
  void goesOnWhereSomethingElseWasWritten() {
    byte[] begun = new CanonicalObject().member("a", 1L).begin("b").written();
    CanonicalObject text =
        CanonicalObject.begun(begun).raw("\"c\":".getBytes(UTF_8)).value("c", List.of("x"));

    assertThat(text.valueAt()).isEqualTo(begun.length + 4);
    assertThat(text.plain("d", "0f").end().raw(",\"e\":".getBytes(UTF_8)).text("c", "\"").bytes())
        .isEqualTo(
            Canonical.rho(
                Json.parse("{\"a\":1,\"b\":{\"c\":[\"x\"],\"d\":\"0f\"},\"e\":\"\\\"\"}")));
  }

  @Test
  void namesThePlaceOfWhatHasNoCanonicalForm() {
    assertThatThrownBy(
            () -> new CanonicalObject().member("intent", Map.of("arguments", List.of(1L, 2.5))))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("/intent/arguments/1");
  }

  @Test
  void writesALineAsJcsHasIt() {
    Map<String, Object> actor = Map.of("agent", "\uF8FF \u2028 \"", "n", 1L << 60);
    byte[] text = Canonical.jcs(actor);

    byte[] line =
        CanonicalObject.jcs(64)
            .written("actor", new CanonicalPart(text, 0, text.length, false))
            .member("target", "\uF8FFä\n")
            .member("use", 2)
            .line();

    Map<String, Object> map = Map.of("actor", actor, "target", "\uF8FFä\n", "use", 2);
    assertThat(line).isEqualTo(Canonical.jcsLine(map, 64));
  }

  @Test
  void refusesALineThatNestsDeeperThanItsReadersRead() {
    Object nested = 1L;
    for (int i = 0; i < 64; i++) {
      nested = List.of(nested);
    }
    Object tooDeep = nested;

    assertThatThrownBy(() -> CanonicalObject.jcs(63).member("divergence", tooDeep))
        .isInstanceOf(NotCanonicalException.class);
  }

  /** A value is taken over from another form's text only where its own text would be the same. */
  @Property
  void aPartHasTheHashesOfItsValue(@ForAll("values") Object value) {
    byte[] salt = new byte[ParamsHash.SALT_LENGTH];
    CanonicalObject object = new CanonicalObject().member("before", 1).member("value", value);
    int from = object.valueAt();
    int to = object.length();
    boolean same = object.valueSameInEveryForm();
    CanonicalPart part = new CanonicalPart(object.member("z", 9L << 60).bytes(), from, to, same);

    assertThat(part.sha256()).isEqualTo(Sha256.hex(Canonical.rho(value)));
    assertThat(ParamsHash.of(salt, value, part)).isEqualTo(ParamsHash.of(salt, value));
    if (same) {
      assertThat(Canonical.jcs(value)).isEqualTo(Canonical.rho(value));
    }
  }

  @Provide
  Arbitrary<Object> values() {
    Arbitrary<Object> scalars =
        Arbitraries.of(
            null,
            true,
            "",
            "plain",
            "\uF8FF",
            "a\uF8FF",
            "\uD83D\uDE00\u0001\"",
            0,
            -7L,
            (1L << 53) - 1,
            1L << 53,
            -(1L << 53),
            (1L << 53) + 1,
            Long.MIN_VALUE,
            BigInteger.ONE.shiftLeft(64),
            new BigDecimal("1.50"),
            new BigDecimal("0.1000000000000000055511151231257827"),
            new BigDecimal("1E+400"));
    return Arbitraries.oneOf(
        scalars,
        scalars.list().ofMaxSize(4).map(list -> (Object) list),
        Arbitraries.maps(Arbitraries.of("a", "b", "\uF8FF", "c\n"), scalars)
            .ofMaxSize(3)
            .map(map -> (Object) map));
  }
}
