package dev.countersign.framework.mcp;

import dev.countersign.EffectRefusedException;
import dev.countersign.framework.Accessors;
import dev.countersign.weave.SiteHandler;
import dev.countersign.weave.WovenMethod;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * The lines that {@code StdioClientTransport} writes, on a thread of its own: behind the JSON
 * mapper, and behind what a subclass does with the messages on their way.
 *
 * <p>A line that is refused is written nowhere, its end included; {@link Leaving} tells whoever
 * waits for the answer. An exception would end the thread's work, and with it all other calls of
 * the client.
 */
final class LineHook implements SiteHandler {

  private static final byte[] END = "\n".getBytes(StandardCharsets.UTF_8);

  private final Leaving leaving;

  /** The line that the calling thread is about to write. */
  private final ThreadLocal<Line> writing = new ThreadLocal<>();

  LineHook(Leaving leaving) {
    this.leaving = leaving;
  }

  /** One message on its way to be a line. */
  private static final class Line {

    private final Expected expected;
    private boolean refused;

    Line(Expected expected) {
      this.expected = expected;
    }
  }

  /** Before a message is written as JSON. */
  SiteHandler messages() {
    return new Messages();
  }

  private final class Messages implements SiteHandler {

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) {
      boolean request = Accessors.isExactly(args[1], Library.MESSAGE);
      writing.set(new Line(request ? leaving.lineOf(Accessors.get(args[1], "params")) : null));
      return null;
    }
  }

  @Override
  public Object enter(WovenMethod woven, Object self, Object[] args) {
    byte[] bytes = (byte[]) args[1];
    Line line = writing.get();
    if (line != null && bytes.length == END.length && bytes[0] == END[0]) {
      writing.remove();
      if (line.refused) {
        args[0] = OutputStream.nullOutputStream();
      }
      return null;
    }
    Expected expected = line == null ? null : line.expected;
    try {
      leaving.leaves(Library.of(woven), bytes, expected);
    } catch (EffectRefusedException refused) {
      args[0] = OutputStream.nullOutputStream();
      if (line != null) {
        line.refused = true;
      }
    }
    if (expected != null) {
      leaving.ended(expected);
    }
    return null;
  }
}
