package com.example.acts.langchain4j;

import static com.example.acts.langchain4j.Lines.copyCall;

import dev.langchain4j.model.chat.response.PartialToolCall;

/** What lines from 1.11 on know: callbacks around tools, parts of tool calls. */
final class From11Acts {

  static void callbacks() {
    calling("copy");
  }

  static void callbacksOnAnotherFile() {
    calling("copySecret");
  }

  private static void calling(String tool) {
    Conversation.asking(tool, copyCall())
        .with(
            service ->
                service
                    .tools(new RepoTools())
                    .beforeToolExecution(
                        before -> System.out.println("before: " + before.request().name()))
                    .afterToolExecution(after -> System.out.println("after: " + after.result())));
  }

  static void partialCalls() {
    partial("copy");
  }

  static void partialCallsOnAnotherFile() {
    partial("copySecret");
  }

  private static void partial(String tool) {
    String arguments = copyCall();
    StreamActs.talk(
        Conversation.asking(tool, arguments),
        (answer, handler) -> {
          if (answer.aiMessage().hasToolExecutionRequests()) {
            for (String part : new String[] {arguments.substring(0, 3), arguments.substring(3)}) {
              handler.onPartialToolCall(
                  PartialToolCall.builder()
                      .index(0)
                      .id("call-1")
                      .name(tool)
                      .partialArguments(part)
                      .build());
            }
          }
          handler.onCompleteResponse(answer);
        },
        service -> service.tools(new RepoTools()),
        stream ->
            stream.onPartialToolCall(
                part -> System.out.println("part: " + part.partialArguments())));
  }

  private From11Acts() {}
}
