package dev.countersign.learn;

import dev.countersign.effect.HeaderRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** A learning that is full early. */
public final class LearningBounds {

  public static Learning begin(Path file, Map<String, Object> about, long most) throws IOException {
    return Learning.begin(file, about, HeaderRules.DEFAULT, most);
  }

  private LearningBounds() {}
}
