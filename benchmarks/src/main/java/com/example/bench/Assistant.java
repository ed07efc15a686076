package com.example.bench;

/** The LangChain4j example of this repository: three tool calls, one of which starts a process. */
public final class Assistant {

  public static void main(String[] arguments) throws Exception {
    Class.forName("com.example.repoassistant.RepoAssistant")
        .getMethod("main", String[].class)
        .invoke(null, (Object) arguments);
    Peak.write();
  }

  private Assistant() {}
}
