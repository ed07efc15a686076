package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.ledger.BodyState;
import dev.countersign.ledger.LedgerFiles;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * The page of {@code report}: what it says, that nobody can say anything in it, and how it looks.
 */
class ReportCommandTest {

  private static final String[] ATTACKS = {
    "<script>alert(1)</script>",
    "</style></title><img src=x onerror=alert(1)>",
    "\" onmouseover=\"alert(1)",
    "' style='x:expression(1)",
    "javascript:alert(1)",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "\u202egnp.exe",
    "a\u200bb\ufeff\u2028c",
    "\u0007\u001b[31m",
    "<svg/onload=alert(1)>",
    "{{7*7}}${7*7}"
  };

  @TempDir Path temp;

  private Path ledger() {
    return temp.resolve("ledger");
  }

  private String page(int exit, Path... ledgers) throws IOException {
    Path page = temp.resolve("page.html");
    List<String> arguments = new ArrayList<>(List.of("report"));
    for (Path each : ledgers) {
      arguments.add(each.toString());
    }
    arguments.addAll(List.of("-o", page.toString()));
    Ran ran = Ran.with(arguments.toArray(new String[0]));
    assertThat(ran.exit()).as(ran.err()).isEqualTo(exit);
    assertThat(ran.out()).isEmpty();
    return Files.readString(page);
  }

  private void honestBooks(int calls) {
    SampleBooks books = new SampleBooks(ledger(), 64 << 10);
    books.start(
        "tools.render_pdf.effects[0] leaves argv[4] to the tool (${any}). A changed value there is"
            + " not refused.",
        "network requests and sockets are not seen by this version: only process starts and tool"
            + " methods are bound");
    for (int i = 0; i < calls; i++) {
      books.call("clone_repo", "tool.clone_repo", BodyState.RETURNED);
      books.call("clone_repo", "exec.git", BodyState.RETURNED);
      if (i % 3 == 0) {
        books.call("lookup_order", "tool.lookup_order", BodyState.RETURNED);
        books.call("refund", "tool.refund", i % 9 == 0 ? BodyState.RAISED : BodyState.RETURNED);
      }
      if (i % 10 == 5) {
        books.refuse(
            "clone_repo",
            "exec.git",
            "NIKA-SEC-011",
            "the process to be started is not the one that was approved",
            "/intent/argv/3",
            "/intent/env/GIT_SSH_COMMAND");
      }
      if (i % 25 == 7) {
        books.refuseAtSink("refund", "tool.refund", "/intent/arguments/amount");
      }
      if (i % 40 == 9) {
        books.refuse(
            "lookup_order", "exec.curl", "CS-UNBOUND", "this process start was never previewed");
      }
    }
    books.close();
  }

  @Test
  void saysWhatTheBooksSay() throws Exception {
    honestBooks(60);
    String page = page(0, ledger());

    assertThat(page)
        .contains("<strong>Clean</strong>", "refunds-bot", "NIKA-SEC-011", "/intent/argv/3")
        .contains("/intent/arguments/amount", "leaves argv[4] to the tool", ".0001.jsonl")
        .contains("It does not prove", "Were all calls accounted for?", "class=\"refused\"");
    isStrict(page);
  }

  @Test
  void booksThatFailSayWhy() throws Exception {
    honestBooks(10);
    try (var files = Files.list(ledger())) {
      Path chain =
          files
              .filter(file -> LedgerFiles.isChain(file.getFileName().toString()))
              .findFirst()
              .orElseThrow();
      Files.writeString(
          chain, Files.readString(chain).replaceFirst("lookup_order", "lookup_ordeq"));
    }
    String page = page(1, ledger());
    assertThat(page).contains("<strong>Failed</strong>", "Findings");
    isStrict(page);
  }

  @Test
  void booksInProgressAreIncomplete() throws Exception {
    SampleBooks books = new SampleBooks(ledger(), 1 << 20).start();
    books.allow("refund", "tool.refund");
    String page = page(3, ledger());
    assertThat(page).contains("<strong>Incomplete</strong>", "The agent named no hole.");
    books.close();
    isStrict(page(0, ledger()));
  }

  @Test
  void severalChainsArePartsOfOnePage() throws Exception {
    honestBooks(3);
    Path other = temp.resolve("other");
    SampleBooks second = new SampleBooks(other, 1 << 20).start();
    second.close();
    String page = page(0, ledger(), other);
    assertThat(page).contains("id=\"c0\"", "id=\"c1\"", "href=\"#c1\"");
    isStrict(page);
  }

  @Test
  void nobodyCanSayAnythingInIt() throws Exception {
    SampleBooks books = new SampleBooks(ledger(), 1 << 20);
    books.start(ATTACKS);
    for (String attack : ATTACKS) {
      books.call(attack, "tool.x", BodyState.RETURNED);
      books.call("t", "exec." + attack, BodyState.RAISED);
      books.refuse(attack, "exec.x", attack, attack, "/" + attack, attack);
      books.refuseAtSink(attack, "tool.x", attack);
    }
    books.close();
    String page = page(0, ledger());
    isStrict(page);
    assertThat(page)
        .doesNotContain(
            "<script", "<img", "<svg/", "\u202e", "\u200b", "\ufeff", "\u2028", "\u001b")
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;", "\\u202egnp.exe", "&amp;lt;b&amp;gt;");
  }

  @Test
  void ofVeryManyThingsTheRestIsCounted() throws Exception {
    SampleBooks books = new SampleBooks(ledger(), 1 << 20).start();
    for (int i = 0; i < 400; i++) {
      books.call("tool" + i, "tool.tool" + i, BodyState.RETURNED);
      books.refuse("tool" + i, "exec.x", "CS-UNBOUND", "never previewed");
    }
    books.close();
    String page = page(0, ledger());
    assertThat(page).contains("and all others together", "and 200 more refusals");
    assertThat(page.length()).isLessThan(300_000);
    isStrict(page);
  }

  @Test
  void withoutBooksThereIsNoPage() {
    assertThat(Ran.with("report", temp.toString()).exit()).isEqualTo(4);
    assertThat(Ran.with("report").exit()).isEqualTo(2);
    assertThat(Ran.with("report", "--from-checkpoint", "x", temp.toString()).exit()).isEqualTo(4);
  }

  /**
   * The page as a strict parser reads it: only elements and attributes of our own, nothing that
   * loads or runs, one style, and no id twice.
   */
  private static void isStrict(String page) throws Exception {
    assertThat(page).startsWith("<!doctype html>\n");
    String xml =
        page.substring(page.indexOf("<html"))
            .replaceAll("<(meta[^>]*)>", "<$1/>")
            .replace("<br>", "<br/>");
    int style = xml.indexOf("<style>") + 7;
    String css = xml.substring(style, xml.indexOf("</style>"));
    assertThat(css).doesNotContain("url(", "@import", "expression");
    xml = xml.replace(css, "");
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    NodeList all = document.getElementsByTagName("*");
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < all.getLength(); i++) {
      Element element = (Element) all.item(i);
      assertThat(element.getTagName())
          .matches(
              "html|head|meta|title|style|body|header|main|footer|nav|article|section|div|span|h[123]|details|summary"
                  + "|p|b|i|strong|a|br|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|svg|g|rect|line|text");
      for (int j = 0; j < element.getAttributes().getLength(); j++) {
        String name = element.getAttributes().item(j).getNodeName();
        String value = element.getAttributes().item(j).getNodeValue();
        assertThat(name)
            .matches(
                "lang|charset|name|content|http-equiv|class|id|href|role|aria-label|viewBox|x|y|width"
                    + "|height|x1|x2|y1|y2|text-anchor|colspan|data-label");
        assertThat(name.equals("href") && !value.matches("#c[0-9]+")).isFalse();
        assertThat(!name.equals("id") || ids.add(value)).isTrue();
        assertThat(!name.equals("class") || value.matches("[a-z ]+")).isTrue();
      }
    }
    assertThat(page).contains("default-src 'none'");
    Matcher outside = Pattern.compile("https?:|//[a-z]").matcher(xml);
    assertThat(outside.find()).as("names a place elsewhere").isFalse();
  }

  /** What a person sees, on a desk, on a phone, in the dark; left under {@code target/report}. */
  @Test
  void looksAsItShould() throws Exception {
    String chromium = chromium();
    assumeTrue(chromium != null, "no chromium or google-chrome on the PATH: no screenshot is made");
    honestBooks(120);
    page(0, ledger());
    Path shots = Files.createDirectories(Path.of("target", "report"));
    Files.copy(
        temp.resolve("page.html"),
        shots.resolve("page.html"),
        java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    shoot(chromium, shots.resolve("desk.png"), "1280,3700");
    shoot(chromium, shots.resolve("phone.png"), "500,3600");
    shoot(
        chromium,
        shots.resolve("dark.png"),
        "1280,3700",
        "--force-dark-mode",
        "--blink-settings=preferredColorScheme=0");
  }

  private void shoot(String chromium, Path shot, String size, String... more) throws Exception {
    Files.deleteIfExists(shot);
    List<String> command =
        new ArrayList<>(
            List.of(
                chromium,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                // Not below what is deleted afterwards: its processes write there to their end.
                "--user-data-dir="
                    + Files.createTempDirectory(shot.toAbsolutePath().getParent(), "browser-"),
                "--window-size=" + size,
                "--screenshot=" + shot.toAbsolutePath()));
    command.addAll(List.of(more));
    command.add(temp.resolve("page.html").toUri().toString());
    Path log = temp.resolve("browser.log");
    Process browser =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = browser.waitFor(90, TimeUnit.SECONDS);
    if (!ended) {
      browser.destroyForcibly();
    }
    assertThat(ended).as(Files.readString(log)).isTrue();
    assertThat(shot).as(Files.readString(log)).isNotEmptyFile();
    javax.imageio.ImageIO.setUseCache(false);
    var image = javax.imageio.ImageIO.read(shot.toFile());
    assertThat(image.getWidth()).isEqualTo(Integer.parseInt(size.split(",")[0]));
    Set<Integer> colors = new HashSet<>();
    for (int x = 0; x < image.getWidth(); x += 3) {
      for (int y = 0; y < image.getHeight(); y += 3) {
        colors.add(image.getRGB(x, y));
      }
    }
    assertThat(colors.size()).as("colours of a page that has text on it").isGreaterThan(20);
  }

  private static String chromium() {
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
}
