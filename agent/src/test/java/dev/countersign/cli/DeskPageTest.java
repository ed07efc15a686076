package dev.countersign.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.countersign.approval.ApprovalDirectory;
import dev.countersign.approval.ApprovalEntry;
import dev.countersign.approval.ApprovalRequest;
import dev.countersign.approval.ApprovalState;
import dev.countersign.canonical.Ed25519;
import dev.countersign.receipt.ReceiptSigner;
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

  @TempDir private static Path profile;

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
    browser = Browser.start(profile.resolve("browser"));
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
  void leave() {
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

  private void someCalls() throws Exception {
    refund();
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
  }

  @Test
  void looksAsItShould() throws Exception {
    someCalls();
    browser.open(desk.link());
    browser.until("document.querySelectorAll('.row').length === 5");
    browser.shoot(SHOTS.resolve("list.png"));
    browser.value("document.querySelector('.row').click()");
    browser.until("document.querySelector('#approve')");
    browser.shoot(SHOTS.resolve("desk.png"));
    browser.colours("dark");
    browser.shoot(SHOTS.resolve("dark.png"));
    browser.colours("light");
    browser.size(390, 800);
    browser.shoot(SHOTS.resolve("phone.png"));
    browser.value("document.querySelector('.back').click()");
    browser.shoot(SHOTS.resolve("phone-list.png"));
  }
}
