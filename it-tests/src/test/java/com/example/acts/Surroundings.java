package com.example.acts;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an application can see at one moment: the files of its working directory, and how long the
 * books beside it are.
 */
final class Surroundings {

  /** Where the runs of the tests have their books. */
  private static final File BOOKS = new File("../ledger");

  private final Map<String, byte[]> contents = new TreeMap<>();
  private final int entries;
  private final int records;

  private Surroundings() throws IOException {
    add("", new File("."));
    int entries = 0;
    int records = 0;
    File[] books = BOOKS.listFiles();
    if (books != null) {
      for (File file : books) {
        if (file.getName().endsWith(".effects.jsonl")) {
          records += linesOf(file);
        } else if (file.getName().endsWith(".jsonl")) {
          entries += linesOf(file);
        }
      }
    }
    this.entries = entries;
    this.records = records;
  }

  static Surroundings now() throws IOException {
    return new Surroundings();
  }

  private void add(String path, File directory) throws IOException {
    for (File file : directory.listFiles()) {
      if (file.isDirectory()) {
        add(path + file.getName() + "/", file);
      } else {
        contents.put(path + file.getName(), java.nio.file.Files.readAllBytes(file.toPath()));
      }
    }
  }

  private static int linesOf(File file) throws IOException {
    int lines = 0;
    for (byte each : java.nio.file.Files.readAllBytes(file.toPath())) {
      lines += each == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** Which files differ later; what is no ASCII in a name is shown as {@code ?}. */
  String changes(Surroundings later) {
    StringBuilder changes = new StringBuilder();
    Map<String, byte[]> all = new TreeMap<>(contents);
    all.putAll(later.contents);
    for (String name : all.keySet()) {
      char sign = sign(contents.get(name), later.contents.get(name));
      if (sign != ' ') {
        changes.append(changes.length() == 0 ? "" : ",").append(sign).append(ascii(name));
      }
    }
    return changes.length() == 0 ? "none" : changes.toString();
  }

  private static char sign(byte[] before, byte[] after) {
    if (before == null) {
      return '+';
    }
    if (after == null) {
      return '-';
    }
    return Arrays.equals(before, after) ? ' ' : '~';
  }

  private static String ascii(String name) {
    return new String(name.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII);
  }

  /** The lines of the books that are there later only, of the chain and of the effects. */
  String lines(Surroundings later) {
    return entries + "-" + later.entries + " " + records + "-" + later.records;
  }

  /** Makes the files what they were. */
  void putBack(Surroundings later) throws IOException {
    for (String name : later.contents.keySet()) {
      if (!contents.containsKey(name) && !new File(name).delete()) {
        throw new IOException(name + " cannot be removed");
      }
    }
    for (Map.Entry<String, byte[]> file : contents.entrySet()) {
      if (!Arrays.equals(file.getValue(), later.contents.get(file.getKey()))) {
        java.nio.file.Files.write(new File(file.getKey()).toPath(), file.getValue());
      }
    }
  }
}
