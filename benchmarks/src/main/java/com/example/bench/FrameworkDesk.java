package com.example.bench;

import dev.langchain4j.agent.tool.P;

/** {@link Desk} as applications of LangChain4j and of Spring AI have it. */
public class FrameworkDesk {

  private long last;

  /** The tool, under each framework's annotation. */
  @dev.langchain4j.agent.tool.Tool
  @org.springframework.ai.tool.annotation.Tool
  public long refund(
      @P(name = "order", value = "order") String order,
      @P(name = "cents", value = "cents") long cents) {
    last = cents;
    return last;
  }
}
