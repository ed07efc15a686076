package dev.countersign.canonical;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * BLAKE3 with 256 bits of output, no key and no key derivation: preview, commit and request digests
 * (spec 1.5). Written from the BLAKE3 paper (O'Connor, Aumasson, Neves, Wilcox-O'Hearn).
 *
 * <p>Plain Java on purpose. Loads and stores are byte by byte: a first version stored the digest
 * through an int view of the byte array, and C2 of JDK 17 compiled that to a wrong digest after
 * warm-up. The tests therefore compare warm hashes by the million.
 */
public final class Blake3 {

  private static final int BLOCK = 64;
  private static final int BLOCKS_PER_CHUNK = 16;

  private static final int CHUNK_START = 1;
  private static final int CHUNK_END = 2;
  private static final int PARENT = 4;
  private static final int ROOT = 8;

  private static final int IV_0 = 0x6A09E667;
  private static final int IV_1 = 0xBB67AE85;
  private static final int IV_2 = 0x3C6EF372;
  private static final int IV_3 = 0xA54FF53A;
  private static final int IV_4 = 0x510E527F;
  private static final int IV_5 = 0x9B05688C;
  private static final int IV_6 = 0x1F83D9AB;
  private static final int IV_7 = 0x5BE0CD19;

  /** Rounds of the compression function; the words are permuted between two of them. */
  private static final int ROUNDS = 7;

  /** Chaining value of the chunk at hand; of a parent while the tree is folded. */
  private final int[] cv;

  private final int[] words = new int[16];

  /** A block stays here until it is known whether more input follows: the last one is flagged. */
  private final byte[] pending;

  private int pendingLength;
  private int blocksCompressed;
  private long chunk;

  /** Chaining values of finished subtrees, 8 words each, largest first; null for one chunk. */
  private int[] subtrees;

  private int subtreeCount;

  /** The 32 bytes of BLAKE3-256 over the concatenation of the parts. */
  public static byte[] hash(byte[]... parts) {
    Blake3 blake3 = new Blake3();
    for (byte[] part : parts) {
      blake3.update(part, part.length);
    }
    return blake3.finish();
  }

  /** {@link #hash} as 64 lowercase hexadecimal digits. */
  public static String hex(byte[]... parts) {
    return Hex.of(hash(parts));
  }

  /** Of the prefix and the first {@code length} bytes. */
  static String hex(byte[] prefix, byte[] bytes, int length) {
    Blake3 blake3 = new Blake3();
    blake3.update(prefix, prefix.length);
    blake3.update(bytes, length);
    return Hex.of(blake3.finish());
  }

  /** The digest of everything that a stream has to give, read in pieces; the stream stays open. */
  public static String hex(InputStream in) throws IOException {
    Blake3 blake3 = new Blake3();
    byte[] buffer = new byte[1 << 16];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      blake3.update(buffer, read);
    }
    return Hex.of(blake3.finish());
  }

  /** Of no byte yet; used by one thread. */
  public Blake3() {
    cv = new int[8];
    pending = new byte[BLOCK];
    startFromIv();
  }

  private Blake3(Blake3 same) {
    cv = same.cv.clone();
    pending = same.pending.clone();
    pendingLength = same.pendingLength;
    blocksCompressed = same.blocksCompressed;
    chunk = same.chunk;
    subtrees = same.subtrees == null ? null : same.subtrees.clone();
    subtreeCount = same.subtreeCount;
  }

  /**
   * One of the same bytes so far, for what goes on in another way. Of one that nothing is added to
   * any more, threads may take copies as they like.
   */
  public Blake3 copy() {
    return new Blake3(this);
  }

  private void update(byte[] part, int length) {
    update(part, 0, length);
  }

  /** Adds {@code length} bytes. */
  public void update(byte[] part, int offset, int length) {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (pendingLength == BLOCK) {
        compressBlock(pending, 0);
        pendingLength = 0;
      }
      if (pendingLength == 0) {
        // Strictly more than a block: what comes next proves that this block is not the last one.
        while (left > BLOCK) {
          compressBlock(part, from);
          from += BLOCK;
          left -= BLOCK;
        }
      }
      int taken = Math.min(left, BLOCK - pendingLength);
      System.arraycopy(part, from, pending, pendingLength, taken);
      pendingLength += taken;
      from += taken;
      left -= taken;
    }
  }

  /** Compresses a full block that is not the last one of the input. */
  private void compressBlock(byte[] source, int from) {
    loadWords(source, from);
    boolean last = blocksCompressed == BLOCKS_PER_CHUNK - 1;
    compress(cv, words, chunk, BLOCK, startFlag() | (last ? CHUNK_END : 0));
    blocksCompressed++;
    if (last) {
      finishChunk();
    }
  }

  private int startFlag() {
    return blocksCompressed == 0 ? CHUNK_START : 0;
  }

  /** Joins the finished chunk with every subtree of its own size, as a binary counter carries. */
  private void finishChunk() {
    long finished = chunk + 1;
    while ((finished & 1) == 0) {
      joinWithLastSubtree(0);
      finished >>= 1;
    }
    if (subtrees == null) {
      subtrees = new int[8 * 8];
    } else if (subtreeCount * 8 == subtrees.length) {
      subtrees = Arrays.copyOf(subtrees, subtrees.length * 2);
    }
    System.arraycopy(cv, 0, subtrees, subtreeCount * 8, 8);
    subtreeCount++;
    chunk++;
    blocksCompressed = 0;
    startFromIv();
  }

  /** Makes {@code cv} the parent of the last subtree (left) and of itself (right). */
  private void joinWithLastSubtree(int rootFlag) {
    subtreeCount--;
    System.arraycopy(subtrees, subtreeCount * 8, words, 0, 8);
    System.arraycopy(cv, 0, words, 8, 8);
    startFromIv();
    compress(cv, words, 0, BLOCK, PARENT | rootFlag);
  }

  /** {@link #finish} as 64 lowercase hexadecimal digits. */
  public String hex() {
    return Hex.of(finish());
  }

  /** The 32 bytes over all that was added; to be asked for once. */
  public byte[] finish() {
    for (int i = pendingLength; i < BLOCK; i++) {
      pending[i] = 0;
    }
    loadWords(pending, 0);
    int rootFlag = subtreeCount == 0 ? ROOT : 0;
    compress(cv, words, chunk, pendingLength, startFlag() | CHUNK_END | rootFlag);
    while (subtreeCount > 0) {
      joinWithLastSubtree(subtreeCount == 1 ? ROOT : 0);
    }
    byte[] digest = new byte[32];
    for (int i = 0; i < 8; i++) {
      int word = cv[i];
      digest[4 * i] = (byte) word;
      digest[4 * i + 1] = (byte) (word >>> 8);
      digest[4 * i + 2] = (byte) (word >>> 16);
      digest[4 * i + 3] = (byte) (word >>> 24);
    }
    return digest;
  }

  private void startFromIv() {
    cv[0] = IV_0;
    cv[1] = IV_1;
    cv[2] = IV_2;
    cv[3] = IV_3;
    cv[4] = IV_4;
    cv[5] = IV_5;
    cv[6] = IV_6;
    cv[7] = IV_7;
  }

  private void loadWords(byte[] source, int from) {
    for (int i = 0; i < 16; i++) {
      int at = from + 4 * i;
      words[i] =
          (source[at] & 0xFF)
              | (source[at + 1] & 0xFF) << 8
              | (source[at + 2] & 0xFF) << 16
              | source[at + 3] << 24;
    }
  }

  /**
   * The compression function; the new chaining value replaces {@code cv}.
   *
   * <p>State and message stay in local variables, the words move by the fixed permutation: that is
   * what lets the JIT compiler keep the rounds free of array accesses.
   */
  private static void compress(int[] cv, int[] words, long counter, int length, int flags) {
    int m0 = words[0];
    int m1 = words[1];
    int m2 = words[2];
    int m3 = words[3];
    int m4 = words[4];
    int m5 = words[5];
    int m6 = words[6];
    int m7 = words[7];
    int m8 = words[8];
    int m9 = words[9];
    int m10 = words[10];
    int m11 = words[11];
    int m12 = words[12];
    int m13 = words[13];
    int m14 = words[14];
    int m15 = words[15];
    int v0 = cv[0];
    int v1 = cv[1];
    int v2 = cv[2];
    int v3 = cv[3];
    int v4 = cv[4];
    int v5 = cv[5];
    int v6 = cv[6];
    int v7 = cv[7];
    int v8 = IV_0;
    int v9 = IV_1;
    int v10 = IV_2;
    int v11 = IV_3;
    int v12 = (int) counter;
    int v13 = (int) (counter >>> 32);
    int v14 = length;
    int v15 = flags;
    for (int round = 1; ; round++) {
      v0 += v4 + m0;
      v12 = Integer.rotateRight(v12 ^ v0, 16);
      v8 += v12;
      v4 = Integer.rotateRight(v4 ^ v8, 12);
      v0 += v4 + m1;
      v12 = Integer.rotateRight(v12 ^ v0, 8);
      v8 += v12;
      v4 = Integer.rotateRight(v4 ^ v8, 7);
      v1 += v5 + m2;
      v13 = Integer.rotateRight(v13 ^ v1, 16);
      v9 += v13;
      v5 = Integer.rotateRight(v5 ^ v9, 12);
      v1 += v5 + m3;
      v13 = Integer.rotateRight(v13 ^ v1, 8);
      v9 += v13;
      v5 = Integer.rotateRight(v5 ^ v9, 7);
      v2 += v6 + m4;
      v14 = Integer.rotateRight(v14 ^ v2, 16);
      v10 += v14;
      v6 = Integer.rotateRight(v6 ^ v10, 12);
      v2 += v6 + m5;
      v14 = Integer.rotateRight(v14 ^ v2, 8);
      v10 += v14;
      v6 = Integer.rotateRight(v6 ^ v10, 7);
      v3 += v7 + m6;
      v15 = Integer.rotateRight(v15 ^ v3, 16);
      v11 += v15;
      v7 = Integer.rotateRight(v7 ^ v11, 12);
      v3 += v7 + m7;
      v15 = Integer.rotateRight(v15 ^ v3, 8);
      v11 += v15;
      v7 = Integer.rotateRight(v7 ^ v11, 7);
      v0 += v5 + m8;
      v15 = Integer.rotateRight(v15 ^ v0, 16);
      v10 += v15;
      v5 = Integer.rotateRight(v5 ^ v10, 12);
      v0 += v5 + m9;
      v15 = Integer.rotateRight(v15 ^ v0, 8);
      v10 += v15;
      v5 = Integer.rotateRight(v5 ^ v10, 7);
      v1 += v6 + m10;
      v12 = Integer.rotateRight(v12 ^ v1, 16);
      v11 += v12;
      v6 = Integer.rotateRight(v6 ^ v11, 12);
      v1 += v6 + m11;
      v12 = Integer.rotateRight(v12 ^ v1, 8);
      v11 += v12;
      v6 = Integer.rotateRight(v6 ^ v11, 7);
      v2 += v7 + m12;
      v13 = Integer.rotateRight(v13 ^ v2, 16);
      v8 += v13;
      v7 = Integer.rotateRight(v7 ^ v8, 12);
      v2 += v7 + m13;
      v13 = Integer.rotateRight(v13 ^ v2, 8);
      v8 += v13;
      v7 = Integer.rotateRight(v7 ^ v8, 7);
      v3 += v4 + m14;
      v14 = Integer.rotateRight(v14 ^ v3, 16);
      v9 += v14;
      v4 = Integer.rotateRight(v4 ^ v9, 12);
      v3 += v4 + m15;
      v14 = Integer.rotateRight(v14 ^ v3, 8);
      v9 += v14;
      v4 = Integer.rotateRight(v4 ^ v9, 7);
      if (round == ROUNDS) {
        break;
      }
      int spare;
      spare = m0;
      m0 = m2;
      m2 = m3;
      m3 = m10;
      m10 = m12;
      m12 = m9;
      m9 = m11;
      m11 = m5;
      m5 = spare;
      spare = m1;
      m1 = m6;
      m6 = m4;
      m4 = m7;
      m7 = m13;
      m13 = m14;
      m14 = m15;
      m15 = m8;
      m8 = spare;
    }
    cv[0] = v0 ^ v8;
    cv[1] = v1 ^ v9;
    cv[2] = v2 ^ v10;
    cv[3] = v3 ^ v11;
    cv[4] = v4 ^ v12;
    cv[5] = v5 ^ v13;
    cv[6] = v6 ^ v14;
    cv[7] = v7 ^ v15;
  }
}
