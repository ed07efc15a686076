package com.example.acts.springai;

import java.io.IOException;
import org.springframework.ai.tool.annotation.Tool;

/** Tools of a bean that is tried again: each fails at first. */
public class Unsteady {

  private int attempts;

  @Tool(description = "Pays at the second attempt")
  public String unsteady(String to, int amount) {
    fail();
    return Payments.did("paid " + to + " " + amount);
  }

  @Tool(description = "Pays at the second attempt")
  public String unsteadyTwice(String to, int amount) {
    fail();
    return Payments.did("paid " + to + " " + amount);
  }

  @Tool(description = "Copies another page than it was told, then that one")
  public String copyTwice(String from, String to) throws IOException, InterruptedException {
    String what = attempts++ == 0 ? "secret" : from;
    new ProcessBuilder("cp", "--", what, to).start().waitFor();
    Payments.did("cp " + what);
    if (what.equals("secret")) {
      throw new IOException("once more");
    }
    return what;
  }

  private void fail() {
    if (attempts++ == 0) {
      throw new IllegalStateException("not yet");
    }
  }
}
