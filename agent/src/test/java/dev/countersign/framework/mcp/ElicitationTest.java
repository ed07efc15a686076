package dev.countersign.framework.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.approval.UnsignedAnswer;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;

/** A server of a line that has exchanges with clients, and no way to ask them. */
class ElicitationTest {

  @Test
  void aLineWithoutElicitationCannotAskItsClient() throws Exception {
    Object exchange;
    try (var made = new ByteBuddy().subclass(Object.class).name(Library.EXCHANGE).make()) {
      exchange =
          made.load(ElicitationTest.class.getClassLoader())
              .getLoaded()
              .getDeclaredConstructor()
              .newInstance();
    }
    UnsignedAnswer answer = new Elicitation(null, exchange, false).look(null);
    assertThat(answer.detail()).contains("MCP Java SDK", "cannot ask its client");
    assertThat(answer.isNew()).isFalse();
  }
}
