package com.example.acts.tools;

/** Its implementations get a bridge method. */
interface Handler<T> {
  Object handle(T value);
}
