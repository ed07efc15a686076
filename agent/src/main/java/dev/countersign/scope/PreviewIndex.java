package dev.countersign.scope;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Canonical;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.Verb;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds previews for a thread that carries no scope, and remembers what was spent or named (spec
 * 1.6, law 7 a and d). Bounded: at most {@value #MOST} previews, spent intents and programs each.
 *
 * <p>Not final: a test has it fail.
 */
class PreviewIndex {

  private static final int MOST = 10_000;
  private static final String WITH_PLACEHOLDERS = "";

  private final Map<String, Deque<Preview>> byIntent = new HashMap<>();
  private final Set<Preview> withPlaceholders = new LinkedHashSet<>();

  /** All of both with their keys, oldest first. */
  private final Map<Preview, String> order = new LinkedHashMap<>();

  /** Whether there is anything in {@link #order}; may be true for nothing. */
  private volatile boolean holdsAny;

  /** How many of {@link #order} are requests. Written under the lock. */
  private volatile int sends;

  private final Set<String> programs = new HashSet<>();
  private final Map<String, Long> spent =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
          return size() > MOST;
        }
      };
  private boolean programsOverflowed;

  /** Whether there is anything in {@link #programs}. */
  private volatile boolean yieldedAny;

  /** Whether any of it is, or counts as, whom a request reaches. */
  private volatile boolean yieldedServer;

  /** The key under which equal intents of one verb meet. */
  static String key(Verb verb, Map<String, Object> intent) {
    return Blake3.hex(new byte[] {(byte) verb.ordinal()}, Canonical.rho(intent));
  }

  synchronized void add(Preview preview) {
    dropWhatExpired();
    holdsAny = true;
    if (preview.verb() == Verb.SEND) {
      sends++;
    }
    if (preview.comparesLoosely()) {
      order.put(preview, WITH_PLACEHOLDERS);
      withPlaceholders.add(preview);
    } else {
      String key = key(preview.verb(), preview.request().intent());
      order.put(preview, key);
      byIntent.computeIfAbsent(key, unused -> new ArrayDeque<>(2)).addLast(preview);
    }
    if (order.size() > MOST) {
      remove(order.keySet().iterator().next());
    }
  }

  /**
   * Forgets the previews of a scope that has closed: nothing finds them any more, and they hold the
   * types of the tool's parameters, so the class loader of an application that is long gone.
   */
  void removeAll(CallScope closed) {
    // Most calls declare no effect, and then they need not wait for each other here.
    if (holdsAny) {
      removeEach(closed);
    }
  }

  private synchronized void removeEach(CallScope closed) {
    for (Verb verb : Verb.values()) {
      for (Preview preview : closed.previews(verb)) {
        remove(preview);
      }
    }
  }

  /** Scopes that end by the clock alone; behind the oldest open one they wait for it. */
  private void dropWhatExpired() {
    while (!order.isEmpty()) {
      Preview oldest = order.keySet().iterator().next();
      if (oldest.owner().isOpen()) {
        return;
      }
      remove(oldest);
    }
  }

  /** Forgets a preview: another one supersedes it, or its scope has closed. */
  synchronized void remove(Preview preview) {
    String key = order.remove(preview);
    if (key == null) {
      return;
    }
    holdsAny = !order.isEmpty();
    if (preview.verb() == Verb.SEND) {
      sends--;
    }
    if (key.equals(WITH_PLACEHOLDERS)) {
      withPlaceholders.remove(preview);
      return;
    }
    Deque<Preview> previews = byIntent.get(key);
    previews.remove(preview);
    if (previews.isEmpty()) {
      byIntent.remove(key);
    }
  }

  /** Previews of open or findable scopes that this intent may equal, oldest first. */
  synchronized List<Preview> candidates(Verb verb, String key) {
    List<Preview> found = new ArrayList<>();
    Deque<Preview> exact = byIntent.get(key);
    if (exact != null) {
      for (Preview preview : exact) {
        if (preview.owner().isOpen() && preview.unspent()) {
          found.add(preview);
        }
      }
    }
    for (Preview preview : withPlaceholders) {
      if (preview.verb() == verb && preview.owner().isOpen() && preview.unspent()) {
        found.add(preview);
      }
    }
    return found;
  }

  /** An effect of this intent fired. */
  synchronized void spent(String key) {
    spent.put(key, System.nanoTime());
  }

  synchronized boolean spentWithin(String key, long nanos) {
    Long at = spent.get(key);
    return at != null && System.nanoTime() - at < nanos;
  }

  /** A template or resolution yielded the program, or the host, of this preview in this run. */
  void yielded(Preview preview) {
    if (preview.shared()) {
      return;
    }
    if (preview.verb() == Verb.EXEC) {
      List<?> argv = (List<?>) preview.request().intent().get("argv");
      yielded(Books.lastSegment((String) argv.get(0)), false);
    } else if (preview.verb() == Verb.SEND) {
      yielded(reached(preview), true);
    }
  }

  /** Whether a request to this scheme, host and port waits in an open or findable scope. */
  boolean hasSends(String origin) {
    return sends != 0 && holdsSends(origin);
  }

  private synchronized boolean holdsSends(String origin) {
    for (Preview preview : order.keySet()) {
      if (preview.verb() == Verb.SEND
          && preview.owner().isOpen()
          && preview.unspent()
          && reached(preview).equals(RequestUrl.reached(origin))) {
        return true;
      }
    }
    return false;
  }

  private static String reached(Preview preview) {
    String url = (String) preview.request().intent().get("url");
    return RequestUrl.reached(RequestUrl.parse(url).origin());
  }

  private synchronized void yielded(String target, boolean server) {
    yieldedAny = true;
    yieldedServer |= server;
    if (programs.size() < MOST) {
      programs.add(target);
    } else if (!programs.contains(target)) {
      programsOverflowed = true;
      yieldedServer = true;
    }
  }

  /**
   * Whether the program, or whom a request {@link RequestUrl#reached reaches}, was yielded in this
   * run; a full table counts as all (spec 1.6, law 7 d).
   */
  boolean hasYielded(String target) {
    return yieldedAny && yieldedBefore(target);
  }

  private synchronized boolean yieldedBefore(String target) {
    return programsOverflowed || programs.contains(target);
  }

  /** Whether no request waits in any scope, and whom one reaches was never yielded in this run. */
  boolean hasNoServer() {
    return sends == 0 && !yieldedServer;
  }
}
