package dev.countersign.weave;

/** What a number in woven code stands for; the number stays, the rest changes when woven again. */
final class WovenSite {

  final long number;
  private volatile State state;

  WovenSite(long number, Site[] sites, WovenMethod woven, boolean sealed) {
    this.number = number;
    this.state = new State(sites, woven, sealed);
  }

  void is(Site[] sites, WovenMethod woven, boolean sealed) {
    state = new State(sites, woven, sealed);
  }

  State state() {
    return state;
  }

  /** Read once per call, so that a call sees one weaving. */
  static final class State {
    final Site[] sites;
    final WovenMethod woven;

    /** The class could not be woven: every call is refused. */
    final boolean sealed;

    /** Whether all of them are there for scopes only. */
    final boolean scopesOnly;

    State(Site[] sites, WovenMethod woven, boolean sealed) {
      this.sites = sites;
      this.woven = woven;
      this.sealed = sealed;
      boolean scopesOnly = true;
      for (Site site : sites) {
        scopesOnly &= site.scopesOnly();
      }
      this.scopesOnly = scopesOnly;
    }
  }
}
