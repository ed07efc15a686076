package com.example.acts.http;

import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Requests of each client that no tool asks for. Arguments: names of clients. Prints {@code CLIENT
 * ALLOWED} for each: how many more unbound effects the agent counts after three requests.
 */
public final class CountingMain {

  private static final int REQUESTS = 3;

  public static void main(String[] clients) throws Exception {
    String url = LoadMain.serve();
    for (String client : clients) {
      LoadClients.Asking asking = LoadClients.of(client, url);
      long before = allowed();
      for (int i = 0; i < REQUESTS; i++) {
        asking.ask();
      }
      System.out.println(client + " " + (allowed() - before));
    }
    System.exit(0); // some clients have threads of their own
  }

  private static long allowed() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName agent = new ObjectName("dev.countersign:type=Agent");
    while (!server.isRegistered(agent)) {
      LockSupport.parkNanos(20_000_000);
    }
    return (Long) server.getAttribute(agent, "UnboundAllowed");
  }

  private CountingMain() {}
}
