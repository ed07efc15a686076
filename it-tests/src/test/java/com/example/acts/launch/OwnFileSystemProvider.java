package com.example.acts.launch;

import java.io.IOException;
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
 * A default file system of the application's own. It says which paths it is asked for: all that the
 * application names, and none that somebody else in the JVM has. What it hands out are the JDK's.
 */
public final class OwnFileSystemProvider extends FileSystemProvider {

  private final FileSystemProvider builtIn;
  private final FileSystem own;

  public OwnFileSystemProvider(FileSystemProvider builtIn) {
    this.builtIn = builtIn;
    this.own = new Own(this, builtIn.getFileSystem(URI.create("file:///")));
  }

  private static final class Own extends FileSystem {
    private final FileSystemProvider provider;
    private final FileSystem builtIn;

    Own(FileSystemProvider provider, FileSystem builtIn) {
      this.provider = provider;
      this.builtIn = builtIn;
    }

    @Override
    public Path getPath(String first, String... more) {
      Path path = builtIn.getPath(first, more);
      // The JDK reads files of its own through the default file system, each release others.
      if (!path.startsWith(builtIn.getPath(System.getProperty("java.home")))) {
        System.out.println("file system asked for " + path.getFileName());
      }
      return path;
    }

    @Override
    public FileSystemProvider provider() {
      return provider;
    }

    @Override
    public void close() {
      throw new UnsupportedOperationException();
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
      return builtIn.getRootDirectories();
    }

    @Override
    public Iterable<FileStore> getFileStores() {
      return builtIn.getFileStores();
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
      return builtIn.supportedFileAttributeViews();
    }

    @Override
    public PathMatcher getPathMatcher(String syntaxAndPattern) {
      return builtIn.getPathMatcher(syntaxAndPattern);
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
      return builtIn.getUserPrincipalLookupService();
    }

    @Override
    public WatchService newWatchService() throws IOException {
      return builtIn.newWatchService();
    }
  }

  @Override
  public String getScheme() {
    return "file";
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> env) throws IOException {
    return builtIn.newFileSystem(uri, env);
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    return own;
  }

  @Override
  public Path getPath(URI uri) {
    return builtIn.getPath(uri);
  }

  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    return builtIn.newByteChannel(path, options, attributes);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path directory, DirectoryStream.Filter<? super Path> filter) throws IOException {
    return builtIn.newDirectoryStream(directory, filter);
  }

  @Override
  public void createDirectory(Path directory, FileAttribute<?>... attributes) throws IOException {
    builtIn.createDirectory(directory, attributes);
  }

  @Override
  public void delete(Path path) throws IOException {
    builtIn.delete(path);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    builtIn.copy(source, target, options);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    builtIn.move(source, target, options);
  }

  @Override
  public boolean isSameFile(Path one, Path other) throws IOException {
    return builtIn.isSameFile(one, other);
  }

  @Override
  public boolean isHidden(Path path) throws IOException {
    return builtIn.isHidden(path);
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    return builtIn.getFileStore(path);
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    builtIn.checkAccess(path, modes);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return builtIn.getFileAttributeView(path, type, options);
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    return builtIn.readAttributes(path, type, options);
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options)
      throws IOException {
    return builtIn.readAttributes(path, attributes, options);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    builtIn.setAttribute(path, attribute, value, options);
  }
}
