package dev.countersign.verify;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What is kept of each call id: 40 bytes, whatever the chain's length (spec 2.6), beside a look-up
 * index of four bytes per slot.
 *
 * <p>Values that are only ever compared for equality (the authorised parameter hash, the preview
 * digest) are kept as a 64-bit keyed mark. The key is drawn anew for each run, so nobody can
 * prepare two values with the same mark.
 */
final class CallTable {

  /** An allow or a deny has used this id. */
  static final int SEEN = 1;

  /** A valid allow has. */
  static final int ALLOW = 1 << 1;

  /** Its capture promises no outcome. */
  static final int UNPROMISED = 1 << 2;

  /** The allow carries a parameter hash. */
  static final int AUTHORIZED = 1 << 3;

  /** A valid outcome has used this id. */
  static final int OUTCOME = 1 << 4;

  /** That outcome is the allow's: same node, later. */
  static final int BOUND = 1 << 5;

  /** The outcome carries a parameter hash. */
  static final int INVOKED = 1 << 6;

  /** The decision record states a preview digest. */
  static final int PREVIEWED = 1 << 7;

  /** Two bits: which body state, in the order of {@link #BODY_STATES}. */
  static final int BODY_STATE_SHIFT = 8;

  static final List<String> BODY_STATES = List.of("returned", "raised", "abandoned", "deferred");

  private static final int WORDS = 5;
  private static final int CHUNK_BITS = 8;
  private static final int CHUNK = 1 << CHUNK_BITS;

  private final List<long[]> chunks = new ArrayList<>();
  private int[] index = new int[1 << 8];
  private int size;
  private final SipHash marks;
  private final long spread;

  CallTable() {
    SecureRandom random = new SecureRandom();
    marks = new SipHash(random.nextLong(), random.nextLong());
    spread = random.nextLong() | 1;
    Arrays.fill(index, -1);
  }

  int size() {
    return size;
  }

  /** The slot of a call id (32 hex digits), or -1. */
  int find(String callId) {
    return index[place(high(callId), low(callId))];
  }

  /** The slot of a call id, made if need be. */
  int slot(String callId) {
    long high = high(callId);
    long low = low(callId);
    int place = place(high, low);
    if (index[place] >= 0) {
      return index[place];
    }
    if (size % CHUNK == 0) {
      chunks.add(new long[CHUNK * WORDS]);
    }
    int slot = size++;
    set(slot, 0, high);
    set(slot, 1, low);
    index[place] = slot;
    if (size > index.length / 4 * 3) {
      grow();
    }
    return slot;
  }

  String callId(int slot) {
    return hex(get(slot, 0)) + hex(get(slot, 1));
  }

  int flags(int slot) {
    return (int) get(slot, 4) & 0xfff;
  }

  boolean has(int slot, int flag) {
    return (flags(slot) & flag) != 0;
  }

  void raise(int slot, int flags) {
    set(slot, 4, get(slot, 4) | flags);
  }

  /** Node number: at most {@link Nodes#LIMIT}, which fits its 20 bits. */
  int node(int slot) {
    return (int) (get(slot, 4) >>> 12) & 0xfffff;
  }

  /** Index of the allow, or of an outcome that has none. */
  long entry(int slot) {
    return get(slot, 4) >>> 32;
  }

  void place(int slot, int node, long entry) {
    set(slot, 4, get(slot, 4) & 0xfff | (long) node << 12 | entry << 32);
  }

  void authorized(int slot, String hash) {
    set(slot, 2, mark(hash));
  }

  boolean isAuthorized(int slot, String hash) {
    return get(slot, 2) == mark(hash);
  }

  void previewed(int slot, String digest) {
    set(slot, 3, mark(digest));
    raise(slot, PREVIEWED);
  }

  boolean isPreviewed(int slot, String digest) {
    return get(slot, 3) == mark(digest);
  }

  private long mark(String value) {
    return marks.of(value.getBytes(StandardCharsets.UTF_8));
  }

  private int place(long high, long low) {
    int mask = index.length - 1;
    long mixed = (high ^ Long.rotateLeft(low, 29)) * spread;
    int place = (int) (mixed >>> 33) & mask;
    while (index[place] >= 0 && (get(index[place], 0) != high || get(index[place], 1) != low)) {
      place = place + 1 & mask;
    }
    return place;
  }

  private void grow() {
    index = new int[index.length * 2];
    Arrays.fill(index, -1);
    for (int slot = 0; slot < size; slot++) {
      index[place(get(slot, 0), get(slot, 1))] = slot;
    }
  }

  private long get(int slot, int word) {
    return chunks.get(slot >>> CHUNK_BITS)[(slot & CHUNK - 1) * WORDS + word];
  }

  private void set(int slot, int word, long value) {
    chunks.get(slot >>> CHUNK_BITS)[(slot & CHUNK - 1) * WORDS + word] = value;
  }

  private static long high(String callId) {
    return Long.parseUnsignedLong(callId, 0, 16, 16);
  }

  private static long low(String callId) {
    return Long.parseUnsignedLong(callId, 16, 32, 16);
  }

  private static String hex(long value) {
    String digits = Long.toHexString(value);
    return "0".repeat(16 - digits.length()) + digits;
  }
}
