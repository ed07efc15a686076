package dev.countersign.policy;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Provider;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The tree of documents behind a server (spec 3.2).
 *
 * <p>A client of its own over the JDK's TLS: whatever the application makes of the JDK's clients,
 * its default {@code SSLContext}, {@code Authenticator}, {@code ProxySelector} and system
 * properties, this asks the same server in the same way; and what it asks is not taken for a
 * request of the application. Transport only keeps what is fetched confidential and whole: what is
 * adopted is decided by signatures.
 */
final class HttpsSource implements Source {

  /** For one document, from the look-up of the name to the last byte. */
  static final long MILLIS = 10_000;

  private static final int HTTPS = 443;
  private static final int BUFFER = 8 << 10;
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private final String host;
  private final int port;
  private final String path;
  private final String proxyHost;
  private final int proxyPort;
  private final SSLContext tls;
  private final long millis;

  private String etag;
  private byte[] last;

  private HttpsSource(URI url, String proxy, SSLContext tls, long millis) {
    this.host = url.getHost();
    this.port = url.getPort() < 0 ? HTTPS : url.getPort();
    this.path = url.getRawPath();
    int colon = proxy == null ? -1 : proxy.lastIndexOf(':');
    this.proxyHost = proxy == null ? null : proxy.substring(0, colon);
    this.proxyPort = proxy == null ? 0 : Integer.parseInt(proxy.substring(colon + 1));
    this.tls = tls;
    this.millis = millis;
  }

  /**
   * @param authorities a PEM file; null for those of the JDK
   * @param proxy {@code host:port}; null for none
   * @throws IOException if the authorities cannot be used
   */
  static HttpsSource at(String url, String authorities, String proxy) throws IOException {
    return at(url, authorities, proxy, MILLIS);
  }

  static HttpsSource at(String url, String authorities, String proxy, long millis)
      throws IOException {
    try {
      return new HttpsSource(URI.create(url), proxy, context(authorities), millis);
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          (authorities == null ? "the JDK's authorities" : authorities)
              + " cannot be used for TLS: "
              + unusable.getMessage(),
          unusable);
    }
  }

  private static SSLContext context(String authorities)
      throws IOException, GeneralSecurityException {
    Provider provider = jdks("SunJSSE");
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX", provider);
    trust.init(authorities == null ? jdkAuthorities() : authorities(Path.of(authorities)));
    SSLContext context = SSLContext.getInstance("TLS", provider);
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** By name, but the JDK's: the application chooses the providers and their order. */
  private static Provider jdks(String name) throws GeneralSecurityException {
    Provider provider = Security.getProvider(name);
    if (provider == null || provider.getClass().getModule() != Object.class.getModule()) {
      throw new GeneralSecurityException("this JVM has no provider " + name + " of the JDK's own");
    }
    return provider;
  }

  /** Not by {@code javax.net.ssl.trustStore}, which is for the application's connections. */
  private static KeyStore jdkAuthorities() throws IOException, GeneralSecurityException {
    Path file = Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");
    KeyStore store = KeyStore.getInstance("JKS", jdks("SUN"));
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, null);
    }
    return store;
  }

  private static KeyStore authorities(Path pem) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("JKS", jdks("SUN"));
    store.load(null, null);
    int number = 0;
    for (Certificate authority :
        CertificateFactory.getInstance("X.509", jdks("SUN"))
            .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(pem)))) {
      store.setCertificateEntry("ca-" + number++, authority);
    }
    if (number == 0) {
      throw new GeneralSecurityException("it holds no certificate");
    }
    return store;
  }

  @Override
  public byte[] read(String name, int most) throws IOException {
    boolean head = name.equals(Kind.HEAD.path(""));
    try (DeadlineSocket socket = new DeadlineSocket(millis)) {
      connect(socket);
      try (SSLSocket secured =
          (SSLSocket) tls.getSocketFactory().createSocket(socket, host, port, true)) {
        SSLParameters parameters = secured.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        parameters.setProtocols(PROTOCOLS);
        secured.setSSLParameters(parameters);
        secured.startHandshake();
        ask(secured.getOutputStream(), name, head ? etag : null);
        Exchange answer =
            Exchange.answer(new BufferedInputStream(secured.getInputStream(), BUFFER));
        return content(answer, name, most, head);
      }
    }
  }

  private byte[] content(Exchange answer, String name, int most, boolean head) throws IOException {
    if (answer.isAbsent()) {
      return null;
    }
    if (head && answer.status() == Exchange.NOT_MODIFIED && last != null && etag != null) {
      return last.clone();
    }
    byte[] content = answer.body(name, most);
    if (head) {
      etag = answer.etag();
      last = content.clone();
    }
    return content;
  }

  private void connect(DeadlineSocket socket) throws IOException {
    if (proxyHost == null) {
      socket.connect(new InetSocketAddress(host, port));
      return;
    }
    socket.connect(new InetSocketAddress(proxyHost, proxyPort));
    String to = host + ':' + port;
    send(socket.getOutputStream(), "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n");
    // Unbuffered: what follows the head is TLS.
    Exchange answer = Exchange.answer(socket.getInputStream());
    if (answer.status() < 200 || answer.status() > 299) {
      throw new IOException("the proxy answers with status " + answer.status());
    }
  }

  private void ask(OutputStream out, String name, String known) throws IOException {
    send(
        out,
        "GET "
            + path
            + name
            + " HTTP/1.1\r\nHost: "
            + host
            + (port == HTTPS ? "" : ":" + port)
            + "\r\nAccept: application/json\r\nAccept-Encoding: identity\r\nUser-Agent: countersign"
            + "\r\nConnection: close\r\n"
            + (known == null ? "" : "If-None-Match: " + known + "\r\n")
            + "\r\n");
  }

  private static void send(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
