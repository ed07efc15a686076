package dev.countersign.bench;

import com.example.acts.http.LoadClients;
import com.example.acts.http.LoadMain;
import com.example.bench.CannedSockets;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** A small request outside any tool, with the newest line of a client. */
@State(Scope.Benchmark)
public class UnboundBenchmark {

  /** By which it is asked for; those that use {@code java.net.Socket} have canned ones. */
  @Param("url")
  public String client;

  private LoadClients.Asking asking;

  /** Makes the client. */
  @Setup
  public void prepare() throws Exception {
    switch (client) {
      case "url":
      case "okhttp":
      case "apache":
        CannedSockets.install();
        asking = LoadClients.of(client, CannedSockets.URL);
        break;
      default:
        asking = LoadClients.of(client, LoadMain.serve());
        break;
    }
  }

  @Benchmark
  public void ask() throws Exception {
    asking.ask();
  }
}
