package dev.countersign.learn;

import dev.countersign.canonical.ExactText;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.effect.FormData;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.Overheard;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.SideFile;
import dev.countersign.observe.StandardError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps what an observed application does and nothing authorised (spec 5.8): one JSON line for each
 * tool call, and for each unbound effect with the arguments of its call, in a file of mode 0600
 * beside the books. No part of the books: nothing hashes it and nothing waits for it.
 *
 * <pre>
 * {"learned":1,"run":hex,"agent_version":…,"bundle":…,…}                    once, first
 * {"call":id,"tool":name[,"code":…]}                                      a call; code: what enforce would refuse it with
 * {"effect":"exec"|"send","call":id|null[,"args":{…}],"intent":{…}[,"code":…]}  args with the first effect of a call
 * {"unreadable":"exec"|"send","call":id|null,"why":…}                     one without a canonical form
 * {"again":id}                                                            the body of a call ran once more
 * {"dropped":id|null}                                                     a line that was too long
 * {"full":bytes}                                                          nothing follows
 * </pre>
 *
 * <p>Thread-safe. Whatever fails in here ends the learning, is said once, and changes nothing for
 * the application.
 */
public final class Learning {

  /** Version of the lines. */
  static final int VERSION = 1;

  /** Bytes of one file. */
  private static final long MOST = 1L << 30;

  /** Characters of one line. */
  private static final int LONGEST = 256 << 10;

  /** Bytes of a body that is kept. */
  private static final int BODY = Overheard.MOST;

  /** Effects whose bodies are still being sent. */
  private static final int COMING = 256;

  /** Calls of which it is remembered that their arguments were written. */
  private static final int CALLS = 10_000;

  private final SideFile file;
  private final HeaderRules headers;
  private final Secrets secrets = new Secrets();
  private final Map<String, Boolean> told = new LinkedHashMap<>();

  /** By the attempt to send it: a body that is sent once more is waited for once more. */
  private final Map<Object, Overheard> coming = new LinkedHashMap<>();

  private final long most;
  private long written;
  private boolean ended;

  private Learning(SideFile file, HeaderRules headers, long most) {
    this.file = file;
    this.headers = headers;
    this.most = most;
  }

  /**
   * Begins a file.
   *
   * @param about of the run, for the first line; JSON values
   * @param headers which headers of a request enter as digests
   * @throws IOException if it cannot be made
   */
  public static Learning begin(Path file, Map<String, Object> about, HeaderRules headers)
      throws IOException {
    return begin(file, about, headers, MOST);
  }

  static Learning begin(Path file, Map<String, Object> about, HeaderRules headers, long most)
      throws IOException {
    Learning learning = new Learning(SideFile.create(file), headers, most);
    Map<String, Object> first = new LinkedHashMap<>();
    first.put("learned", VERSION);
    first.putAll(about);
    learning.write(first);
    return learning;
  }

  /**
   * A tool call was resolved.
   *
   * @param code what {@code enforce} would refuse it with; null for nothing
   */
  public void called(String call, String tool, String code) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("call", call);
    line.put("tool", tool);
    if (code != null) {
      line.put("code", code);
    }
    keep(line, call);
  }

  /** The body of a call runs once more than its entry allows. */
  public void again(String call) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("again", call);
    keep(line, call);
  }

  /**
   * An effect that nothing authorised is about to happen.
   *
   * @param call the tool call that it is in; null outside any
   * @param arguments of that call; null where it has none that can be read
   * @param intent of spec 1.3; null where it has no canonical form
   * @param body of a request; null for other verbs. Where it is copied while it is sent, the line
   *     is written when that has ended
   * @param why {@code intent} is null
   * @param code what {@code enforce} would refuse it with; null where it would not
   */
  public void effect(
      String call,
      Map<String, Object> arguments,
      Verb verb,
      Map<String, Object> intent,
      SendBody body,
      String why,
      String code) {
    Overheard copy = body == null || intent == null ? null : body.overheard();
    if (copy == null) {
      known(call, arguments, verb, intent, body, why, code);
      return;
    }
    Object attempt = new Object();
    await(attempt, copy);
    copy.whenEnded(
        whole -> {
          try {
            synchronized (coming) {
              coming.remove(attempt);
            }
            known(call, arguments, verb, intent, whole, why, code);
          } catch (Throwable failed) {
            // In the midst of the application's request, and behind no check that would hold it.
            end("what became of a copied body could not be written down: ", failed);
          }
        });
  }

  /** The one that is waited for longest is written without its body where there are too many. */
  private void await(Object attempt, Overheard copy) {
    Overheard eldest = null;
    synchronized (coming) {
      coming.put(attempt, copy);
      if (coming.size() > COMING) {
        eldest = coming.remove(coming.keySet().iterator().next());
      }
    }
    if (eldest != null) {
      eldest.ends(false);
    }
  }

  /** The JVM ends: what is still being sent is written without its body. */
  public void close() {
    List<Overheard> left;
    synchronized (coming) {
      left = new ArrayList<>(coming.values());
      coming.clear();
    }
    for (Overheard copy : left) {
      copy.ends(false);
    }
  }

  private void known(
      String call,
      Map<String, Object> arguments,
      Verb verb,
      Map<String, Object> intent,
      SendBody body,
      String why,
      String code) {
    Map<String, Object> line = new LinkedHashMap<>();
    try {
      if (intent == null) {
        line.put("unreadable", verb.text());
        line.put("call", call);
        line.put("why", why == null ? "it has no canonical form" : why);
      } else {
        effect(line, call, arguments, verb, intent, body);
      }
      if (code != null) {
        line.put("code", code);
      }
    } catch (RuntimeException hostile) {
      end("an effect could not be written down: ", hostile);
      return;
    }
    keep(line, call);
  }

  private void effect(
      Map<String, Object> line,
      String call,
      Map<String, Object> arguments,
      Verb verb,
      Map<String, Object> intent,
      SendBody body) {
    Map<String, Object> shown =
        verb == Verb.SEND ? request(intent, body) : new LinkedHashMap<>(intent);
    List<String> hidden = new ArrayList<>();
    secrets.collect(arguments, false, hidden);
    secrets.collect(verb == Verb.SEND ? shown.get("body") : intent.get("env"), false, hidden);
    if (verb == Verb.EXEC) {
      secrets.collectArgv(intent.get("argv"), hidden);
    }
    if (verb == Verb.SEND) {
      if (shown.get("body") instanceof Map<?, ?> content) {
        secrets.collectParts(content.get("multipart"), hidden);
        if (content.get("raw") instanceof String raw) {
          secrets.collectText(raw, hidden);
        }
      }
      secrets.collect(shown.get("headers"), false, hidden);
      secrets.collectQuery((String) shown.get("url"), hidden);
    }
    // A secret that is a part of another one would leave the rest of that in the open.
    hidden.sort(Comparator.comparingInt(String::length).reversed());
    line.put("effect", verb.text());
    line.put("call", call);
    if (call != null && arguments != null && firstOf(call)) {
      line.put("args", secrets.hidden(arguments, hidden));
    }
    line.put("intent", secrets.hidden(shown, hidden));
  }

  private synchronized boolean firstOf(String call) {
    if (told.put(call, Boolean.TRUE) != null) {
      return false;
    }
    if (told.size() > CALLS) {
      told.remove(told.keySet().iterator().next());
    }
    return true;
  }

  /** With a body that can be read, and credentials that cannot be guessed from their digests. */
  private Map<String, Object> request(Map<String, Object> intent, SendBody body) {
    Map<String, Object> shown = new LinkedHashMap<>(intent);
    Map<String, Object> named = new LinkedHashMap<>();
    for (Map.Entry<?, ?> header : ((Map<?, ?>) intent.get("headers")).entrySet()) {
      String name = (String) header.getKey();
      List<Object> values = new ArrayList<>();
      for (Object value : (List<?>) header.getValue()) {
        values.add(
            headers.hides(name) ? secrets.mark(Secrets.SECRET, String.valueOf(value)) : value);
      }
      named.put(name, values);
    }
    shown.put("headers", named);
    shown.put("body", body(intent, body));
    return shown;
  }

  private static Object body(Map<String, Object> intent, SendBody body) {
    if (body == null || body == SendBody.NONE || intent.get("body") == null) {
      return null;
    }
    if (!body.isRead()) {
      return Map.of("unread", true);
    }
    String type = "";
    if (((Map<?, ?>) intent.get("headers")).get("content-type") instanceof List<?> types
        && types.size() == 1) {
      type = String.valueOf(types.get(0));
    }
    String text = body.text(BODY);
    try {
      if (text != null && type.contains("json")) {
        return one("json", body.json());
      }
      if (text != null && type.startsWith("application/x-www-form-urlencoded")) {
        return one("form", pairs(body.form()));
      }
      if (type.startsWith("multipart/form-data")) {
        return one("multipart", parts(body.multipart(type)));
      }
    } catch (NotCanonicalException other) {
      return opaque(body, text);
    }
    return opaque(body, text);
  }

  private static Object opaque(SendBody body, String text) {
    return text == null ? one("opaque", body.raw()) : one("raw", text);
  }

  private static Map<String, Object> one(String key, Object value) {
    Map<String, Object> one = new LinkedHashMap<>(2);
    one.put(key, value);
    return one;
  }

  /** By name, as templates have them. */
  private static Object pairs(List<Object> form) {
    Map<String, Object> pairs = new LinkedHashMap<>();
    for (Object each : form) {
      List<?> pair = (List<?>) each;
      if (pair.size() == 1) {
        throw new NotCanonicalException("a name without a value");
      }
      @SuppressWarnings("unchecked") // made here
      List<Object> values =
          (List<Object>)
              pairs.computeIfAbsent((String) pair.get(0), unused -> new ArrayList<Object>());
      values.add(pair.get(1));
    }
    return pairs;
  }

  private static Object parts(List<FormData.Part> parts) {
    List<Object> shown = new ArrayList<>();
    for (FormData.Part part : parts) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("name", part.name());
      if (part.filename() != null) {
        one.put("filename", part.filename());
      }
      if (part.type() != null) {
        one.put("type", part.type());
      }
      String text = part.content().length > BODY ? null : text(part.content());
      if (text != null) {
        one.put("raw", text);
      }
      shown.add(one);
    }
    return Collections.unmodifiableList(shown);
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException other) {
      return null;
    }
  }

  private void keep(Map<String, Object> line, String call) {
    try {
      write(line);
    } catch (TooLong dropped) {
      keep(one("dropped", call), null);
    } catch (IOException | RuntimeException failed) {
      end("the file of what is learned could not be written: ", failed);
    }
  }

  private static final class TooLong extends IOException {
    private static final long serialVersionUID = 1L;

    TooLong() {
      super("a line of more than " + LONGEST + " characters");
    }
  }

  private void write(Map<String, Object> line) throws IOException {
    StringBuilder text = new StringBuilder(512);
    ExactText.append(line, text);
    if (text.length() > LONGEST) {
      throw new TooLong();
    }
    byte[] bytes = text.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      if (ended) {
        return;
      }
      if (written + bytes.length <= most) {
        file.append(bytes);
        written += bytes.length;
        return;
      }
      ended = true;
      file.append(("{\"full\":" + written + "}\n").getBytes(StandardCharsets.UTF_8));
      file.close();
    }
    StandardError.say(
        "learning has ended: its file has "
            + most
            + " bytes, the bound. Run \"countersign suggest\""
            + " on it");
  }

  private void end(String what, Throwable failed) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    try {
      StandardError.say("learning has ended: " + what + failed + ". The application goes on");
    } catch (Throwable unsaid) {
      return; // there is no memory, or no stack, to say it; its file ends all the same
    }
  }
}
