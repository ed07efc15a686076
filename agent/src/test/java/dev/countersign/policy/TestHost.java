package dev.countersign.policy;

import dev.countersign.canonical.Canonical;
import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.canonical.Sha256;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A machine that takes any object with a name, a version and a mode. */
final class TestHost implements Host {

  String unenforceable;
  boolean needsRestart;

  private record Taken(Map<String, Object> policy) implements Candidate {
    @Override
    public long version() {
      return (Long) policy.get("version");
    }

    @Override
    public String name() {
      return (String) policy.get("bundle");
    }

    @Override
    public boolean enforcing() {
      return "enforce".equals(policy.get("mode"));
    }

    @Override
    public byte[] canonical() {
      return Canonical.jcs(policy);
    }

    @Override
    public List<Layer> layers() {
      List<Layer> layers = new ArrayList<>();
      for (Object each : (List<?>) policy.getOrDefault("layers", List.of())) {
        Map<?, ?> layer = (Map<?, ?>) each;
        layers.add(
            new Layer(
                (String) layer.get("level"),
                (Long) layer.get("version"),
                Sha256.hex(Canonical.jcs(layer))));
      }
      return layers;
    }

    @Override
    public boolean hasRefusingRule(String id) {
      return id.equals(policy.get("refusing"));
    }
  }

  @Override
  public Candidate read(String name, Map<String, Object> policy) throws PolicyException {
    if (!"enforce".equals(policy.get("mode")) && !"observe".equals(policy.get("mode"))) {
      throw new PolicyException(Rejection.INCOMPATIBLE, name, "policy.mode", "is missing");
    }
    return new Taken(policy);
  }

  @Override
  @SuppressWarnings("unchecked") // the tests give objects
  public Candidate readFile(String name, byte[] content) throws PolicyException {
    try {
      return read(name, (Map<String, Object>) Json.parse(content));
    } catch (NotCanonicalException malformed) {
      throw new PolicyException(Rejection.MALFORMED, name, "", malformed.getMessage());
    }
  }

  @Override
  public void test(String name, Candidate candidate, List<?> cases) throws PolicyException {
    if (!cases.isEmpty()) {
      throw new PolicyException(Rejection.SELFTEST, name, "tests", "tests[0] comes out as allow");
    }
  }

  @Override
  public void requireAdoptable(String name, Candidate candidate, Candidate pinned)
      throws PolicyException {
    if (needsRestart) {
      throw new PolicyException(Rejection.RESTART, name, "policy.bind", "differs");
    }
  }

  @Override
  public String unenforceable() {
    return unenforceable;
  }
}
