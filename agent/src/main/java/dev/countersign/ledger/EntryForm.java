package dev.countersign.ledger;

/**
 * The fields of each event (spec 2.1), for one chain and its only node. Names are written in their
 * sorted order.
 *
 * @param chainId 16 lowercase hex digits
 * @param node {@code <chain id>:n0}
 * @param agent whose books they are
 */
record EntryForm(String chainId, String node, String agent) {

  private static final String[] AUTHORITY = {"agent.*", "exec.*", "send.*", "tool.*"};

  EntryForm(String chainId, String agent) {
    this(chainId, chainId + ":n0", agent);
  }

  EntryDraft root(String paramsSalt) {
    EntryText text = new EntryText();
    text.string(EntryFields.AGENT, agent)
        .object(EntryFields.AUTHORITY)
        .array("constraints")
        .endArray()
        .array("scopes");
    for (String scope : AUTHORITY) {
      text.element(scope);
    }
    text.endArray().string("ttl", null).endObject();
    text.string(EntryFields.C14N, "JCS");
    return end(
        eventAndNode(chain(text), "root")
            .string(EntryFields.PARAMS_SALT, paramsSalt)
            .prevHash()
            .seq());
  }

  EntryDraft done() {
    EntryText text =
        new EntryText().string(EntryFields.AGENT, agent).string(EntryFields.C14N, "JCS");
    return end(eventAndNode(chain(text), "done").prevHash().seq());
  }

  EntryDraft allow(Allow allow, String record, ParamsStatement authorised) {
    Adapter adapter = allow.adapter();
    EntryText text =
        new EntryText()
            .object(EntryFields.ADAPTER)
            .string("hook_path", adapter.hookPath())
            .string("module", adapter.module())
            .string("version", adapter.version())
            .endObject();
    if (authorised.hash() != null) {
      text.string(EntryFields.AUTHORIZED_PARAMS_HASH, authorised.hash());
    }
    text.string(EntryFields.C14N, "JCS")
        .string(EntryFields.CALL_ID, allow.callId())
        .string(EntryFields.CAPTURE, allow.capture().text());
    eventAndNode(context(chain(text), allow.parent(), allow.preview(), record), "allow");
    reason(text, authorised);
    if (allow.unlisted()) {
      text.string(EntryFields.POLICY, "unlisted");
    }
    return end(
        text.prevHash()
            .string(EntryFields.SCOPE, allow.scope())
            .seq()
            .string(EntryFields.TOOL, allow.tool()));
  }

  EntryDraft deny(Deny deny, String record) {
    EntryText text =
        new EntryText().string(EntryFields.C14N, "JCS").string(EntryFields.CALL_ID, deny.callId());
    eventAndNode(context(chain(text), deny.parent(), deny.preview(), record), "deny")
        .prevHash()
        .string(EntryFields.REASON, deny.code())
        .array(EntryFields.REASONS)
        .element()
        .string("code", deny.code())
        .string("constraint", deny.constraint())
        .string("limit", null)
        .string("message", deny.message())
        .string("requested", null)
        .endObject()
        .endArray();
    return end(
        text.string(EntryFields.SCOPE, deny.scope()).seq().string(EntryFields.TOOL, deny.tool()));
  }

  EntryDraft outcome(Outcome outcome, String record, ParamsStatement invoked) {
    EntryText text =
        new EntryText()
            .string(EntryFields.BODY_STATE, outcome.state().text())
            .string(EntryFields.C14N, "JCS")
            .string(EntryFields.CALL_ID, outcome.callId());
    chain(text).number(EntryFields.DURATION_MS, Math.max(0, outcome.durationNanos()) / 1_000_000);
    if (outcome.errorCode() != null) {
      text.string(EntryFields.ERROR_CODE, outcome.errorCode());
    }
    text.string(EntryFields.EVENT, "outcome").hash();
    if (invoked.hash() != null) {
      text.string(EntryFields.INVOKED_PARAMS_HASH, invoked.hash());
    }
    text.string(EntryFields.NODE, node);
    reason(text, invoked)
        .prevHash()
        .object(EntryFields.RECEIPT)
        .string("digest", record)
        .string("ref", outcome.callId())
        .string("type", EntryFields.OUTCOME_RECEIPT_TYPE)
        .endObject();
    return end(text.seq());
  }

  private EntryText chain(EntryText text) {
    return text.string(EntryFields.CHAIN_ID, chainId);
  }

  private EntryText eventAndNode(EntryText text, String event) {
    return text.string(EntryFields.EVENT, event).hash().string(EntryFields.NODE, node);
  }

  /** Binds the decision record (spec 2.4); what does not exist is absent, never null. */
  private static EntryText context(EntryText text, String parent, String preview, String record) {
    text.object(EntryFields.CONTEXT);
    if (parent != null) {
      text.string("parent", parent);
    }
    if (preview != null) {
      text.string("preview", preview);
    }
    return text.string("record", record).endObject();
  }

  private static EntryText reason(EntryText text, ParamsStatement params) {
    return params.unsupported() ? text.string(EntryFields.PARAMS_HASH_REASON, "unsupported") : text;
  }

  private static EntryDraft end(EntryText text) {
    return text.ts().number(EntryFields.V, 2).end();
  }
}
