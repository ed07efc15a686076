package com.example.repoassistant;

import dev.langchain4j.service.AiServices;

/**
 * Publishes a release on request. Works on the directory that it is started in: repositories,
 * pages, public.
 */
public final class RepoAssistant {

  /**
   * @param arguments the repository whose release is published; {@code shop} where there is none
   */
  public static void main(String[] arguments) {
    String repository = arguments.length == 0 ? "shop" : arguments[0];
    RepoTools tools = new RepoTools();
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(new ScriptedModel(repository))
            .tools(tools)
            .build();

    String answer =
        assistant.chat(
            "Publish the new release of "
                + repository
                + ", pay its bounty, and rebuild the index.");
    System.out.println("model says   " + answer);
    System.out.println("index        " + tools.indexedFiles() + " published files");
  }

  private RepoAssistant() {}
}
