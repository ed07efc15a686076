package com.example.acts.http;

import com.example.acts.Act;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.DataStreamChannel;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.http.HttpHost;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.InputStreamEntity;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.client.methods.HttpAsyncMethods;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;
import org.apache.http.protocol.HttpContext;
import org.eclipse.jetty.client.AsyncRequestContent;
import org.eclipse.jetty.client.InputStreamRequestContent;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.util.Callback;
import reactor.adapter.JdkFlowAdapter;
import reactor.netty.resources.ConnectionProvider;

/** The crowd's requests with the clients that wait for nothing. */
final class CrowdWays {

  private static final int REQUESTS = CrowdActs.REQUESTS;

  /** One piece of a body; they have the bytes together. */
  private static ByteBuffer piece(int offset) {
    return ByteBuffer.wrap(CrowdActs.BYTES, offset, CrowdActs.PIECE).slice();
  }

  /** A body that is given as it is asked for, and ends when all others do. */
  private static Flow.Publisher<ByteBuffer> published(CrowdActs.One one) {
    return subscriber -> subscriber.onSubscribe(new Giving(subscriber, one));
  }

  private static final class Giving implements Flow.Subscription {
    private final Flow.Subscriber<? super ByteBuffer> subscriber;
    private final CrowdActs.One one;
    private long asked;
    private int given;
    private boolean giving;

    Giving(Flow.Subscriber<? super ByteBuffer> subscriber, CrowdActs.One one) {
      this.subscriber = subscriber;
      this.one = one;
    }

    @Override
    public void request(long more) {
      synchronized (this) {
        asked = asked + more < 0 ? Long.MAX_VALUE : asked + more;
        if (giving) {
          return;
        }
        giving = true;
      }
      while (true) {
        int next;
        synchronized (this) {
          if (given == CrowdActs.BYTES.length || asked == 0) {
            giving = false;
            return;
          }
          asked--;
          next = given;
          given += CrowdActs.PIECE;
        }
        subscriber.onNext(piece(next));
        if (next + CrowdActs.PIECE == CrowdActs.BYTES.length) {
          one.whenGathered(subscriber::onComplete);
        }
      }
    }

    @Override
    public void cancel() {
      one.count();
    }
  }

  static final class Jdk implements CrowdActs.Way {

    private final HttpClient client =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Override
    public CompletableFuture<Integer> send(String url, CrowdActs.One one) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(url))
              .POST(BodyPublishers.fromPublisher(published(one)))
              .build();
      return client
          .sendAsync(request, BodyHandlers.discarding())
          .thenApply(HttpResponse::statusCode);
    }
  }

  static final class Reactor implements CrowdActs.Way {

    private final ConnectionProvider connections =
        ConnectionProvider.builder("crowd")
            .maxConnections(REQUESTS)
            .pendingAcquireMaxCount(-1)
            .build();

    private final reactor.netty.http.client.HttpClient client =
        reactor.netty.http.client.HttpClient.create(connections);

    @Override
    public CompletableFuture<Integer> send(String url, CrowdActs.One one) {
      return client
          .post()
          .uri(url)
          .send(JdkFlowAdapter.flowPublisherToFlux(published(one)).map(Unpooled::wrappedBuffer))
          .response()
          .map(answer -> answer.status().code())
          .toFuture();
    }

    @Override
    public void close() {
      connections.dispose();
    }
  }

  static final class Jetty implements CrowdActs.Way {

    private final org.eclipse.jetty.client.HttpClient client =
        JettyClients.started(new org.eclipse.jetty.client.HttpClient());

    Jetty() {
      client.setMaxConnectionsPerDestination(REQUESTS);
    }

    @Override
    public CompletableFuture<Integer> send(String url, CrowdActs.One one) {
      AsyncRequestContent body = new AsyncRequestContent("text/plain");
      CompletableFuture<Integer> answered = new CompletableFuture<>();
      client
          .newRequest(URI.create(url))
          .method("POST")
          .body(body)
          .send(
              result -> {
                if (result.isFailed()) {
                  answered.completeExceptionally(result.getFailure());
                } else {
                  answered.complete(result.getResponse().getStatus());
                }
              });
      write(body, 0, one);
      return answered;
    }

    @Override
    public void close() throws Exception {
      client.stop();
    }
  }

  /** One piece behind the other. */
  private static void write(AsyncRequestContent body, int offset, CrowdActs.One one) {
    if (offset == CrowdActs.BYTES.length) {
      one.whenGathered(body::close);
      return;
    }
    body.write(
        piece(offset),
        Callback.from(() -> write(body, offset + CrowdActs.PIECE, one), failed -> one.count()));
  }

  /** Another body than may be sent, the same for all. */
  private static final byte[] OTHER = CrowdActs.BYTES.clone();

  static {
    OTHER[0] = '!';
  }

  /** One that is read to its end, and refused then. */
  static void refuseJetty(String url, List<Object> kept) throws Exception {
    Request request =
        JettyClients.CLIENT
            .newRequest(URI.create(url))
            .method("POST")
            .body(new InputStreamRequestContent("text/plain", new ByteArrayInputStream(OTHER)));
    kept.add(request);
    try {
      request.send();
    } catch (ExecutionException refused) {
      if (refused.getCause() instanceof Exception cause && Act.isRefusal(cause)) {
        throw cause;
      }
      throw refused;
    }
  }

  static final class Async5 implements CrowdActs.Way {

    private final CloseableHttpAsyncClient client =
        HttpAsyncClients.custom()
            .setConnectionManager(
                PoolingAsyncClientConnectionManagerBuilder.create()
                    .setMaxConnTotal(REQUESTS)
                    .setMaxConnPerRoute(REQUESTS)
                    .build())
            .setHttp1Config(CrowdActs.SMALL)
            .setThreadFactory(CrowdActs.DAEMONS)
            .build();

    Async5() {
      client.start();
    }

    @Override
    public CompletableFuture<Integer> send(String url, CrowdActs.One one) {
      CompletableFuture<Integer> answered = new CompletableFuture<>();
      client.execute(
          new BasicRequestProducer(Method.POST, URI.create(url), new Producer(one)),
          SimpleResponseConsumer.create(),
          new FutureCallback<SimpleHttpResponse>() {
            @Override
            public void completed(SimpleHttpResponse answer) {
              answered.complete(answer.getCode());
            }

            @Override
            public void failed(Exception failed) {
              answered.completeExceptionally(failed);
            }

            @Override
            public void cancelled() {
              answered.cancel(false);
            }
          });
      return answered;
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  private static final class Producer implements AsyncEntityProducer {
    private final CrowdActs.One one;
    private int written;
    private ByteBuffer current;
    private volatile boolean waiting;
    private volatile boolean gathered;

    Producer(CrowdActs.One one) {
      this.one = one;
    }

    @Override
    public void produce(DataStreamChannel channel) throws IOException {
      if (written < CrowdActs.BYTES.length) {
        if (current == null) {
          current = piece(written);
        }
        channel.write(current);
        if (!current.hasRemaining()) {
          current = null;
          written += CrowdActs.PIECE;
        }
      } else if (gathered) {
        channel.endStream();
      } else if (!waiting) {
        waiting = true;
        one.whenGathered(
            () -> {
              gathered = true;
              channel.requestOutput();
            });
      }
    }

    @Override
    public int available() {
      return written < CrowdActs.BYTES.length || gathered || !waiting ? 1 : 0;
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void failed(Exception cause) {
      one.count();
    }

    @Override
    public long getContentLength() {
      return -1;
    }

    @Override
    public String getContentType() {
      return "text/plain";
    }

    @Override
    public String getContentEncoding() {
      return null;
    }

    @Override
    public boolean isChunked() {
      return true;
    }

    @Override
    public Set<String> getTrailerNames() {
      return Set.of();
    }

    @Override
    public void releaseResources() {
      one.count();
    }
  }

  static final class Async4 implements CrowdActs.Way {

    private final org.apache.http.impl.nio.client.CloseableHttpAsyncClient client =
        org.apache.http.impl.nio.client.HttpAsyncClients.custom()
            .setMaxConnPerRoute(REQUESTS)
            .setMaxConnTotal(REQUESTS)
            .setThreadFactory(CrowdActs.DAEMONS)
            .build();

    Async4() {
      client.start();
    }

    @Override
    public CompletableFuture<Integer> send(String url, CrowdActs.One one) {
      CompletableFuture<Integer> answered = new CompletableFuture<>();
      client.execute(
          new Producer4(url, one),
          HttpAsyncMethods.createConsumer(),
          new org.apache.http.concurrent.FutureCallback<org.apache.http.HttpResponse>() {
            @Override
            public void completed(org.apache.http.HttpResponse answer) {
              answered.complete(answer.getStatusLine().getStatusCode());
            }

            @Override
            public void failed(Exception failed) {
              answered.completeExceptionally(failed);
            }

            @Override
            public void cancelled() {
              answered.cancel(false);
            }
          });
      return answered;
    }

    @Override
    public void close() throws IOException {
      client.close();
    }
  }

  private static final class Producer4 implements HttpAsyncRequestProducer {
    private final String url;
    private final CrowdActs.One one;
    private int written;
    private ByteBuffer current;
    private boolean waiting;
    private volatile boolean gathered;

    Producer4(String url, CrowdActs.One one) {
      this.url = url;
      this.one = one;
    }

    @Override
    public HttpHost getTarget() {
      URI to = URI.create(url);
      return new HttpHost(to.getHost(), to.getPort(), to.getScheme());
    }

    @Override
    public org.apache.http.HttpRequest generateRequest() {
      HttpPost post = new HttpPost(url);
      post.setEntity(new InputStreamEntity(new ByteArrayInputStream(new byte[0]), -1));
      return post;
    }

    @Override
    public void produceContent(ContentEncoder encoder, IOControl control) throws IOException {
      if (written < CrowdActs.BYTES.length) {
        if (current == null) {
          current = piece(written);
        }
        encoder.write(current);
        if (!current.hasRemaining()) {
          current = null;
          written += CrowdActs.PIECE;
        }
      } else if (gathered) {
        encoder.complete();
      } else if (!waiting) {
        waiting = true;
        control.suspendOutput();
        one.whenGathered(
            () -> {
              gathered = true;
              control.requestOutput();
            });
      }
    }

    @Override
    public void requestCompleted(HttpContext context) {
      one.count();
    }

    @Override
    public void failed(Exception failed) {
      one.count();
    }

    @Override
    public boolean isRepeatable() {
      return false;
    }

    @Override
    public void resetRequest() {
      written = 0;
      current = null;
      waiting = false;
    }

    @Override
    public void close() {
      one.count();
    }
  }

  private CrowdWays() {}
}
