package com.example.acts.http;

import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/** Clients of Jetty whose threads do not keep the JVM. */
final class JettyClients {

  static final HttpClient CLIENT = started(new HttpClient());

  static HttpClient started(HttpClient client) {
    QueuedThreadPool threads = new QueuedThreadPool();
    threads.setDaemon(true);
    client.setExecutor(threads);
    client.setScheduler(new ScheduledExecutorScheduler("scheduler", true));
    try {
      client.start();
    } catch (Exception failed) {
      throw new IllegalStateException(failed);
    }
    return client;
  }

  private JettyClients() {}
}
