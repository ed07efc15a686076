package dev.countersign.canonical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application on the module path exports its packages, but opens none until the agent does. */
class UnopenedModuleTest {

  @TempDir private Path dir;
  private ModuleLayer.Controller controller;
  private Object order;

  @BeforeEach
  void anApplicationModuleThatOpensNothing() throws Exception {
    Path source = Files.createDirectories(dir.resolve("src/shop"));
    Files.writeString(dir.resolve("src/module-info.java"), "module shop { exports shop; }");
    Files.writeString(
        source.resolve("Order.java"),
        "package shop; public record Order(long id, String item) { }");
    Path classes = dir.resolve("classes");
    int failed =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-d",
                classes.toString(),
                dir.resolve("src/module-info.java").toString(),
                source.resolve("Order.java").toString());
    assertThat(failed).isZero();
    Configuration configuration =
        ModuleLayer.boot()
            .configuration()
            .resolve(ModuleFinder.of(classes), ModuleFinder.of(), Set.of("shop"));
    controller =
        ModuleLayer.defineModulesWithOneLoader(
            configuration, List.of(ModuleLayer.boot()), ClassLoader.getPlatformClassLoader());
    Class<?> type = controller.layer().findLoader("shop").loadClass("shop.Order");
    order = type.getConstructor(long.class, String.class).newInstance(7, "book");
  }

  @AfterEach
  void noOpener() {
    Snapshot.opener(null);
  }

  @Test
  void isRefusedWithItsModuleNamed() {
    assertThatThrownBy(() -> Snapshot.of(order))
        .isInstanceOf(NotCanonicalException.class)
        .hasMessageContaining("shop.Order")
        .hasMessageContaining("module shop");
  }

  @Test
  void isReadOnceTheAgentOpensIt() {
    Snapshot.opener(
        type ->
            controller.addOpens(
                type.getModule(), type.getPackageName(), Snapshot.class.getModule()));
    assertThat(Snapshot.of(order)).isEqualTo(Map.of("id", 7L, "item", "book"));
  }

  @Test
  void anOpenerThatOpensNothingLeavesItRefused() {
    Snapshot.opener(type -> {});
    assertThatThrownBy(() -> Snapshot.of(order)).isInstanceOf(NotCanonicalException.class);
  }
}
