package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "(Ljava/lang/String;", "(I"})
  void aDescriptorThatNoMethodCanHaveIsNoSite(String descriptor) {
    assertThatThrownBy(() -> Site.on("com.example.Tool").at("call", descriptor))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("call");
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "()", "(I)", "(I)V"})
  void theReturnTypeOrAllOfItCanBeLeftOpen(String descriptor) {
    assertThatCode(() -> Site.on("com.example.Tool").at("call", descriptor))
        .doesNotThrowAnyException();
  }
}
