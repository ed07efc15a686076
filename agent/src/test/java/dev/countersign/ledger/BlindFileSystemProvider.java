package dev.countersign.ledger;

import java.net.URI;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Map;
import java.util.Set;

/**
 * A default file system as an application may install one; this one serves the JDK's own files,
 * without which JDK 25 finds no security provider, and refuses everything else.
 */
public final class BlindFileSystemProvider extends FileSystemProvider {

  private final FileSystem blind = new Blind();
  private final FileSystemProvider builtIn;

  /** The constructor that the JDK calls. */
  public BlindFileSystemProvider(FileSystemProvider builtIn) {
    if (!builtIn.getScheme().equals("file")) {
      throw new IllegalArgumentException(builtIn.getScheme());
    }
    this.builtIn = builtIn;
  }

  @Override
  public String getScheme() {
    return "file";
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return blind;
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) {
    throw refused();
  }

  @Override
  public Path getPath(URI uri) {
    throw refused();
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) {
    throw refused();
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path dir, DirectoryStream.Filter<? super Path> filter) {
    throw refused();
  }

  @Override
  public void createDirectory(Path dir, FileAttribute<?>... attributes) {
    throw refused();
  }

  @Override
  public void delete(Path path) {
    throw refused();
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) {
    throw refused();
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) {
    throw refused();
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    throw refused();
  }

  @Override
  public boolean isHidden(Path path) {
    throw refused();
  }

  @Override
  public FileStore getFileStore(Path path) {
    throw refused();
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) {
    throw refused();
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    throw refused();
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) {
    throw refused();
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) {
    throw refused();
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options) {
    throw refused();
  }

  private static UnsupportedOperationException refused() {
    return new UnsupportedOperationException("the application's own file system");
  }

  private final class Blind extends FileSystem {
    @Override
    public FileSystemProvider provider() {
      return BlindFileSystemProvider.this;
    }

    @Override
    public void close() {
      throw refused();
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public boolean isReadOnly() {
      return false;
    }

    @Override
    public String getSeparator() {
      return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
      throw refused();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      throw refused();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      throw refused();
    }

    @Override
    public Path getPath(String first, String... more) {
      if (first.startsWith(System.getProperty("java.home")) || first.startsWith("/dev/")) {
        return builtIn.getFileSystem(URI.create("file:///")).getPath(first, more);
      }
      throw refused();
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
      throw refused();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      throw refused();
    }

    @Override
    public WatchService newWatchService() {
      throw refused();
    }
  }
}
