package dev.countersign.weave;

import dev.countersign.ActionClass;

/**
 * Where the gate goes, by exact names, and who stands behind it. One line of a sink's table:
 *
 * <pre>{@code
 * Site.on("java.lang.ProcessImpl").at("start", "([Ljava/lang/String;…Z)Ljava/lang/Process;")
 *     .replacing().expect(1).jdk(17, 25).required().refuses(PROCESS_START).to(handler)
 * }</pre>
 *
 * <p>Immutable. Bridge methods are never woven unless a whole descriptor names one; abstract ones
 * never.
 */
public final class Site {

  /** What is woven. */
  public enum Kind {
    /** Entry and exit of a method with a body. */
    METHOD("method"),
    /** Entry only, without the cost of an exit; {@link SiteHandler#exit} is never called. */
    ENTRY("entry"),
    /** Entry of a constructor, before its {@code super} call: no receiver, no exit. */
    CONSTRUCTOR("constructor"),
    /** A native method: a wrapper of the same name calls the gate, then the prefixed native. */
    NATIVE("native"),
    /**
     * Just before a given call inside a method: the handler sees the enclosing receiver, and as
     * arguments the call's receiver (unless static) and arguments. No exit.
     */
    CALL("call");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** As it stands in records and tables. */
    String text() {
      return text;
    }
  }

  /** Stands for the method of a call that is woven in whichever method makes it. */
  private static final String ANYWHERE = "*";

  /** Stands for a called method of whatever name. */
  private static final String ANY = "*";

  private final String className;
  private final Kind kind;
  private final String method;
  private final String descriptor;
  private final String calleeOwner;
  private final String callee;
  private final String calleeDescriptor;
  private final boolean replacing;
  private final boolean decidingAtExit;
  private final boolean innermost;
  private final boolean scopesOnly;
  private final int expected;
  private final boolean optional;
  private final int firstJdk;
  private final int lastJdk;
  private final Duty duty;
  private final ActionClass action;
  private final SiteHandler handler;
  private final boolean hasExit;

  private Site(Builder from, SiteHandler handler) {
    this.className = from.className;
    this.kind = from.kind;
    this.method = from.method;
    this.descriptor = from.descriptor;
    this.calleeOwner = from.calleeOwner;
    this.callee = from.callee;
    this.calleeDescriptor = from.calleeDescriptor;
    this.replacing = from.replacing;
    this.decidingAtExit = from.decidingAtExit;
    this.innermost = from.innermost;
    this.scopesOnly = from.scopesOnly;
    this.expected = from.expected;
    this.optional = from.optional;
    this.firstJdk = from.firstJdk;
    this.lastJdk = from.lastJdk;
    this.duty = from.duty;
    this.action = from.action;
    this.handler = handler;
    this.hasExit = kind == Kind.METHOD || kind == Kind.NATIVE;
  }

  /**
   * Entry and exit of a method of this class.
   *
   * @param className binary name, {@code java.lang.ProcessImpl}, {@code a.Outer$Inner}
   */
  public static Builder on(String className) {
    return new Builder(className, Kind.METHOD);
  }

  /** Entry only of a method of this class. */
  public static Builder onEntry(String className) {
    return new Builder(className, Kind.ENTRY);
  }

  /** Entry of constructors of this class; the descriptor follows with {@link Builder#at}. */
  public static Builder onConstructor(String className) {
    return new Builder(className, Kind.CONSTRUCTOR).at("<init>", "(");
  }

  /** A native method of this class. */
  public static Builder onNative(String className) {
    return new Builder(className, Kind.NATIVE);
  }

  /** A call inside a method of this class; which one follows with {@link Builder#before}. */
  public static Builder onCall(String className) {
    return new Builder(className, Kind.CALL);
  }

  /** Binary name of the class. */
  public String className() {
    return className;
  }

  /** What is woven. */
  public Kind kind() {
    return kind;
  }

  /** Name of the method that is woven. */
  public String method() {
    return method;
  }

  /** The descriptor, or its beginning where the rest is open, see {@link Builder#at}. */
  public String descriptor() {
    return descriptor;
  }

  /** How many methods (for {@link Kind#CALL}: calls) have to be found in the class. */
  public int expected() {
    return expected;
  }

  /** Whether a class that has none of it is a version without it, and nothing is lost. */
  boolean optional() {
    return optional;
  }

  /** Whether whichever method makes the call is meant. */
  boolean anywhere() {
    return method.equals(ANYWHERE);
  }

  /** Whether so many methods or calls of one class are those that have to be found. */
  boolean fits(int found) {
    return found == expected || anywhere() && found > expected;
  }

  /** What is owed where this cannot be woven. */
  public Duty duty() {
    return duty;
  }

  /** What a refusal by failure of the check names. */
  public ActionClass action() {
    return action;
  }

  /** Who stands behind the gate. */
  public SiteHandler handler() {
    return handler;
  }

  /** Whether this site exists on a JDK of that feature version. */
  public boolean existsOn(int jdk) {
    return firstJdk <= jdk && jdk <= lastJdk;
  }

  /** Whether what is entered is left again. */
  boolean hasExit() {
    return hasExit;
  }

  boolean replacing() {
    return replacing;
  }

  boolean decidingAtExit() {
    return decidingAtExit;
  }

  boolean innermost() {
    return innermost;
  }

  /** Whether nothing is to be done here before a scope exists. */
  boolean scopesOnly() {
    return scopesOnly;
  }

  boolean names(int access, String name, String desc) {
    if (anywhere() || !name.equals(method) || (access & Access.ABSTRACT) != 0) {
      return false;
    }
    if (desc.equals(descriptor)) {
      return true;
    }
    // The return type is open in configured patterns; then the compiler's bridges are not meant.
    return (access & Access.BRIDGE) == 0
        && (descriptor.endsWith(")") || descriptor.equals("("))
        && desc.startsWith(descriptor);
  }

  boolean calls(String owner, String name, String desc) {
    if (!owner.equals(calleeOwner)) {
      return false;
    }
    if (callee.equals(ANY)) {
      return desc.startsWith(calleeDescriptor);
    }
    return name.equals(callee)
        && (calleeDescriptor.endsWith(")")
            ? desc.startsWith(calleeDescriptor)
            : desc.equals(calleeDescriptor));
  }

  /** For messages: {@code java.lang.ProcessImpl.start}. */
  @Override
  public String toString() {
    if (kind != Kind.CALL) {
      return className + "." + method;
    }
    return (anywhere() ? className : className + "." + method)
        + " at its call of "
        + (callee.equals(ANY) ? calleeOwner.replace('/', '.') : callee);
  }

  /** Says the rest of a {@link Site}; not thread-safe, used once. */
  public static final class Builder {

    private final String className;
    private final Kind kind;
    private String method;
    private String descriptor = "(";
    private String calleeOwner;
    private String callee;
    private String calleeDescriptor;
    private boolean replacing;
    private boolean decidingAtExit;
    private boolean innermost;
    private boolean scopesOnly;
    private int expected = 1;
    private boolean optional;
    private int firstJdk;
    private int lastJdk = Integer.MAX_VALUE;
    private Duty duty = Duty.GUARD;
    private ActionClass action = ActionClass.TOOL_CALL;

    private Builder(String className, Kind kind) {
      this.className = className;
      this.kind = kind;
    }

    /**
     * Which method.
     *
     * @param descriptor a JVM descriptor; one that ends with {@code )} leaves the return type open,
     *     {@code "("} alone every overload
     * @throws IllegalArgumentException if it ends within the parameters: no method would have it,
     *     and a site that may be missing would never be missed
     */
    public Builder at(String method, String descriptor) {
      if (descriptor.indexOf(')') < 0 && !descriptor.equals("(")) {
        throw new IllegalArgumentException(
            "the descriptor " + descriptor + " of " + method + " ends within its parameters");
      }
      this.method = method;
      this.descriptor = descriptor;
      return this;
    }

    /** Which constructor; {@code "("} is every one. */
    public Builder at(String descriptor) {
      return at("<init>", descriptor);
    }

    /**
     * For {@link Kind#CALL}: before which call, {@code before("java/lang/Runnable", "run", "()V")}.
     *
     * @param descriptor one that ends with {@code )} leaves the return type open
     */
    public Builder before(String owner, String name, String descriptor) {
      this.calleeOwner = owner;
      this.callee = name;
      this.calleeDescriptor = descriptor;
      return this;
    }

    /**
     * For {@link Kind#CALL}: before calls of that class, whatever the method's name is.
     *
     * @param descriptor how the called method's descriptor begins
     */
    public Builder beforeAny(String owner, String descriptor) {
      return before(owner, ANY, descriptor);
    }

    /** What the handler leaves in the argument array is what the body gets. Else it is ignored. */
    public Builder replacing() {
      this.replacing = true;
      return this;
    }

    /**
     * The exit is the check: what the method returns is bound there, so an exit that fails refuses
     * what was returned (in {@code enforce}). Else it leaves the result as it is.
     */
    public Builder decidesAtExit(boolean decides) {
      this.decidingAtExit = decides;
      return this;
    }

    /**
     * Entered after every other site of the method, left before them, whenever they are added: it
     * says under whom the body runs.
     */
    public Builder innermost() {
      this.innermost = true;
      return this;
    }

    /** How many methods or calls have to be found; 1 unless said. */
    public Builder expect(int expected) {
      this.expected = expected;
      return this;
    }

    /** For {@link Kind#CALL}: in whichever methods make the call, as often as they do. */
    public Builder anywhere() {
      return at(ANYWHERE, "(");
    }

    /** Not every version of the library has it: where a class has none, nothing is lost. */
    public Builder optional() {
      this.optional = true;
      return this;
    }

    /**
     * First and last JDK feature version that have this method; elsewhere the site is not added.
     */
    public Builder jdk(int first, int last) {
      this.firstJdk = first;
      this.lastJdk = last;
      return this;
    }

    /** {@link Duty#REQUIRED}. */
    public Builder required() {
      this.duty = Duty.REQUIRED;
      return this;
    }

    /** {@link Duty#CARRY}. */
    public Builder carrying() {
      this.duty = Duty.CARRY;
      return this;
    }

    /**
     * {@link #carrying}, and nothing but scopes: it is not entered while {@link LiveScopes} has
     * none. Not for what has to know, later, that somebody was in no scope.
     */
    public Builder carryingScopes() {
      this.scopesOnly = true;
      return carrying();
    }

    /** What a refusal by failure of the check names; a tool call unless said. */
    public Builder refuses(ActionClass action) {
      this.action = action;
      return this;
    }

    /** Who stands behind the gate; completes the site. */
    public Site to(SiteHandler handler) {
      if (method == null || (kind == Kind.CALL && callee == null)) {
        throw new IllegalStateException("a site on " + className + " does not say where");
      }
      return new Site(this, handler);
    }
  }
}
