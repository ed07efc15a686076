package dev.countersign.agent;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import dev.countersign.config.Configuration;
import dev.countersign.config.ConfigurationException;
import dev.countersign.config.Mode;
import dev.countersign.config.Problem;
import dev.countersign.config.ToolRule;
import dev.countersign.config.Word;
import dev.countersign.guardrail.Cascade;
import dev.countersign.guardrail.JudgingObject;
import dev.countersign.guardrail.Judgment;
import dev.countersign.guardrail.PolicyCase;
import dev.countersign.policy.Candidate;
import dev.countersign.policy.Host;
import dev.countersign.policy.PolicyException;
import dev.countersign.policy.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/** What only this JVM can say about a policy: how it reads there, and what it would need. */
final class PolicyHost implements Host {

  private final Configuration machine;

  /** Why this JVM cannot enforce, once that is known; null before. */
  private volatile Supplier<String> unenforceable;

  PolicyHost(Configuration machine) {
    this.machine = machine;
  }

  /** A judging object, read with this machine's own settings. */
  static final class Read implements Candidate {
    private final Configuration configuration;

    Read(Configuration configuration) {
      this.configuration = configuration;
    }

    Configuration configuration() {
      return configuration;
    }

    @Override
    public long version() {
      return configuration.version();
    }

    @Override
    public String name() {
      return configuration.bundle();
    }

    @Override
    public boolean enforcing() {
      return configuration.mode() == Mode.ENFORCE;
    }

    @Override
    public byte[] canonical() {
      return Canonical.jcs(JudgingObject.sorted(configuration.judging()));
    }

    @Override
    public List<Layer> layers() {
      List<Layer> layers = new ArrayList<>();
      if (JudgingObject.sorted(configuration.judging()).get("layers") instanceof List<?> written) {
        for (Object each : written) {
          Map<?, ?> layer = (Map<?, ?>) each;
          layers.add(
              new Layer(
                  (String) layer.get("level"),
                  (Long) layer.get("version"),
                  Sha256.hex(Canonical.jcs(layer))));
        }
      }
      return layers;
    }

    @Override
    public boolean hasRefusingRule(String id) {
      Cascade cascade = configuration.cascade();
      return cascade != null && cascade.hasRefusingRule(id);
    }
  }

  @Override
  public Candidate read(String name, Map<String, Object> policy) throws PolicyException {
    try {
      return new Read(machine.judgedBy(name, policy));
    } catch (ConfigurationException wrong) {
      throw incompatible(name, wrong);
    } catch (NotCanonicalException unwritable) {
      throw new PolicyException(
          Rejection.MALFORMED, name, "policy", String.valueOf(unwritable.getMessage()));
    }
  }

  @Override
  public Candidate readFile(String name, byte[] content) throws PolicyException {
    try {
      return new Read(machine.judgedBy(name, content));
    } catch (ConfigurationException wrong) {
      throw incompatible(name, wrong);
    }
  }

  private static PolicyException incompatible(String name, ConfigurationException wrong) {
    Problem first = wrong.problems().get(0);
    return new PolicyException(Rejection.INCOMPATIBLE, name, first.path(), first.message());
  }

  @Override
  public void test(String name, Candidate candidate, List<?> cases) throws PolicyException {
    Cascade cascade = ((Read) candidate).configuration().cascade();
    for (int i = 0; i < cases.size(); i++) {
      String path = "tests[" + i + ']';
      try {
        PolicyCase one = PolicyCase.of(cases.get(i), path);
        Judgment judgment = one.judged(cascade);
        if (!one.isMetBy(judgment)) {
          throw new PolicyException(
              Rejection.SELFTEST,
              name,
              path,
              "expects " + one.expect().text() + " and comes out as " + judgment.verdict().text());
        }
      } catch (dev.countersign.guardrail.PolicyException noCase) {
        throw new PolicyException(Rejection.SELFTEST, name, noCase.path(), noCase.getMessage());
      }
    }
  }

  /**
   * Hooks are woven, and sinks hold what {@code exec} and {@code send} say, from the start of a
   * JVM: an object that would need others waits for the next one.
   */
  @Override
  public void requireAdoptable(String name, Candidate candidate, Candidate pinned)
      throws PolicyException {
    Configuration next = ((Read) candidate).configuration();
    // Where nothing was pinned yet, what was woven is what the machine's own file asks for.
    Configuration now = pinned == null ? machine : ((Read) pinned).configuration();
    for (String key : new String[] {"frameworks", "bind", "exec", "send", "agents", "handoff"}) {
      require(name, key, now.judging().get(key), next.judging().get(key));
    }
    require(name, "preview_ttl", now.previewTtl(), next.previewTtl());
    require(name, "tools", methods(now), methods(next));
    require(name, "unbound.sockets", now.unbound().sockets(), next.unbound().sockets());
    require(
        name,
        "unbound.native",
        now.unbound().nativeLoads() == Word.ALLOW,
        next.unbound().nativeLoads() == Word.ALLOW);
  }

  /**
   * What of the tools is woven, or bound where a parameter is bound: methods and {@code exclude}.
   */
  private static List<Object> methods(Configuration configuration) {
    List<Object> methods = new ArrayList<>();
    for (ToolRule tool : configuration.tools()) {
      if (tool.method() != null || !tool.exclude().isEmpty()) {
        methods.add(
            List.of(
                tool.tool().text(),
                tool.method() == null ? "" : tool.method().text(),
                tool.exclude()));
      }
    }
    return methods;
  }

  private static void require(String name, String key, Object now, Object next)
      throws PolicyException {
    if (!Objects.equals(now, next)) {
      throw new PolicyException(
          Rejection.RESTART,
          name,
          "policy." + key,
          "differs from what this JVM was woven with; it takes effect with the next start"
              + (key.equals("tools") ? " (a tool's method or exclude)" : ""));
    }
  }

  @Override
  public String unenforceable() {
    Supplier<String> known = unenforceable;
    return known == null ? null : known.get();
  }

  /** From now on this says why this JVM cannot enforce. */
  void unenforceable(Supplier<String> reason) {
    unenforceable = reason;
  }
}
