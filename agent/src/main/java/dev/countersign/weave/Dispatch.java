package dev.countersign.weave;

import dev.countersign.ActionClass;
import dev.countersign.EffectRefusedException;
import dev.countersign.RefusalCode;
import dev.countersign.gate.GateHandler;
import dev.countersign.gate.GateToken;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Behind the gate: finds who stands at a site, and keeps the law that a check is never re-entered
 * and never fails open.
 *
 * <p>Several sites may name one method. They are entered in the order in which they were added and
 * left in reverse; the first that refuses ends the call, and those entered before it are left with
 * its refusal.
 */
public final class Dispatch extends GateHandler {

  private volatile boolean enforcing;
  private final SiteNumbers numbers;
  private final CheckCells cells;
  private final CheckFailures failures;
  private final AtomicLong failed = new AtomicLong();

  private volatile Validation validation;

  Dispatch(boolean enforcing, SiteNumbers numbers, CheckCells cells, CheckFailures failures) {
    this.enforcing = enforcing;
    this.numbers = numbers;
    this.cells = cells;
    this.failures = failures;
  }

  /**
   * Asked by the gate where a check failed outside of what is caught here. Before any thread can be
   * closed this is a read and needs no stack.
   */
  @Override
  public boolean enforcing() {
    return enforcing || CheckCell.anyClosed && cells.current().isClosed();
  }

  /** Whether a check that fails by itself refuses, from now on. */
  public void enforce(boolean refuses) {
    this.enforcing = refuses;
  }

  /** Who judges calls that are not made, from now on. */
  public void validation(Validation answers) {
    this.validation = answers;
  }

  /** On the application's thread, and no check: nothing is let happen by what it says. */
  @Override
  public Object validate(String tool, Object inputs, Object caller) {
    Validation answers = validation;
    if (answers == null) {
      throw new IllegalStateException("the agent's start has not ended yet");
    }
    return answers.validate(tool, inputs, caller);
  }

  /** How many checks failed by themselves so far, re-entries included. */
  public long failed() {
    return failed.get();
  }

  @Override
  public Object enter(long number, Object self, Object[] args) {
    WovenSite found = numbers.find(number);
    if (found == null) {
      return unchecked(null, ActionClass.TOOL_CALL, new IllegalStateException("no such site"));
    }
    WovenSite.State site = found.state();
    if (site.sealed) {
      return unchecked(
          site.sites[0], site.sites[0].action(), new IllegalStateException("could not be woven"));
    }
    if (site.scopesOnly && !LiveScopes.any()) {
      return null;
    }
    CheckCell cell = cells.current();
    if (cell.checking) {
      return reentered(site, self, args);
    }
    cell.checking = true;
    try {
      return site.sites.length == 1
          ? enterOne(site, site.sites[0], self, args, null)
          : enterAll(site, self, args);
    } finally {
      cell.checking = false;
    }
  }

  /**
   * What leaves the site again is made before it is entered: nothing can fail between what the
   * handler opened and the body, so nothing stays open that no exit closes.
   *
   * @param outer what was entered before at the same method; null for nothing
   * @return null where the site wants no exit
   */
  private Entered enterOne(
      WovenSite.State woven, Site site, Object self, Object[] args, Entered outer) {
    try {
      if (!site.hasExit()) {
        site.handler().enter(woven.woven, self, args);
        return null;
      }
      Entered entered =
          new Entered(site.decidingAtExit() && enforcing() ? site.action() : null, site, outer);
      entered.token = site.handler().enter(woven.woven, self, args);
      return entered.token == null ? null : entered;
    } catch (EffectRefusedException refused) {
      throw refused;
    } catch (Throwable failure) {
      return site.duty() == Duty.CARRY
          ? uncarried(site, failure)
          : unchecked(site, site.action(), failure);
    }
  }

  private Object enterAll(WovenSite.State woven, Object self, Object[] args) {
    Entered entered = null;
    try {
      for (Site site : woven.sites) {
        Entered next = enterOne(woven, site, self, args, entered);
        if (next != null) {
          entered = next;
        }
      }
      return entered;
    } catch (Throwable refused) {
      // Exits cannot change what already leaves: the first refusal.
      for (Entered each = entered; each != null; each = each.outer) {
        try {
          leave(each, null, refused);
        } catch (EffectRefusedException another) {
          failed.getAndIncrement();
        }
      }
      throw refused;
    }
  }

  @Override
  public Object exit(Object token, Object result, Throwable thrown) {
    if (!(token instanceof Entered)) {
      return result;
    }
    CheckCell cell = cells.current();
    boolean outermost = !cell.checking;
    cell.checking = true;
    try {
      Object value = result;
      EffectRefusedException refusal = null;
      for (Entered each = (Entered) token; each != null; each = each.outer) {
        try {
          value = leave(each, value, thrown == null ? refusal : thrown);
        } catch (EffectRefusedException refused) {
          refusal = refused;
          value = null;
        }
      }
      if (refusal != null) {
        throw refusal;
      }
      return value;
    } finally {
      if (outermost) {
        cell.checking = false;
      }
    }
  }

  private Object leave(Entered entered, Object result, Throwable thrown) {
    try {
      return entered.site.handler().exit(entered.token, result, thrown);
    } catch (EffectRefusedException refused) {
      throw refused;
    } catch (Throwable failure) {
      if (thrown == null && entered.site.decidingAtExit()) {
        // What was to be bound is on its way out: as at an entry, it does not go on unchecked.
        unchecked(entered.site, entered.site.action(), failure);
        return result;
      }
      // The body has run; its result stays as it is, the missing outcome stays in the books.
      report(entered.site, failure);
      return result;
    }
  }

  private Object reentered(WovenSite.State woven, Object self, Object[] args) {
    for (Site site : woven.sites) {
      boolean carries = site.duty() == Duty.CARRY;
      try {
        if (site.handler().enterInsideCheck(woven.woven, self, args) || carries) {
          continue;
        }
      } catch (Throwable failure) {
        if (carries) {
          uncarried(site, failure);
          continue;
        }
        return unchecked(site, site.action(), failure);
      }
      return unchecked(
          site, site.action(), new IllegalStateException("entered from inside a running check"));
    }
    return null;
  }

  /**
   * A thread that acts for a call, or is closed, hands on nothing that could go on without it, and
   * none runs for nobody what may have been handed on: what is outside of every scope may be free
   * to do what the call is not.
   */
  private Entered uncarried(Site site, Throwable failure) {
    report(site, failure);
    CheckCell cell = cells.current();
    if (cell.isClosed() || enforcing() && (cell.carriesScope() || site.handler().mayBeOfACall())) {
      throw new EffectRefusedException(RefusalCode.INTERNAL, site.action(), "");
    }
    return null;
  }

  private Entered unchecked(Site site, ActionClass action, Throwable failure) {
    report(site, failure);
    if (enforcing()) {
      throw new EffectRefusedException(RefusalCode.INTERNAL, action, "");
    }
    return null;
  }

  private void report(Site site, Throwable failure) {
    failed.getAndIncrement();
    try {
      failures.failed(site, failure);
    } catch (Throwable alsoFailed) {
      failed.getAndIncrement();
    }
  }

  /** What stands between entry and exit of one call: a chain, innermost first. */
  private static final class Entered extends GateToken {
    final Site site;
    final Entered outer;
    Object token;

    Entered(ActionClass refusedOnFailure, Site site, Entered outer) {
      super(ofChain(refusedOnFailure, outer));
      this.site = site;
      this.outer = outer;
    }

    /** The gate sees the innermost link only; it stands for the whole chain. */
    private static ActionClass ofChain(ActionClass own, Entered outer) {
      return own != null || outer == null ? own : outer.refusedOnFailure;
    }
  }
}
