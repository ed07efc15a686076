package com.example.repoassistant;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A page about a release, as it was fetched from the project's site.
 *
 * @param fields its front matter: the {@code key: value} lines between two lines of {@code ---} at
 *     the top
 */
record ReleasePage(Map<String, String> fields) {

  static ReleasePage read(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    Map<String, String> fields = new HashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.equals("---")) {
        break;
      }
      String[] field = line.split(":", 2);
      fields.put(field[0].strip(), field[1].strip());
    }
    return new ReleasePage(fields);
  }
}
