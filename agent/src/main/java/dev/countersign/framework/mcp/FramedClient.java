package dev.countersign.framework.mcp;

import dev.countersign.scope.Effects;
import dev.countersign.scope.Seal;
import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An application's client for one request, which is sent in a frame of its own. */
final class FramedClient extends HttpClient {

  private final HttpClient client;
  private final Effects effects;
  private final Seal seal;

  FramedClient(HttpClient client, Effects effects, Seal seal) {
    this.client = client;
    this.effects = effects;
    this.seal = seal;
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> answers) {
    ExemptWatcher frame = ExemptWatcher.in(effects, seal);
    CompletableFuture<HttpResponse<T>> sent = null;
    frame.enter();
    try {
      sent = client.sendAsync(request, answers);
      return sent;
    } finally {
      frame.leave();
      if (sent == null) {
        frame.ended();
      } else {
        sent.whenComplete((answer, failed) -> frame.ended());
      }
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> answers, PushPromiseHandler<T> pushed) {
    return client.sendAsync(request, answers, pushed);
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> answers)
      throws IOException, InterruptedException {
    return client.send(request, answers);
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return client.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return client.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return client.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return client.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return client.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return client.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return client.authenticator();
  }

  @Override
  public Version version() {
    return client.version();
  }

  @Override
  public Optional<Executor> executor() {
    return client.executor();
  }
}
