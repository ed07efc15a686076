package dev.countersign.agent;

import dev.countersign.observe.CountersignMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The {@link Status} of this JVM for JMX clients. */
final class Bean implements CountersignMXBean {

  private final Status status;

  Bean(Status status) {
    this.status = status;
  }

  @Override
  public String getVersion() {
    return (String) status.document().get("agent_version");
  }

  @Override
  public String getMode() {
    return (String) status.document().get("mode");
  }

  @Override
  public String getChainId() {
    return (String) chain().get("chain_id");
  }

  @Override
  public long getLastEntry() {
    return (Long) chain().get("last_seq");
  }

  @Override
  public String getHead() {
    return (String) chain().get("head");
  }

  @Override
  public boolean isClosed() {
    return (Boolean) chain().get("closed");
  }

  @Override
  public int getPending() {
    return (Integer) status.document().get("pending");
  }

  @Override
  public long getUnboundAllowed() {
    return (Long) status.document().get("unbound_allowed");
  }

  @Override
  public long getOutcomesLost() {
    return (Long) status.document().get("outcomes_lost");
  }

  @Override
  public long getChecksFailed() {
    return (Long) status.document().get("checks_failed");
  }

  @Override
  public String[] getHoles() {
    List<String> holes = new ArrayList<>();
    for (Object hole : (List<?>) status.document().get("holes")) {
      holes.add((String) ((Map<?, ?>) hole).get("text"));
    }
    return holes.toArray(new String[0]);
  }

  @Override
  public int getSitesWoven() {
    return sites("woven");
  }

  @Override
  public int getSitesLost() {
    return sites("lost");
  }

  private int sites(String state) {
    int count = 0;
    for (Object site : (List<?>) status.document().get("woven")) {
      if (state.equals(((Map<?, ?>) site).get("state"))) {
        count++;
      }
    }
    return count;
  }

  @Override
  public String[] getNodes() {
    List<String> nodes = new ArrayList<>();
    for (Object each : (List<?>) status.document().get("nodes")) {
      Map<?, ?> node = (Map<?, ?>) each;
      StringBuilder line = new StringBuilder();
      line.append(node.get("node")).append(' ').append(node.get("agent"));
      line.append(' ').append(node.get("lifecycle")).append(" pending ");
      line.append(node.get("pending"));
      for (Object meter : (List<?>) node.get("meters")) {
        Map<?, ?> use = (Map<?, ?>) meter;
        line.append(' ').append(use.get("key")).append(' ').append(use.get("used"));
        line.append('/').append(use.get("max"));
      }
      nodes.add(line.toString());
    }
    return nodes.toArray(new String[0]);
  }

  private Map<?, ?> chain() {
    return (Map<?, ?>) status.document().get("chain");
  }
}
