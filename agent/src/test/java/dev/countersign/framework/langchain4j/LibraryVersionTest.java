package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import org.junit.jupiter.api.Test;

class LibraryVersionTest {

  @Test
  void isReadFromEitherJarOfTheLibrary() {
    assertThat(Library.version(DefaultToolExecutor.class)).matches("LangChain4j 1\\.\\d+\\.\\d+");
    assertThat(Library.version(ToolExecutionRequest.class))
        .isEqualTo(Library.version(DefaultToolExecutor.class));
  }

  @Test
  void isUnknownForClassesThatComeFromNoJar() {
    assertThat(Library.version(String.class)).isEqualTo("LangChain4j of unknown version");
    assertThat(Library.version(LibraryVersionTest.class))
        .isEqualTo("LangChain4j of unknown version");
  }
}
