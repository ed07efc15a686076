package dev.countersign.ledger;

import java.util.List;

/**
 * The fields of each event (spec 2.1), for one chain. Names are written in their sorted order.
 *
 * @param chainId 16 lowercase hex digits
 * @param node the root's: {@code <chain id>:n0}
 * @param agent whose books they are
 */
record EntryForm(String chainId, String node, String agent) {

  EntryForm(String chainId, String agent) {
    this(chainId, rootOf(chainId), agent);
  }

  /** The id of a chain's root node. */
  static String rootOf(String chainId) {
    return chainId + ":n0";
  }

  EntryDraft root(String paramsSalt) {
    EntryText text = new EntryText();
    text.string(EntryFields.AGENT, agent);
    Authority.ROOT.write(text, EntryFields.AUTHORITY);
    text.string(EntryFields.C14N, "JCS");
    return end(
        eventAndNode(chain(text), "root", node)
            .string(EntryFields.PARAMS_SALT, paramsSalt)
            .prevHash()
            .seq());
  }

  EntryDraft done(Node of) {
    EntryText text = agentFirst(of.agent());
    return end(eventAndNode(text, "done", idOf(of)).prevHash().seq());
  }

  EntryDraft spawn(Node child) {
    EntryText text = agentFirst(child.agent()).string(EntryFields.EVENT, "spawn");
    child.authority().write(text, EntryFields.GRANTED);
    text.hash()
        .string(EntryFields.NODE, idOf(child))
        .string(EntryFields.PARENT, idOf(child.parent))
        .prevHash();
    child.requested.write(text, EntryFields.REQUESTED);
    return end(text.seq().string(EntryFields.TASK, child.task));
  }

  EntryDraft spawnDenied(Node wouldBe, Ground refused) {
    EntryText text = agentFirst(wouldBe.agent()).object(EntryFields.DETAIL);
    wouldBe.requested.write(text, EntryFields.REQUESTED);
    text.endObject()
        .string(EntryFields.EVENT, "spawn_denied")
        .hash()
        .string(EntryFields.PARENT, idOf(wouldBe.parent))
        .prevHash()
        .string(EntryFields.REASON, refused.code());
    return end(text.seq().string(EntryFields.TASK, wouldBe.task));
  }

  /**
   * @param revoked ids of nodes
   * @param pending call ids, sorted
   * @param killedAgent null where no agent is banned
   * @param reason null for none
   */
  EntryDraft kill(
      String target,
      List<String> revoked,
      List<String> pending,
      String killedAgent,
      String reason) {
    EntryText text = new EntryText();
    if (killedAgent != null) {
      text.string(EntryFields.AGENT, killedAgent);
    }
    chain(text.string(EntryFields.C14N, "JCS")).string(EntryFields.EVENT, "kill").hash();
    texts(text, EntryFields.PENDING_AT_KILL, pending).prevHash();
    if (reason != null) {
      text.string(EntryFields.REASON, reason);
    }
    return end(texts(text, EntryFields.REVOKED, revoked).seq().string(EntryFields.TARGET, target));
  }

  private static EntryText texts(EntryText text, String name, List<String> values) {
    text.array(name);
    for (String value : values) {
      text.element(value);
    }
    return text.endArray();
  }

  private EntryText agentFirst(String whose) {
    return chain(new EntryText().string(EntryFields.AGENT, whose).string(EntryFields.C14N, "JCS"));
  }

  private String idOf(Node of) {
    return of.idIn(this);
  }

  EntryDraft allow(Allow allow, String by, String record, ParamsStatement authorised) {
    Adapter adapter = allow.adapter();
    EntryText text =
        new EntryText()
            .object(EntryFields.ADAPTER)
            .string("hook_path", adapter.hookPath())
            .string("module", adapter.module())
            .string("version", adapter.version())
            .endObject();
    if (authorised.hash() != null) {
      text.plain(EntryFields.AUTHORIZED_PARAMS_HASH, authorised.hash());
    }
    text.plain(EntryFields.C14N, "JCS")
        .plain(EntryFields.CALL_ID, allow.callId())
        .plain(EntryFields.CAPTURE, allow.capture().text());
    eventAndNode(context(chain(text), allow.parent(), allow.preview(), record), "allow", by);
    reason(text, authorised);
    if (allow.unlisted()) {
      text.plain(EntryFields.POLICY, "unlisted");
    }
    return end(
        text.prevHash()
            .string(EntryFields.SCOPE, allow.scope())
            .seq()
            .string(EntryFields.TOOL, allow.tool()));
  }

  /**
   * @param ground why its node may not do it; null where something else refused it
   */
  EntryDraft deny(Deny deny, String by, Ground ground, String record) {
    EntryText text =
        new EntryText().plain(EntryFields.C14N, "JCS").plain(EntryFields.CALL_ID, deny.callId());
    context(chain(text), deny.parent(), deny.preview(), record);
    if (ground != null && ground.code().equals(Ground.SCOPE_NOT_GRANTED)) {
      text.string(EntryFields.DISPOSITION, "out_of_authority");
    }
    eventAndNode(text, "deny", by)
        .prevHash()
        .string(EntryFields.REASON, deny.code())
        .array(EntryFields.REASONS)
        .element()
        .string("code", deny.code())
        .string("constraint", deny.constraint())
        .string("limit", null)
        .string("message", deny.message())
        .string("requested", null)
        .endObject();
    if (ground != null) {
      ground.write(text);
    }
    text.endArray();
    return end(
        text.string(EntryFields.SCOPE, deny.scope()).seq().string(EntryFields.TOOL, deny.tool()));
  }

  EntryDraft outcome(Outcome outcome, String by, String record, ParamsStatement invoked) {
    EntryText text =
        new EntryText()
            .plain(EntryFields.BODY_STATE, outcome.state().text())
            .plain(EntryFields.C14N, "JCS")
            .plain(EntryFields.CALL_ID, outcome.callId());
    chain(text).number(EntryFields.DURATION_MS, Math.max(0, outcome.durationNanos()) / 1_000_000);
    if (outcome.errorCode() != null) {
      text.string(EntryFields.ERROR_CODE, outcome.errorCode());
    }
    text.plain(EntryFields.EVENT, "outcome").hash();
    if (invoked.hash() != null) {
      text.plain(EntryFields.INVOKED_PARAMS_HASH, invoked.hash());
    }
    text.plain(EntryFields.NODE, by);
    reason(text, invoked)
        .prevHash()
        .object(EntryFields.RECEIPT)
        .plain("digest", record)
        .plain("ref", outcome.callId())
        .plain("type", EntryFields.OUTCOME_RECEIPT_TYPE)
        .endObject();
    return end(text.seq());
  }

  private EntryText chain(EntryText text) {
    return text.plain(EntryFields.CHAIN_ID, chainId);
  }

  private static EntryText eventAndNode(EntryText text, String event, String by) {
    return text.plain(EntryFields.EVENT, event).hash().plain(EntryFields.NODE, by);
  }

  /** Binds the decision record (spec 2.4); what does not exist is absent, never null. */
  private static EntryText context(EntryText text, String parent, String preview, String record) {
    text.object(EntryFields.CONTEXT);
    if (parent != null) {
      text.plain("parent", parent);
    }
    if (preview != null) {
      text.plain("preview", preview);
    }
    return text.plain("record", record).endObject();
  }

  private static EntryText reason(EntryText text, ParamsStatement params) {
    return params.unsupported() ? text.plain(EntryFields.PARAMS_HASH_REASON, "unsupported") : text;
  }

  private static EntryDraft end(EntryText text) {
    return text.ts().number(EntryFields.V, 2).end();
  }
}
