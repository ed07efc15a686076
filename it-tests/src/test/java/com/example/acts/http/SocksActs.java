package com.example.acts.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URL;
import java.net.UnknownHostException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.DnsResolver;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.apache.http.protocol.HttpContext;

/** Tools whose requests go through a SOCKS proxy, which prints which server it is told of. */
public final class SocksActs {

  private static final Wire WIRE = Wire.open();
  private static final Proxy PROXY = proxy();

  /** Through the proxy and to the server that were declared. */
  static void declared(String[] client) throws Exception {
    declared(WIRE.url("/here"), WIRE.url("/here"), client[0]);
  }

  /** Nobody was told of a proxy. */
  static void undeclared(String[] client) throws Exception {
    direct(WIRE.url("/here"), client[0]);
  }

  /** Another server by the proxy that was declared. */
  static void elsewhere(String[] client) throws Exception {
    declared(WIRE.url("/here"), WIRE.url("/here").replace("127.0.0.1", "127.0.0.2"), client[0]);
  }

  /** By a name that stands for this machine, which it may. */
  static void listed(String[] client) throws Exception {
    String url = WIRE.url("/here").replace("127.0.0.1", "listed.test");
    declared(url, url, client[0]);
  }

  /** The same of one that may not. */
  static void named(String[] client) throws Exception {
    String url = WIRE.url("/here").replace("127.0.0.1", "good.test");
    declared(url, url, client[0]);
  }

  /** While the client looks that name up, something else is asked. */
  static void within(String[] client) throws Exception {
    String url = WIRE.url("/here").replace("127.0.0.1", "good.test");
    declared(url, url, client[0] + "Asking");
  }

  static void declared(String url, String really, String client) throws Exception {
    ask(really, client);
  }

  static void direct(String url, String client) throws Exception {
    ask(url, client);
  }

  private static void ask(String url, String client) throws Exception {
    System.out.println(
        "status "
            + switch (client) {
              case "url" -> Url.ask(url);
              case "okHttp" -> Ok.ask(url);
              case "okHttpAsync" -> Ok.askLater(url);
              case "apache4" -> Four.ask(url, SystemDefaultDnsResolver.INSTANCE);
              case "apache4Resolving" -> Four.ask(url, host -> THIS_MACHINE);
              case "apache4Asking" -> Four.ask(url, SocksActs::askingAnother);
              case "apache5Asking" -> Five.ask(url, SocksActs::askingAnother);
              case "apache5" -> Five.ask(url, SystemDefaultDnsResolver.INSTANCE);
              case "apache5Resolving" -> Five.ask(url, host -> THIS_MACHINE);
              case "apache5Async" -> FiveAsync.ask(url, SystemDefaultDnsResolver.INSTANCE);
              case "apache5AsyncResolving" -> FiveAsync.ask(url, host -> THIS_MACHINE);
              default -> throw new IllegalArgumentException(client);
            });
  }

  private static final class Url {
    static int ask(String url) throws IOException {
      HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(PROXY);
      try (InputStream in = connection.getInputStream()) {
        in.readAllBytes();
        return connection.getResponseCode();
      }
    }
  }

  private static final class Ok {
    static int ask(String url) throws IOException {
      OkHttpClient client = new OkHttpClient.Builder().proxy(PROXY).build();
      try (Response response = client.newCall(get(url)).execute()) {
        return response.code();
      }
    }

    static int askLater(String url) throws Exception {
      BlockingQueue<Object> ended = new LinkedBlockingQueue<>();
      OkHttpClient client = new OkHttpClient.Builder().proxy(PROXY).build();
      client
          .newCall(get(url))
          .enqueue(
              new Callback() {
                @Override
                public void onFailure(Call call, IOException failed) {
                  ended.add(failed);
                }

                @Override
                public void onResponse(Call call, Response response) {
                  ended.add(response.code());
                  response.close();
                }
              });
      Object end = ended.take();
      client.dispatcher().executorService().shutdown(); // its threads would wait for a minute
      if (end instanceof IOException failed) {
        throw failed;
      }
      return (Integer) end;
    }

    private static Request get(String url) {
      return new Request.Builder().url(url).build();
    }
  }

  private static final class Four {
    static int ask(String url, DnsResolver resolver) throws IOException {
      PoolingHttpClientConnectionManager connections =
          new PoolingHttpClientConnectionManager(
              RegistryBuilder.<ConnectionSocketFactory>create()
                  .register(
                      "http",
                      new PlainConnectionSocketFactory() {
                        @Override
                        public Socket createSocket(HttpContext context) {
                          return new Socket(PROXY);
                        }
                      })
                  .build(),
              resolver);
      try (CloseableHttpClient client =
              HttpClients.custom().setConnectionManager(connections).build();
          CloseableHttpResponse response = client.execute(new HttpGet(url))) {
        return response.getStatusLine().getStatusCode();
      }
    }
  }

  private static final class Five {
    static int ask(String url, DnsResolver resolver) throws IOException {
      try (org.apache.hc.client5.http.impl.classic.CloseableHttpClient client =
          org.apache.hc.client5.http.impl.classic.HttpClients.custom()
              .setConnectionManager(
                  PoolingHttpClientConnectionManagerBuilder.create()
                      .setDnsResolver(new Resolving(resolver))
                      .setDefaultSocketConfig(
                          SocketConfig.custom().setSocksProxyAddress(PROXY.address()).build())
                      .build())
              .build()) {
        return client.execute(
            new org.apache.hc.client5.http.classic.methods.HttpGet(url),
            response -> response.getCode());
      }
    }
  }

  private static final class FiveAsync {
    static int ask(String url, DnsResolver resolver) throws Exception {
      try (CloseableHttpAsyncClient client =
          HttpAsyncClients.custom()
              .setConnectionManager(
                  PoolingAsyncClientConnectionManagerBuilder.create()
                      .setDnsResolver(new Resolving(resolver))
                      .build())
              .setIOReactorConfig(
                  IOReactorConfig.custom().setSocksProxyAddress(PROXY.address()).build())
              .build()) {
        client.start();
        return client.execute(SimpleRequestBuilder.get(url).build(), null).get().getCode();
      } catch (ExecutionException failed) {
        throw (Exception) failed.getCause();
      }
    }
  }

  /** Addresses without a name. */
  private static final InetAddress[] THIS_MACHINE = {thisMachine()};

  private static InetAddress thisMachine() {
    try {
      return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static InetAddress[] askingAnother(String host) throws UnknownHostException {
    try {
      Url.ask(WIRE.url("/resolve").replace("127.0.0.1", "127.0.0.2"));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return THIS_MACHINE;
  }

  /** The resolver of 4 for 5. */
  private record Resolving(DnsResolver resolver) implements org.apache.hc.client5.http.DnsResolver {

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return resolver.resolve(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) {
      return host;
    }
  }

  private static Proxy proxy() {
    try {
      return new Socks(Integer.getInteger("socks.port"), host -> System.out.println("told " + host))
          .proxy();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private SocksActs() {}
}
