package dev.countersign.agent;

import dev.countersign.observe.CountersignMXBean;
import dev.countersign.observe.PreflightMXBean;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** Finds the platform's MBean server once it is there, and never makes one. */
final class BeanServers {

  private static final String AGENT = "dev.countersign:type=Agent";
  private static final String PREFLIGHT = "dev.countersign:type=Preflight";

  /** What tells the platform's server from others. */
  private static final String PLATFORM = "java.lang:type=Runtime";

  /**
   * @return whether there is nothing left to do; false while the platform's server is not there yet
   */
  static boolean register(CountersignMXBean agent, PreflightMXBean preflight) {
    try {
      ObjectName platform = new ObjectName(PLATFORM);
      for (MBeanServer server : MBeanServerFactory.findMBeanServer(null)) {
        // An application's own server would run its code on a thread of ours.
        boolean ofJdk = server.getClass().getClassLoader() == null;
        if (ofJdk && server.isRegistered(platform)) {
          register(server, AGENT, agent, CountersignMXBean.class);
          register(server, PREFLIGHT, preflight, PreflightMXBean.class);
          return true;
        }
      }
      return false;
    } catch (JMException refused) {
      throw new IllegalStateException(refused.toString(), refused);
    }
  }

  private static <T> void register(MBeanServer server, String text, T bean, Class<T> type)
      throws JMException {
    ObjectName name = new ObjectName(text);
    if (!server.isRegistered(name)) {
      server.registerMBean(new StandardMBean(bean, type, true), name);
    }
  }

  private BeanServers() {}
}
