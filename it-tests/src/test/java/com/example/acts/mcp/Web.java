package com.example.acts.mcp;

import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.Wrapper;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/** A servlet of the library in a container, on a port that is free. */
final class Web implements AutoCloseable {

  private static final Logger CONTAINER = Logger.getLogger("org.apache");

  static {
    // The sweeper of sessions that a server of the library starts would outlive everything.
    Thread main = Thread.currentThread();
    Thread end =
        new Thread(
            () -> {
              try {
                main.join();
              } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
              }
              System.exit(0);
            });
    end.setDaemon(true);
    end.start();
  }

  private final Tomcat tomcat = new Tomcat();

  Web(HttpServlet servlet) {
    this(servlet, null);
  }

  /**
   * @param threads null for the container's own
   */
  Web(HttpServlet servlet, Executor threads) {
    CONTAINER.setLevel(Level.OFF);
    try {
      tomcat.setBaseDir(Files.createTempDirectory("web").toString());
      tomcat.setHostname("localhost");
      tomcat.setPort(0);
      Context context = tomcat.addContext("", null);
      Wrapper wrapper = Tomcat.addServlet(context, "mcp", servlet);
      wrapper.setAsyncSupported(true);
      // Nobody is waited for who still listens.
      ((StandardContext) context).setUnloadDelay(0);
      context.addServletMappingDecoded("/*", "mcp");
      if (threads == null) {
        tomcat.getConnector();
      } else {
        tomcat.getConnector().getProtocolHandler().setExecutor(threads);
      }
      tomcat.start();
    } catch (IOException | LifecycleException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** For example {@code http://localhost:40123}. */
  String url() {
    return "http://localhost:" + tomcat.getConnector().getLocalPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException failed) {
      throw new IllegalStateException(failed);
    }
  }
}
