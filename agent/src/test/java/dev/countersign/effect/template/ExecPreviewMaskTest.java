package dev.countersign.effect.template;

import static dev.countersign.effect.template.ExecTemplateTest.intent;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExecPreviewMaskTest {

  private static ExecPreview preview(Object... argv) {
    return ExecTemplate.parse(Map.of("argv", List.of(argv)))
        .render(Map.of("free", "${any}"), Map.of())
        .get(0);
  }

  private static Map<String, Object> start(String... argv) {
    return intent(List.of(argv), null, Map.of(), List.of(), "pipe", "pipe", "pipe", false);
  }

  @ParameterizedTest
  @CsvSource({
    "${any}, anything goes, true",
    "${any:x}, '', true",
    "--o=${any}.txt, --o=/tmp/a.txt, true",
    "--o=${any}.txt, --o=.txt, true",
    "--o=${any}.txt, --o=/tmp/a.sh, false",
    "--o=${any}.txt, -o=/tmp/a.txt, false",
    "aba${any}ba, ababa, true",
    "aba${any}bab, abab, false",
    "${match:n:[0-9]+}, 123, true",
    "${match:n:[0-9]+}, 123x, false",
    "${match:n:a|ab}, ab, true",
    "${match:n:^b}, b, true",
    "v${match:n:[0-9]{2}}, v12, true",
    "v${match:n:[0-9]{2}}, v123, false"
  })
  void aValueAtAPlaceholderIsReplacedWhenItIsAdmissible(
      String element, String value, boolean admissible) {
    ExecPreview preview = preview("p", element);
    Map<String, Object> observed = start("p", value);

    assertThat(preview.mask(observed).equals(preview.intent())).isEqualTo(admissible);
    if (!admissible) {
      assertThat(preview.mask(observed)).isEqualTo(observed);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "${any}, true", // set to what it is anyway, or left alone: no change is observed
    "${match:p:/opt/[a-z0-9]+}, true",
    "${match:p:/usr/[a-z0-9]+}, false"
  })
  void aVariableThatStaysWhatItIsInThisJvmCountsAsSetToThat(String text, boolean admissible) {
    ExecPreview preview =
        ExecTemplate.parse(
                Map.of("argv", List.of("p"), "env", Map.of("set", Map.of("JAVA_HOME", text))))
            .render(Map.of(), Map.of("JAVA_HOME", "/opt/jdk"))
            .get(0);

    assertThat(preview.mask(start("p")).equals(preview.intent())).isEqualTo(admissible);
  }

  @Test
  void aVariableThatIsRemovedDoesNotCountAsSet() {
    ExecPreview preview =
        ExecTemplate.parse(
                Map.of("argv", List.of("p"), "env", Map.of("set", Map.of("JAVA_HOME", "${any}"))))
            .render(Map.of(), Map.of("JAVA_HOME", "/opt/jdk"))
            .get(0);
    Map<String, Object> removed =
        intent(List.of("p"), null, Map.of(), List.of("JAVA_HOME"), "pipe", "pipe", "pipe", false);

    assertThat(preview.mask(removed)).isNotEqualTo(preview.intent());
  }

  @Test
  void aValueIsAtMost1024CharactersLong() {
    assertThat(preview("p", "${any}").mask(start("p", "x".repeat(1024))))
        .isEqualTo(start("p", "${any}"));
    assertThat(preview("p", "${any}").mask(start("p", "x".repeat(1025))))
        .isEqualTo(start("p", "x".repeat(1025)));
  }

  @Test
  void theTextOfAPlaceholderDoesNotPassForIt() {
    ExecPreview preview = preview("p", "${match:n:[0-9]+}");

    assertThat(preview.mask(start("p", "${match:n:[0-9]+}"))).isNotEqualTo(preview.intent());
  }

  @Test
  void aDotMatchesALineBreakToo() {
    assertThat(preview("p", "${match:m:a.b}").mask(start("p", "a\nb")))
        .isEqualTo(start("p", "${match:m:a.b}"));
  }

  @Test
  void oneElementIsLeftFreeAndNoMore() {
    ExecPreview preview = preview("p", "${any}");

    assertThat(preview.mask(start("p", "a", "b"))).isNotEqualTo(preview.intent());
    assertThat(preview.mask(start("p"))).isNotEqualTo(preview.intent());
    assertThat(preview.mask(start("q", "a"))).isNotEqualTo(preview.intent());
  }

  @Test
  void anArgumentThatReadsLikeAPlaceholderIsNone() {
    ExecPreview preview = preview("p", "${args.free}");

    assertThat(preview.coverage()).isEqualTo(Coverage.FULL);
    assertThat(preview.mask(start("p", "evil"))).isNotEqualTo(preview.intent());
    assertThat(preview.mask(start("p", "${any}"))).isEqualTo(preview.intent());
  }

  @Test
  void directoryVariablesAndFilesMayBeLeftFree() {
    ExecPreview preview =
        ExecTemplate.parse(
                Map.of(
                    "argv", List.of("p"),
                    "dir", "/tmp/${any}",
                    "env", Map.of("set", Map.of("TOKEN", "${match:t:[a-f0-9]+}")),
                    "stdio", Map.of("stdout", Map.of("write", "${any:log}"))))
            .render(Map.of(), Map.of())
            .get(0);

    assertThat(preview.mask(files("/tmp/x", "0a", Map.of("write", "y"))))
        .isEqualTo(preview.intent());
    assertThat(preview.mask(files("/opt/x", "0a", Map.of("write", "y"))))
        .isNotEqualTo(preview.intent());
    assertThat(preview.mask(files(null, "0a", Map.of("write", "y"))))
        .isNotEqualTo(preview.intent());
    assertThat(preview.mask(files("/tmp/x", "zz", Map.of("write", "y"))))
        .isNotEqualTo(preview.intent());
    assertThat(preview.mask(files("/tmp/x", "0a", Map.of("append", "y"))))
        .isNotEqualTo(preview.intent());
    assertThat(preview.mask(files("/tmp/x", "0a", "pipe"))).isNotEqualTo(preview.intent());
  }

  private static Map<String, Object> files(String dir, String token, Object stdout) {
    return intent(
        List.of("p"), dir, Map.of("TOKEN", token), List.of(), "pipe", stdout, "pipe", false);
  }

  @Property(tries = 300)
  void masksAgreeExactlyWhenEverythingElseIsEqual(
      @ForAll String fixed, @ForAll String other, @ForAll String free, @ForAll boolean hole) {
    ExecPreview preview =
        ExecTemplate.parse(Map.of("argv", List.of("p", "${args.v}", hole ? "${any}" : "${args.w}")))
            .render(Map.of("v", fixed, "w", free), Map.of())
            .get(0);
    boolean admissible = !hole || free.length() <= 1024;

    assertThat(preview.mask(start("p", fixed, free)).equals(preview.intent()))
        .isEqualTo(admissible);
    assertThat(preview.mask(start("p", other, free)).equals(preview.intent()))
        .isEqualTo(admissible && other.equals(fixed));
  }

  @Property(tries = 200)
  void withoutAPlaceholderNothingIsMasked(@ForAll List<String> argv) {
    Map<String, Object> observed = start(argv.toArray(new String[0]));

    assertThat(preview("p", "$${any}").mask(observed)).isSameAs(observed);
  }
}
