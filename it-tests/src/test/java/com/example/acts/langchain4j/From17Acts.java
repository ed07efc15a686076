package com.example.acts.langchain4j;

import static com.example.acts.langchain4j.Lines.copyCall;

import dev.langchain4j.agent.tool.CompensateFor;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** What lines from 1.17 on know: methods that undo what a tool did, when a later one fails. */
final class From17Acts {

  /** The tool promises a copy, and it is made when something else fails. */
  static final class Promises {
    @Tool
    String copyIfNeeded(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to) {
      return "promised";
    }

    @CompensateFor("copyIfNeeded")
    String copyAfterAll(
        @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to) {
      return Lines.copy(from);
    }

    @Tool
    String fail(@P(name = "reason", value = "reason") String reason) {
      throw new IllegalArgumentException(reason);
    }
  }

  static void compensation() {
    Conversation.asking("copyIfNeeded", copyCall())
        .then("fail", "{\"reason\": \"as meant\"}")
        .with(service -> service.tools(new Promises()).compensateOnToolErrors(true));
  }

  private From17Acts() {}
}
