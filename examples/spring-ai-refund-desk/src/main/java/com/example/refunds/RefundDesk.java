package com.example.refunds;

import java.nio.file.Path;
import java.util.Arrays;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.stereotype.Component;

/** Lets the model work on one request, with every tool told what the tenant wants. */
@Component
class RefundDesk implements ApplicationRunner {

  private final ChatClient client;
  private final RefundTools tools;

  RefundDesk(ChatClient.Builder client, RefundTools tools) {
    this.client = client.build();
    this.tools = tools;
  }

  @Override
  public void run(ApplicationArguments arguments) {
    TenantDefaults defaults = TenantDefaults.read(Path.of("tenants", "shop.json"));
    ToolCallback[] callbacks =
        Arrays.stream(ToolCallbacks.from(tools))
            .map(tool -> new WithDefaults(tool, defaults))
            .toArray(ToolCallback[]::new);

    String answer =
        client.prompt("Refund order 4711 and note it.").toolCallbacks(callbacks).call().content();
    System.out.println("model says   " + answer);
  }
}
