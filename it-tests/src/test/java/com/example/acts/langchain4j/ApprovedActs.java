package com.example.acts.langchain4j;

import com.example.acts.approval.Person;

/** Tool calls that a person has to approve, on the real library. */
public final class ApprovedActs {

  private static final String COPY = "{\"from\": \"page\", \"to\": \"copy\"}";
  private static final String OTHER = "{\"from\": \"page\", \"to\": \"other\"}";
  private static final String SECRET = "{\"from\": \"page\", \"to\": \"hidden\"}";

  static void unanswered() {
    Conversation.asking("copy", COPY).with(new RepoTools());
  }

  /** Refused in one conversation, approved, and asked for again in another one. */
  static void approved() throws Exception {
    Conversation.asking("copy", OTHER).with(new RepoTools());
    Person.ofThisRun(1).approveAll();
    Conversation.asking("copy", OTHER).then("copy", OTHER).with(new RepoTools());
  }

  /** What was approved is to copy the page. */
  static void copiesTheSecret() throws Exception {
    Conversation.asking("copySecretQuietly", SECRET).with(new RepoTools());
    Person.ofThisRun(1).approveAll();
    Conversation.asking("copySecretQuietly", SECRET).with(new RepoTools());
  }

  private ApprovedActs() {}
}
