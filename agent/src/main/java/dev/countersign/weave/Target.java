package dev.countersign.weave;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** A class name that sites name, and every class of that name that was defined. */
final class Target {

  private final String className;
  private final List<Definition> definitions = new ArrayList<>(1);
  private Site[] sites = new Site[0];

  /** Those of the sites that classes which are defined already have yet to be given. */
  private final List<Site> late = new ArrayList<>(0);

  /** A site of it is more than carried; a field, to be read where no call can be made. */
  volatile boolean guarded;

  Target(String className) {
    this.className = className;
  }

  String className() {
    return className;
  }

  synchronized void add(Site site) {
    Site[] more = new Site[sites.length + 1];
    System.arraycopy(sites, 0, more, 0, sites.length);
    more[sites.length] = site;
    sites = innermostLast(more);
    guarded |= site.duty() != Duty.CARRY;
  }

  /** As {@link #add}, whatever was {@link #isDone done} before. */
  synchronized void addLate(Site site) {
    add(site);
    late.add(site);
  }

  /** Whether that class was seen, with every site that it has to have. */
  synchronized boolean isDone(Definition definition) {
    for (Site site : late) {
      if (!definition.reasons.containsKey(site)) {
        return false;
      }
    }
    return definition.seen;
  }

  synchronized Site[] sites() {
    return sites;
  }

  /** Those that its name is for, and those that patterns name in this very class. */
  synchronized Site[] sites(Definition definition) {
    if (definition.matched.length == 0) {
      return sites;
    }
    Site[] all = Arrays.copyOf(sites, sites.length + definition.matched.length);
    System.arraycopy(definition.matched, 0, all, sites.length, definition.matched.length);
    return innermostLast(all);
  }

  /** In the order in which they were added, but for those that come last in any case. */
  private static Site[] innermostLast(Site[] sites) {
    Site[] ordered = new Site[sites.length];
    int at = 0;
    for (int pass = 0; pass < 2; pass++) {
      for (Site site : sites) {
        if (site.innermost() == (pass == 1)) {
          ordered[at++] = site;
        }
      }
    }
    return ordered;
  }

  /** Patterns name these methods of that definition; replaces what they named before. */
  synchronized void match(Definition definition, List<Site> matched) {
    definition.matched = matched.toArray(new Site[0]);
    guarded = true;
  }

  /** What is kept about this loader's class of that name; made on the first call. */
  synchronized Definition definition(ClassLoader loader) {
    Definition known = find(loader);
    if (known == null) {
      known = new Definition(loader);
      definitions.add(known);
    }
    return known;
  }

  synchronized Definition find(ClassLoader loader) {
    for (int i = definitions.size() - 1; i >= 0; i--) {
      Definition definition = definitions.get(i);
      if (definition.isUnloaded()) {
        definitions.remove(i);
      } else if (definition.isOf(loader)) {
        return definition;
      }
    }
    return null;
  }

  synchronized List<WovenReport.Line> lines() {
    List<WovenReport.Line> lines = new ArrayList<>(sites.length);
    for (Site site : sites) {
      WovenReport.State state = WovenReport.State.NOT_LOADED;
      String reason = null;
      for (Definition definition : definitions) {
        String found = definition.reasons.get(site);
        if (found == null) {
          continue;
        }
        if (found.equals(Definition.ABSENT)) {
          state = state == WovenReport.State.NOT_LOADED ? WovenReport.State.ABSENT : state;
          continue;
        }
        if (!found.equals(Definition.WOVEN)) {
          state = WovenReport.State.LOST;
          reason = found;
          break;
        }
        state = WovenReport.State.WOVEN;
      }
      lines.add(new WovenReport.Line(site, state, definitions.size(), reason));
    }
    for (Definition definition : definitions) {
      for (Site site : definition.matched) {
        String found = definition.reasons.get(site);
        boolean woven = Definition.WOVEN.equals(found);
        lines.add(
            new WovenReport.Line(
                site,
                woven
                    ? WovenReport.State.WOVEN
                    : found == null ? WovenReport.State.NOT_LOADED : WovenReport.State.LOST,
                1,
                woven ? null : found));
      }
    }
    return lines;
  }

  synchronized void record(Definition definition, Site site, String reason) {
    definition.reasons.put(site, reason);
  }

  synchronized String reason(Definition definition, Site site) {
    return definition.reasons.get(site);
  }

  /** One class of that name. Guarded by its target; holds its loader weakly. */
  static final class Definition {

    static final String WOVEN = "";

    /** The class is of a version that does not have it. */
    static final String ABSENT = "-";

    /** Null for the bootstrap loader. */
    final WeakReference<ClassLoader> loader;

    private Site[] matched = new Site[0];
    private final Map<Site, String> reasons = new IdentityHashMap<>(4);
    private final Map<String, WovenSite> numbers = new HashMap<>(4);

    /** Its native methods were wrapped when it was defined, so they can, and must, be again. */
    volatile boolean prefixed;

    /** What became of its sites is recorded. */
    volatile boolean seen;

    volatile String digest;

    /**
     * What a retransformation has to put back; null where the class went through its definition
     * only.
     */
    volatile KeptNames keptNames;

    final long defined = System.nanoTime();

    Definition(ClassLoader loader) {
      this.loader = loader == null ? null : new WeakReference<>(loader);
    }

    private boolean isOf(ClassLoader other) {
      return loader == null ? other == null : loader.get() == other;
    }

    private boolean isUnloaded() {
      return loader != null && loader.get() == null;
    }

    /** The number of a method keeps over retransformations; what stands behind it may grow. */
    synchronized WovenSite number(
        SiteNumbers all, String key, Site[] sites, WovenMethod woven, boolean sealed) {
      WovenSite known = numbers.get(key);
      if (known == null) {
        known = all.add(sites, woven, sealed);
        numbers.put(key, known);
      } else {
        known.is(sites, woven, sealed);
      }
      return known;
    }

    /** The method behind a number at a method's entry; null where there is none. */
    synchronized WovenMethod entry(String method, String parameters) {
      for (WovenSite site : numbers.values()) {
        WovenMethod woven = site.state().woven;
        if (woven.method().equals(method)
            && woven.descriptor().startsWith(parameters)
            && !site.state().sealed) {
          return woven;
        }
      }
      return null;
    }
  }
}
