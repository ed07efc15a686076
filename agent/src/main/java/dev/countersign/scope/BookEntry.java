package dev.countersign.scope;

import dev.countersign.Change;
import dev.countersign.effect.EffectRequest;
import dev.countersign.effect.Verb;
import dev.countersign.guardrail.Judgment;
import dev.countersign.judge.Judge;
import dev.countersign.ledger.Adapter;
import dev.countersign.ledger.Capture;
import dev.countersign.ledger.Node;
import dev.countersign.ledger.Params;
import dev.countersign.ledger.ScopeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What the books say about one effect, however it was decided. The thread that decides puts it
 * together and has it written; what it says nothing about is left out.
 */
final class BookEntry {

  private final String callId;
  private final CallScope parent;
  private final Judge judge;
  private final Verb verb;
  private final String target;
  private final Capture capture;
  private final Adapter adapter;
  private final Params authorised;

  private EffectRequest request;
  private String coverage = "full";
  private List<String> previews;
  private String detail;
  private List<String> findings = List.of();
  private Map<String, Object> credentials = Map.of();
  private Superseded superseded;
  private Judgment judgment;
  private List<Change> predicted;
  private Approved approved;

  /**
   * The preview that a new one takes the place of (spec 5.1).
   *
   * @param digest of it
   * @param because which settings let it be superseded: {@code after-hooks}, {@code lossy}
   * @param finding pointers of what the framework's coercion changed, where that is to be a finding
   */
  record Superseded(String digest, List<String> because, List<String> finding) {}

  private BookEntry(
      String callId,
      CallScope parent,
      Judge judge,
      Verb verb,
      String target,
      Capture capture,
      Adapter adapter,
      Params authorised) {
    this.callId = callId;
    this.parent = parent;
    this.judge = judge;
    this.verb = verb;
    this.target = target;
    this.capture = capture;
    this.adapter = adapter;
    this.authorised = authorised;
  }

  /**
   * About a call itself.
   *
   * @param parent the scope that it is in; null for none
   * @param judge what judged it
   * @param authorised the parameters as judged
   */
  static BookEntry ofCall(
      ToolCall call, String callId, CallScope parent, Judge judge, Params authorised) {
    return new BookEntry(
        callId,
        parent,
        judge,
        Verb.INVOKE,
        call.tool(),
        call.capture(),
        call.adapter(),
        authorised);
  }

  /** About an effect as its sink saw it; otherwise the same. */
  static BookEntry ofEffect(
      Observation seen, String callId, CallScope parent, Judge judge, Params authorised) {
    return new BookEntry(
            callId,
            parent,
            judge,
            seen.verb(),
            seen.target(),
            Capture.WRAPPER_SYNC,
            seen.adapter(),
            authorised)
        .detail(seen.detail())
        .finding(seen.findings());
  }

  /** There is a preview of it; null for none. */
  BookEntry previewed(EffectRequest preview) {
    request = preview;
    return this;
  }

  /** {@code full}, where nothing else is said, {@code partial} or {@code ambient}. */
  BookEntry coverage(String text) {
    coverage = text;
    return this;
  }

  /** The digests of the declared effects. */
  BookEntry previews(List<String> digests) {
    previews = digests;
    return this;
  }

  /** What has no canonical form, or which hook is missing; null for nothing to say. */
  BookEntry detail(String text) {
    detail = text;
    return this;
  }

  /** What it leaves unbound, or what else is to be found about it. */
  BookEntry finding(List<String> names) {
    findings = names;
    return this;
  }

  /**
   * The headers of a request that carry a credential and are not compared, by name: a list of the
   * BLAKE3-256 of each value.
   */
  BookEntry carrying(Map<String, Object> headers) {
    credentials = headers;
    return this;
  }

  /** What the rules say; null where they were not asked. */
  BookEntry judged(Judgment by) {
    judgment = by;
    return this;
  }

  /** What the people who answer say; null where nobody was asked. */
  BookEntry answered(Approved answer) {
    if (answer != null) {
      approved = answer;
      detail = detail == null ? answer.detail() : detail;
      List<String> all = new ArrayList<>(findings);
      all.addAll(answer.findings());
      findings = all;
    }
    return this;
  }

  /** Its preview takes the place of another one. */
  BookEntry superseding(Superseded earlier) {
    superseded = earlier;
    findings = earlier.finding().isEmpty() ? findings : List.of("lossy_coercion");
    return this;
  }

  /** What it was said to change. */
  BookEntry predicting(List<Change> changes) {
    predicted = changes;
    return this;
  }

  String callId() {
    return callId;
  }

  CallScope parent() {
    return parent;
  }

  Judge judge() {
    return judge;
  }

  Verb verb() {
    return verb;
  }

  String target() {
    return target;
  }

  Capture capture() {
    return capture;
  }

  Adapter adapter() {
    return adapter;
  }

  Params authorised() {
    return authorised;
  }

  /** The preview; null where there is none. */
  EffectRequest request() {
    return request;
  }

  String coverage() {
    return coverage;
  }

  /** Null for nested effects. */
  List<String> previews() {
    return previews;
  }

  String detail() {
    return detail;
  }

  List<String> findings() {
    return findings;
  }

  Map<String, Object> credentials() {
    return credentials;
  }

  /** Null for none. */
  Superseded superseded() {
    return superseded;
  }

  /** Null where the rules were not asked. */
  Judgment judgment() {
    return judgment;
  }

  /** Null where nobody is told. */
  List<Change> predicted() {
    return predicted;
  }

  /** Null where nobody was asked. */
  Approved approved() {
    return approved;
  }

  String scope() {
    switch (verb) {
      case EXEC:
        return ScopeName.exec(target);
      case SEND:
        return ScopeName.send(host(target));
      default:
        return ScopeName.tool(target);
    }
  }

  /** Of scheme, host and port. */
  private static String host(String origin) {
    return origin.substring(origin.indexOf("//") + 2, origin.lastIndexOf(':'));
  }

  /** How an exception names what it is. */
  String sink() {
    return Surroundings.sink(verb);
  }

  /** The tool that it is a call of, or that it happens in; null for none. */
  String tool() {
    if (verb == Verb.INVOKE) {
      return target;
    }
    return parent == null ? null : parent.tool();
  }

  /** Whose it is; null for the root's. */
  Node node() {
    return parent == null ? null : parent.node();
  }

  String parentId() {
    return parent == null ? null : parent.callId();
  }

  /** The digest of the preview; null where there is none. */
  String preview() {
    return request == null ? null : request.digest();
  }
}
