package dev.countersign.weave;

/**
 * Who stands behind the sites of a library, made when the first of them is entered: most JVMs have
 * no such library, and their start does not pay for it.
 *
 * <p>They are made inside a check, so a failure refuses what was about to happen. Short of memory
 * or stack, they are made anew at the next entry; a class that is missing or cannot be verified
 * never can be linked, and refuses from then on. Making them must do nothing but make them: the
 * thread is the application's, whatever it carries, and may hold locks. Calls from inside a check
 * are refused: a handler that lets some pass is no handler for here.
 */
public abstract class LaterHandlers {

  private SiteHandler[] made;
  private LinkageError never;

  /** Makes all of them, each at its number; again where that failed. */
  protected abstract SiteHandler[] make();

  /** The one with that number, as it will be. */
  public final SiteHandler get(int number) {
    return new Later(this, number);
  }

  private synchronized SiteHandler[] made() {
    if (made == null) {
      if (never != null) {
        throw never;
      }
      StackReserve.require();
      try {
        made = make();
      } catch (NoClassDefFoundError | VerifyError | ExceptionInInitializerError failed) {
        never = failed;
        throw failed;
      }
    }
    return made;
  }

  private static final class Later implements SiteHandler {

    private final LaterHandlers all;
    private final int number;

    /** Null until first entered. */
    private volatile SiteHandler own;

    Later(LaterHandlers all, int number) {
      this.all = all;
      this.number = number;
    }

    @Override
    public Object enter(WovenMethod woven, Object self, Object[] args) throws Throwable {
      return own().enter(woven, self, args);
    }

    @Override
    public Object exit(Object token, Object result, Throwable thrown) throws Throwable {
      return own().exit(token, result, thrown);
    }

    private SiteHandler own() {
      SiteHandler known = own;
      if (known == null) {
        known = all.made()[number];
        own = known;
      }
      return known;
    }
  }
}
