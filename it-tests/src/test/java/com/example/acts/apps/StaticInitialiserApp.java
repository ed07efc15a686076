package com.example.acts.apps;

import com.example.acts.Act;
import java.io.IOException;

/**
 * Classes that start a process when they are initialised, which is in whatever call needs them
 * first: what a terminal library or a native loader does.
 */
public final class StaticInitialiserApp {

  /** Asks the system about itself, once, on a thread of its own. */
  private static final class Terminal {
    static final String KIND = kind();

    private static String kind() {
      Question question = new Question();
      question.start();
      try {
        question.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
      return question.answer;
    }
  }

  /** A class of its own: a lambda in the other one would wait for it to be initialised. */
  private static final class Question extends Thread {
    volatile String answer;

    @Override
    public void run() {
      try {
        answer = Desk.run("uname") == 0 ? "known" : "unknown";
      } catch (Exception failed) {
        answer = failed.toString();
      }
    }
  }

  /** Fails to initialise where its process may not start. */
  private static final class Backdoor {
    static final int CODE = code();

    private static int code() {
      try {
        return Desk.run("touch", "fired");
      } catch (IOException | InterruptedException failed) {
        throw new IllegalStateException(failed);
      } catch (RuntimeException refused) {
        throw refused;
      } catch (Exception other) {
        throw new IllegalStateException(other);
      }
    }
  }

  public static void main(String[] arguments) throws Exception {
    Act.perform(StaticInitialiserApp.class, arguments);
  }

  static void application() throws Exception {
    System.out.println(Desk.call("draw", "{\"file\": \"judged\"}", () -> draw("judged")));
    System.out.println(Desk.call("draw", "{\"file\": \"again\"}", () -> draw("again")));
    System.out.println("outside: " + Terminal.KIND);
    Desk.attack("sneak", "{}", StaticInitialiserApp::sneak);
  }

  /** A tool. */
  static String draw(String file) throws Exception {
    return Terminal.KIND + " " + Desk.run("touch", file);
  }

  /** A tool that declares nothing; what its class does at first use surfaces as an error. */
  static String sneak() {
    try {
      return "code " + Backdoor.CODE;
    } catch (ExceptionInInitializerError failed) {
      return "unavailable";
    }
  }

  private StaticInitialiserApp() {}
}
