package dev.countersign.agent;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;

class StoredClassesTest {

  @Test
  void findsEachFileWhereItLies() throws IOException {
    byte[] archive = archive(ZipEntry.STORED, null);

    StoredClasses stored = read(archive);

    assertThat(stored.copy("a.First")).asString(US_ASCII).isEqualTo("the first");
    assertThat(stored.copy("a.Second$1")).asString(US_ASCII).isEqualTo("");
    int[] third = stored.find("a.Third");
    assertThat(new String(stored.archive(), third[0], third[1], US_ASCII)).isEqualTo("the third");
    assertThat(stored.find("a.Fourth")).isNull();
    assertThat(stored.copy("a.Fourth")).isNull();
  }

  /** Whoever asks for a resource may be anybody; the array is what classes are defined from. */
  @Test
  void handsOutCopies() throws IOException {
    StoredClasses stored = read(archive(ZipEntry.STORED, null));

    stored.copy("a.First")[0] = 'X';

    assertThat(stored.copy("a.First")).asString(US_ASCII).isEqualTo("the first");
  }

  @Test
  void readsNoArchiveOfAnotherShape() throws IOException {
    byte[] good = archive(ZipEntry.STORED, null);
    byte[] cut = java.util.Arrays.copyOf(good, good.length - 1);
    byte[] elsewhere = good.clone();
    // Where the table of its entries begins.
    elsewhere[good.length - 4] = 0x7F;

    for (byte[] bad :
        new byte[][] {
          archive(ZipEntry.DEFLATED, null),
          archive(ZipEntry.STORED, "a comment"),
          cut,
          elsewhere,
          new byte[0],
          new byte[64]
        }) {
      assertThatThrownBy(() -> read(bad)).isInstanceOf(ZipException.class);
    }
    assertThatThrownBy(() -> StoredClasses.read(new ByteArrayInputStream(good), good.length + 1))
        .isInstanceOf(ZipException.class);
  }

  private static StoredClasses read(byte[] archive) throws IOException {
    return StoredClasses.read(new ByteArrayInputStream(archive), archive.length);
  }

  private static byte[] archive(int method, String comment) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(archive)) {
      out.setComment(comment);
      put(out, method, "a.First", "the first");
      put(out, method, "a.Second$1", "");
      put(out, method, "a.Third", "the third");
    }
    return archive.toByteArray();
  }

  private static void put(ZipOutputStream out, int method, String name, String text)
      throws IOException {
    byte[] content = text.getBytes(US_ASCII);
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(method);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    // Fields of other lengths in front of the content than in the table at the end.
    entry.setExtra(new byte[] {1, 2, 3, 0, 4, 5, 6});
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }
}
