package com.example.invoicedesk;

import com.google.adk.agents.LlmAgent;
import com.google.adk.agents.RunConfig;
import com.google.adk.events.Event;
import com.google.adk.runner.InMemoryRunner;
import com.google.adk.sessions.Session;
import com.google.adk.tools.FunctionTool;
import com.google.genai.types.Content;
import com.google.genai.types.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Pays an invoice on request. Works on the directory that it is started in. */
public final class InvoiceDesk {

  private static final String APPLICATION = "invoice-desk";

  public static void main(String[] arguments) throws IOException {
    InvoiceTools tools = new InvoiceTools(Path.of("payments.csv"), Path.of("notes.txt"));
    LlmAgent agent =
        LlmAgent.builder()
            .name("desk")
            .model(new ScriptedModel())
            .instruction("Pay what is due and write down why.")
            .tools(FunctionTool.create(tools, "pay"), FunctionTool.create(tools, "note"))
            .beforeToolCallbackSync(SupplierBook.read(Path.of("suppliers.txt")))
            .build();
    InMemoryRunner runner = new InMemoryRunner(agent, APPLICATION);
    Session session =
        runner.sessionService().createSession(APPLICATION, "clerk", Map.of(), "one").blockingGet();
    Content request =
        Content.builder()
            .role("user")
            .parts(List.of(Part.fromText("Pay invoice 2026-117 of zenith, 129.95 EUR.")))
            .build();
    runner
        .runAsync("clerk", session.id(), request, RunConfig.builder().build())
        .blockingForEach(InvoiceDesk::printAnswer);
  }

  private static void printAnswer(Event event) {
    for (Part part : event.content().flatMap(Content::parts).orElse(List.of())) {
      part.text().ifPresent(text -> System.out.println("model says   " + text));
    }
  }

  private InvoiceDesk() {}
}
