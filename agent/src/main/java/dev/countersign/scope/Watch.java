package dev.countersign.scope;

import dev.countersign.EffectRefusedException;
import dev.countersign.effect.Verb;
import dev.countersign.ledger.ScopeName;

/** Tells the watcher, if there is one: a field to look at where there is none. */
final class Watch {

  private static volatile EffectWatcher watcher;

  static void by(EffectWatcher next) {
    watcher = next;
  }

  /** A tool call was judged. */
  static void previewed(String callId, String tool, String digest, boolean allowed) {
    EffectWatcher told = watcher;
    if (told != null) {
      told.previewed(callId, Verb.INVOKE.text(), ScopeName.tool(tool), digest, allowed);
    }
  }

  /** An effect was previewed, in a call or outside any. */
  static void previewed(Preview preview) {
    EffectWatcher told = watcher;
    if (told != null) {
      CallScope owner = preview.owner();
      told.previewed(
          owner.callId(),
          preview.verb().text(),
          owner.tool() == null ? null : ScopeName.tool(owner.tool()),
          preview.digest(),
          true);
    }
  }

  /** The body of a call is about to run. */
  static void committed(String callId, String tool, String digest, int use) {
    EffectWatcher told = watcher;
    if (told != null) {
      told.committed(callId, Verb.INVOKE.text(), ScopeName.tool(tool), digest, use);
    }
  }

  /** An effect is about to happen. */
  static void committed(BookEntry entry, String digest, int use) {
    EffectWatcher told = watcher;
    if (told != null) {
      told.committed(entry.callId(), entry.verb().text(), entry.scope(), digest, use);
    }
  }

  static EffectRefusedException refused(EffectRefusedException refusal) {
    EffectWatcher told = watcher;
    if (told != null) {
      told.refused(refusal.code(), refusal.actionClass(), refusal.callId());
    }
    return refusal;
  }

  private Watch() {}
}
