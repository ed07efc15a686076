package com.example.acts.http;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.http.HttpEntity;
import org.springframework.http.MediaType;
import org.springframework.http.RequestEntity;
import org.springframework.http.StreamingHttpOutputMessage;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.JettyClientHttpRequestFactory;
import org.springframework.http.client.ReactorClientHttpRequestFactory;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.http.client.support.HttpRequestWrapper;
import org.springframework.util.LinkedMultiValueMap;
import org.springframework.util.MultiValueMap;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** Ways to send a request with Spring's clients, by each of its factories. */
final class SpringWays {

  private static ClientHttpRequestFactory factory;

  /** Each of them follows redirects. */
  static void use(String name) {
    switch (name) {
      case "simple":
        factory = new SimpleClientHttpRequestFactory();
        break;
      case "jdk":
        factory =
            new JdkClientHttpRequestFactory(
                java.net.http.HttpClient.newBuilder()
                    .followRedirects(java.net.http.HttpClient.Redirect.ALWAYS)
                    .build());
        break;
      case "httpcomponents":
        factory = new HttpComponentsClientHttpRequestFactory();
        break;
      case "jetty":
        factory = new JettyClientHttpRequestFactory(JettyClients.CLIENT);
        break;
      case "reactor":
        factory =
            new ReactorClientHttpRequestFactory(
                reactor.netty.http.client.HttpClient.create().followRedirect(true));
        break;
      case "okhttp":
        factory = okHttp();
        break;
      default:
        throw new IllegalArgumentException(name);
    }
  }

  /** Spring 7 has none any more. */
  private static ClientHttpRequestFactory okHttp() {
    try {
      return (ClientHttpRequestFactory)
          Class.forName("org.springframework.http.client.OkHttp3ClientHttpRequestFactory")
              .getConstructor()
              .newInstance();
    } catch (ReflectiveOperationException missing) {
      throw new IllegalStateException(missing);
    }
  }

  private static RestClient.Builder builder() {
    return RestClient.builder().requestFactory(factory);
  }

  private static RestClient.RequestBodySpec to(RestClient.Builder client, String url) {
    return client.build().post().uri(URI.create(url));
  }

  private static void said(String answer) {
    System.out.println("said " + answer);
  }

  static void text(String url, String text) {
    said(
        to(builder(), url)
            .contentType(MediaType.TEXT_PLAIN)
            .body(text)
            .retrieve()
            .body(String.class));
  }

  static void anotherText(String url, String text) {
    text(url, "EVIL");
  }

  static void template(String url, String text) {
    RestTemplate template = new RestTemplate(factory);
    said(template.postForObject(URI.create(url), new HttpEntity<>(text), String.class));
  }

  private static RequestEntity<String> entity(String url, String text) {
    return RequestEntity.post(URI.create(url))
        .contentType(new MediaType(MediaType.TEXT_PLAIN, StandardCharsets.UTF_8))
        .accept(MediaType.ALL)
        .header("X-Order", "1")
        .body(text);
  }

  /** Somebody approved it before; no tool declares it. */
  static void approved(String url, String text) {
    RequestEntity<String> request = entity(url, text + "\u00e4");
    SpringDesk.approve(request);
    said(new RestTemplate(factory).exchange(request, String.class).getBody());
  }

  static void approvedBytes(String url, String text) {
    RequestEntity<byte[]> request =
        RequestEntity.put(URI.create(url))
            .contentType(MediaType.APPLICATION_OCTET_STREAM)
            .accept(MediaType.ALL)
            .body(text.getBytes(StandardCharsets.UTF_8));
    SpringDesk.approve(request);
    said(new RestTemplate(factory).exchange(request, String.class).getBody());
  }

  static void approvedAsking(String url, String text) {
    RequestEntity<Void> request =
        RequestEntity.get(URI.create(url)).accept(MediaType.TEXT_PLAIN).build();
    SpringDesk.approve(request);
    said(new RestTemplate(factory).exchange(request, String.class).getBody());
  }

  /** It was another one that somebody approved. */
  static void anotherThanApproved(String url, String text) {
    SpringDesk.approve(entity(url, text));
    said(new RestTemplate(factory).exchange(entity(url, "EVIL"), String.class).getBody());
  }

  static void anotherTemplate(String url, String text) {
    template(url, "EVIL");
  }

  static void order(String url, String amount) {
    said(
        to(builder(), url)
            .contentType(MediaType.APPLICATION_JSON)
            .body("{ \"id\": 1, \"amount\": " + amount + " }")
            .retrieve()
            .body(String.class));
  }

  static void anotherOrder(String url, String amount) {
    order(url, amount + "0");
  }

  static void form(String url, String text) {
    MultiValueMap<String, String> form = new LinkedMultiValueMap<>();
    form.add("a", text);
    form.add("b", "1 2");
    said(
        to(builder(), url)
            .contentType(MediaType.APPLICATION_FORM_URLENCODED)
            .body(form)
            .retrieve()
            .body(String.class));
  }

  static void anotherForm(String url, String text) {
    form(url, "EVIL");
  }

  static void multipart(String url, String text) {
    MultiValueMap<String, Object> parts = new LinkedMultiValueMap<>();
    parts.add("note", text);
    parts.add(
        "file",
        new ByteArrayResource(new byte[] {1, 2, 3}) {
          @Override
          public String getFilename() {
            return "a.bin";
          }
        });
    said(
        to(builder(), url)
            .contentType(MediaType.MULTIPART_FORM_DATA)
            .body(parts)
            .retrieve()
            .body(String.class));
  }

  static void anotherMultipart(String url, String text) {
    multipart(url, "EVIL");
  }

  /** Written into the connection, in pieces. */
  static void stream(String url, String text) {
    StreamingHttpOutputMessage.Body body =
        out -> {
          for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            out.write(each);
            out.flush();
          }
        };
    said(
        to(builder(), url)
            .contentType(MediaType.TEXT_PLAIN)
            .body(body)
            .retrieve()
            .body(String.class));
  }

  static void anotherStream(String url, String text) {
    stream(url, "EVIL");
  }

  private static void intercepted(String url, String text, ClientHttpRequestInterceptor by) {
    said(
        to(builder().requestInterceptor(by), url)
            .contentType(MediaType.TEXT_PLAIN)
            .body(text)
            .retrieve()
            .body(String.class));
  }

  static void alteredBody(String url, String text) {
    intercepted(
        url,
        text,
        (request, body, execution) ->
            execution.execute(request, "EVIL".getBytes(StandardCharsets.UTF_8)));
  }

  static void alteredUrl(String url, String text) {
    intercepted(
        url,
        text,
        (request, body, execution) ->
            execution.execute(
                new HttpRequestWrapper(request) {
                  @Override
                  public URI getURI() {
                    return URI.create(request.getURI() + "/evil");
                  }
                },
                body));
  }

  /** An interceptor that changes nothing. */
  static void passed(String url, String text) {
    intercepted(url, text, (request, body, execution) -> execution.execute(request, body));
  }

  static void asking(String url, String text) {
    said(builder().build().get().uri(URI.create(url)).retrieve().body(String.class));
  }

  /** What Spring makes of a refusal. */
  static void surfacing(String url, String text) {
    try {
      text(url, "EVIL");
    } catch (RuntimeException refused) {
      StringBuilder line = new StringBuilder("surfaced as");
      for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
        line.append(' ').append(cause.getClass().getSimpleName());
      }
      System.out.println(line);
    }
  }

  static void refusedThenHonest(String url, String text) {
    RestClient client = builder().build();
    for (int i = 0; i < 3; i++) {
      try {
        client.post().uri(URI.create(url)).body("EVIL").retrieve().body(String.class);
      } catch (RuntimeException refused) {
        System.out.println("refused");
      }
    }
    said(client.post().uri(URI.create(url)).body(text).retrieve().body(String.class));
  }

  private SpringWays() {}
}
