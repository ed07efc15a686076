package dev.countersign.learn;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A list argument whose elements are consecutive elements of argv, of another number in different
 * calls.
 *
 * @param path {@code args.files}
 * @param at where it begins
 * @param behind how many elements follow it
 */
record Splice(String path, int at, int behind) {

  /** The one that most samples agree with; null where none has lists of different lengths. */
  static Splice of(List<Sample> samples, List<Map<String, Object>> values) {
    Map<Splice, Set<Integer>> lengths = new LinkedHashMap<>();
    Map<Splice, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < samples.size(); i++) {
      List<?> argv = (List<?>) samples.get(i).intent().get("argv");
      for (Map.Entry<String, Object> value : values.get(i).entrySet()) {
        List<String> list = Values.texts(value.getValue());
        if (list == null || list.size() >= argv.size()) {
          continue;
        }
        for (int at = 1; at + list.size() <= argv.size(); at++) {
          if (argv.subList(at, at + list.size()).equals(list)) {
            Splice splice = new Splice(value.getKey(), at, argv.size() - at - list.size());
            lengths.computeIfAbsent(splice, unused -> new HashSet<>()).add(list.size());
            counts.merge(splice, 1, Integer::sum);
          }
        }
      }
    }
    Splice best = null;
    for (Map.Entry<Splice, Integer> count : counts.entrySet()) {
      if (lengths.get(count.getKey()).size() > 1
          && (best == null || count.getValue() > counts.get(best))) {
        best = count.getKey();
      }
    }
    return best;
  }

  /** How many elements of a sample it gives; -1 where it gives none of its own. */
  int lengthIn(Sample sample, Map<String, Object> values) {
    List<?> argv = (List<?>) sample.intent().get("argv");
    List<String> list = Values.texts(values.get(path));
    return list != null
            && argv.size() == at + list.size() + behind
            && argv.subList(at, at + list.size()).equals(list)
        ? list.size()
        : -1;
  }
}
