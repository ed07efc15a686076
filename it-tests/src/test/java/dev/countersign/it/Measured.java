package dev.countersign.it;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of {@code measured-coercions.txt}: what a framework makes of a value.
 *
 * @param number M01 and so on
 * @param tool which takes a value of the type that it is named after
 * @param value JSON
 * @param made what the tool runs on; null where the framework gives up by itself
 * @param isLossy whether that is another value, so that the call is refused
 */
public record Measured(String number, String tool, String value, String made, boolean isLossy) {

  /** All rows, with what stands in that column. */
  public static List<Measured> by(String framework) {
    List<String[]> rows = rows();
    int column = List.of(rows.get(0)).indexOf(framework);
    if (column < 0) {
      throw new IllegalArgumentException("no column " + framework);
    }
    return rows.subList(1, rows.size()).stream().map(cells -> of(cells, column)).toList();
  }

  /** A tool and the value for it. */
  public String call() {
    return tool + " " + value;
  }

  @Override
  public String toString() {
    return number + " " + call();
  }

  private static Measured of(String[] cells, int column) {
    String cell = cells[column];
    boolean isLossy = cell.startsWith("lossy ");
    String made = cell.equals("error") ? null : cell.substring(isLossy ? 6 : 0);
    return new Measured(cells[0], cells[1], cells[2], made, isLossy);
  }

  private static List<String[]> rows() {
    List<String[]> rows = new ArrayList<>();
    try (InputStream in = Measured.class.getResourceAsStream("/measured-coercions.txt")) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        if (!line.startsWith("#")) {
          rows.add(line.split(" \\| ", -1));
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return rows;
  }
}
