package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import org.junit.jupiter.api.Test;

class LibraryVersionTest {

  @Test
  void isReadFromEitherJarOfTheLibrary() {
    assertThat(LibraryVersion.of(DefaultToolExecutor.class)).matches("LangChain4j 1\\.\\d+\\.\\d+");
    assertThat(LibraryVersion.of(ToolExecutionRequest.class))
        .isEqualTo(LibraryVersion.of(DefaultToolExecutor.class));
  }

  @Test
  void isUnknownForClassesThatComeFromNoJar() {
    assertThat(LibraryVersion.of(String.class)).isEqualTo("LangChain4j of unknown version");
    assertThat(LibraryVersion.of(LibraryVersionTest.class))
        .isEqualTo("LangChain4j of unknown version");
  }
}
