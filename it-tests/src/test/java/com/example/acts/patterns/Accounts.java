package com.example.acts.patterns;

/** Implementations in every shape. */
public final class Accounts {

  /** Says that a body ran. */
  public static Object ran(String what) {
    System.out.println("ran " + what);
    return what;
  }

  /** Gets a bridge for the interface's erased method. */
  static class Current implements Account<String> {
    @Override
    public Object pay(String to, long cents) {
      return ran("current " + to + " " + cents);
    }
  }

  /** Overrides, and calls what it overrides. */
  static final class Careful extends Current {
    @Override
    public Object pay(String to, long cents) {
      ran("careful");
      return super.pay(to, cents);
    }

    @Override
    public Object close(String reason) {
      return ran("careful close " + reason);
    }
  }

  /** Pays although it knows nothing of accounts. */
  static class Till {
    public Object pay(Object to, long cents) {
      return ran("till " + to + " " + cents);
    }
  }

  /** Has its method from a class that is no account. */
  static final class TillAccount extends Till implements Account<Object> {}

  /** Has no body; public, so that another loader's class may extend it. */
  public abstract static class Half implements Account<String> {
    @Override
    public abstract Object pay(String to, long cents);
  }

  static final class Whole extends Half {
    @Override
    public Object pay(String to, long cents) {
      return ran("whole " + to + " " + cents);
    }
  }

  static final class Annotated {
    @Bound
    Object transfer(String to, long cents) {
      return ran("transfer " + to + " " + cents);
    }

    Object free(String to, long cents) {
      return ran("free " + to + " " + cents);
    }
  }

  private Accounts() {}
}
