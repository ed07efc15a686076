package com.example.acts.receipts;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicBoolean;

/** Everything that a receipt is owed for, honest and refused. */
public final class ReceiptActs {

  private static final Shop SHOP = new Shop();

  static void refunds() throws Exception {
    SHOP.refund("o-1", 40);
  }

  static void refundsTooMuch() throws Exception {
    SHOP.refund("o-1", 4000);
  }

  static void archives() throws Exception {
    SHOP.archive("made");
  }

  /** A tool whose body has another process in mind. */
  static void startsAShell() throws Exception {
    SHOP.shell("touch made");
  }

  /** A tool that starts another process than the call is for. */
  static void startsAnother() throws Exception {
    SHOP.archiveElsewhere("made");
  }

  static void notifies() throws Exception {
    AtomicBoolean asked = new AtomicBoolean();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.set(true);
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    server.start();
    try {
      SHOP.notifyCustomer("http://127.0.0.1:" + server.getAddress().getPort() + "/order");
    } finally {
      server.stop(0);
    }
    System.out.println("asked: " + asked.get());
  }

  static void delegates() throws Exception {
    SHOP.research(() -> SHOP.archive("made"));
  }

  /** The sub-agent has no refunds. */
  static void delegatesTooMuch() throws Exception {
    SHOP.research(() -> SHOP.refund("o-1", 1));
  }

  static void handsOver() throws Exception {
    SHOP.charge("o-1", 40);
  }

  static void handsOverLater() throws Exception {
    SHOP.chargeLater("o-1").get();
  }

  static void handsOverInASubAgent() throws Exception {
    SHOP.sell(() -> SHOP.charge("o-1", 40));
  }

  /** A sub-agent that was not given hand-offs. */
  static void handsOverWithoutBeingAllowed() throws Exception {
    SHOP.research(() -> SHOP.charge("o-1", 40));
  }

  private ReceiptActs() {}
}
