package dev.countersign.it.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.example.acts.process.BlankActs;
import com.example.acts.process.EncodingActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Books;
import dev.countersign.it.Jdk;
import dev.countersign.it.OnEachJdk;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * B09, B10, F21, F22 and F23: a text arrives at the kernel as it was judged, in every locale that a
 * JVM may find itself in, or no process starts.
 */
class EncodingIT {

  /** In an ASCII locale: {@code LC_ALL=C}, {@code POSIX}, or no variable at all. */
  private static final String ASCII =
      """
      -    ascii                           ended +judged  ended +judged
      F21  umlaut                          ended +j?dged  NIKA-SEC-011 none  /intent/argv/1
      F22  euro                            ended +?       NIKA-SEC-011 none  /intent/argv/1
      B09  outsideThePlane                 ended +?       NIKA-SEC-011 none  /intent/argv/1
      B09  euroForAQuestionMark            ended +?       NIKA-SEC-011 none  /intent/argv/1
      B09  umlautForAnotherOne             ended +?       NIKA-SEC-011 none  /intent/argv/1
      B09  questionMarkForAEuro            ended +?       NIKA-SEC-011 none  /intent/argv/1
      B10  loneHighSurrogate               ended +?       CS-UNSUPPORTED none
      B10  loneLowSurrogate                ended +?       CS-UNSUPPORTED none
      B10  surrogatesInTheWrongOrder       ended +??      CS-UNSUPPORTED none
      B10  loneSurrogateInTheEnvironment   ended +judged  CS-UNSUPPORTED none
      B09  umlautAsDirectory               ended +d?/ran  NIKA-SEC-011 none  /intent/dir
      B09  umlautAsRedirect                ended +j?dged  NIKA-SEC-011 none  /intent/stdio/stdout/write
      B09  umlautInTheEnvironment          ended +judged  NIKA-SEC-011 none  /intent/env/set/NAME
      """;

  private static final String UTF8 =
      """
      -    ascii                           ended +judged   ended +judged
      F21  umlaut                          ended +j?dged   ended +j?dged
      F22  euro                            ended +?        ended +?
      B09  outsideThePlane                 ended +?        ended +?
      B52  decomposed                      ended +u?       NIKA-SEC-011 none  /intent/argv/1
      B09  euroForAQuestionMark            ended +?        NIKA-SEC-011 none  /intent/argv/1
      B09  umlautForAnotherOne             ended +?        NIKA-SEC-011 none  /intent/argv/1
      B10  loneHighSurrogate               ended +?        CS-UNSUPPORTED none
      B10  loneLowSurrogate                ended +?        CS-UNSUPPORTED none
      B10  surrogatesInTheWrongOrder       ended +??       CS-UNSUPPORTED none
      B10  loneSurrogateInTheEnvironment   ended +judged   CS-UNSUPPORTED none
      -    umlautAsRedirect                ended +j?dged   ended +j?dged
      B09  umlautInTheEnvironment          ended +judged   NIKA-SEC-011 none  /intent/env/set/NAME
      """;

  private static final String BLANKS =
      """
      F23  emptyAsJudged    ended +1     ended +1
      F23  noneAsJudged     ended +0     ended +0
      F23  blankAsJudged    ended +1     ended +1
      F23  severalAsJudged  ended +3     ended +3
      F23  emptyForNone     ended +1     NIKA-SEC-011 none  /intent/argv/2
      F23  noneForEmpty     ended +0     NIKA-SEC-011 none  /intent/argv/2
      F23  blankForEmpty    ended +1     NIKA-SEC-011 none  /intent/argv/2
      F23  emptyForBlank    ended +1     NIKA-SEC-011 none  /intent/argv/2
      F23  blankForNone     ended +1     NIKA-SEC-011 none  /intent/argv/2
      """;

  /** A locale: how it is asked for, and the table that holds in it. */
  enum Locale {
    C(ASCII),
    POSIX(ASCII),
    NONE(ASCII),
    C_UTF_8(UTF8);

    private final String table;

    Locale(String table) {
      this.table = table;
    }

    private AgentRun.Builder on(Jdk jdk) {
      AgentRun.Builder builder =
          AgentRun.on(jdk)
              .with("processes.yaml")
              .file("count", ">$#\n")
              .file("tool", "#!/bin/sh\n>ran\n")
              .file("d?/tool", "#!/bin/sh\n>ran\n");
      return this == NONE
          ? builder.onlyEnvironment(Map.of("PATH", System.getenv("PATH")))
          : builder.environment("LC_ALL", name().replace("_UTF_8", ".UTF-8"));
    }
  }

  /** One line of a table in one locale. */
  record Case(Locale locale, ActTable.Row row) {
    @Override
    public String toString() {
      return row + " in " + locale;
    }
  }

  private static final Map<Locale, ActTable> TABLES = new EnumMap<>(Locale.class);

  static {
    for (Locale locale : Locale.values()) {
      TABLES.put(locale, ActTable.of(locale::on, EncodingActs.class, locale.table));
    }
  }

  private static final ActTable BLANK = ActTable.of(Locale.C::on, BlankActs.class, BLANKS);

  static Stream<Case> texts() {
    return Stream.of(Locale.values())
        .flatMap(locale -> TABLES.get(locale).rows().map(row -> new Case(locale, row)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("texts")
  void arriveAsTheyWereJudged(Case each) {
    TABLES.get(each.locale).shows(each.row);
  }

  static Stream<ActTable.Row> blanks() {
    return BLANK.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("blanks")
  void anArgumentThatIsEmptyIsAnArgument(ActTable.Row row) {
    BLANK.shows(row);
  }

  @OnEachJdk
  void f22TheStartRecordSaysInWhichEncodingTextsArrive(Jdk jdk) {
    AgentRun ascii = TABLES.get(Locale.NONE).run(jdk);
    AgentRun utf8 = TABLES.get(Locale.C_UTF_8).run(jdk);

    assertThat(encodingAtStart(ascii)).isEqualTo("ANSI_X3.4-1968");
    assertThat(ascii.agentLines())
        .filteredOn(line -> line.contains("ANSI_X3.4-1968"))
        .singleElement()
        .asString()
        .contains("LC_ALL=C.UTF-8");
    assertThat(encodingAtStart(utf8)).isEqualTo("UTF-8");
    assertThat(utf8.agentLines()).noneMatch(line -> line.contains("encoding"));
  }

  private static String encodingAtStart(AgentRun run) {
    Books books = Books.of(run);
    return books
        .decisionOf(books.allows("agent.start").get(0))
        .path("encodings")
        .path("sun.jnu.encoding")
        .asText();
  }
}
