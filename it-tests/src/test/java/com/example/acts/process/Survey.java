package com.example.acts.process;

import com.example.acts.Act;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Map;
import java.util.TreeMap;

/**
 * Performs several acts in one JVM, one after the other, and says of each what came of it:
 *
 * <pre>{@code
 * reusedBuilder: NIKA-SEC-011 none
 * honest: ended +judged
 * noSuchProgram: java.io.IOException none
 * }</pre>
 *
 * <p>The second word is the code of a refusal, the class of another exception, or {@code ended};
 * the third what changed in the working directory: {@code +} a new file, {@code ~} another content,
 * {@code -} a file that is gone. What changed is put back before the next act. What is no ASCII in
 * a name is shown as {@code ?}.
 */
public final class Survey {

  /** The first argument is the class of the acts, the others are their names. */
  public static void main(String[] arguments) throws Exception {
    Class<?> acts = Class.forName(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      Map<String, byte[]> before = contents();
      String came = perform(acts.getDeclaredMethod(arguments[i]));
      Map<String, byte[]> after = contents();
      System.out.println(arguments[i] + ": " + came + " " + changes(before, after));
      putBack(before, after);
    }
  }

  private static String perform(Method act) throws IllegalAccessException {
    act.setAccessible(true);
    try {
      act.invoke(null);
      return "ended";
    } catch (InvocationTargetException ended) {
      Throwable thrown = ended.getCause();
      if (Act.isRefusal(thrown)) {
        return thrown.getMessage().substring(1, thrown.getMessage().indexOf(']'));
      }
      System.err.println(thrown);
      return thrown.getClass().getName();
    }
  }

  private static String changes(Map<String, byte[]> before, Map<String, byte[]> after) {
    StringBuilder changes = new StringBuilder();
    Map<String, byte[]> all = new TreeMap<>(before);
    all.putAll(after);
    for (String name : all.keySet()) {
      String shown = "," + sign(before.get(name), after.get(name)) + ascii(name);
      changes.append(shown.charAt(1) == ' ' ? "" : shown);
    }
    return changes.length() == 0 ? "none" : changes.substring(1);
  }

  private static char sign(byte[] before, byte[] after) {
    if (before == null) {
      return '+';
    }
    if (after == null) {
      return '-';
    }
    return java.util.Arrays.equals(before, after) ? ' ' : '~';
  }

  private static String ascii(String name) {
    return new String(name.getBytes(StandardCharsets.US_ASCII), StandardCharsets.US_ASCII);
  }

  private static void putBack(Map<String, byte[]> before, Map<String, byte[]> after)
      throws IOException {
    for (String name : after.keySet()) {
      if (!before.containsKey(name) && !new File(name).delete()) {
        throw new IOException(name + " cannot be removed");
      }
    }
    for (Map.Entry<String, byte[]> file : before.entrySet()) {
      Files.write(new File(file.getKey()).toPath(), file.getValue());
    }
  }

  private static Map<String, byte[]> contents() throws IOException {
    Map<String, byte[]> contents = new TreeMap<>();
    add("", new File("."), contents);
    return contents;
  }

  private static void add(String path, File directory, Map<String, byte[]> contents)
      throws IOException {
    for (File file : directory.listFiles()) {
      if (file.isDirectory()) {
        add(path + file.getName() + "/", file, contents);
      } else {
        contents.put(path + file.getName(), Files.readAllBytes(file.toPath()));
      }
    }
  }

  private Survey() {}
}
