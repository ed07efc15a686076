package com.example.repoassistant;

import dev.langchain4j.agent.tool.Tool;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** What the model may do with the repositories in the working directory. */
final class RepoTools {

  private CompletableFuture<Long> index = CompletableFuture.completedFuture(0L);

  @Tool(
      name = "publish_release",
      value = "Publishes a repository and announces it with the title of its release page")
  String publishRelease(String repository, String page) throws IOException, InterruptedException {
    Map<String, String> release = new HashMap<>();
    release.put("repository", repository);
    release.putAll(ReleasePage.read(Path.of("pages", page)).fields());

    Process copy =
        new ProcessBuilder("cp", "-R", "--", "repositories/" + release.get("repository"), "public/")
            .start();
    if (copy.waitFor() != 0) {
      return "Could not publish "
          + repository
          + ": "
          + new String(copy.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    }
    return "Published " + repository + ": " + release.get("title");
  }

  @Tool(name = "pay_bounty", value = "Pays a contributor a bounty in euros")
  String payBounty(long contributor, BigDecimal amount) {
    return "Paid " + amount.toPlainString() + " EUR to contributor " + contributor;
  }

  @Tool(name = "rebuild_index", value = "Counts the published files again, in the background")
  CompletableFuture<Long> rebuildIndex() {
    index = CompletableFuture.supplyAsync(RepoTools::countPublishedFiles);
    return index;
  }

  /** How many published files the index holds, once it is rebuilt. */
  long indexedFiles() {
    return index.join();
  }

  private static long countPublishedFiles() {
    try (Stream<Path> files = Files.walk(Path.of("public"))) {
      return files.filter(Files::isRegularFile).count();
    } catch (IOException unreadable) {
      throw new java.io.UncheckedIOException(unreadable);
    }
  }
}
