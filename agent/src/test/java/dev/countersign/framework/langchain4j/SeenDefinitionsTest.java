package dev.countersign.framework.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.framework.Defined;
import dev.countersign.pin.Definition;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeenDefinitionsTest {

  private final List<String> holes = new ArrayList<>();
  private final SeenDefinitions seen = new SeenDefinitions(holes::add);

  @Test
  void aRequestHasTheDefinitionThatTheModelWasSentWith() {
    ToolExecutionRequest request = request();

    seen.answered(sent(strings()), answer(request));

    assertThat(digestFor(seen, request)).isEqualTo(digest(strings())).hasSize(64);
  }

  @Test
  void aDefinitionThatChangesAfterTheAnswerIsAnotherOne() throws Exception {
    ToolExecutionRequest request = request();
    ToolSpecification specification = strings();
    seen.answered(sent(specification), answer(request));
    String before = digestFor(seen, request);

    Field description = ToolSpecification.class.getDeclaredField("description");
    description.setAccessible(true);
    description.set(specification, "Pays anybody");

    assertThat(digestFor(seen, request)).isNotEqualTo(before).isEqualTo(digest(specification));
  }

  @Test
  void aToolThatNoModelWasSeenToAskForIsAnnouncedOnce() {
    assertThat(digestFor(seen, request())).isNull();
    assertThat(digestFor(seen, request())).isNull();

    assertThat(holes).singleElement().asString().startsWith("tool pay was called without");
  }

  @Test
  void ofToolsWithoutAnEndAHundredAreNamed() {
    for (int i = 0; i < 1_000; i++) {
      seen.leadingTo(ToolExecutionRequest.builder().name("tool" + i).arguments("{}").build());
    }

    assertThat(holes).hasSize(101);
    assertThat(holes.get(99)).startsWith("tool tool99 was called without");
    assertThat(holes.get(100))
        .startsWith("yet another tool was called")
        .endsWith("Further ones are not named");
  }

  @Test
  void anEqualRequestOfAnotherAnswerIsAnotherCall() {
    seen.answered(sent(strings()), answer(request()));

    assertThat(digestFor(seen, request())).isNull();
  }

  @Test
  void theTypeOfAParameterIsPartOfTheDefinition() {
    ToolSpecification integers =
        ToolSpecification.builder()
            .name("pay")
            .description("Pays")
            .parameters(JsonObjectSchema.builder().addIntegerProperty("id", "who").build())
            .build();

    assertThat(digest(integers)).isNotEqualTo(digest(strings()));
  }

  @Test
  void aToolWithoutParametersHasADefinition() {
    assertThat(ToolDefinition.of(ToolSpecification.builder().name("now").build()))
        .containsEntry("name", "now")
        .containsEntry("description", null)
        .containsEntry("parameters", null);
  }

  @Test
  void anAnswerInTextIsPassedOver() {
    seen.answered(
        sent(strings()), ChatResponse.builder().aiMessage(AiMessage.from("hello")).build());
    seen.answered(sent(strings()), null);

    assertThat(digestFor(seen, request())).isNull();
  }

  private static String digest(ToolSpecification specification) {
    return Definition.digest(ToolDefinition.of(specification));
  }

  private static ToolSpecification strings() {
    return ToolSpecification.builder()
        .name("pay")
        .description("Pays")
        .parameters(
            JsonObjectSchema.builder().addStringProperty("id", "who").required("id").build())
        .build();
  }

  private static ToolExecutionRequest request() {
    return ToolExecutionRequest.builder().id("1").name("pay").arguments("{}").build();
  }

  private static ChatRequest sent(ToolSpecification specification) {
    return ChatRequest.builder()
        .messages(UserMessage.from("hi"))
        .toolSpecifications(specification)
        .build();
  }

  private static ChatResponse answer(ToolExecutionRequest request) {
    return ChatResponse.builder().aiMessage(AiMessage.from(request)).build();
  }

  private static String digestFor(SeenDefinitions seen, ToolExecutionRequest request) {
    Defined definition = seen.leadingTo(request);
    return definition == null ? null : definition.digest();
  }
}
