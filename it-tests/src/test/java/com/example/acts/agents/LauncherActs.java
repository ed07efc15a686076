package com.example.acts.agents;

/** A program whose own jar brings an agent along. */
public final class LauncherActs {

  public static void main(String[] arguments) throws Exception {
    System.out.println("came by " + Late.way);
    HostileActs.takesTheGatesOut();
    System.out.println("launcher: " + Touch.attack());
  }

  private LauncherActs() {}
}
