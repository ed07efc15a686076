package com.example.acts.http;

import java.util.concurrent.CompletableFuture;

/** A tool that has another thread do its work, as tools do. */
public final class LoadDesk {

  /** The bound method. */
  public int look(String order) {
    return CompletableFuture.supplyAsync(order::length).join();
  }
}
