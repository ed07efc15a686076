package dev.countersign.preview;

import dev.countersign.RefusalCode;
import dev.countersign.judge.Judge;
import java.util.Map;

/** What holds where a call is validated: in a running JVM, or by a configuration alone. */
public interface Standing {

  /** The judging object in force; nothing is written for having asked. */
  Judge judge();

  /** The state of whoever acts on the calling thread. */
  Map<String, Object> actor();

  /** How every call of the tool is refused for now, whatever it is; null where each is judged. */
  RefusalCode refused(String tool);
}
