package dev.countersign.bench;

import com.example.bench.CannedSockets;
import com.example.bench.Post;
import dev.countersign.canonical.Blake3;
import dev.countersign.sink.http.HeldBytes;
import dev.countersign.sink.http.HeldMemory;
import dev.countersign.sink.http.Room;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** Requests with a body of 64 KiB, whole and in their parts. */
@State(Scope.Benchmark)
public class SendBenchmark {

  private static final int SIZE = 1 << 16;

  /** As streams write. */
  private static final int PIECE = 1 << 13;

  private final String text = Post.text(SIZE);
  private final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
  private final String small = Post.text(1 << 10);
  private final Room room = new Room(8 << 20, null, new HeldMemory(1 << 30));
  private final Post post = new Post();

  @Benchmark
  public String blake3() {
    return Blake3.hex(bytes);
  }

  /** What a bound request does with its body: hold it, digest it, give it out again. */
  @Benchmark
  public int hold() throws IOException {
    HeldBytes held = new HeldBytes(room, SIZE);
    for (int at = 0; at < SIZE; at += PIECE) {
      held.write(bytes, at, PIECE);
    }
    held.close();
    int digest = held.body(List.of()).raw().hashCode();
    HeldBytes.Reader reader = held.read();
    int given = 0;
    while (reader.next()) {
      given += reader.length();
    }
    reader.close();
    held.release();
    return digest + given;
  }

  /** Each of many requests of one call of a tool. */
  @Benchmark
  @OperationsPerInvocation(Post.BURST)
  public int burst() {
    return post.burst(CannedSockets.URL, text);
  }

  /** The same with a body of 1 KiB. */
  @Benchmark
  @OperationsPerInvocation(Post.BURST)
  public int smallBurst() {
    return post.burst(CannedSockets.URL, small);
  }
}
