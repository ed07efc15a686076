package com.example.acts.http;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Tools that send one request each, in a way that they are told: {@code JdkWays.honest}. */
public final class Net {

  /** May send {@code text} to {@code url}. */
  static void post(String url, String text, String way) throws Exception {
    send(url, text, way);
  }

  /** May ask for {@code url}. */
  static void get(String url, String way) throws Exception {
    send(url, null, way);
  }

  /** As {@link #post}, with one header that says the text as well. */
  static void strict(String url, String text, String way) throws Exception {
    send(url, text, way);
  }

  /** May send an amount as JSON, with an id of its own. */
  static void order(String url, long amount, String way) throws Exception {
    send(url, Long.toString(amount), way);
  }

  /** May send {@code text} as a field of a form, and a file beside it. */
  static void upload(String url, String text, String way) throws Exception {
    send(url, text, way);
  }

  /** As {@link #post}, and the same to another place. */
  static void follow(String url, String text, String other, String way) throws Exception {
    send(url, text, way);
  }

  /** As {@link #post}, through a proxy that it may ask for a tunnel to {@code other}. */
  static void tunnel(String url, String text, String other, String way) throws Exception {
    send(url, text, way);
  }

  /** May send nothing. */
  static void idle(String url, String way) throws Exception {
    send(url, "text", way);
  }

  /** Calls the static method {@code CLASS.WAY(String url, String text)} of this package. */
  static void send(String url, String text, String way) throws Exception {
    String[] names = way.split("\\.");
    Class<?> ways = Class.forName(Net.class.getPackageName() + '.' + names[0]);
    try {
      Method method = ways.getDeclaredMethod(names[1], String.class, String.class);
      method.setAccessible(true);
      method.invoke(null, url, text);
    } catch (InvocationTargetException ended) {
      if (ended.getCause() instanceof Exception exception) {
        throw exception;
      }
      throw ended;
    }
  }

  private Net() {}
}
