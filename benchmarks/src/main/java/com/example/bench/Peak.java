package com.example.bench;

import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes down, at the end of an application, the most memory that its process ever had. */
final class Peak {

  private static final String LINE = "VmHWM:";

  /** Writes the kernel's count, in KiB, to the file that the property {@code bench.peak} names. */
  static void write() throws IOException {
    String status;
    try (InputStream in = new FileInputStream("/proc/self/status")) {
      status = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    }
    int at = status.indexOf(LINE) + LINE.length();
    String peak = status.substring(at, status.indexOf("kB", at)).trim();
    try (OutputStream out = new FileOutputStream(System.getProperty("bench.peak"))) {
      out.write(peak.getBytes(StandardCharsets.US_ASCII));
    }
  }

  private Peak() {}
}
