package com.example.acts;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Performs several acts one after the other: for tables whose acts need no JVM of their own. The
 * first argument is the class of the acts, the others are their names; {@code NAME:ARGUMENT} gives
 * the act one argument.
 *
 * <p>Both outputs have {@code > NAME} before each. Standard output has, after what the act printed
 * itself, a line of three columns, separated by tabs:
 *
 * <pre>{@code
 * < ended     +judged,~victim   8-12 3-5
 * }</pre>
 *
 * <p>How it ended is {@code ended}, {@code refused CODE}, {@code threw CLASS}, or {@code threw
 * CLASS of refused CODE} where a refusal is among the causes. Then what changed in the working
 * directory, and is put back before the next act: {@code +} a new file, {@code ~} another content,
 * {@code -} a file that is gone, or {@code none}; see {@link Surroundings}. Then which lines of the
 * books, if there are any, were written meanwhile: of the chain, and of the effects. Ends with 0.
 */
public final class Acts {

  public static void main(String[] arguments) throws Exception {
    Class<?> acts = Class.forName(arguments[0]);
    for (int i = 1; i < arguments.length; i++) {
      String[] parts = arguments[i].split(":", 2);
      Method act =
          parts.length == 1
              ? acts.getDeclaredMethod(parts[0])
              : acts.getDeclaredMethod(parts[0], String[].class);
      act.setAccessible(true);
      System.out.println("> " + arguments[i]);
      System.err.println("> " + arguments[i]);
      Surroundings before = Surroundings.now();
      String ending =
          ending(act, parts.length == 1 ? new Object[0] : new Object[] {new String[] {parts[1]}});
      Surroundings after = Surroundings.now();
      System.out.println("< " + ending + "\t" + before.changes(after) + "\t" + before.lines(after));
      before.putBack(after);
    }
  }

  private static String ending(Method act, Object[] arguments) throws IllegalAccessException {
    try {
      act.invoke(null, arguments);
      return "ended";
    } catch (InvocationTargetException ended) {
      Throwable thrown = ended.getCause();
      if (Act.isRefusal(thrown)) {
        System.err.println(thrown.getMessage());
        return refused(thrown);
      }
      thrown.printStackTrace();
      String threw = "threw " + thrown.getClass().getName();
      for (Throwable cause = thrown.getCause(); cause != null; cause = cause.getCause()) {
        if (Act.isRefusal(cause)) {
          return threw + " of " + refused(cause);
        }
      }
      return threw;
    }
  }

  private static String refused(Throwable refusal) {
    return "refused " + refusal.getMessage().substring(1, refusal.getMessage().indexOf(']'));
  }

  private Acts() {}
}
