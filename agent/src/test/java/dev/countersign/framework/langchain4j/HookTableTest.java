package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.countersign.weave.WovenReport;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table of names against the real library on the class path; integration tests have others. */
class HookTableTest {

  /** The forms that methods had in earlier lines, and one of a later core. */
  private static final String[] OTHERS = {
    "StreamingChatModel.chat (Ldev/langchain4j/model/chat/request/ChatRequest;)"
        + "Ljava/util/concurrent/Flow$Publisher;",
    "ToolService.executeWithErrorHandling (Ldev/langchain4j/agent/tool/ToolExecutionRequest;"
        + "Ldev/langchain4j/service/tool/ToolExecutor;Ljava/lang/Object;"
        + "Ldev/langchain4j/service/tool/ToolArgumentsErrorHandler;"
        + "Ldev/langchain4j/service/tool/ToolExecutionErrorHandler;)"
        + "Ldev/langchain4j/data/message/ToolExecutionResultMessage;",
    "AiServiceStreamingResponseHandler at its call of dev.langchain4j.service.tool.ToolExecutor (",
    "DefaultToolExecutor.prepareArguments (Ljava/lang/reflect/Method;Ljava/util/Map;"
        + "Ldev/langchain4j/invocation/InvocationContext;)[Ljava/lang/Object;",
    "DefaultToolExecutor.prepareArguments (Ljava/lang/reflect/Method;Ljava/util/Map;"
        + "Ljava/lang/Object;)[Ljava/lang/Object;",
  };

  @Test
  void everyNamedMethodIsWovenInTheLibraryOrOfAnotherLine() throws IOException {
    Weaver weaver = new Weaver(true);
    List<Site> sites =
        new ArrayList<>(new LangChain4j(null, null, weaver, "0", hole -> {}).sites());
    // Other artifacts', which the integration tests have, or which were run by hand.
    sites.removeIf(
        site ->
            site.className().startsWith("dev.langchain4j.mcp.")
                || site.className().startsWith("io.quarkiverse."));
    weaver.add(sites);
    Set<String> classes = new LinkedHashSet<>();
    sites.forEach(site -> classes.add(site.className().replace('.', '/')));
    for (String name : classes) {
      try (InputStream file = getClass().getResourceAsStream("/" + name + ".class")) {
        assertThat(weaver.transform(null, null, name, null, null, file.readAllBytes()))
            .as(name)
            .matches(woven -> woven != null || name.endsWith("AiServiceStreamingResponseHandler"));
      }
    }

    List<WovenReport.Line> lines = weaver.report().lines();
    assertThat(lines)
        .filteredOn(line -> line.state() == WovenReport.State.ABSENT)
        .extracting(line -> nameOf(line.site()))
        .containsExactlyInAnyOrder(OTHERS);
    assertThat(lines)
        .extracting(WovenReport.Line::state)
        .containsOnly(WovenReport.State.WOVEN, WovenReport.State.ABSENT);
  }

  @Test
  void theLibraryOnTheClassPathLacksNothing() {
    assertThat(DefaultExecutor.missingIn(DefaultToolExecutor.class)).isNull();
  }

  @Test
  void anotherLineIsNamedWithItsVersionAndWhatItLacks() {
    assertThat(DefaultExecutor.missingIn(String.class))
        .isEqualTo(
            "LangChain4j of unknown version has no"
                + " DefaultToolExecutor#execute(ToolExecutionRequest, Object), which 1.0 to 1.19"
                + " have");
  }

  /** The class's simple name, the method, the descriptor. */
  private static String nameOf(Site site) {
    String packages = site.className().substring(0, site.className().lastIndexOf('.') + 1);
    return site.toString().substring(packages.length()) + " " + site.descriptor();
  }
}
