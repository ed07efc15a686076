package com.example.acts.launch;

import java.util.logging.LogManager;

/** Says when logging is initialised: whoever does so before {@code main} decides how it is. */
public final class OwnLogManager extends LogManager {

  public OwnLogManager() {
    System.out.println("log manager made");
  }
}
