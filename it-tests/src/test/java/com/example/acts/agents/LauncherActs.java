package com.example.acts.agents;

/** A program whose own jar brings an agent along; whatever it is given, it does one thing. */
public final class LauncherActs {

  public static void main(String[] ignored) throws Exception {
    System.out.println("came by " + Late.way);
    HostileActs.takesTheGatesOut();
    System.out.println("launcher: " + Touch.attack());
  }

  private LauncherActs() {}
}
