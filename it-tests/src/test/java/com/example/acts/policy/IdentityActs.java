package com.example.acts.policy;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Requests of many users in one JVM; clerks alone may refund. */
public final class IdentityActs {

  /** The method that handles one request: an agent's frame. */
  static Object handle(Callable<?> request) throws Exception {
    return request.call();
  }

  static Object refund(String to) {
    System.out.println("ran refund");
    return null;
  }

  static Object trainees(String name) throws Exception {
    return Till.start("touch", name);
  }

  private static Object asks(Object user) throws Exception {
    return handle(
        () -> {
          Session.is(user);
          Session.user();
          return refund("acme");
        });
  }

  static void clerk() throws Exception {
    asks(Session.clerk());
  }

  static void clerkAsAMap() throws Exception {
    asks(Map.of("role", "clerk"));
  }

  static void trainee() throws Exception {
    asks(Session.trainee());
  }

  static void nobody() throws Exception {
    asks(null);
  }

  static void aRoleThatIsNoText() throws Exception {
    asks(Map.of("role", 7));
  }

  static void whatCannotBeRead() throws Exception {
    asks(Thread.currentThread());
  }

  static void aTextIsThePrincipal() throws Exception {
    asks("anna");
  }

  static void nobodyAsked() throws Exception {
    handle(() -> refund("acme"));
  }

  static void itThrows() throws Exception {
    handle(
        () -> {
          Session.is(Session.clerk());
          Session.user();
          Session.is(new IllegalStateException("logged out"));
          try {
            Session.user();
          } catch (IllegalStateException expected) {
            System.out.println("logged out");
          }
          return refund("acme");
        });
  }

  static void outsideOfAnyFrame() throws Exception {
    Session.is(Session.clerk());
    Session.user();
    refund("acme");
  }

  static void behindTheFrame() throws Exception {
    asks(Session.clerk());
    refund("acme");
  }

  /** The thread of a pool serves a clerk, and then somebody of whom nobody asks. */
  static void theNextUserOfThePool() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      pool.submit(() -> asks(Session.clerk())).get();
      await(pool, () -> handle(() -> refund("mallory")));
    } finally {
      pool.shutdown();
    }
  }

  /** What a request hands to a pool is that request's. */
  static void handedToAPool() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try {
      handle(
          () -> {
            Session.is(Session.clerk());
            Session.user();
            return await(pool, () -> refund("acme"));
          });
    } finally {
      pool.shutdown();
    }
  }

  private static Object await(ExecutorService pool, Callable<?> work) throws Exception {
    try {
      return pool.submit(work).get();
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw failed;
    }
  }

  /** An allow that only trainees get: unknown is no trainee. */
  static void traineesProgram() throws Exception {
    handle(
        () -> {
          Session.is(Session.trainee());
          Session.user();
          return trainees("made");
        });
  }

  static void traineesProgramOfNobody() throws Exception {
    handle(() -> trainees("made"));
  }

  private IdentityActs() {}
}
