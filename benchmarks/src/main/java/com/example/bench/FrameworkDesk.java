package com.example.bench;

import com.google.adk.tools.Annotations;
import dev.langchain4j.agent.tool.P;
import java.util.Map;

/** {@link Desk} as applications of LangChain4j, of Spring AI and of Google ADK have it. */
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

  /** The same, with a result as Google ADK wants it. */
  @Annotations.Schema(name = "refund", description = "Refunds")
  public Map<String, Object> refundByAdk(
      @Annotations.Schema(name = "order") String order,
      @Annotations.Schema(name = "cents") long cents) {
    return Map.of("cents", refund(order, cents));
  }
}
