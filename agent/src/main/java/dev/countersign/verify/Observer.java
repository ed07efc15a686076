package dev.countersign.verify;

import java.util.Map;

/** Hears what a verification reads, in its order. */
interface Observer {

  /** Of nobody. */
  Observer NOBODY =
      new Observer() {
        @Override
        public void entry(Entry entry) {}

        @Override
        public void record(Entry entry, Map<String, Object> record) {}
      };

  /** A well-formed entry. */
  void entry(Entry entry);

  /** The effect record that the entry just heard of names; its digest was compared. */
  void record(Entry entry, Map<String, Object> record);
}
