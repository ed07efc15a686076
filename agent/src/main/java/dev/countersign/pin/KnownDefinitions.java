package dev.countersign.pin;

import dev.countersign.observe.StateDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The definitions of tools that were used, for who only wants to know them: nothing is pinned, no
 * directory is made. The file is read again when it has changed. Thread-safe.
 */
public final class KnownDefinitions {

  private final String configured;

  /** Guarded by this, as what follows. */
  private PinStore store;

  private Object readAt;
  private Map<String, List<PinnedTool>> tools = Map.of();

  /**
   * @param stateDirectory {@code state.dir}; where it does not exist, no tool is known
   */
  public KnownDefinitions(String stateDirectory) {
    this.configured = stateDirectory;
  }

  /**
   * All tools of that name, the same list as long as the file stays as it is.
   *
   * @throws IOException where there were pins and they cannot be read
   */
  public synchronized List<PinnedTool> of(String tool) throws IOException {
    if (store == null) {
      Path directory = StateDirectory.existing(configured);
      if (directory == null) {
        return List.of();
      }
      store = PinStore.in(directory);
    }
    Object now = store.stamp();
    if (!now.equals(readAt)) {
      Map<String, List<PinnedTool>> read = new HashMap<>();
      for (PinnedTool each : store.read()) {
        read.computeIfAbsent(each.tool(), unused -> new ArrayList<>(1)).add(each);
      }
      tools = read;
      readAt = now;
    }
    return tools.getOrDefault(tool, List.of());
  }
}
