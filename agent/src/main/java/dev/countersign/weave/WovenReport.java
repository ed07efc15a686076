package dev.countersign.weave;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is woven in this JVM, what waits for its class, and what is lost: a moment's picture. */
public record WovenReport(List<Line> lines) {

  /** What became of a site. */
  public enum State {
    /** Every definition of its class so far carries the gate. */
    WOVEN("woven"),
    /** No class of that name was defined yet. */
    NOT_LOADED("not loaded yet"),
    /** Every definition of its class so far is of a version that does not have it. */
    ABSENT("not in this version"),
    /** At least one definition of its class does not carry the gate. */
    LOST("lost");

    private final String text;

    State(String text) {
      this.text = text;
    }

    /** As it stands in records and tables. */
    public String text() {
      return text;
    }
  }

  /**
   * One site.
   *
   * @param definitions how many classes of that name were seen, one per loader
   * @param reason why it is lost; null otherwise
   */
  public record Line(Site site, State state, int definitions, String reason) {

    /** As a JSON value, for the start record and the status file. */
    public Map<String, Object> toJson() {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("class", site.className());
      json.put("method", site.method());
      json.put("descriptor", site.descriptor());
      json.put("kind", site.kind().text());
      json.put("duty", site.duty().text());
      json.put("state", state.text());
      if (reason != null) {
        json.put("reason", reason);
      }
      return json;
    }
  }

  /** How many sites are in that state. */
  public int count(State state) {
    int count = 0;
    for (Line line : lines) {
      if (line.state == state) {
        count++;
      }
    }
    return count;
  }

  /** The lost sites of that duty; for {@link Duty#REQUIRED} a class that did not load counts. */
  public List<Line> lost(Duty duty) {
    List<Line> lost = new ArrayList<>();
    for (Line line : lines) {
      if (line.site.duty() == duty
          && (line.state == State.LOST
              || (line.state == State.NOT_LOADED && duty == Duty.REQUIRED))) {
        lost.add(line);
      }
    }
    return lost;
  }

  /** The lines as a JSON value. */
  public List<Object> toJson() {
    return toJson(true);
  }

  /**
   * The same without the sites that wait for their class: at the start that is nearly all of them,
   * the same in every JVM of a configuration, and writing them would be a tenth of that start.
   */
  public List<Object> settledToJson() {
    return toJson(false);
  }

  private List<Object> toJson(boolean waiting) {
    List<Object> json = new ArrayList<>(lines.size());
    for (Line line : lines) {
      if (waiting || line.state != State.NOT_LOADED || line.site.duty() == Duty.REQUIRED) {
        json.add(line.toJson());
      }
    }
    return json;
  }
}
