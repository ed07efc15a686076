package com.example.acts.patterns;

import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;

/** Calls of methods that no configuration names one by one. */
public final class PatternActs {

  private static final Teller TELLER = new Teller();
  private static final String BOB = "{\"to\":\"bob\",\"cents\":5}";

  /** An implementation that another loader defines, after the first one was bound. */
  static final class Elsewhere extends ClassLoader {
    Elsewhere() {
      super(PatternActs.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.endsWith("Accounts$Whole")) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (java.io.IOException failed) {
        throw new ClassNotFoundException(name, failed);
      }
    }
  }

  // Honest: one logical call each.

  static void implementation() throws Exception {
    pay(new Accounts.Current());
  }

  static void throughTheInterface() throws Exception {
    Account<String> account = new Accounts.Current();
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  static void overridingAndSuperCall() throws Exception {
    pay(new Accounts.Careful());
  }

  static void inherited() throws Exception {
    TELLER.order("pay", BOB, () -> new Accounts.TillAccount().pay("bob", 5));
  }

  static void belowAnAbstractOne() throws Exception {
    pay(new Accounts.Whole());
  }

  static void defaultMethod() throws Exception {
    TELLER.order("close", "{\"reason\":\"x\"}", () -> new Accounts.Current().close("x"));
  }

  static void overriddenDefaultMethod() throws Exception {
    TELLER.order("close", "{\"reason\":\"x\"}", () -> new Accounts.Careful().close("x"));
  }

  static void ofAnotherLoader() throws Exception {
    Account<String> account = elsewhere();
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  static void anonymous() throws Exception {
    Account<String> account =
        new Account<>() {
          @Override
          public Object pay(String to, long cents) {
            return Accounts.ran("anonymous " + to + " " + cents);
          }
        };
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  static void jdkProxy() throws Exception {
    Account<String> account = proxy("bob");
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  static void overridingDispatcher() throws Exception {
    new Teller.Logging().order("pay", BOB, () -> new Accounts.Current().pay("bob", 5));
  }

  static void annotated() throws Exception {
    TELLER.order("transfer", BOB, () -> new Accounts.Annotated().transfer("bob", 5));
  }

  static void notAnnotated() throws Exception {
    new Accounts.Annotated().free("bob", 5);
  }

  static void lambda() throws Exception {
    Account<String> account = (to, cents) -> Accounts.ran("lambda " + to + " " + cents);
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  // Attacks: another argument than was judged.

  static void implementationWithAnother() throws Exception {
    TELLER.order("pay", BOB, () -> new Accounts.Current().pay("eve", 5));
  }

  static void overridingWithAnother() throws Exception {
    TELLER.order("pay", BOB, () -> new Accounts.Careful().pay("eve", 5));
  }

  static void inheritedWithAnother() throws Exception {
    TELLER.order("pay", BOB, () -> new Accounts.TillAccount().pay("eve", 5));
  }

  static void defaultMethodWithAnother() throws Exception {
    TELLER.order("close", "{\"reason\":\"x\"}", () -> new Accounts.Current().close("y"));
  }

  static void ofAnotherLoaderWithAnother() throws Exception {
    Account<String> account = elsewhere();
    TELLER.order("pay", BOB, () -> account.pay("eve", 5));
  }

  /** What stands behind the proxy changes the argument: the real method is bound. */
  static void behindAProxyWithAnother() throws Exception {
    Account<String> account = proxy("eve");
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  static void annotatedWithAnother() throws Exception {
    TELLER.order("transfer", BOB, () -> new Accounts.Annotated().transfer("eve", 5));
  }

  private static void pay(Account<String> account) throws Exception {
    TELLER.order("pay", BOB, () -> account.pay("bob", 5));
  }

  @SuppressWarnings("unchecked")
  private static Account<String> elsewhere() throws ReflectiveOperationException {
    Constructor<?> constructor =
        new Elsewhere().loadClass(Accounts.Whole.class.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (Account<String>) constructor.newInstance();
  }

  @SuppressWarnings("unchecked")
  private static Account<String> proxy(String paid) {
    Account<String> real = new Accounts.Current();
    return (Account<String>)
        Proxy.newProxyInstance(
            PatternActs.class.getClassLoader(),
            new Class<?>[] {Account.class},
            (self, method, args) -> real.pay(paid, (Long) args[1]));
  }

  private PatternActs() {}
}
