package dev.countersign.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.approval.Decision;
import dev.countersign.canonical.Ed25519;
import dev.countersign.receipt.ReceiptSigner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code approvals serve} in a browser: by keyboard, as it is spoken, as it looks. */
class DeskPageTest {

  private static final Path SHOTS = Path.of("target", "desk");

  private static Browser browser;

  @TempDir private Path temp;

  private Waiting waiting;
  private Approver approver;
  private DeskServer desk;
  private final List<String> log = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        Browser.installed() != null,
        "no chromium or google-chrome on the PATH: the page is not opened");
    // Not a directory that is deleted afterwards: processes of the browser write there to their
    // end.
    browser =
        Browser.start(
            Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "browser-"));
  }

  @AfterAll
  static void end() throws Exception {
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void serve() throws Exception {
    waiting = new Waiting(temp.resolve("approvals"));
    byte[] seed = new byte[32];
    Ed25519 key = Ed25519.of(seed);
    approver =
        new Approver(
            "ann",
            key,
            ReceiptSigner.keyid(key.publicKey()),
            Duration.ofHours(1),
            List.of(key.publicKey()));
    desk = new DeskServer(0, new Docket(directory(), approver, log::add));
    browser.size(1280, 860);
    browser.colours("light");
  }

  @AfterEach
  void leave() throws Exception {
    // A page that goes on asking a closed desk complains while the next test opens its own.
    browser.leave();
    desk.close();
  }

  private ApprovalDirectory directory() throws Exception {
    return ApprovalDirectory.open(waiting.directory());
  }

  private ApprovalState state(ApprovalRequest request) throws Exception {
    ApprovalEntry entry = directory().entryOf(request.requestDigest());
    return entry.state();
  }

  private static Map<String, Object> map(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      map.put((String) pairs[i], pairs[i + 1]);
    }
    return map;
  }

  private ApprovalRequest refund() throws Exception {
    return waiting.discloses(
        "refund",
        map("order", "R-1047", "amount", 249L, "currency", "EUR"),
        Waiting.change(
            "refund",
            "payments/charge/ch_8812",
            "Refund 249 EUR of order R-1047 to the card it was paid with",
            "before",
            map("status", "paid", "refunded", 0L, "order", "R-1047"),
            "after",
            map("status", "refunded", "refunded", 249L, "order", "R-1047"),
            "x-reversible",
            false),
        Waiting.change(
            "POST",
            "https://mail.acme.example/v1/send",
            "Send a message to dora@customer.example that the refund is under way"));
  }

  private ApprovalRequest someCalls() throws Exception {
    ApprovalRequest refund = refund();
    waiting.asks(
        "clone_repo",
        Waiting.change(
            "exec",
            "git",
            "Start git with clone --depth=1 -- https://github.com/acme/orders.git orders",
            "after",
            map(
                "argv",
                List.of(
                    "git",
                    "clone",
                    "--depth=1",
                    "--",
                    "https://github.com/acme/orders.git",
                    "orders"))));
    waiting.asks(
        "delete_user",
        Waiting.change(
            "delete",
            "users.42",
            "Permanently delete user dora@customer.example with 3 open orders",
            "before",
            map("id", 42L, "tier", "gold", "orders", List.of("R-1047", "R-1051", "R-1060"))));
    waiting.asks("render_report");
    waiting.asks(
        "publish",
        Waiting.change("publish", "catalogue/2026-12", "Publish 1,204 new prices to the shop"));
    return refund;
  }

  private void open(int rows) throws Exception {
    browser.complaints().clear();
    browser.requests().clear();
    browser.open(desk.link());
    browser.until("document.querySelectorAll('.row').length === " + rows);
  }

  private void choose(ApprovalRequest request) throws Exception {
    browser.value("document.getElementById('o-" + request.requestDigest() + "').click()");
    browser.until(
        "document.querySelector('.facts dd') && document.querySelector('#call').innerText.includes('"
            + request.requestDigest()
            + "')");
  }

  /** What a person sees, on a desk, in the dark, on a phone; left under {@code target/desk}. */
  @Test
  void looksAsItShould() throws Exception {
    ApprovalRequest refund = someCalls();
    open(5);
    browser.shoot(SHOTS.resolve("list.png"));
    choose(refund);
    browser.shoot(SHOTS.resolve("desk.png"));
    browser.colours("dark");
    browser.shoot(SHOTS.resolve("dark.png"));
    browser.colours("light");
    browser.size(390, 800);
    browser.shoot(SHOTS.resolve("phone.png"));
    assertThat(browser.value("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
    browser.value("document.querySelector('.back').click()");
    browser.shoot(SHOTS.resolve("phone-list.png"));
    browser.size(320, 500);
    assertThat(browser.value("document.documentElement.scrollWidth <= innerWidth")).isEqualTo(true);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void isUsableByKeyboardAlone() throws Exception {
    ApprovalRequest refund = someCalls();
    open(5);
    browser.press("/");
    assertThat(browser.focused()).isEqualTo("find");
    browser.type("dora");
    browser.until("document.querySelectorAll('.row').length === 2");
    browser.press("ArrowDown");
    browser.until("document.activeElement.id === 'o-" + refund.requestDigest() + "'");
    browser.press("ArrowDown");
    browser.until("document.querySelector('#call-title').innerText === 'delete_user'");
    browser.press("ArrowUp");
    browser.until("document.querySelector('#call-title').innerText === 'refund'");
    assertThat(browser.focused()).isEqualTo("o-" + refund.requestDigest());
    browser.press("Enter");
    browser.until("document.activeElement.id === 'call-title'");
    browser.press("Escape");
    browser.until("document.activeElement.id === 'o-" + refund.requestDigest() + "'");
    browser.press("Enter");
    browser.until("document.activeElement.id === 'call-title'");

    // Without a reason nothing is answered, and the person is brought to where it is missing.
    browser.tabTo("approve");
    browser.press("Enter");
    browser.until(
        "document.activeElement.id === 'reason' && !document.querySelector('#wrong').hidden");
    assertThat(browser.value("document.querySelector('#reason').getAttribute('aria-invalid')"))
        .isEqualTo("true");
    assertThat(state(refund)).isEqualTo(ApprovalState.PENDING);

    browser.type("the order was cancelled");
    browser.tabTo("approve");
    browser.press("Enter");
    browser.until("document.querySelector('#outcome')");
    assertThat(state(refund)).isEqualTo(ApprovalState.APPROVED);
    assertThat(directory().entryOf(refund.requestDigest()).ticket().reason())
        .isEqualTo("the order was cancelled");
    assertThat(browser.text("#outcome"))
        .contains("You approved this call", "the order was cancelled");
    // The next one is a key press away, and that key does not answer it.
    browser.until("document.activeElement.id === 'next'");
    browser.press("Enter");
    browser.until("document.querySelector('#call-title').innerText === 'delete_user'");
    browser.until("document.activeElement.id === 'call-title'");
    browser.tabTo("reason");
    browser.type("not that one");
    browser.tabTo("refuse");
    browser.shoot(SHOTS.resolve("keyboard.png"));
    browser.press("Enter");
    browser.until("document.querySelector('#outcome')");
    browser.shoot(SHOTS.resolve("refused.png"));
    assertThat(log).hasSize(2);
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void saysToAScreenReaderWhatItShows() throws Exception {
    ApprovalRequest refund = someCalls();
    open(5);
    choose(refund);
    List<String> spoken = browser.spoken();
    String all = String.join("\n", spoken);
    assertThat(all)
        .contains("heading \"Approvals\"", "heading \"5 waiting calls\"", "heading \"refund\"")
        .contains("searchbox \"Find a waiting call\"", "listbox \"5 waiting calls\"")
        .contains("region \"Chosen call\"", "region \"Your answer\"")
        .contains("heading \"It would change 2 things\"", "columnheader \"Before\"")
        .contains("rowheader \"status\"", "button \"Approve once\"", "button \"Refuse\"");
    assertThat(spoken)
        .anySatisfy(
            node ->
                assertThat(node)
                    .startsWith("option \"refund")
                    .contains("Refund 249 EUR of order R-1047", "selected=true"))
        .anySatisfy(
            node ->
                assertThat(node)
                    .startsWith("textbox \"Reason, which is signed with the answer\"")
                    .contains("required=true", "multiline=true"))
        .anySatisfy(node -> assertThat(node).startsWith("status \"").contains("live=polite"));
    // Nothing that can have the focus is without a name.
    assertThat(spoken)
        .filteredOn(node -> node.contains("focusable=true") && !node.startsWith("RootWebArea"))
        .allSatisfy(node -> assertThat(node).doesNotContain(" \"\"", "\"null\""));
    assertThat(browser.value("document.querySelector('.row').getAttribute('aria-posinset')"))
        .isEqualTo("1");
    assertThat(browser.value("document.querySelector('.row').getAttribute('aria-setsize')"))
        .isEqualTo("5");
    assertThat(browser.value("document.documentElement.lang")).isEqualTo("en");
    browser.press("Tab");
  }

  @Test
  void isLive() throws Exception {
    ApprovalRequest refund = refund();
    open(1);
    choose(refund);
    browser.value("document.querySelector('#reason').value = 'because'");
    waiting.asks("clone_repo", Waiting.change("exec", "git", "Start git"));
    browser.until("document.querySelectorAll('.row').length === 2");
    browser.until("document.querySelector('#said').textContent === '1 more call waits'");
    assertThat(browser.value("document.title")).isEqualTo("(2) Approvals");
    assertThat(browser.value("document.querySelector('#reason').value")).isEqualTo("because");

    Ed25519 other =
        Ed25519.of(
            new byte[] {
              9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
              0, 0, 0
            });
    directory().answer(refund, Decision.REFUSE, "too much", "bob", other);
    browser.until("document.querySelector('#outcome')");
    assertThat(browser.text("#outcome")).contains("bob", "not known here", "refused", "too much");
    assertThat(browser.value("document.querySelector('#approve')")).isNull();
    browser.until("document.querySelector('#said').textContent.includes('refused this call')");
    browser.until("document.querySelectorAll('.row').length === 1");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void whatIsWrittenAnewExpiresOrGoesWhileItIsReadSaysSo() throws Exception {
    ApprovalRequest first = refund();
    ApprovalRequest second = waiting.asks("clone_repo", Waiting.change("exec", "git", "Start git"));
    open(2);
    choose(first);
    waiting.put(first.askedAgain(Waiting.id(), first.requestedAt(), first.expiresAt()));
    browser.until("document.querySelector('#notes .bad')");
    assertThat(browser.value("document.querySelector('#approve').getAttribute('aria-disabled')"))
        .isEqualTo("true");
    browser.value("document.querySelector('#notes button').click()");
    browser.until("!document.querySelector('#notes .bad')");
    waiting.put(
        first.askedAgain(Waiting.id(), first.requestedAt(), first.requestedAt().plusSeconds(1)));
    browser.until("document.querySelector('#outcome')");
    assertThat(browser.text("#outcome")).contains("has expired");
    choose(second);
    Files.delete(waiting.directory().resolve(second.fileName()));
    browser.until("document.querySelector('#outcome')");
    assertThat(browser.text("#outcome")).contains("is gone");
    browser.until("!document.querySelector('#none').hidden");
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void aThousandWaitingCallsAreAFewRows() throws Exception {
    for (int i = 1; i <= 1_000; i++) {
      waiting.asks(
          "tool" + i, Waiting.change("write", "table/" + i, "Write row " + i + " of the table"));
    }
    open(50);
    assertThat(browser.text("#queue-title")).isEqualTo("1,000 waiting calls");
    assertThat((Long) browser.value("document.getElementsByTagName('*').length")).isLessThan(600);
    assertThat(browser.text("#range")).isEqualTo("1\u201350 of 1,000");
    browser.value("document.querySelector('#later').click()");
    browser.until("document.querySelector('.row .tool').innerText === 'tool51'");
    assertThat(browser.value("document.querySelector('.row').getAttribute('aria-posinset')"))
        .isEqualTo("51");
    browser.value("document.querySelector('#find').focus()");
    browser.type("table/777");
    browser.until("document.querySelectorAll('.row').length === 1");
    browser.until("document.querySelector('.row .tool').innerText === 'tool777'");
    browser.press("Enter");
    browser.until("document.activeElement.classList.contains('row')");
    browser.press("Enter");
    browser.until("document.activeElement.id === 'call-title'");
    assertThat((Long) browser.value("document.getElementsByTagName('*').length")).isLessThan(700);
    browser.shoot(SHOTS.resolve("thousand.png"));
    assertThat(browser.complaints()).isEmpty();
  }

  private static final String[] ATTACKS = {
    "<script>window.pwned=1</script>",
    "</title></style><img src=x onerror=window.pwned=1>",
    "\" onmouseover=\"window.pwned=1",
    "javascript:window.pwned=1",
    "<svg/onload=window.pwned=1>",
    "<base href=http://evil.example/><link rel=stylesheet href=http://evil.example/a.css>",
    "{{constructor.constructor('window.pwned=1')()}}${window.pwned=1}",
    "\u202egnp.exe\u2066\u200b\udb40\udc41",
    "a\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301 \u3164\u2800",
    "p\u0430ypal.example",
    "constructor",
    "__proto__"
  };

  @Test
  void nobodyCanSayAnythingInIt() throws Exception {
    List<ApprovalRequest> requests = new ArrayList<>();
    for (String attack : ATTACKS) {
      Map<String, Object> members =
          map(attack, attack, "list", List.of(attack, map(attack, attack)));
      requests.add(
          waiting.discloses(
              attack,
              members,
              Waiting.change(
                  attack + "\u001b[2J\r\n",
                  attack + "\u0007",
                  attack + "\n\n" + attack,
                  "before",
                  members,
                  "after",
                  map(attack, 1L),
                  "x-" + attack,
                  members)));
    }
    open(ATTACKS.length);
    for (ApprovalRequest each : requests) {
      choose(each);
      browser.until("document.querySelector('.change')");
      String text = (String) browser.value("document.body.textContent");
      assertThat(text)
          .doesNotContain(
              "\u202e", "\u2066", "\u200b", "\u001b", "\u0007", "\udb40\udc41", "\u3164", "\u2800")
          .doesNotContain("\u0301\u0301\u0301\u0301");
      assertThat(
              browser.value(
                  "document.querySelectorAll('script, img, svg, base, iframe, link, style, object, embed').length"))
          .as("the script and the style of the page")
          .isEqualTo(2L);
    }
    assertThat(browser.value("window.pwned === undefined")).isEqualTo(true);
    assertThat(browser.complaints()).isEmpty();
    assertThat(browser.requests())
        .isNotEmpty()
        .allSatisfy(
            url -> assertThat(url).startsWith(desk.link().substring(0, desk.link().indexOf('?'))));
    choose(requests.get(9));
    assertThat(browser.text(".mark")).contains("not ASCII", "U+0430");
    choose(requests.get(7));
    browser.shoot(SHOTS.resolve("hostile.png"));
  }

  @Test
  void nobodyApprovesWhatHeWasNotShown() throws Exception {
    ApprovalRequest huge =
        waiting.asks(
            "huge",
            Waiting.change("write", "x", "harmless ".repeat(20_000) + "and the worst at its end"));
    open(1);
    choose(huge);
    browser.value("document.querySelector('#reason').value = 'because'");
    browser.value("document.querySelector('#approve').click()");
    browser.until("!document.querySelector('#wrong').hidden");
    assertThat(browser.text("#wrong")).contains("Not everything of this call is shown");
    assertThat(state(huge)).isEqualTo(ApprovalState.PENDING);
    browser.shoot(SHOTS.resolve("huge.png"));
    browser.value("document.querySelector('#whole').click()");
    browser.until("document.querySelector('#call').textContent.includes('the worst at its end')");
    browser.value("document.querySelector('#reason').value = 'because'");
    browser.value("document.querySelector('#approve').click()");
    browser.until("document.querySelector('#outcome')");
    assertThat(state(huge)).isEqualTo(ApprovalState.APPROVED);
  }

  @Test
  void theLinkOpensOneTab() throws Exception {
    refund();
    open(1);
    String origin = desk.link().substring(0, desk.link().indexOf('?'));
    assertThat(browser.value("location.href")).isEqualTo(origin);
    assertThat(browser.value("document.cookie")).as("no script sees the cookie").isEqualTo("");
    browser.open(origin);
    browser.until("document.querySelectorAll('.row').length === 1");
    browser.open(desk.link());
    assertThat((String) browser.value("document.body.innerText")).contains("was used before");
    browser.open(origin);
    browser.until("document.querySelectorAll('.row').length === 1");
    // Another tab has the cookie, but not what this one keeps.
    browser.value("sessionStorage.clear()");
    browser.open(origin);
    browser.until("document.querySelector('.blank')");
    assertThat(browser.text(".blank")).contains("This tab may not see this desk");
    assertThat(browser.value("document.querySelectorAll('.row').length")).isEqualTo(0L);
  }

  @Test
  void thatTheDeskHasEndedIsSaid() throws Exception {
    ApprovalRequest refund = refund();
    open(1);
    choose(refund);
    browser.value("document.querySelector('#reason').value = 'because'");
    desk.close();
    browser.until("document.querySelector('#link').textContent.startsWith('Not connected')");
    browser.value("document.querySelector('#approve').click()");
    browser.until("!document.querySelector('#wrong').hidden");
    assertThat(browser.text("#wrong")).contains("cannot be reached");
    assertThat(browser.value("document.querySelector('#reason').value")).isEqualTo("because");
    assertThat(state(refund)).isEqualTo(ApprovalState.PENDING);
    browser.shoot(SHOTS.resolve("ended.png"));
  }
}
