package dev.countersign.scope;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * How long checks take, from where a call is resolved, a body entered or an effect about to fire to
 * where it may go on; writing the books is a part of it. Counted in 8 steps for each doubling, so
 * that what is said is at most an eighth more than what was. Thread-safe, without a lock.
 */
public final class CheckTimes {

  private static final int STEPS = 8;
  private static final int STEP_BITS = 3;

  private final AtomicLongArray counts = new AtomicLongArray(64 * STEPS);
  private final AtomicLong most = new AtomicLong();

  /** One check took so long. */
  void add(long nanos) {
    counts.incrementAndGet(bucket(Math.max(0, nanos)));
    if (nanos > most.get()) {
      most.accumulateAndGet(nanos, Math::max);
    }
  }

  private static int bucket(long nanos) {
    if (nanos < STEPS) {
      return (int) nanos;
    }
    int high = 63 - Long.numberOfLeadingZeros(nanos);
    return (high - STEP_BITS + 1) * STEPS + (int) (nanos >>> high - STEP_BITS & STEPS - 1);
  }

  /** The largest that is counted there. */
  private static long upTo(int bucket) {
    if (bucket < STEPS) {
      return bucket;
    }
    int shift = bucket / STEPS - 1;
    return ((long) (STEPS + bucket % STEPS) + 1 << shift) - 1;
  }

  /** {@code count, p50_ns, p99_ns, max_ns}; the percentiles absent where there was no check. */
  public Map<String, Object> toJson() {
    long[] now = new long[counts.length()];
    long count = 0;
    for (int i = 0; i < now.length; i++) {
      now[i] = counts.get(i);
      count += now[i];
    }
    Map<String, Object> json = new LinkedHashMap<>(8);
    json.put("count", count);
    if (count > 0) {
      json.put("p50_ns", percentile(now, count, 50));
      json.put("p99_ns", percentile(now, count, 99));
      json.put("max_ns", most.get());
    }
    return json;
  }

  private long percentile(long[] now, long count, int percent) {
    long rank = (count * percent + 99) / 100;
    long seen = 0;
    for (int i = 0; i < now.length; i++) {
      seen += now[i];
      if (seen >= rank) {
        return Math.min(upTo(i), Math.max(most.get(), 0));
      }
    }
    return most.get();
  }
}
