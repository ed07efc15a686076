package com.example.invoicedesk;

import com.google.adk.models.BaseLlm;
import com.google.adk.models.BaseLlmConnection;
import com.google.adk.models.LlmRequest;
import com.google.adk.models.LlmResponse;
import com.google.genai.types.Content;
import com.google.genai.types.FunctionCall;
import com.google.genai.types.Part;
import io.reactivex.rxjava3.core.Flowable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stands in for a hosted model, so that the example needs no network: calls two tools, then says
 * what it was told.
 */
final class ScriptedModel extends BaseLlm {

  private final Iterator<FunctionCall> calls =
      List.of(
              call("pay", Map.of("to", "DE-4711", "amount", "129.95")),
              call("note", Map.of("invoice", "2026-117", "text", "for zenith")))
          .iterator();

  ScriptedModel() {
    super("scripted");
  }

  @Override
  public Flowable<LlmResponse> generateContent(LlmRequest request, boolean stream) {
    List<Content> contents = request.contents();
    for (Part part : contents.get(contents.size() - 1).parts().orElse(List.of())) {
      part.functionResponse()
          .flatMap(response -> response.response())
          .ifPresent(told -> System.out.println("is told      " + new TreeMap<>(told)));
    }
    return Flowable.just(
        LlmResponse.builder()
            .content(Content.builder().role("model").parts(List.of(answer())).build())
            .build());
  }

  private Part answer() {
    if (!calls.hasNext()) {
      return Part.fromText("That is all.");
    }
    FunctionCall call = calls.next();
    System.out.println(
        "model calls  " + call.name().get() + " " + new TreeMap<>(call.args().get()));
    return Part.builder().functionCall(call).build();
  }

  @Override
  public BaseLlmConnection connect(LlmRequest request) {
    throw new UnsupportedOperationException("This model answers in turns.");
  }

  private static FunctionCall call(String tool, Map<String, Object> arguments) {
    return FunctionCall.builder().id("call-" + tool).name(tool).args(arguments).build();
  }
}
