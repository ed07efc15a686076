package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.weave.Site;
import dev.countersign.weave.Weaver;
import dev.langchain4j.service.tool.DefaultToolExecutor;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of names against the real library. */
class HookTableTest {

  @ParameterizedTest
  @MethodSource("sites")
  void everyNamedMethodIsInTheLibrary(Site site) throws Exception {
    assertThat(descriptors(site)).filteredOn(site.descriptor()::equals).hasSize(site.expected());
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
                + " DefaultToolExecutor#executeWithContext(ToolExecutionRequest, InvocationContext), which 1.19.0"
                + " has");
  }

  static List<Site> sites() {
    return new LangChain4j(null, null, new Weaver(true), "0", hole -> {}).sites();
  }

  private static List<String> descriptors(Site site) throws ClassNotFoundException {
    Class<?> type = Class.forName(site.className());
    if (site.kind() == Site.Kind.CONSTRUCTOR) {
      return Stream.of(type.getDeclaredConstructors()).map(HookTableTest::descriptor).toList();
    }
    return Stream.of(type.getDeclaredMethods())
        .filter(method -> method.getName().equals(site.method()))
        .map(HookTableTest::descriptor)
        .toList();
  }

  private static String descriptor(Constructor<?> constructor) {
    return MethodType.methodType(void.class, constructor.getParameterTypes()).descriptorString();
  }

  private static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .descriptorString();
  }
}
