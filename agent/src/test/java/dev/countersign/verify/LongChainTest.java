package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.ledger.EntryHash;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Any number of entries: what is kept is 40 bytes per call, and the report is written as it is
 * computed.
 */
class LongChainTest {

  private static final int CALLS = 100_000;

  @Test
  void twoHundredThousandEntriesVerifyInLittleMemory() throws IOException {
    Generated chain = new Generated(CALLS);

    Report report = Verifier.chain(chain, Given.nothing());

    assertThat(report.failures()).isEmpty();
    assertThat(report.entries()).isEqualTo(2L * CALLS + 2);
    assertThat(report.aggregate()).isEqualTo("clean");
    assertThat(chain.mostHeapInUse())
        .as("heap in use after a collection, above the start, in bytes")
        .isLessThan(64L << 20);
    long[] length = {0};
    report.writeJson(
        new Appendable() {
          @Override
          public Appendable append(CharSequence text) {
            length[0] += text.length();
            return this;
          }

          @Override
          public Appendable append(CharSequence text, int from, int to) {
            length[0] += to - from;
            return this;
          }

          @Override
          public Appendable append(char c) {
            length[0]++;
            return this;
          }
        });
    assertThat(length[0]).isGreaterThan(CALLS * 60L);
  }

  @Test
  void whatIsKeptOfEachCallIsFoundAgain() {
    CallTable calls = new CallTable();
    for (int i = 0; i < 50_000; i++) {
      int slot = calls.slot(callId(i));
      calls.raise(slot, CallTable.ALLOW);
      calls.place(slot, i % 1000, 2L * i);
      calls.authorized(slot, "hash" + i);
      calls.previewed(slot, "preview" + i);
    }
    assertThat(calls.size()).isEqualTo(50_000);
    for (int i = 0; i < 50_000; i++) {
      int slot = calls.find(callId(i));
      assertThat(calls.callId(slot)).isEqualTo(callId(i));
      assertThat(calls.node(slot)).isEqualTo(i % 1000);
      assertThat(calls.entry(slot)).isEqualTo(2L * i);
      assertThat(calls.isAuthorized(slot, "hash" + i)).isTrue();
      assertThat(calls.isAuthorized(slot, "hash" + (i + 1))).isFalse();
      assertThat(calls.isPreviewed(slot, "preview" + i)).isTrue();
      assertThat(calls.has(slot, CallTable.OUTCOME)).isFalse();
    }
    assertThat(calls.find("f".repeat(32))).isEqualTo(-1);
  }

  private static String callId(int i) {
    String hex = Integer.toHexString(i);
    return "0".repeat(24 - hex.length()) + hex + "89abcdef";
  }

  /** Makes the chain while it is read, so that the test does not hold it either. */
  private static final class Generated extends InputStream {

    private final Books one = new Books(2).root().allow(Books.A).outcome(Books.A).done();
    private final int calls;
    private long seq;
    private String previous = EntryHash.GENESIS;
    private byte[] line = new byte[0];
    private int at;
    private final long before = heapInUse();
    private long most;

    Generated(int calls) {
      this.calls = calls;
    }

    @Override
    public int read() {
      throw new AssertionError("read in blocks");
    }

    @Override
    public int read(byte[] to, int from, int length) {
      if (at == line.length && !next()) {
        return -1;
      }
      int count = Math.min(length, line.length - at);
      System.arraycopy(line, at, to, from, count);
      at += count;
      return count;
    }

    private boolean next() {
      if (seq > 2L * calls + 1) {
        return false;
      }
      if (seq % 50_000 == 0) {
        most = Math.max(most, heapInUse() - before);
      }
      Map<String, Object> entry = new LinkedHashMap<>(template());
      entry.put("seq", seq);
      entry.put("prev_hash", previous);
      if (entry.containsKey("call_id")) {
        entry.put("call_id", callId((int) ((seq - 1) / 2)));
      }
      previous = EntryHash.of(previous, entry);
      entry.put("hash", previous);
      byte[] json = Canonical.jcs(entry);
      line = Arrays.copyOf(json, json.length + 1);
      line[json.length] = '\n';
      at = 0;
      seq++;
      return true;
    }

    private Map<String, Object> template() {
      List<Map<String, Object>> entries = one.entries;
      if (seq == 0) {
        return entries.get(0);
      }
      return seq == 2L * calls + 1 ? entries.get(3) : entries.get(seq % 2 == 1 ? 1 : 2);
    }

    long mostHeapInUse() {
      return most;
    }

    private static long heapInUse() {
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      return runtime.totalMemory() - runtime.freeMemory();
    }
  }
}
