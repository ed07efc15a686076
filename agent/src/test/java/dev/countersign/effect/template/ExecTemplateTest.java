package dev.countersign.effect.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExecTemplateTest {

  private static final Map<String, Object> ARGS =
      Map.ofEntries(
          Map.entry("url", "https://example.org/r.git"),
          Map.entry("empty", ""),
          Map.entry("n", 5L),
          Map.entry("huge", new BigInteger("9007199254740993")),
          Map.entry("price", new BigDecimal("1.50")),
          Map.entry("large", new BigDecimal("1E+2")),
          Map.entry("yes", true),
          Map.entry("files", List.of("a b", "c")),
          Map.entry("none", List.of()),
          Map.entry("ragged", List.of("a", List.of("b"))),
          Map.entry("repo", Map.of("name", "x", "tags", List.of("v1", "v2"))),
          Map.entry("items", List.of(Map.of("id", 1L), Map.of("id", 2L))),
          Map.entry("placeholder", "${any}"));

  private static List<String> argv(Object... template) {
    return argvOf(rendered(Map.of("argv", Arrays.asList(template))).get(0));
  }

  @SuppressWarnings("unchecked")
  private static List<String> argvOf(ExecPreview preview) {
    return (List<String>) preview.intent().get("argv");
  }

  private static List<ExecPreview> rendered(Object template) {
    return ExecTemplate.parse(template).render(ARGS, Map.of("HOME", "/h"));
  }

  static List<Arguments> elements() {
    return List.of(
        Arguments.of("plain", List.of("plain")),
        Arguments.of(5L, List.of("5")),
        Arguments.of(true, List.of("true")),
        Arguments.of("${args.url}", List.of("https://example.org/r.git")),
        Arguments.of("--url=${args.url};", List.of("--url=https://example.org/r.git;")),
        Arguments.of("${args.repo.name}@${args.repo.tags.1}", List.of("x@v2")),
        Arguments.of("${args.empty}", List.of("")),
        Arguments.of("${args.n}", List.of("5")),
        Arguments.of("${args.huge}", List.of("9007199254740993")),
        Arguments.of("${args.price}", List.of("1.50")),
        Arguments.of("${args.large}", List.of("1E+2")),
        Arguments.of("${args.yes}", List.of("true")),
        Arguments.of("${args.files...}", List.of("a b", "c")),
        Arguments.of("${args.none...}", List.of()),
        Arguments.of("${args.absent...?}", List.of()),
        Arguments.of("--depth=${args.absent?}", List.of()),
        Arguments.of("${args.n?}", List.of("5")),
        Arguments.of("${args.absent|main}", List.of("main")),
        Arguments.of("${args.absent|}", List.of("")),
        Arguments.of("${args.n|7}", List.of("5")),
        Arguments.of("$${args.url}", List.of("${args.url}")),
        Arguments.of("$5 $$ {x}", List.of("$5 $$ {x}")),
        Arguments.of("${args.placeholder}", List.of("${any}")),
        Arguments.of("${any}", List.of("${any}")),
        Arguments.of("--out=${any:tmp}.txt", List.of("--out=${any:tmp}.txt")),
        Arguments.of("${match:n:[0-9]{1,3}\\}?}", List.of("${match:n:[0-9]{1,3}\\}?}")));
  }

  @ParameterizedTest
  @MethodSource("elements")
  void anElementIsRenderedAsOneText(Object element, List<String> expected) {
    assertThat(argv("p", element).subList(1, expected.size() + 1)).isEqualTo(expected);
    assertThat(argv("p", element)).hasSize(expected.size() + 1);
  }

  static List<Arguments> unfit() {
    return List.of(
        Arguments.of("${args.absent}", "absent"),
        Arguments.of("${args.repo}", "an object"),
        Arguments.of("${args.files}", "a list"),
        Arguments.of("${args.files|x}", "a list"),
        Arguments.of("${args.n...}", "needs a list"),
        Arguments.of("${args.absent...}", "absent"),
        Arguments.of("${args.ragged...}", "a list"),
        Arguments.of("${args.files.7}", "absent"));
  }

  @ParameterizedTest
  @MethodSource("unfit")
  void argumentsThatDoNotFitAreAnErrorOfTheCallAtThatElement(String element, String reason) {
    assertThatThrownBy(() -> argv("p", element))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith("argv[1]: ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${",
        "${args.url",
        "${args}",
        "${}",
        "${arg.url}",
        "${args..x}",
        "${args.}",
        "${item}",
        "${item.id}",
        "${any}${any}",
        "${any:}",
        "${any:a b}",
        "${match:x}",
        "${match::x}",
        "${match:x:(}",
        "${match:x:(?=a)}",
        "x${args.files...}",
        "${args.files...|x}",
        "a\0b"
      })
  void aTemplateThatCannotBeReadNamesItsPlace(String element) {
    assertThatThrownBy(() -> ExecTemplate.parse(Map.of("argv", List.of("p", element))))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith("argv[1]: ");
  }

  static List<Arguments> shapes() {
    List<String> p = List.of("p");
    return List.of(
        Arguments.of("p", ""),
        Arguments.of(List.of("p"), ""),
        Arguments.of(Map.of(), "argv"),
        Arguments.of(Map.of("argv", List.of()), "argv"),
        Arguments.of(Map.of("argv", "p"), "argv"),
        Arguments.of(Map.of("argv", Arrays.asList("p", null)), "argv[1]"),
        Arguments.of(Map.of("argv", p, "argvv", p), ""),
        Arguments.of(Map.of("argv", p, "dir", p), "dir"),
        Arguments.of(Map.of("argv", p, "dir", "${args.files...}"), "dir"),
        Arguments.of(Map.of("argv", p, "env", "X"), "env"),
        Arguments.of(Map.of("argv", p, "env", Map.of("X", "1")), "env"),
        Arguments.of(Map.of("argv", p, "env", Map.of("set", Map.of("A=B", "1"))), "env.set"),
        Arguments.of(Map.of("argv", p, "env", Map.of("set", Map.of("A", p))), "env.set.A"),
        Arguments.of(Map.of("argv", p, "env", Map.of("unset", "A")), "env.unset"),
        Arguments.of(
            Map.of("argv", p, "env", Map.of("set", Map.of("A", "1"), "unset", List.of("A"))),
            "env.unset"),
        Arguments.of(Map.of("argv", p, "stdio", Map.of("stdin", "file")), "stdio.stdin"),
        Arguments.of(
            Map.of("argv", p, "stdio", Map.of("stdin", Map.of("write", "f"))), "stdio.stdin"),
        Arguments.of(
            Map.of("argv", p, "stdio", Map.of("stdout", Map.of("read", "f"))), "stdio.stdout"),
        Arguments.of(
            Map.of("argv", p, "stdio", Map.of("stdout", Map.of("write", "${args.x?}"))),
            "stdio.stdout.write"),
        Arguments.of(Map.of("argv", p, "stdio", Map.of("merge", "yes")), "stdio.merge"));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void anotherShapeIsRefusedWithItsPlace(Object template, String place) {
    assertThatThrownBy(() -> ExecTemplate.parse(template))
        .isInstanceOfSatisfying(
            TemplateException.class, e -> assertThat(e.path()).isEqualTo(place));
  }

  @Test
  void absentPartsMeanUnchanged() {
    assertThat(rendered(Map.of("argv", List.of("p"))).get(0).intent())
        .isEqualTo(intent(List.of("p"), null, Map.of(), List.of(), "pipe", "pipe", "pipe", false));
  }

  @Test
  void everyPartIsRendered() {
    Object template =
        Map.of(
            "argv", List.of("p"),
            "dir", "/srv/${args.repo.name}",
            "env",
                Map.of(
                    "set",
                    Map.of("LANG", "C", "GONE", "${args.absent?}"),
                    "unset",
                    List.of("HOME", "NEVER_SET")),
            "stdio",
                Map.of(
                    "stdin",
                    Map.of("read", "in"),
                    "stdout",
                    Map.of("append", "${args.n}.log"),
                    "stderr",
                    "discard",
                    "merge",
                    true));

    assertThat(rendered(template).get(0).intent())
        .isEqualTo(
            intent(
                List.of("p"),
                "/srv/x",
                Map.of("LANG", "C"),
                List.of("HOME"),
                Map.of("read", "in"),
                Map.of("append", "5.log"),
                "discard",
                true));
  }

  @Test
  void aVariableThatIsSetToWhatItIsAnywayIsNoChange() {
    Object template = Map.of("argv", List.of("p"), "env", Map.of("set", Map.of("HOME", "/h")));

    assertThat(rendered(template).get(0).intent().get("env"))
        .isEqualTo(Map.of("set", Map.of(), "unset", List.of()));
  }

  @Test
  void anAbsentOptionalDirectoryIsInherited() {
    assertThat(
            rendered(Map.of("argv", List.of("p"), "dir", "${args.absent?}"))
                .get(0)
                .intent()
                .get("dir"))
        .isNull();
  }

  @Test
  void eachYieldsOneStartPerElement() {
    List<ExecPreview> previews =
        ExecTemplate.parse(Map.of("argv", List.of("p", "${item.id}", "${args.n}")), "args.items")
            .render(ARGS, Map.of());

    assertThat(previews)
        .extracting(ExecTemplateTest::argvOf)
        .containsExactly(List.of("p", "1", "5"), List.of("p", "2", "5"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"args.url", "args.absent", "args.repo"})
  void eachNeedsAList(String each) {
    ExecTemplate template = ExecTemplate.parse(Map.of("argv", List.of("p")), each);

    assertThatThrownBy(() -> template.render(ARGS, Map.of()))
        .isInstanceOf(TemplateException.class)
        .hasMessageStartingWith("each: ");
  }

  @Test
  void eachOverAnOptionalAbsentListYieldsNothing() {
    assertThat(
            ExecTemplate.parse(Map.of("argv", List.of("p")), "args.absent?").render(ARGS, Map.of()))
        .isEmpty();
  }

  @Test
  void eachIsBounded() {
    ExecTemplate template = ExecTemplate.parse(Map.of("argv", List.of("p")), "args.l");

    assertThatThrownBy(
            () -> template.render(Map.of("l", java.util.Collections.nCopies(1025, "x")), Map.of()))
        .isInstanceOf(TemplateException.class);
  }

  @Test
  void theValuesThatWereRenderedAreNamed() {
    ExecPreview preview =
        rendered(Map.of("argv", List.of("p", "${args.url}", "${args.repo.name}"))).get(0);

    assertThat(preview.inputs())
        .isEqualTo(Map.of("args.url", "https://example.org/r.git", "args.repo.name", "x"));
  }

  @Test
  void holesAreListedAndMakeTheCoveragePartial() {
    ExecTemplate template =
        ExecTemplate.parse(
            Map.of(
                "argv",
                List.of("p", "x${any:tmp}"),
                "dir",
                "${match:d:/tmp/.*}",
                "stdio",
                Map.of("stdout", Map.of("write", "${any}"))));

    assertThat(template.freeParts())
        .containsExactly(
            "argv[1] (${any:tmp})", "dir (${match:d:/tmp/.*})", "stdio.stdout.write (${any})");
    assertThat(template.coverage()).isEqualTo(Coverage.PARTIAL);
    assertThat(template.render(Map.of(), Map.of()).get(0).coverage()).isEqualTo(Coverage.PARTIAL);
    assertThat(ExecTemplate.parse(Map.of("argv", List.of("p"))).coverage())
        .isEqualTo(Coverage.FULL);
  }

  static List<Arguments> risks() {
    return List.of(
        Arguments.of(List.of("${args.p}"), "argv[0]"),
        Arguments.of(List.of("${any}"), "argv[0]"),
        Arguments.of(List.of("/bin/sh", "-c", "ls ${args.p}"), "argv[2]"),
        Arguments.of(List.of("python3.12", "-c", "${args.p}"), "argv[2]"),
        Arguments.of(List.of("git", "clone", "${args.p}", "--", "x"), "argv[2]"));
  }

  @ParameterizedTest
  @MethodSource("risks")
  void aValueThatDecidesMoreThanItShouldIsWarnedOf(List<String> argv, String place) {
    assertThat(ExecTemplate.parse(Map.of("argv", argv)).warnings())
        .singleElement()
        .asString()
        .startsWith(place + ": ");
  }

  @Test
  void aValueBehindTheEndOfOptionsIsNotWarnedOf() {
    assertThat(
            ExecTemplate.parse(Map.of("argv", List.of("git", "clone", "--", "${args.p}")))
                .warnings())
        .isEmpty();
  }

  static Map<String, Object> intent(
      List<String> argv,
      String dir,
      Map<String, String> set,
      List<String> unset,
      Object in,
      Object out,
      Object err,
      boolean merge) {
    return new dev.countersign.effect.ExecIntent(argv, dir, set, unset, in, out, err, merge)
        .toJson();
  }
}
