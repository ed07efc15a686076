package com.example.acts.langchain4j;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** The acts of several classes, so that they share a JVM; a line loads only what it knows. */
final class ExtrasActs {

  static void mcp(String[] act) throws Throwable {
    perform("McpActs", act[0]);
  }

  static void client(String[] act) throws Throwable {
    perform("McpClientActs", act[0]);
  }

  static void headers(String[] act) throws Throwable {
    perform("McpHeaderActs", act[0]);
  }

  static void agents(String[] act) throws Throwable {
    perform("AgenticActs", act[0]);
  }

  static void again(String[] act) throws Throwable {
    perform("ReentryActs", act[0]);
  }

  private static void perform(String acts, String act) throws Throwable {
    Method method =
        Class.forName(ExtrasActs.class.getPackageName() + "." + acts).getDeclaredMethod(act);
    method.setAccessible(true);
    try {
      method.invoke(null);
    } catch (InvocationTargetException ended) {
      throw ended.getCause();
    }
  }

  private ExtrasActs() {}
}
