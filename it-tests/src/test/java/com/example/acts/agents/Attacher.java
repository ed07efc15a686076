package com.example.acts.agents;

import com.sun.tools.attach.VirtualMachine;

/** Another JVM, which attaches an agent to a running one. */
public final class Attacher {

  public static void main(String[] arguments) throws Exception {
    attach(arguments[0], arguments[1]);
  }

  static void attach(String pid, String jar) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(pid);
    try {
      machine.loadAgent(jar);
    } finally {
      machine.detach();
    }
  }

  private Attacher() {}
}
