package com.example.acts.process;

import java.lang.reflect.Field;
import java.util.Map;

/**
 * B24: the map that the JDK made of its environment is changed by reflection, as libraries for
 * tests do, before anything was judged. Whoever copies it gets the change; a process that inherits
 * does not.
 */
public final class OwnEnvironmentActs {

  static void inheritedAfterAChange() throws Exception {
    changed();
    Tools.script("probe", () -> Tools.run(new ProcessBuilder("sh", "probe")));
  }

  static void copiedAfterAChange() throws Exception {
    changed();
    Tools.script(
        "probe",
        () -> {
          ProcessBuilder probe = new ProcessBuilder("sh", "probe");
          probe.environment();
          Tools.run(probe);
        });
  }

  private static void changed() throws Exception {
    ProcessBuilder builder = new ProcessBuilder();
    builder.environment().put("LD_PRELOAD", "evil.so");
    map(field("java.lang.ProcessEnvironment", "theEnvironment").get(null))
        .putAll(
            map(
                field("java.lang.ProcessEnvironment$StringEnvironment", "m")
                    .get(builder.environment())));
  }

  private static Field field(String type, String name) throws Exception {
    Field field = Class.forName(type).getDeclaredField(name);
    LauncherActs.open(field);
    return field;
  }

  @SuppressWarnings("unchecked") // both are maps of the JDK's own names and values
  private static Map<Object, Object> map(Object map) {
    return (Map<Object, Object>) map;
  }

  private OwnEnvironmentActs() {}
}
