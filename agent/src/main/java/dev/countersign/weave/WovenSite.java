package dev.countersign.weave;

/** What a number in woven code stands for. */
final class WovenSite {

  final long number;
  final Site[] sites;
  volatile WovenMethod woven;

  /** Set where the class could not be woven: every call is refused. */
  volatile boolean sealed;

  WovenSite(long number, Site[] sites, WovenMethod woven) {
    this.number = number;
    this.sites = sites;
    this.woven = woven;
  }
}
