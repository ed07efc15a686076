package dev.countersign.bench;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Only the system calls of a bound call under {@code write}, without an agent: what this machine,
 * its disk and its JDK take for them, before anything is judged, hashed or written down.
 */
@State(Scope.Benchmark)
public class FloorBenchmark {

  // As long as the lines of a call of Desk are.
  private final byte[] decision = new byte[748];
  private final byte[] allow = new byte[785];
  private final byte[] end = new byte[179];
  private final byte[] outcome = new byte[639];

  private final byte[] back = new byte[2048];

  private Path directory;
  private FileOutputStream chain;
  private FileOutputStream effects;
  private RandomAccessFile ofChain;
  private RandomAccessFile ofEffects;

  @Setup(Level.Trial)
  public void open() throws IOException {
    directory = Path.of(System.getProperty("bench.ledger"));
    Files.createDirectories(directory);
    String chainPath = directory.resolve("chain").toString();
    String effectsPath = directory.resolve("effects").toString();
    chain = new FileOutputStream(chainPath, true);
    effects = new FileOutputStream(effectsPath, true);
    ofChain = new RandomAccessFile(chainPath, "rw");
    ofEffects = new RandomAccessFile(effectsPath, "rw");
  }

  @Benchmark
  public long call() throws IOException {
    long seen = size(directory);
    seen += ofChain.read(back, 0, allow.length + outcome.length + 1);
    seen += ofEffects.read(back, 0, decision.length + end.length + 1);
    write(decision, allow);
    write(end, outcome);
    return seen;
  }

  private void write(byte[] record, byte[] line) throws IOException {
    effects.write(record, 0, record.length);
    chain.write(line, 0, line.length);
  }

  private static long size(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS).size();
  }

  @TearDown(Level.Trial)
  public void close() throws IOException {
    chain.close();
    effects.close();
    ofChain.close();
    ofEffects.close();
  }
}
