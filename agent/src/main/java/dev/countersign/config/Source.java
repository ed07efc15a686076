package dev.countersign.config;

import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The bytes of a configuration: bounded, strict UTF-8, without a byte order mark. */
final class Source {

  /** Bytes; a configuration of a thousand tools is smaller. */
  static final int MAX_BYTES = 4 << 20;

  private Source() {}

  /** Reads a file, at most {@link #MAX_BYTES}. */
  static byte[] read(File file, Problems problems) throws ConfigurationException {
    if (file.isDirectory()) {
      throw problems.unreadable("this is a directory. Name the configuration file in it");
    }
    if (file.length() > MAX_BYTES) {
      throw problems.unreadable(tooLarge());
    }
    try (InputStream in = new FileInputStream(file)) {
      return read(in, problems);
    } catch (FileNotFoundException e) {
      throw problems.unreadable(
          file.exists()
              ? "cannot be opened by the user that runs this JVM. Check the permissions of the file and of the directories above it"
              : "there is no such file. Name an existing one; a relative path counts from the working directory");
    } catch (IOException e) {
      throw problems.unreadable("cannot be read: " + e.getMessage());
    }
  }

  /** Reads a stream to its end, at most {@link #MAX_BYTES}. */
  static byte[] read(InputStream in, Problems problems) throws IOException, ConfigurationException {
    return bounded(in.readNBytes(MAX_BYTES + 1), problems);
  }

  static byte[] bounded(byte[] bytes, Problems problems) throws ConfigurationException {
    if (bytes.length > MAX_BYTES) {
      throw problems.unreadable(tooLarge());
    }
    return bytes;
  }

  private static String tooLarge() {
    return "larger than 4 MiB, the bound for a configuration. Is this the right file?";
  }

  /** The text of the bytes. */
  static String decode(byte[] bytes, Problems problems) throws ConfigurationException {
    if (bytes.length >= 3
        && bytes[0] == (byte) 0xef
        && bytes[1] == (byte) 0xbb
        && bytes[2] == (byte) 0xbf) {
      throw problems.fatal(
          1, 1, "begins with a byte order mark. Save the file as UTF-8 without one");
    }
    if (bytes.length >= 2
        && (bytes[0] & 0xff) + (bytes[1] & 0xff) == 0x1fd
        && (bytes[0] & 0xff) >= 0xfe) {
      throw problems.fatal(1, 1, "this is UTF-16. Save the file as UTF-8");
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    out.flip();
    String text = out.toString();
    if (result.isError()) {
      int[] place = place(text, text.length());
      String bad = Integer.toHexString(bytes[in.position()] & 0xff | 0x100).substring(1);
      throw problems.fatal(
          place[0], place[1], "not UTF-8: the byte 0x" + bad + " here. Save the file as UTF-8");
    }
    return text;
  }

  /** Line and column (from 1, in code points) of an index into the text. */
  static int[] place(String text, int index) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < index && i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\n') {
        line++;
        column = 1;
      } else if (!Character.isLowSurrogate(c)) {
        column++;
      }
    }
    return new int[] {line, column};
  }
}
