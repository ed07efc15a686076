package dev.countersign.it.langchain4j;

import static dev.countersign.it.AgentRunAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.langchain4j.PresentedActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.ActTable.Performed;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import dev.countersign.it.OnEachJdk;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments as a model presents them (F29, F30, B53, B54, F16): what the framework repairs is
 * refused, what is one strict JSON object runs as before, whatever the framework makes of it.
 */
class PresentedIT {

  private static final String[] SAME = {
    "F29 ask:primitive/one -",
    "F29 ask:query/quotesInside -",
    "F29 ask:query/commaInside -",
    "F29 ask:query/backslashInside -",
    "F30 ask:primitive/empty -",
    "F30 ask:primitive/blank -",
    "F30 ask:primitive/absent -",
    "F30 ask:primitive/object -",
    "F30 ask:primitive/nullValue -",
    "F30 ask:boxed/empty -",
    "F30 ask:boxed/blank -",
    "F30 ask:boxed/absent -",
    "F30 ask:boxed/object -",
    "F30 ask:boxed/nullValue -",
    "F30 ask:nothing/empty -",
    "F30 ask:nothing/blank -",
    "F30 ask:nothing/absent -",
    "F30 ask:nothing/object -",
    "F30 ask:nothing/nullValue -",
    "B53 ask:real/minusZero -",
    "B53 ask:real/minusZeroPointZero -",
    "B53 ask:real/sum -",
    "B53 ask:real/smallest -",
    "B53 ask:real/tenTo16 -",
    "B53 ask:whole/twoTo53 -",
    "B53 ask:whole/twoTo53And1 -",
    "B53 ask:whole/tenTo16 -",
    "B53 ask:decimal/tenCents -",
    "B53 ask:narrow/tooLargeForAFloat -",
    "B54 ask:object/alike -",
    "F16 ask:query/pair -",
    "L01 idsOf:null -",
    "L02 idsOf:empty -",
    "L03 idsOf:repeated -",
  };

  private static final String[] REFUSED = {
    "F29 ask:primitive/trailingComma CS-UNSUPPORTED",
    "F29 ask:primitive/trailingCommaAndBrace CS-UNSUPPORTED",
    "F29 ask:primitive/secondObject CS-UNSUPPORTED",
    "F29 ask:primitive/textBehind CS-UNSUPPORTED",
    "F29 ask:primitive/encodedTwice CS-UNSUPPORTED",
    "F29 ask:primitive/escapedQuotes CS-UNSUPPORTED",
    "B53 ask:real/tooLarge CS-UNSUPPORTED",
    "B53 ask:real/tooSmall CS-UNSUPPORTED",
    "B53 ask:real/nan CS-UNSUPPORTED",
    "B53 ask:real/infinity CS-UNSUPPORTED",
    "B53 ask:real/minusInfinity CS-UNSUPPORTED",
    "B54 ask:query/twice CS-UNSUPPORTED",
    "B54 ask:query/twiceEscaped CS-UNSUPPORTED",
    "B54 ask:query/twiceTheSame CS-UNSUPPORTED",
    "B54 ask:query/twiceNullFirst CS-UNSUPPORTED",
    "B54 ask:object/twiceNested CS-UNSUPPORTED",
    "B54 ask:object/twiceInAnArray CS-UNSUPPORTED",
    "F16 ask:query/loneSurrogate CS-UNSUPPORTED",
    "B55 ask:obey/command CS-UNBOUND",
  };

  private static final String[] MIXED = {"L04 theIdOfAnotherCall CS-UNBOUND"};

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> LangChain4j.application(jdk), PresentedActs.class, SAME, REFUSED, MIXED);

  static Stream<Arguments> same() {
    return Jdks.rows(3, SAME);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("same")
  void runsOrFailsAsWithoutTheAgent(String number, String act, String ignored, Jdk jdk) {
    Performed with = TABLE.with(jdk, act);

    TABLE.isSame(jdk, act);
    assertThat(with.printed()).noneMatch(line -> line.contains("Refused:"));
  }

  static Stream<Arguments> refused() {
    return Jdks.rows(3, REFUSED);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("refused")
  void isRefusedAndTheModelIsTold(String number, String act, String code, Jdk jdk) {
    Performed with = TABLE.with(jdk, act);
    String tool = act.substring(act.indexOf(':') + 1, act.indexOf('/'));

    assertThat(with.bodies()).isEmpty();
    assertThat(with.printed()).hasSize(2).last().isEqualTo("answer: done");
    assertThat(with.printed().get(0)).startsWith(tool + ": [" + code + "] Refused: ");
    assertThat(with.ending()).isEqualTo("ended");
    assertThat(TABLE.without(jdk, act).bodies()).hasSize(1);
  }

  @OnEachJdk
  void anIdIsALabel(Jdk jdk) {
    for (String kind : new String[] {"null", "empty", "repeated"}) {
      Books books = TABLE.books(jdk, "idsOf:" + kind);
      assertThat(books.denialCodes()).isEmpty();
      assertThat(books.allowedScopes()).containsExactly("tool.whole", "tool.whole", "tool.whole");
    }
  }

  @OnEachJdk
  void theIdOfAnApprovedCallOpensNothing(Jdk jdk) {
    Performed with = TABLE.with(jdk, "theIdOfAnotherCall");

    assertThat(TABLE.without(jdk, "theIdOfAnotherCall").bodies()).hasSize(2);
    assertThat(with.bodies()).containsExactly("ran whole 1");
    assertThat(with.printed()).anyMatch(told -> told.startsWith("obey: [CS-UNBOUND] Refused: "));
  }

  @OnEachJdk
  void noFileIsTouched(Jdk jdk) {
    Stream.of(SAME, REFUSED)
        .flatMap(Stream::of)
        .map(row -> row.split(" +")[1])
        .forEach(act -> assertThat(TABLE.with(jdk, act).changed()).as(act).isEqualTo("none"));
  }
}
