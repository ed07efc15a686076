package dev.countersign.bench;

import com.example.acts.http.LoadClients;
import com.example.bench.CannedSockets;
import java.util.List;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A small request outside any tool, with the newest line of a client that uses {@code
 * java.net.Socket}: its connections are canned ones.
 */
@State(Scope.Benchmark)
public class UnboundBenchmark {

  /** Which are measured so. */
  static final List<String> CLIENTS = List.of("url", "okhttp", "apache");

  /** One of them. */
  @Param("url")
  public String client;

  private LoadClients.Asking asking;

  /** Makes the client. */
  @Setup
  public void prepare() throws Exception {
    CannedSockets.install();
    asking = LoadClients.of(client, CannedSockets.URL);
  }

  @Benchmark
  public void ask() throws Exception {
    asking.ask();
  }
}
