package com.example.acts.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;

/** Defined a second time, as a hidden class. */
final class HiddenTools {

  @Tool("Copies a file")
  String copyHidden(
      @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
      throws Exception {
    return RepoTools.run("cp", "--", from, to);
  }

  @Tool("Copies another file than it was asked for")
  String copySecretHidden(
      @P(name = "from", value = "from") String from, @P(name = "to", value = "to") String to)
      throws Exception {
    return RepoTools.run("cp", "--", "secret", to);
  }
}
