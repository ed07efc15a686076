package com.example.acts.http;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;
import okio.Okio;
import okio.Source;

/** Ways to send a body that is too large for memory, and to get at the file that holds it. */
final class SpoolWays {

  /** 70,000 bytes, of which no two pieces are the same. */
  static final String LARGE = large();

  private static String large() {
    StringBuilder large = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      large.append(100_000 + i).append(' ');
    }
    return large.toString();
  }

  /** The text; when all of it was read, the tool's own process writes to the file. */
  private static InputStream changing(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)) {
      @Override
      public synchronized int read(byte[] into, int offset, int length) {
        int read = super.read(into, offset, length);
        if (read < 0) {
          change();
        }
        return read;
      }
    };
  }

  private static void change() {
    try {
      for (Path file : files()) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
          channel.write(ByteBuffer.wrap("EVIL".getBytes(StandardCharsets.ISO_8859_1)), 20_000);
        }
      }
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  static void changedJdk(String url, String text) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .POST(BodyPublishers.ofInputStream(() -> changing(text)))
            .build();
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    System.out.println("status " + client.send(request, BodyHandlers.ofString()).statusCode());
  }

  static void changedUrl(String url, String text) throws Exception {
    HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    connection.setDoOutput(true);
    connection.setFixedLengthStreamingMode(text.length());
    OutputStream out = connection.getOutputStream();
    out.write(text.getBytes(StandardCharsets.ISO_8859_1));
    change();
    out.close();
    System.out.println("status " + connection.getResponseCode());
  }

  static void changedOk(String url, String text) throws Exception {
    RequestBody body =
        new RequestBody() {
          @Override
          public MediaType contentType() {
            return null;
          }

          @Override
          public void writeTo(BufferedSink sink) throws IOException {
            try (Source source = Okio.source(changing(text))) {
              sink.writeAll(source);
            }
          }
        };
    Request request = new Request.Builder().url(url).post(body).build();
    try (Response answer = new OkHttpClient().newCall(request).execute()) {
      System.out.println("status " + answer.code());
    }
  }

  /** Open files that hold bodies. */
  private static List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path one : all) {
        try {
          if (Files.readSymbolicLink(one).toString().contains("/spool-")) {
            files.add(one);
          }
        } catch (NoSuchFileException closed) {
          continue; // what lists them is one of them
        }
      }
    }
    return files;
  }

  /** A file that stays would keep this from ending. */
  static void awaitNoFile() throws IOException {
    while (!files().isEmpty()) {
      Thread.onSpinWait();
    }
  }

  private SpoolWays() {}
}
