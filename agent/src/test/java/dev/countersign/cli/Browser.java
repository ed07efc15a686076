package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A headless Chromium with one tab, spoken to by the DevTools protocol. Every wait is for a
 * condition in the page; the limits are only there so that a broken test ends.
 */
final class Browser implements AutoCloseable {

  private static final long SECONDS = 120;
  private static final String LISTENING = "DevTools listening on ";

  private final Process process;
  private final WebSocket socket;
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<Map<?, ?>>> asked = new ConcurrentHashMap<>();

  /** What the page wrote on its console and which exceptions nobody caught. */
  private final List<String> complaints = new CopyOnWriteArrayList<>();

  private final List<String> requests = new CopyOnWriteArrayList<>();
  private String session;

  private Browser(Process process, String url) throws Exception {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(URI.create(url), new Listener())
            .get(SECONDS, TimeUnit.SECONDS);
    Map<?, ?> target = ask("Target.createTarget", Map.of("url", "about:blank"));
    session =
        (String)
            ask(
                    "Target.attachToTarget",
                    Map.of("targetId", target.get("targetId"), "flatten", true))
                .get("sessionId");
    for (String domain : List.of("Page", "Runtime", "Log", "Network", "Accessibility")) {
      ask(domain + ".enable", Map.of());
    }
  }

  /** The executable; null where there is none. */
  static String installed() {
    for (String directory : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
      for (String name : List.of("chromium", "chromium-browser", "google-chrome")) {
        File file = new File(directory, name);
        if (file.canExecute()) {
          return file.getPath();
        }
      }
    }
    return null;
  }

  /**
   * @param profile a directory of its own
   */
  static Browser start(Path profile) throws Exception {
    Files.createDirectories(profile);
    Process process =
        new ProcessBuilder(
                installed(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--force-renderer-accessibility",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectErrorStream(true)
            .start();
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder told = new StringBuilder();
    String line = lines.readLine();
    while (line != null && !line.startsWith(LISTENING)) {
      told.append(line).append('\n');
      line = lines.readLine();
    }
    assertThat(line).as("what the browser said instead:%n%s", told).isNotNull();
    Thread drain =
        new Thread(
            () -> {
              try {
                while (lines.readLine() != null) {
                  // so that it is never blocked by what nobody reads
                }
              } catch (IOException ended) {
                // with the browser
              }
            });
    drain.setDaemon(true);
    drain.start();
    return new Browser(process, line.substring(LISTENING.length()).trim());
  }

  /** One command of the protocol. */
  Map<?, ?> ask(String method, Map<String, Object> parameters) throws Exception {
    long id = ids.incrementAndGet();
    CompletableFuture<Map<?, ?>> answer = new CompletableFuture<>();
    asked.put(id, answer);
    Map<String, Object> message = new LinkedHashMap<>();
    message.put("id", id);
    message.put("method", method);
    message.put("params", parameters);
    if (session != null && !method.startsWith("Target.") && !method.startsWith("Browser.")) {
      message.put("sessionId", session);
    }
    socket
        .sendText(new String(Canonical.jcs(message), StandardCharsets.UTF_8), true)
        .get(SECONDS, TimeUnit.SECONDS);
    Map<?, ?> told = answer.get(SECONDS, TimeUnit.SECONDS);
    assertThat(told.get("error")).as("%s %s", method, parameters).isNull();
    return (Map<?, ?>) told.get("result");
  }

  void open(String url) throws Exception {
    ask("Page.navigate", Map.of("url", url));
    until("document.readyState === 'complete' && location.href !== 'about:blank'");
  }

  /** Leaves the page, so that it asks nobody for anything any more. */
  void leave() throws Exception {
    ask("Page.navigate", Map.of("url", "about:blank"));
    until("document.readyState === 'complete' && location.href === 'about:blank'");
  }

  /** The value of an expression, which may be a promise. */
  Object value(String script) throws Exception {
    Map<?, ?> told =
        ask(
            "Runtime.evaluate",
            Map.of("expression", script, "awaitPromise", true, "returnByValue", true));
    assertThat(told.get("exceptionDetails")).as(script).isNull();
    return ((Map<?, ?>) told.get("result")).get("value");
  }

  String text(String selector) throws Exception {
    return (String) value("document.querySelector('" + selector + "').innerText");
  }

  /** Waits until a condition holds in the page. */
  void until(String condition) throws Exception {
    Object held =
        value(
            "new Promise((done) => { const end = Date.now() + "
                + SECONDS * 500
                + "; const look = () => { let held = false; try { held = !!("
                + condition
                + "); } catch (notYet) { } if (held) { done(true); } else if (Date.now() > end)"
                + " { done(false); } else { setTimeout(look, 10); } }; look(); })");
    if (!Boolean.TRUE.equals(held)) {
      throw new AssertionError(
          "never so: "
              + condition
              + "\nthe page says: "
              + value("document.body.innerText")
              + "\ncomplaints: "
              + complaints);
    }
  }

  /** Presses one key, with the text that it types where it types any. */
  void press(String key) throws Exception {
    int code =
        switch (key) {
          case "Enter" -> 13;
          case "Tab" -> 9;
          case "Escape" -> 27;
          case "ArrowDown" -> 40;
          case "ArrowUp" -> 38;
          case "End" -> 35;
          case "Home" -> 36;
          case "PageDown" -> 34;
          default -> key.toUpperCase(java.util.Locale.ROOT).charAt(0);
        };
    Map<String, Object> down = new LinkedHashMap<>();
    down.put("type", "keyDown");
    down.put("key", key);
    down.put("windowsVirtualKeyCode", (long) code);
    if (key.length() == 1) {
      down.put("text", key);
    } else if (key.equals("Enter")) {
      down.put("text", "\r");
    }
    ask("Input.dispatchKeyEvent", down);
    Map<String, Object> up = new LinkedHashMap<>(down);
    up.put("type", "keyUp");
    up.remove("text");
    ask("Input.dispatchKeyEvent", up);
  }

  void type(String text) throws Exception {
    ask("Input.insertText", Map.of("text", text));
  }

  /** What has the focus: its id, else its tag. */
  String focused() throws Exception {
    return (String) value("document.activeElement.id || document.activeElement.tagName");
  }

  /** Presses Tab until that has the focus. */
  void tabTo(String id) throws Exception {
    List<String> met = new ArrayList<>();
    while (!focused().equals(id)) {
      assertThat(met).as("stops of the Tab key before %s", id).hasSizeLessThan(15);
      press("Tab");
      met.add(focused());
    }
  }

  void size(int width, int height) throws Exception {
    ask(
        "Emulation.setDeviceMetricsOverride",
        Map.of(
            "width",
            (long) width,
            "height",
            (long) height,
            "deviceScaleFactor",
            1L,
            "mobile",
            false));
  }

  void colours(String scheme) throws Exception {
    ask(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  void shoot(Path file) throws Exception {
    String png = (String) ask("Page.captureScreenshot", Map.of("format", "png")).get("data");
    Files.createDirectories(file.getParent());
    Files.write(file, Base64.getDecoder().decode(png));
  }

  /** The tree of a screen reader: {@code role "name" {property=value, ...}} per node, in order. */
  List<String> spoken() throws Exception {
    List<String> spoken = new ArrayList<>();
    for (Object each : (List<?>) ask("Accessibility.getFullAXTree", Map.of()).get("nodes")) {
      Map<?, ?> node = (Map<?, ?>) each;
      if (Boolean.TRUE.equals(node.get("ignored"))) {
        continue;
      }
      StringBuilder line = new StringBuilder(String.valueOf(valueOf(node.get("role"))));
      line.append(" \"").append(valueOf(node.get("name"))).append('"');
      if (node.get("properties") instanceof List<?> properties) {
        for (Object property : properties) {
          Map<?, ?> one = (Map<?, ?>) property;
          line.append(' ').append(one.get("name")).append('=').append(valueOf(one.get("value")));
        }
      }
      spoken.add(line.toString());
    }
    return spoken;
  }

  private static Object valueOf(Object holder) {
    return holder instanceof Map<?, ?> map ? map.get("value") : null;
  }

  /** Errors of the page since it was opened. */
  List<String> complaints() {
    return complaints;
  }

  /** Every address that was asked for. */
  List<String> requests() {
    return requests;
  }

  @Override
  public void close() throws Exception {
    socket.abort();
    process.destroy();
    if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }

  private final class Listener implements WebSocket.Listener {

    private final StringBuilder parts = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      parts.append(part);
      if (last) {
        Map<?, ?> message = (Map<?, ?>) Json.parse(parts.toString());
        parts.setLength(0);
        if (message.get("id") instanceof Long id) {
          CompletableFuture<Map<?, ?>> waiting = asked.remove(id);
          if (waiting != null) {
            waiting.complete(message);
          }
        } else {
          heard(message);
        }
      }
      from.request(1);
      return null;
    }

    private void heard(Map<?, ?> message) {
      Map<?, ?> told = (Map<?, ?>) message.get("params");
      switch (String.valueOf(message.get("method"))) {
        case "Runtime.exceptionThrown", "Runtime.consoleAPICalled" ->
            complaints.add(String.valueOf(told));
        case "Log.entryAdded" -> {
          Map<?, ?> entry = (Map<?, ?>) told.get("entry");
          if (!String.valueOf(entry.get("url")).endsWith("/favicon.ico")) {
            complaints.add(entry.get("text") + " " + entry.get("url"));
          }
        }
        case "Network.requestWillBeSent" ->
            requests.add((String) ((Map<?, ?>) told.get("request")).get("url"));
        default -> {}
      }
    }
  }
}
