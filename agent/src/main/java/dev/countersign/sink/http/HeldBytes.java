package dev.countersign.sink.http;

import dev.countersign.canonical.Blake3;
import dev.countersign.canonical.Hex;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.SendBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes of a body as the application wrote them, with where one writing ended and the next
 * began: clients make their chunks of that, so the same bytes written in one go would not be the
 * same on the wire. Read-only from {@link #close} on, for who wrote may keep what it wrote into and
 * come back with another thread.
 *
 * <p>Up to {@link Room#most} they are in memory, once; beyond it, or where other bodies have all
 * the memory, in a {@link SpoolFile}. That one's blocks have digests, which stay here and which
 * whatever is read is compared with before any of it is given out: bytes other than those that were
 * judged are never sent, whoever writes to the file.
 */
public final class HeldBytes implements SendBody.Kept {

  private static final int FIRST = 1 << 10;

  /** Blocks in memory grow up to that; a writing has as many bytes as it has. */
  private static final int MOST_BLOCK = 1 << 20;

  /** A block of the file; what is written at once is one step if it is no more than that. */
  private static final int FILE_BLOCK = 1 << 14;

  /**
   * So many bytes are written to the file at once; a body that goes there has no more in memory.
   */
  private static final int FILE_WRITING = 1 << 12;

  // What a step is, in the lower bits of its number; the rest is how many bytes it has.
  private static final int KIND_BITS = 2;
  private static final int KIND = (1 << KIND_BITS) - 1;
  private static final int AT_ONCE = 0;
  private static final int EACH = 1;
  private static final int FLUSH = 2;
  private static final int FRAMING = 3;
  private static final int MOST_STEP = Integer.MAX_VALUE >> KIND_BITS;

  private static final String TOO_LARGE = "a body of more bytes than send.max_body";
  private static final String GONE = "a body whose request is over, and which is not kept";
  private static final String TOO_LARGE_FOR_FILE = "a body of more bytes than send.spool";
  private static final String NO_MEMORY = "a body for which this JVM has no memory left";

  /** Takes the bytes again, in the steps in which they were written. */
  public interface Taker {

    void write(byte[] bytes, int offset, int length) throws IOException;

    /** {@code length} bytes that were written one by one. */
    void writeEach(byte[] bytes, int offset, int length) throws IOException;

    void flush() throws IOException;
  }

  /** Some steps, one behind the other. */
  private static final class Block {
    /** Null where they are in the file. */
    private final byte[] bytes;

    private int used;
    private long at;
    private byte[] digest;

    Block(byte[] bytes) {
      this.bytes = bytes;
    }

    int room() {
      return bytes.length - used;
    }
  }

  private final Room room;
  private final long expected;
  private final long limit;
  private final HeldMemory.Share memory;
  private List<Block> blocks = new ArrayList<>(1);
  private int[] steps = new int[4];
  private int count;

  /** Bytes of the body, and with what frames it. */
  private long length;

  private long total;

  /** Null while they are in memory. */
  private SpoolFile file;

  /** Bytes that are not in the file yet, and how many. */
  private byte[] unwritten;

  private int unwrittenCount;

  /** Where the next byte will be in the file. */
  private long fileEnd;

  private Blake3 digestingBlock;
  private Blake3 digesting;
  private String digest;
  private volatile String why;
  private boolean closed;
  private boolean released;
  private boolean gone;
  private boolean given;

  /**
   * @param expected how many will come; negative = unknown
   */
  public HeldBytes(Room room, long expected) {
    this(room, expected, -1);
  }

  /**
   * @param expected how many will come; negative = unknown
   * @param limit how many count: the client leaves out what comes behind them; negative = all
   */
  public HeldBytes(Room room, long expected, long limit) {
    this.room = room;
    this.expected = expected;
    this.limit = limit;
    this.memory = room.memory().share();
  }

  /** Holds bytes that were written at once. */
  public void write(byte[] from, int offset, int more) throws IOException {
    put(ByteBuffer.wrap(from, offset, more), AT_ONCE, false);
  }

  /**
   * Holds bytes, or more of those that are written at once.
   *
   * @param first whether a step of its own begins with them
   */
  public void write(byte[] from, int offset, int more, boolean first) throws IOException {
    put(ByteBuffer.wrap(from, offset, more), AT_ONCE, !first);
  }

  /** Holds what a buffer has, which was written at once. */
  public void write(ByteBuffer from) throws IOException {
    put(from, AT_ONCE, false);
  }

  /** Holds a byte that was written by itself. */
  public void write(int one) throws IOException {
    put(ByteBuffer.wrap(new byte[] {(byte) one}), EACH, true);
  }

  /** Holds bytes that are no part of the body, but stand before, in or behind it on the wire. */
  public void frame(byte[] from, int offset, int more) throws IOException {
    put(ByteBuffer.wrap(from, offset, more), FRAMING, false);
  }

  /** So many bytes are about to be written at once, in however many parts they come. */
  public synchronized void begin(long more) {
    if (file == null && why == null && !closed && more <= room.most() - length) {
      try {
        blockFor((int) more);
      } catch (OutOfMemoryError none) {
        giveUp(NO_MEMORY);
      }
    }
  }

  /** Notes a flush. */
  public synchronized void flush() {
    if (why == null && !closed && hasStep()) {
      steps[count++] = FLUSH;
    }
  }

  private synchronized void put(ByteBuffer from, int kind, boolean more) throws IOException {
    if (closed) {
      throw new IOException("Attempted write to closed stream.");
    }
    if (why != null) {
      throw failure(why);
    }
    if (kind != FRAMING && limit >= 0 && from.remaining() > limit - length) {
      from.limit(from.position() + (int) (limit - length));
    }
    int size = from.remaining();
    if (size == 0) {
      return;
    }
    boolean whole = false;
    try {
      if (file == null && !putInMemory(from, kind, more)) {
        moveToFile(kind == FRAMING ? 0 : size);
      }
      if (file != null) {
        putInFile(from, kind, more);
      }
      length += kind == FRAMING ? 0 : size;
      total += size;
      whole = true;
    } catch (OutOfMemoryError none) {
      throw over(NO_MEMORY); // whoever writes it is the application's, and the request hears of it
    } finally {
      if (!whole) {
        giveUp("a body that could not be held");
      }
    }
  }

  /** They are not to be held, for another reason than how many they are. */
  public synchronized void refuse(String reason) throws IOException {
    throw over(reason);
  }

  /** Nothing of them is held any more. */
  private void giveUp(String reason) {
    if (why == null) {
      why = reason;
    }
    blocks = new ArrayList<>(1);
    count = 0;
    length = 0;
    total = 0;
    let();
  }

  private void let() {
    if (!released) {
      released = true;
      memory.release();
      unwritten = null;
      if (file != null) {
        file.leave();
      }
    }
  }

  private IOException over(String reason) {
    giveUp(reason);
    return failure(reason);
  }

  private IOException failure(String reason) {
    return new IOException(
        "Countersign: "
            + reason
            + " may not be sent from here (send.max_body = "
            + room.most()
            + " bytes, send.spool = "
            + (room.spool() == null ? 0 : room.spool().most())
            + " bytes); raise them if it is meant to be");
  }

  // In memory

  /**
   * @return false when there is no room; nothing was taken
   */
  private boolean putInMemory(ByteBuffer from, int kind, boolean more) {
    int size = from.remaining();
    if (kind != FRAMING && size > room.most() - length) {
      return false;
    }
    Block before = blocks.isEmpty() ? null : blocks.get(blocks.size() - 1);
    if (!hasStep()) {
      return false;
    }
    boolean whole = before == null && size >= (expected < 0 ? FIRST : expected);
    Block block = whole ? copied(from) : null;
    if (block == null) {
      block = blockFor(size);
      if (block == null) {
        return false;
      }
      from.get(block.bytes, block.used, size);
      block.used += size;
    }
    step(kind, size, more && block == before);
    return true;
  }

  /**
   * A block of all that a buffer has: where it has an array, its memory need not be cleared before.
   *
   * @return null where it has none, or when there is no memory for it; nothing was taken
   */
  private Block copied(ByteBuffer from) {
    if (!from.hasArray() || !memory.take(from.remaining())) {
      return null;
    }
    int begin = from.arrayOffset() + from.position();
    Block block = new Block(Arrays.copyOfRange(from.array(), begin, begin + from.remaining()));
    block.used = from.remaining();
    blocks.add(block);
    from.position(from.limit());
    return block;
  }

  /** A block with so much room; null when there is no memory for it. */
  private Block blockFor(int size) {
    if (!blocks.isEmpty() && blocks.get(blocks.size() - 1).room() >= size) {
      return blocks.get(blocks.size() - 1);
    }
    int wanted =
        blocks.isEmpty() && expected >= 0 && expected <= room.most()
            ? (int) Math.max(expected, size)
            : (int) Math.max(size, Math.min(MOST_BLOCK, Math.max(FIRST, total)));
    if (!memory.take(wanted)) {
      wanted = size;
      if (!memory.take(wanted)) {
        return null;
      }
    }
    Block block = new Block(new byte[wanted]);
    blocks.add(block);
    return block;
  }

  /** Whether there is memory for one more step. */
  private boolean hasStep() {
    if (count == steps.length) {
      if (!memory.take(4L * count)) {
        return false;
      }
      steps = Arrays.copyOf(steps, 2 * count);
    }
    return true;
  }

  /** Adds to the last step, or makes one; there is room for it. */
  private void step(int kind, int size, boolean more) {
    int last = count - 1;
    if (more && last >= 0 && (steps[last] & KIND) == kind && size(last) + size <= MOST_STEP) {
      steps[last] += size << KIND_BITS;
    } else {
      steps[count++] = size << KIND_BITS | kind;
    }
  }

  private int size(int step) {
    return steps[step] >>> KIND_BITS;
  }

  // In a file

  private void moveToFile(int size) throws IOException {
    boolean tooLarge = size > room.most() - length;
    if (room.spool() == null) {
      throw over(tooLarge ? TOO_LARGE : HeldMemory.FULL);
    }
    Reader before = new Reader(null);
    try {
      file = room.spool().open();
    } catch (IOException none) {
      throw over("a body that cannot be held in a file (" + none + ")");
    }
    digesting = new Blake3();
    unwritten = new byte[FILE_WRITING];
    blocks = new ArrayList<>();
    beginBlock();
    steps = new int[4];
    count = 0;
    memory.release();
    while (before.next()) {
      if (before.length == 0) {
        flush();
      } else {
        putInFile(
            ByteBuffer.wrap(before.array(), before.offset, before.length), before.kind, false);
      }
    }
  }

  private void putInFile(ByteBuffer from, int kind, boolean more) throws IOException {
    if (kind != FRAMING && from.remaining() > room.spool().most() - length) {
      throw over(TOO_LARGE_FOR_FILE);
    }
    boolean further = more;
    while (from.hasRemaining()) {
      Block block = blocks.get(blocks.size() - 1);
      int left = FILE_BLOCK - block.used;
      if (left == 0 || from.remaining() > left && from.remaining() <= FILE_BLOCK) {
        block.digest = digestingBlock.finish();
        block = beginBlock();
        left = FILE_BLOCK;
        further = false;
      }
      if (!hasStep()) {
        throw over(HeldMemory.FULL);
      }
      int size = Math.min(left, from.remaining());
      append(from, size, kind != FRAMING);
      block.used += size;
      step(kind, size, further);
      further = false;
    }
  }

  private Block beginBlock() {
    Block block = new Block(null);
    block.at = fileEnd;
    blocks.add(block);
    digestingBlock = new Blake3();
    return block;
  }

  private void append(ByteBuffer from, int size, boolean ofBody) throws IOException {
    for (int left = size; left > 0; ) {
      if (unwrittenCount == unwritten.length) {
        writeToFile();
      }
      int part = Math.min(left, unwritten.length - unwrittenCount);
      from.get(unwritten, unwrittenCount, part);
      digestingBlock.update(unwritten, unwrittenCount, part);
      if (ofBody) {
        digesting.update(unwritten, unwrittenCount, part);
      }
      unwrittenCount += part;
      left -= part;
    }
    fileEnd += size;
  }

  private void writeToFile() throws IOException {
    try {
      file.append(unwritten, unwrittenCount);
    } catch (IOException full) {
      throw over("a body that cannot be held in a file (" + full + ")");
    }
    unwrittenCount = 0;
  }

  /** Nothing more will be written. */
  public synchronized HeldBytes close() {
    if (closed) {
      return this;
    }
    closed = true;
    if (file != null && why == null) {
      try {
        writeToFile();
      } catch (IOException full) {
        return this; // why() says so
      }
      unwritten = null;
      blocks.get(blocks.size() - 1).digest = digestingBlock.finish();
      digest = Hex.of(digesting.finish());
    }
    return this;
  }

  /**
   * The request is over: memory and file are others' from here on. Whoever reads them at this
   * moment comes to the end; but for a small body, nobody else reads them any more.
   */
  public synchronized void release() {
    closed = true;
    let();
    if (total > HeldMemory.FREE) {
      blocks = new ArrayList<>(0);
      gone = true;
    }
  }

  /** Whether there was more than is held; nothing is, then. */
  public boolean isOver() {
    return why != null;
  }

  /** Why not all of it is held; null when it is. */
  public String why() {
    return why;
  }

  /** How many there are, without what frames them. */
  @Override
  public synchronized long length() {
    return length;
  }

  @Override
  public synchronized String digest() {
    if (digest == null && gone) {
      throw new NotCanonicalException(GONE);
    }
    if (digest == null) {
      Blake3 of = new Blake3();
      Reader reader = new Reader(null);
      while (nextInMemory(reader)) {
        if (reader.kind != FRAMING) {
          of.update(reader.array(), reader.offset, reader.length);
        }
      }
      digest = Hex.of(of.finish());
    }
    return digest;
  }

  private static boolean nextInMemory(Reader reader) {
    try {
      return reader.next();
    } catch (IOException ofAFile) {
      throw new IllegalStateException(ofAFile);
    }
  }

  /** What is judged. */
  public SendBody body(List<String> codings) {
    return SendBody.of(this, codings, room.most());
  }

  @Override
  public void beginReading() {
    room.memory().beginReading(length());
  }

  @Override
  public void endReading() {
    room.memory().endReading(length());
  }

  /** All of them in one array, which nobody may change. */
  @Override
  public synchronized byte[] joined() {
    if (length > room.most()) {
      throw new NotCanonicalException(
          TOO_LARGE + ", which is compared by its exact bytes only (raw)");
    }
    if (gone) {
      throw new NotCanonicalException(GONE);
    }
    if (file == null && total == length && blocks.size() == 1) {
      Block only = blocks.get(0);
      if (only.bytes.length == only.used) {
        return only.bytes;
      }
    }
    byte[] joined = new byte[(int) length];
    int at = 0;
    Reader reader = null;
    try {
      reader = file == null ? new Reader(null) : read();
      while (reader.next()) {
        if (reader.kind != FRAMING) {
          System.arraycopy(reader.array(), reader.offset, joined, at, reader.length);
          at += reader.length;
        }
      }
    } catch (IOException changed) {
      throw new NotCanonicalException(changed.getMessage());
    } finally {
      if (reader != null) {
        reader.close();
      }
    }
    if (file == null && total == length && !given) {
      Block one = new Block(joined);
      one.used = joined.length;
      blocks = new ArrayList<>(List.of(one));
    }
    return joined;
  }

  /** Whether they are in a file. */
  public synchronized boolean isSpooled() {
    return file != null;
  }

  /** Whether they can still be read when their request is over. */
  public synchronized boolean isKept() {
    return file == null && total <= HeldMemory.FREE;
  }

  /**
   * Gives them out from the first one on; to be closed.
   *
   * @throws IOException when they were let go
   */
  public synchronized Reader read() throws IOException {
    if (gone || file != null && !file.join()) {
      throw new IOException("Countersign: " + GONE);
    }
    given = true;
    return new Reader(file);
  }

  /** Gives them to somebody as they were written. */
  public void giveTo(Taker taker) throws IOException {
    Reader reader = read();
    try {
      while (reader.next()) {
        if (reader.isFlush()) {
          taker.flush();
        } else if (reader.kind == EACH) {
          taker.writeEach(reader.array(), reader.offset, reader.length);
        } else {
          taker.write(reader.array(), reader.offset, reader.length);
        }
      }
    } finally {
      reader.close();
    }
  }

  /** One step after the other. Used by one thread at a time. */
  public final class Reader {

    private final SpoolFile from;
    private final List<Block> all = blocks;
    private final int[] kinds = steps;
    private final int end = count;
    private int step;
    private int block = -1;
    private byte[] bytes;
    private int at;
    private int kind;
    private int offset;
    private int length;
    private boolean left;

    /**
     * @param from null where they are in memory
     */
    private Reader(SpoolFile from) {
      this.from = from;
    }

    /** Whether there is a step more. */
    public boolean hasNext() {
      return step < end;
    }

    /**
     * Goes on to the next step.
     *
     * @return false at the end
     * @throws IOException when it is not what was written; none of it is given out
     */
    public boolean next() throws IOException {
      if (step == end) {
        return false;
      }
      int next = kinds[step];
      kind = next & KIND;
      length = next >>> KIND_BITS;
      if (kind != FLUSH) {
        while (block < 0 || at == all.get(block).used) {
          load(all.get(block + 1));
          block++;
          at = 0;
        }
        offset = at;
        at += length;
      }
      step++;
      return true;
    }

    /** The same, with the next ones as well where they are small and stand behind it. */
    public boolean nextRun() throws IOException {
      if (!next()) {
        return false;
      }
      while (step < end && kind != FLUSH && at < all.get(block).used) {
        int more = kinds[step] >>> KIND_BITS;
        if ((kinds[step] & KIND) == FLUSH || length + more > FILE_BLOCK) {
          break;
        }
        length += more;
        at += more;
        step++;
      }
      return true;
    }

    private void load(Block next) throws IOException {
      if (next.bytes != null) {
        bytes = next.bytes;
        return;
      }
      byte[] read = new byte[next.used]; // whoever has the last one may still send it
      boolean same = false;
      try {
        from.read(next.at, read, read.length);
        Blake3 of = new Blake3();
        of.update(read, 0, read.length);
        same = Arrays.equals(of.finish(), next.digest);
      } catch (java.io.EOFException cut) {
        same = false;
      }
      if (!same) {
        throw new IOException(
            "Countersign: the file that holds this body was changed after it was judged; nothing"
                + " of the change was sent. Look for who writes to files of this process");
      }
      bytes = read;
    }

    /** Whether the application only flushed. */
    public boolean isFlush() {
      return kind == FLUSH;
    }

    /** Where its bytes are; nobody may change them. */
    public byte[] array() {
      return bytes;
    }

    /** Where they begin there. */
    public int offset() {
      return offset;
    }

    /** How many they are. */
    public int length() {
      return length;
    }

    /** The same bytes, to be given away. */
    public ByteBuffer buffer() {
      return ByteBuffer.wrap(bytes, offset, length).slice().asReadOnlyBuffer();
    }

    /** Done with it, also before its end; again does nothing. */
    public synchronized void close() {
      if (!left) {
        left = true;
        if (from != null) {
          from.leave();
        }
      }
    }
  }
}
