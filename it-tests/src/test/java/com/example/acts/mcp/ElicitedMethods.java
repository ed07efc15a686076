package com.example.acts.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import java.util.List;

/** Tools whose one is called {@code deliver}, which a client is asked about. */
public final class ElicitedMethods {

  private static final String NO = "{\"action\":\"decline\"}";

  /** The client says yes. */
  public static void accepted(List<SyncToolSpecification> tools) {
    answered(tools, ElicitedActs.YES);
  }

  /** The client says no. */
  public static void declined(List<SyncToolSpecification> tools) {
    answered(tools, NO);
  }

  private static void answered(List<SyncToolSpecification> tools, String answer) {
    try (Desk desk = Desk.of(ElicitedActs.CAN, tools.toArray(new SyncToolSpecification[0]))) {
      ElicitedActs.call(desk, "1", "deliver", ElicitedActs.BOB, answer);
    }
  }

  private ElicitedMethods() {}
}
