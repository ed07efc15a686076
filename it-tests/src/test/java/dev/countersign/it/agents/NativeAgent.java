package dev.countersign.it.agents;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The smallest native agent: a shared library for Linux on x86-64 whose one function, {@code
 * Agent_OnAttach}, returns 0. Written byte by byte (System V ABI, ELF-64 object files), because
 * nobody is to need a C compiler for a test.
 */
final class NativeAgent {

  private static final int HEADER = 64;
  private static final int PROGRAM_HEADER = 56;
  private static final int DYNAMIC = HEADER + 3 * PROGRAM_HEADER;
  private static final int DYNAMIC_SIZE = 6 * 16;
  private static final int SYMBOLS = DYNAMIC + DYNAMIC_SIZE;
  private static final int HASH = SYMBOLS + 2 * 24;
  private static final int CODE = HASH + 5 * 4;
  private static final int NAMES = CODE + 4;
  private static final byte[] NAME = "\0Agent_OnAttach\0".getBytes(StandardCharsets.US_ASCII);
  private static final int END = NAMES + NAME.length;

  /** Writes it. */
  static Path library(Path file) throws IOException {
    ByteBuffer elf = ByteBuffer.allocate(END).order(ByteOrder.LITTLE_ENDIAN);
    // 64 bits, little endian; a shared object for x86-64 without sections.
    elf.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}).putLong(0);
    elf.putShort((short) 3).putShort((short) 62).putInt(1);
    elf.putLong(0).putLong(HEADER).putLong(0).putInt(0);
    elf.putShort((short) HEADER).putShort((short) PROGRAM_HEADER).putShort((short) 3);
    elf.putShort((short) 0).putShort((short) 0).putShort((short) 0);
    // All of it in one segment; where the linker finds its tables; a stack that is no code.
    segment(elf, 1, 7, 0, END, 0x1000);
    segment(elf, 2, 6, DYNAMIC, DYNAMIC_SIZE, 8);
    segment(elf, 0x6474e551, 6, 0, 0, 16);
    // Hash table, names, symbols, size of the names, size of a symbol, the end.
    elf.putLong(4).putLong(HASH).putLong(5).putLong(NAMES).putLong(6).putLong(SYMBOLS);
    elf.putLong(10).putLong(NAME.length).putLong(11).putLong(24).putLong(0).putLong(0);
    // The undefined symbol, then a global function.
    elf.put(new byte[24]);
    elf.putInt(1).put((byte) 0x12).put((byte) 0).putShort((short) 1).putLong(CODE).putLong(3);
    elf.putInt(1).putInt(2).putInt(1).putInt(0).putInt(0);
    // xor eax, eax; ret
    elf.put(new byte[] {0x31, (byte) 0xc0, (byte) 0xc3, 0});
    elf.put(NAME);
    return Files.write(file, elf.array());
  }

  private static void segment(ByteBuffer elf, int type, int flags, long at, long size, long align) {
    elf.putInt(type).putInt(flags).putLong(at).putLong(at).putLong(at);
    elf.putLong(size).putLong(size).putLong(align);
  }

  private NativeAgent() {}
}
