package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.ledger.Ceiling;
import dev.countersign.ledger.Measure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * The laws of the writer's authorities, judged by the verifier, which shares no code with it: what
 * is cut from a parent is never wider than it.
 */
class AuthorityLawsTest {

  @Provide
  Arbitrary<dev.countersign.ledger.Authority> authorities() {
    Arbitrary<String> segment = Arbitraries.of("a", "b", "a-b", "x1");
    Arbitrary<String> family = Arbitraries.of("tool", "exec", "send", "agent", "crm");
    Arbitrary<String> scope =
        Arbitraries.oneOf(
            family.map(name -> name + ".*"),
            Combinators.combine(family, segment).as((name, one) -> name + '.' + one),
            Combinators.combine(family, segment).as((name, one) -> name + '.' + one + ".*"),
            Combinators.combine(family, segment, segment)
                .as((name, one, two) -> name + '.' + one + '.' + two));
    Arbitrary<Ceiling> ceiling =
        Arbitraries.oneOf(
            Combinators.combine(scope.injectNull(0.5), Arbitraries.longs().between(0, 4))
                .as(Ceiling::new),
            Combinators.combine(
                    Arbitraries.of(Measure.ROWS, Measure.SPEND), Arbitraries.longs().between(0, 4))
                .as((measure, max) -> new Ceiling(measure, null, max)));
    return Combinators.combine(
            scope.list().ofMaxSize(4),
            ceiling.list().ofMaxSize(3),
            Arbitraries.longs().between(0, 5).injectNull(0.4))
        .as(dev.countersign.ledger.Authority::new);
  }

  @Property(tries = 2000)
  void aMeetIsWithinBoth(
      @ForAll("authorities") dev.countersign.ledger.Authority one,
      @ForAll("authorities") dev.countersign.ledger.Authority two)
      throws Exception {
    Authority met = read(one.meet(two));
    assertThat(met.widerThan(read(one))).isNull();
    assertThat(met.widerThan(read(two))).isNull();
    assertThat(one.meet(two)).isEqualTo(two.meet(one));
    assertThat(one.meet(one)).isEqualTo(one);
  }

  @Property(tries = 2000)
  void aMeetIsMonotone(
      @ForAll("authorities") dev.countersign.ledger.Authority one,
      @ForAll("authorities") dev.countersign.ledger.Authority two,
      @ForAll("authorities") dev.countersign.ledger.Authority three)
      throws Exception {
    // What is within another stays within it, whatever both are cut by.
    dev.countersign.ledger.Authority less = one.meet(two);
    assertThat(read(less.meet(three)).widerThan(read(one.meet(three)))).isNull();
    assertThat(less.meet(three)).isEqualTo(one.meet(two.meet(three)));
  }

  @Property(tries = 2000)
  void writerAndVerifierCoverTheSame(
      @ForAll("authorities") dev.countersign.ledger.Authority one,
      @ForAll("authorities") dev.countersign.ledger.Authority two)
      throws Exception {
    for (String scope : two.scopes()) {
      if (!scope.endsWith("*")) {
        boolean both = one.covers(scope) && two.covers(scope);
        assertThat(one.meet(two).covers(scope)).isEqualTo(both);
        assertThat(
                read(new dev.countersign.ledger.Authority(one.scopes(), List.of(), null))
                    .permits(scope, Map.of()))
            .isEqualTo(one.covers(scope));
      }
    }
  }

  private static Authority read(dev.countersign.ledger.Authority written) throws Exception {
    List<Object> constraints = new ArrayList<>();
    for (Ceiling ceiling : written.ceilings()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("key", ceiling.key());
      json.put("max", ceiling.limit());
      if (ceiling.appliesTo() != null) {
        json.put("type", "max_calls");
        json.put("applies_to", ceiling.appliesTo());
      }
      constraints.add(json);
    }
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("scopes", new ArrayList<Object>(written.scopes()));
    json.put("constraints", constraints);
    json.put("ttl", written.ttlSeconds());
    return Authority.of(json);
  }
}
