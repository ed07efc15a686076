package com.example.acts.approval;

import io.netty.channel.DefaultEventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultEventExecutorGroup;
import io.netty.util.concurrent.EventExecutorGroup;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import reactor.core.publisher.Mono;

/** The same call, which a method approves, on threads that may wait for it and others. */
public final class WaitingActs {

  private static void pay() {
    try {
      Desk.dispatch("refund", "{\"to\":\"bob\",\"amount\":5}", () -> Desk.refund("bob"));
    } catch (RuntimeException refused) {
      throw refused;
    } catch (Exception failed) {
      throw new CompletionException(failed);
    }
  }

  static void plain() {
    pay();
  }

  static void reactorParallel() {
    Mono.fromRunnable(WaitingActs::pay)
        .subscribeOn(reactor.core.scheduler.Schedulers.parallel())
        .block();
  }

  static void reactorElastic() {
    Mono.fromRunnable(WaitingActs::pay)
        .subscribeOn(reactor.core.scheduler.Schedulers.boundedElastic())
        .block();
  }

  static void rxComputation() {
    Completable.fromAction(WaitingActs::pay).subscribeOn(Schedulers.computation()).blockingAwait();
  }

  static void rxSingle() {
    Completable.fromAction(WaitingActs::pay).subscribeOn(Schedulers.single()).blockingAwait();
  }

  static void rxIo() {
    Completable.fromAction(WaitingActs::pay).subscribeOn(Schedulers.io()).blockingAwait();
  }

  static void nettyLoop() throws Exception {
    on(new NioEventLoopGroup(1));
  }

  static void nettyLocalLoop() throws Exception {
    on(new DefaultEventLoopGroup(1));
  }

  static void nettyExecutor() throws Exception {
    on(new DefaultEventExecutorGroup(1));
  }

  private static void on(EventExecutorGroup threads) throws Exception {
    try {
      threads.submit(WaitingActs::pay).get();
    } catch (ExecutionException refused) {
      throw (RuntimeException) refused.getCause();
    } finally {
      threads.shutdownGracefully();
    }
  }

  private WaitingActs() {}
}
