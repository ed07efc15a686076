package com.example.acts.springai;

import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A Spring Boot application with Spring AI's starter for Ollama: model, manager and clients are
 * what Boot configures. Boot 3 up to Spring AI 1.1, Boot 4 from 2.0 on.
 */
final class BootActs {

  /** The application. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    Payments payments() {
      return new Payments();
    }
  }

  static void asks(String tool, String arguments, boolean streaming) {
    LocalModel local = new LocalModel().asks(tool, arguments);
    try (ConfigurableApplicationContext context =
        new SpringApplication(Application.class)
            .run(
                "--spring.ai.ollama.base-url=" + local.url(),
                "--spring.main.banner-mode=off",
                "--spring.main.web-application-type=none",
                "--logging.level.root=OFF")) {
      ChatClient.ChatClientRequestSpec request =
          context
              .getBean(ChatClient.Builder.class)
              .build()
              .prompt("go on")
              .toolCallbacks(ToolCallbacks.from(context.getBean(Payments.class)));
      System.out.println(
          "answer: "
              + (streaming
                  ? String.join("", request.stream().content().collectList().block())
                  : request.call().content()));
    }
  }

  private BootActs() {}
}
