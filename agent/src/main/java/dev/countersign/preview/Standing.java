package dev.countersign.preview;

import dev.countersign.RefusalCode;
import dev.countersign.config.ToolRule;
import dev.countersign.judge.Judge;
import java.util.Map;

/** What holds where a call is validated: in a running JVM, or by a configuration alone. */
public interface Standing {

  /** The judging object in force; nothing is written for having asked. */
  Judge judge();

  /** The state of whoever acts on the calling thread. */
  Map<String, Object> actor();

  /**
   * How a call is refused for now, whatever the rules say: everything is closed, or whoever acts on
   * the calling thread has no such authority, or not enough left of it. Nothing is counted.
   *
   * @param rule the entry that names the tool
   * @param arguments null where nothing of them could be read
   * @return null where it is not
   */
  RefusalCode refused(String tool, ToolRule rule, Map<String, Object> arguments);
}
