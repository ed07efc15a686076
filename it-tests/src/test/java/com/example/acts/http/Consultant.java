package com.example.acts.http;

/** A tool that may send nothing, but asks a model. */
final class Consultant {

  static void consult(String url, String way) throws Exception {
    Net.send(url, "what is it?", way);
  }

  private Consultant() {}
}
