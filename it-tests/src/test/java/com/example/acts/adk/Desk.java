package com.example.acts.adk;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.google.adk.JsonBaseModel;
import com.google.adk.agents.Callbacks.AfterToolCallbackSync;
import com.google.adk.agents.Callbacks.BeforeToolCallback;
import com.google.adk.agents.LiveRequestQueue;
import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.agents.RunConfig.StreamingMode;
import com.google.adk.agents.RunConfig.ToolExecutionMode;
import com.google.adk.events.Event;
import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.adk.plugins.Plugin;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.runner.Runner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.BaseTool;
import com.google.genai.types.Blob;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.FunctionResponse;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A scripted model that asks for calls of tools in one turn, for whichever line of the library is
 * on the class path, and prints what it is told of each.
 */
final class Desk {

  /** Turns of a run, at most: where a call is never answered, the model would ask for ever. */
  private static final int MOST_ASKED = 3;

  private static final String QUESTION = "adk_request_confirmation";

  private final List<Part> calls = new ArrayList<>();
  private final List<BaseTool> tools;
  private final List<Plugin> plugins = new ArrayList<>();
  private LlmAgent.Builder agent = LlmAgent.builder();
  private RunConfig.Builder config = RunConfig.builder();
  private Runner runner;
  private Session session;
  private String sessionId = "first";

  /** How often the model asked in this run. */
  private int asked;

  /** Whether a live connection lasts until a question is answered on it. */
  private boolean answeredThere;

  private Desk(List<BaseTool> tools) {
    this.tools = tools;
  }

  static Desk with(BaseTool... tools) {
    return new Desk(List.of(tools));
  }

  /** One more call of the turn. */
  Desk asks(String tool, String arguments) {
    return asks("call-" + calls.size(), tool, arguments);
  }

  Desk asks(String id, String tool, String arguments) {
    return asks(id, tool, json(arguments));
  }

  Desk asks(String id, String tool, Map<String, Object> arguments) {
    FunctionCall.Builder call = FunctionCall.builder().name(tool);
    if (arguments != null) {
      call = call.args(arguments);
    }
    calls.add(Part.builder().functionCall((id == null ? call : call.id(id)).build()).build());
    return this;
  }

  Desk before(BeforeToolCallback callback) {
    agent = agent.beforeToolCallback(callback);
    return this;
  }

  Desk after(AfterToolCallbackSync callback) {
    agent = agent.afterToolCallbackSync(callback);
    return this;
  }

  Desk plugin(Plugin plugin) {
    plugins.add(plugin);
    return this;
  }

  /** A way of carrying out the calls of a turn; as it comes where this line does not know it. */
  Desk in(String mode) {
    for (ToolExecutionMode known : ToolExecutionMode.values()) {
      if (known.name().equals(mode)) {
        config = config.toolExecutionMode(known);
      }
    }
    return this;
  }

  /** As most applications do. */
  Desk run() {
    return says(Content.fromParts(Part.fromText("go on")));
  }

  /** One more run of the same session. */
  Desk says(Content content) {
    asked = 0;
    session();
    runner
        .runAsync("one", session.id(), content, config.build())
        .blockingForEach(Desk::printAnswer);
    return this;
  }

  /** What the library asked a person is answered. */
  Desk confirms(boolean confirmed) {
    return confirms(confirmed, events -> {});
  }

  Desk confirms(boolean confirmed, Consumer<List<Event>> meanwhile) {
    return answers(confirmed, false, meanwhile);
  }

  /** Only what was asked last is answered, with a yes. */
  Desk confirmsLast() {
    return confirmsLast(events -> {});
  }

  Desk confirmsLast(Consumer<List<Event>> meanwhile) {
    return answers(true, true, meanwhile);
  }

  /** What was asked first is answered with a yes, the rest with a no, in one message. */
  Desk confirmsFirst(Consumer<List<Event>> meanwhile) {
    List<Event> events = session().events();
    meanwhile.accept(events);
    List<Part> given = answersTo(events, false);
    if (given.isEmpty()) {
      return this; // nobody was asked
    }
    given.set(0, answersTo(events, true).get(0));
    return says(Content.builder().role("user").parts(given).build());
  }

  /** A yes as clients of the web send it. */
  Desk confirmsInAText() {
    List<Part> given = new ArrayList<>();
    for (Part part : answersTo(session().events(), true)) {
      FunctionResponse yes = part.functionResponse().get();
      given.add(
          Part.builder()
              .functionResponse(
                  FunctionResponse.builder()
                      .id(yes.id().get())
                      .name(yes.name().get())
                      .response(Map.of("response", "{\"confirmed\": true}"))
                      .build())
              .build());
    }
    return says(Content.builder().role("user").parts(given).build());
  }

  private Desk answers(boolean confirmed, boolean last, Consumer<List<Event>> meanwhile) {
    List<Event> events = session().events();
    meanwhile.accept(events);
    List<Part> answers = answersTo(events, confirmed);
    if (answers.isEmpty()) {
      return this; // nobody was asked
    }
    List<Part> given = last ? answers.subList(answers.size() - 1, answers.size()) : answers;
    return says(Content.builder().role("user").parts(given).build());
  }

  private static List<Part> answersTo(List<Event> events, boolean confirmed) {
    List<Part> answers = new ArrayList<>();
    for (Event event : events) {
      for (FunctionCall call : event.functionCalls()) {
        if (call.name().get().equals(QUESTION)) {
          answers.add(
              Part.builder()
                  .functionResponse(
                      FunctionResponse.builder()
                          .id(call.id().get())
                          .name(call.name().get())
                          .response(Map.of("confirmed", confirmed))
                          .build())
                  .build());
        }
      }
    }
    return answers;
  }

  /** A yes is put into the session as if the user had said it. */
  void putsAYesIntoTheSession() {
    Session now = session();
    Event yes =
        Event.builder()
            .id(Event.generateEventId())
            .invocationId("made-up")
            .author("user")
            .content(Content.builder().role("user").parts(answersTo(now.events(), true)).build())
            .build();
    runner.sessionService().appendEvent(now, yes).ignoreElement().blockingAwait();
  }

  /** The calls that the model asks for in the next runs, in the place of the last ones. */
  Desk next() {
    calls.clear();
    return this;
  }

  /** Keeps what the session holds, as applications do in a database. */
  Desk save(Path file) {
    try {
      Files.write(file, session().events().stream().map(Event::toJson).toList());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return this;
  }

  /** Goes on with a session that another JVM has kept. */
  Desk load(Path file, UnaryOperator<String> meanwhile) {
    session();
    try {
      for (String event : Files.readAllLines(file)) {
        runner
            .sessionService()
            .appendEvent(session, Event.fromJson(meanwhile.apply(event)))
            .ignoreElement()
            .blockingAwait();
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return this;
  }

  /** Goes on with the same events in a session that nobody has asked anything in. */
  Desk inAnotherSession() {
    List<Event> events = session().events();
    sessionId = "second";
    session =
        runner.sessionService().createSession("desks", "one", Map.of(), sessionId).blockingGet();
    for (Event event : events) {
      runner.sessionService().appendEvent(session, event).ignoreElement().blockingAwait();
    }
    return this;
  }

  /** In the other mode of the library, on one connection. */
  void live() {
    session();
    config = config.setStreamingMode(StreamingMode.BIDI);
    runner
        .runLive(session, new LiveRequestQueue(), config.build())
        .blockingForEach(Desk::printAnswer);
  }

  /** The same; what is asked there, the person answers there with a yes, and that is the end. */
  Desk liveUntilConfirmedThere() {
    session();
    config = config.setStreamingMode(StreamingMode.BIDI);
    answeredThere = true;
    LiveRequestQueue queue = new LiveRequestQueue();
    runner
        .runLive(session, queue, config.build())
        .blockingForEach(
            event -> {
              printAnswer(event);
              List<Part> yes = answersTo(List.of(event), true);
              if (!yes.isEmpty()) {
                queue.content(Content.builder().role("user").parts(yes).build());
              }
            });
    answeredThere = false;
    return this;
  }

  LlmAgent agent() {
    return agent
        .name("desk")
        .description("A desk")
        .model(new Model())
        .instruction("Go on.")
        .tools(tools)
        .build();
  }

  private Session session() {
    if (runner == null) {
      runner = new InMemoryRunner(agent(), "desks", plugins);
      session =
          runner.sessionService().createSession("desks", "one", Map.of(), sessionId).blockingGet();
    }
    return runner
        .sessionService()
        .getSession("desks", "one", sessionId, java.util.Optional.empty())
        .blockingGet();
  }

  private static void printAnswer(Event event) {
    event
        .content()
        .flatMap(Content::parts)
        .ifPresent(
            parts ->
                parts.forEach(
                    part -> part.text().ifPresent(text -> System.out.println("answer: " + text))));
  }

  private static boolean printTold(Content content) {
    boolean told = false;
    for (Part part : content.parts().orElse(List.of())) {
      if (part.functionResponse().isPresent()) {
        FunctionResponse response = part.functionResponse().get();
        System.out.println(
            response.name().get() + ": " + new TreeMap<>(response.response().orElse(Map.of())));
        told = true;
      }
    }
    return told;
  }

  @SuppressWarnings("unchecked") // a JSON object
  static Map<String, Object> json(String text) {
    try {
      return JsonBaseModel.getMapper().readValue(text, Map.class);
    } catch (JsonProcessingException noJson) {
      throw new IllegalArgumentException(text, noJson);
    }
  }

  private LlmResponse asking() {
    return LlmResponse.builder()
        .content(Content.builder().role("model").parts(List.copyOf(calls)).build())
        .build();
  }

  private static LlmResponse done() {
    return LlmResponse.builder()
        .content(Content.builder().role("model").parts(List.of(Part.fromText("done"))).build())
        .build();
  }

  /** Asks for the calls, then answers with what it was told. */
  private final class Model extends BaseLlm {

    Model() {
      super("scripted");
    }

    @Override
    public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
      List<Content> contents = request.contents();
      boolean told = printTold(contents.get(contents.size() - 1));
      return Flowable.just(told || asked++ >= MOST_ASKED ? done() : asking());
    }

    @Override
    public BaseLlmConnection connect(LlmRequest request) {
      return new Connection();
    }
  }

  /**
   * Asks at once, and is through when it was told of the calls, and of what a stream had where one
   * was begun; whichever comes first.
   */
  private final class Connection implements BaseLlmConnection {
    private final ReplayProcessor<LlmResponse> responses = ReplayProcessor.create();
    private boolean told;
    private boolean pending;
    private boolean streamed;

    Connection() {
      responses.onNext(asking());
    }

    @Override
    public Completable sendHistory(List<Content> history) {
      return Completable.complete();
    }

    @Override
    public Completable sendContent(Content content) {
      return Completable.fromAction(
          () -> {
            boolean now = printTold(content);
            told |= answeredThere ? now && content.toString().contains(QUESTION) : now;
            pending |= content.toString().contains("the results are pending");
            for (Part part : content.parts().orElse(List.of())) {
              if (part.text().isPresent()) {
                System.out.println(part.text().get());
                streamed = true;
              }
            }
            if (told && (streamed || !pending)) {
              responses.onNext(done());
              responses.onComplete();
            }
          });
    }

    @Override
    public Completable sendRealtime(Blob blob) {
      return Completable.complete();
    }

    @Override
    public Flowable<LlmResponse> receive() {
      return responses;
    }

    @Override
    public void close() {}

    @Override
    public void close(Throwable failed) {}
  }
}
