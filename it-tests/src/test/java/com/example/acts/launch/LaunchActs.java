package com.example.acts.launch;

import com.example.acts.Act;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.TimeZone;
import java.util.logging.Logger;

/**
 * An application that says how it was launched, uses a tool as it was meant to be used, and then in
 * another way. Everything that it prints before the last line is the same on any machine.
 */
public final class LaunchActs {

  /** How urgent a call is; names with an i in them, which Turkish writes in four ways. */
  enum Kind {
    IMMEDIATE,
    LIVING
  }

  public static void main(String[] arguments) throws Exception {
    Act.perform(LaunchActs.class, arguments);
  }

  /** A judged call, then one that starts something else. */
  static void application() throws Exception {
    System.out.println("main");
    surroundings();
    INITIAL_touch("judged", Kind.IMMEDIATE, "judged");
    System.out.println("started: " + Files.exists(Path.of("judged")));
    try {
      INITIAL_touch("asked", Kind.LIVING, "fired");
      System.out.println("attack: worked");
    } catch (SecurityException refused) {
      System.out.println("attack: " + refused.getMessage());
    }
  }

  /** What an application sees of its JVM: files, encoding, locale, cryptography, logging. */
  private static void surroundings() throws Exception {
    System.out.println(System.getSecurityManager() == null ? "unmanaged" : "managed");
    System.out.println(Charset.defaultCharset() + " " + Locale.getDefault());
    System.out.println(TimeZone.getDefault().getID() + " " + "TITLE".toLowerCase());
    System.out.println(LaunchActs.class.getClassLoader().getClass().getName());
    Files.writeString(Path.of("note"), "written by the application");
    System.out.println(Path.of("note").getFileSystem().getClass().getName());
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    System.out.println(digest.getProvider().getName());
    try {
      System.out.println(HexFormat.of().formatHex(digest.digest(new byte[] {1, 2, 3})));
    } catch (IllegalStateException asItsProviderLikes) {
      System.out.println(asItsProviderLikes.getMessage());
    }
    System.out.println(new SecureRandom().getAlgorithm());
    Logger.getLogger("application").warning("logged by the application");
  }

  /** The tool. */
  static void INITIAL_touch(String file, Kind kind, String started) throws Exception {
    new ProcessBuilder("touch", started).start().waitFor();
  }

  private LaunchActs() {}
}
