package com.example.acts.observe;

import com.example.acts.Act;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** An application that watches itself as operators do. */
public final class ObservedActs {

  public static void main(String[] arguments) throws Exception {
    Act.perform(ObservedActs.class, arguments);
  }

  /** From the first second on: started with a recording. */
  static void recordedFromTheStart() throws Exception {
    record(null);
  }

  static void managedAndRecorded() throws Exception {
    managed();
    try (Recording recording = new Recording()) {
      recording.start();
      record(recording);
    }
  }

  private static void record(Recording own) throws IOException {
    while (!isKnown("dev.countersign.Agent")) {
      LockSupport.parkNanos(20_000_000);
    }
    UnobservedActs.search("x");
    try {
      new ProcessBuilder("rm", "-r", "never").start();
      System.out.println("not refused");
    } catch (SecurityException refused) {
      System.out.println(refused.getMessage().substring(0, 12));
    }
    Path file = Path.of("recording.jfr");
    Recording recording =
        own == null ? FlightRecorder.getFlightRecorder().getRecordings().get(0) : own;
    recording.dump(file);
    Map<String, Integer> counts = new TreeMap<>();
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      EventType type = event.getEventType();
      if (type.getName().startsWith("dev.countersign.")) {
        counts.merge(type.getCategoryNames() + " " + type.getLabel(), 1, Integer::sum);
        if (event.hasField("scope")) {
          System.out.println(type.getLabel() + " of " + event.getString("scope"));
        }
        if (event.hasField("code")) {
          System.out.println(event.getString("code") + " " + event.getString("action"));
        }
      }
    }
    System.out.println(counts);
  }

  private static boolean isKnown(String name) {
    return FlightRecorder.getFlightRecorder().getEventTypes().stream()
        .anyMatch(type -> type.getName().equals(name));
  }

  private static void managed() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName("dev.countersign:type=Agent");
    while (!server.isRegistered(name)) {
      LockSupport.parkNanos(20_000_000);
    }
    UnobservedActs.search("x");
    for (String attribute :
        new String[] {"Mode", "LastEntry", "Pending", "Closed", "SitesLost", "ChecksFailed"}) {
      System.out.println(attribute + " " + server.getAttribute(name, attribute));
    }
    System.out.println("Nodes " + ((String[]) server.getAttribute(name, "Nodes")).length);
    System.out.println("Head " + ((String) server.getAttribute(name, "Head")).length());
    System.out.println("Holes " + (((String[]) server.getAttribute(name, "Holes")).length > 0));
    System.out.println("operations " + server.getMBeanInfo(name).getOperations().length);
  }

  private ObservedActs() {}
}
