package dev.countersign.sink.http.apache;

import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.config.SendRules;
import dev.countersign.effect.SendBody;
import dev.countersign.sink.http.Members;
import dev.countersign.sink.http.RequestHead;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a request of Apache's clients that a resolution point yielded (spec 5.3), as their sinks
 * will observe it: with the type and the coding of its body, which the clients make headers of.
 * Only classes of the library's own are read, bodies that it holds in memory among them.
 */
public final class ApacheRequests implements Function<Object, Map<String, Object>> {

  private static final String METHODS_4 = Names.CLIENT_4 + "client.methods.";
  private static final String METHODS_5 = Names.CLIENT_5 + "classic.methods.";

  private static final Set<String> REQUESTS_4 =
      Set.of(
          METHODS_4 + "HttpGet",
          METHODS_4 + "HttpHead",
          METHODS_4 + "HttpPost",
          METHODS_4 + "HttpPut",
          METHODS_4 + "HttpPatch",
          METHODS_4 + "HttpDelete",
          METHODS_4 + "HttpOptions",
          METHODS_4 + "HttpTrace",
          Names.CLIENT_4 + "client.fluent.InternalHttpRequest",
          Names.CLIENT_4 + "client.fluent.InternalEntityEnclosingHttpRequest",
          METHODS_4 + "RequestBuilder$InternalRequest",
          METHODS_4 + "RequestBuilder$InternalEntityEclosingRequest");

  /** Of the asynchronous client. */
  private static final String SIMPLE = Names.CLIENT_5 + "async.methods.SimpleHttpRequest";

  private static final String PRODUCER_4 =
      Names.CORE_4 + "nio.client.methods.HttpAsyncMethods$RequestProducerImpl";
  private static final String PRODUCER_5 = Names.CORE_5 + "nio.support.BasicRequestProducer";

  /** An entity producer that has its bytes in memory. */
  private static final String BYTES_5 = Names.CORE_5 + "nio.entity.BasicAsyncEntityProducer";

  private static final Set<String> REQUESTS_5 =
      Set.of(
          METHODS_5 + "HttpGet",
          METHODS_5 + "HttpHead",
          METHODS_5 + "HttpPost",
          METHODS_5 + "HttpPut",
          METHODS_5 + "HttpPatch",
          METHODS_5 + "HttpDelete",
          METHODS_5 + "HttpOptions",
          METHODS_5 + "HttpTrace",
          METHODS_5 + "HttpUriRequestBase",
          Names.CORE_5 + "message.BasicClassicHttpRequest",
          Names.CORE_5 + "message.BasicHttpRequest",
          Names.CLIENT_5 + "async.methods.ConfigurableHttpRequest",
          SIMPLE);

  /** What has a request in a field of that class; bodies of the asynchronous ones beside it. */
  private static final Map<String, String> AROUND =
      Map.of(
          Names.CLIENT_4 + "client.fluent.Request",
          Names.CLIENT_4 + "client.fluent.Request",
          Names.CLIENT_5 + "fluent.Request",
          Names.CLIENT_5 + "fluent.Request",
          PRODUCER_4,
          Names.CORE_4 + "nio.protocol.BasicAsyncRequestProducer",
          PRODUCER_5,
          PRODUCER_5,
          Names.CLIENT_5 + "async.methods.SimpleRequestProducer",
          PRODUCER_5);

  private static final Set<String> HEADERS =
      Set.of(
          Names.CORE_4 + "message.BasicHeader",
          Names.CORE_4 + "message.BufferedHeader",
          Names.CORE_5 + "message.BasicHeader",
          Names.CORE_5 + "message.BufferedHeader");

  private final SendRules rules;

  public ApacheRequests(SendRules rules) {
    this.rules = rules;
  }

  /** Whether it is a request of one of these clients, and of no class that extends theirs. */
  public static boolean reads(Object given) {
    if (given == null) {
      return false;
    }
    String name = given.getClass().getName();
    return REQUESTS_4.contains(name) || REQUESTS_5.contains(name) || AROUND.containsKey(name);
  }

  /**
   * @return the intent of spec 1.3
   * @throws NotCanonicalException when it has no canonical form
   */
  @Override
  public Map<String, Object> apply(Object given) {
    try {
      String around = AROUND.get(given.getClass().getName());
      if (around == null) {
        return read(given, null);
      }
      Class<?> holder = Members.type(given.getClass().getClassLoader(), around);
      Object request = Members.read(Members.field(holder, "request"), given);
      boolean produced = around.equals(PRODUCER_5) && !isSimple(request);
      return read(
          request, produced ? Members.read(Members.field(holder, "dataProducer"), given) : null);
    } catch (ReflectiveOperationException unknownLine) {
      throw new IllegalStateException(
          given.getClass().getName() + " is of a version that is not known", unknownLine);
    }
  }

  private static boolean isSimple(Object request) {
    return request.getClass().getName().equals(SIMPLE);
  }

  /**
   * @param producer of its body, which is no part of it; null for none
   */
  private Map<String, Object> read(Object request, Object producer)
      throws ReflectiveOperationException {
    String type = request.getClass().getName();
    boolean five = REQUESTS_5.contains(type);
    if (!five && !REQUESTS_4.contains(type)) {
      throw new NotCanonicalException("a request of a class of the application");
    }
    Object url = get(request, five ? "getUri" : "getURI");
    if (url == null) {
      throw new NotCanonicalException("a request without a URL");
    }
    RequestHead head =
        new RequestHead(rules.headers(), (String) get(request, "getMethod"), url.toString());
    boolean simple = isSimple(request);
    String getter = simple ? "getBody" : "getEntity";
    Object entity = has(request, getter) ? get(request, getter) : null;
    boolean typed = false;
    boolean coded = false;
    for (Object header : (Object[]) get(request, five ? "getHeaders" : "getAllHeaders")) {
      String name = name(header);
      typed |= name.equalsIgnoreCase("content-type");
      coded |= name.equalsIgnoreCase("content-encoding");
      head.header(name, value(header));
    }
    if (producer != null) {
      return produced(head, producer, typed, coded);
    }
    if (entity == null) {
      return head.intent().toJson(SendBody.NONE);
    }
    if (simple) {
      return simple(request, head, entity, typed);
    }
    if (!Entities.isInMemory(entity.getClass())) {
      throw new NotCanonicalException(
          "a body that is not in memory cannot be judged before it is sent");
    }
    add(head, "content-type", typed ? null : get(entity, "getContentType"));
    add(head, "content-encoding", coded ? null : get(entity, "getContentEncoding"));
    return head.intent()
        .toJson(SendBody.of(List.of(bytes(entity)), head.codings(), rules.maxBody()));
  }

  /** Its body is final and in memory, with a type and without a coding. */
  private Map<String, Object> simple(Object request, RequestHead head, Object body, boolean typed)
      throws ReflectiveOperationException {
    Object type = get(body, "getContentType");
    if (type != null && !typed) {
      head.header("content-type", type.toString());
    }
    byte[] bytes = (byte[]) get(request, "getBodyBytes");
    if (bytes.length > rules.maxBody()) {
      throw new NotCanonicalException("a body of more bytes than send.max_body");
    }
    return head.intent().toJson(SendBody.of(List.of(bytes), head.codings(), rules.maxBody()));
  }

  /** Of a body that is written by code, only what the library itself has in memory. */
  private Map<String, Object> produced(
      RequestHead head, Object producer, boolean typed, boolean coded)
      throws ReflectiveOperationException {
    if (!producer.getClass().getName().equals(BYTES_5)) {
      throw new NotCanonicalException(
          "a body that is not in memory cannot be judged before it is sent");
    }
    add(head, "content-type", typed ? null : get(producer, "getContentType"));
    add(head, "content-encoding", coded ? null : get(producer, "getContentEncoding"));
    ByteBuffer buffer =
        (ByteBuffer) Members.read(Members.field(producer.getClass(), "bytebuf"), producer);
    ByteBuffer all = buffer.duplicate();
    all.clear()
        .limit((Integer) Members.read(Members.field(producer.getClass(), "length"), producer));
    if (all.remaining() > rules.maxBody()) {
      throw new NotCanonicalException("a body of more bytes than send.max_body");
    }
    byte[] bytes = new byte[all.remaining()];
    all.get(bytes);
    return head.intent().toJson(SendBody.of(List.of(bytes), head.codings(), rules.maxBody()));
  }

  private byte[] bytes(Object entity) throws ReflectiveOperationException {
    if ((Long) get(entity, "getContentLength") > rules.maxBody()) {
      throw new NotCanonicalException("a body of more bytes than send.max_body");
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Members.call(Members.method(entity.getClass(), "writeTo", OutputStream.class), entity, bytes);
    return bytes.toByteArray();
  }

  /**
   * @param value a text in 5, a header in 4; null for none
   */
  private static void add(RequestHead head, String name, Object value)
      throws ReflectiveOperationException {
    if (value != null) {
      head.header(name, value instanceof String text ? text : value(value));
    }
  }

  private static String name(Object header) throws ReflectiveOperationException {
    requireOwn(header);
    return (String) get(header, "getName");
  }

  private static String value(Object header) throws ReflectiveOperationException {
    requireOwn(header);
    String value = (String) get(header, "getValue");
    return value == null ? "" : value;
  }

  private static void requireOwn(Object header) {
    if (!HEADERS.contains(header.getClass().getName())) {
      throw new NotCanonicalException("a header of a class of the application");
    }
  }

  private static boolean has(Object of, String getter) {
    try {
      return Members.method(of.getClass(), getter) != null;
    } catch (NoSuchMethodException none) {
      return false;
    }
  }

  private static Object get(Object of, String getter) throws ReflectiveOperationException {
    Method method = Members.method(of.getClass(), getter);
    return Members.call(method, of);
  }
}
