package dev.countersign.cli;

import dev.countersign.canonical.Json;
import dev.countersign.canonical.NotCanonicalException;
import dev.countersign.ledger.LedgerFiles;
import dev.countersign.verify.ChainFiles;
import dev.countersign.verify.Failure;
import dev.countersign.verify.Given;
import dev.countersign.verify.Readiness;
import dev.countersign.verify.Report;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gate} (spec 6): whether what was observed could be enforced. */
@Command(
    name = "gate",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Reads the books of an application that ran in mode observe and says what enforce would have",
      "refused, by tool and reason, how much was seen, and whether it is ready for enforce."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:ready",
      "1:the books themselves are wrong: nothing can be said",
      "2:usage",
      "3:not ready",
      "4:a file cannot be read"
    })
final class GateCommand implements Callable<Integer> {

  /** Bytes of a status file. */
  private static final int STATUS = 4 << 20;

  private final Console console;

  @Parameters(
      arity = "0..*",
      paramLabel = "LEDGER",
      description = "Ledger directories or chain files.")
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--calls",
      defaultValue = "1",
      paramLabel = "N",
      description = "The least number of tool calls that has to have been seen (1).")
  private long leastCalls;

  @Option(names = "--format", defaultValue = "text", description = "text or json.")
  private Format format;

  @Option(names = "--schema", description = "Prints the JSON Schema of the JSON output.")
  private boolean schema;

  GateCommand(Console console) {
    this.console = console;
  }

  /**
   * What the status files beside the chains say together.
   *
   * @param p99 of the slowest JVM; -1 where none measured it
   */
  private record Measured(long checks, long p50, long p99, long failed, long lost) {

    static final Measured NOTHING = new Measured(0, -1, -1, 0, 0);
  }

  @Override
  public Integer call() {
    if (schema) {
      return OutputSchema.GATE.print(console);
    }
    if (inputs.isEmpty()) {
      throw new CommandFailure(Exit.USAGE, "Missing LEDGER. See \"countersign gate --help\".");
    }
    if (leastCalls < 1) {
      throw new CommandFailure(Exit.USAGE, "--calls: expected a whole number from 1");
    }
    Readiness seen = new Readiness();
    Measured measured = Measured.NOTHING;
    List<String> faults = new ArrayList<>();
    List<String> running = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    try {
      List<ChainFiles> chains = Ledgers.of(inputs);
      if (chains.isEmpty()) {
        throw new CommandFailure(Exit.CANNOT, OneChain.NO_CHAIN);
      }
      for (ChainFiles chain : chains) {
        String name = chain.segments().get(0).toString();
        Report report = seen.read(chain, Given.nothing());
        Failure fault = Readiness.fault(report);
        if (fault != null) {
          faults.add(name + ": " + fault);
        } else if (report.counts().containsKey("in_progress") || report.unfinished() > 0) {
          running.add(name);
        }
        if (report.effects().equals("not checked")) {
          unread.add(
              name
                  + ": its records (.effects.jsonl) are not all beside it, and what enforce would"
                  + " have refused stands in them");
        }
        measured = with(measured, chain);
      }
    } catch (IOException unreadable) {
      throw new CommandFailure(Exit.CANNOT, "cannot be read: " + Unreadable.why(unreadable));
    }
    List<String> why = why(seen, measured);
    why.addAll(unread);
    if (format == Format.json) {
      console.out().println(JsonText.of(json(seen, measured, faults, running, why)));
    } else {
      print(seen, measured, faults, running, why);
    }
    return !faults.isEmpty() ? Exit.FAILED : why.isEmpty() ? Exit.CLEAN : Exit.INCOMPLETE;
  }

  private static Measured with(Measured before, ChainFiles chain) throws IOException {
    Measured all = before;
    for (Path segment : chain.segments()) {
      Path status = LedgerFiles.of(segment).status();
      Object json;
      try (InputStream in = Files.newInputStream(status)) {
        json = Json.parse(in.readNBytes(STATUS));
      } catch (NoSuchFileException none) {
        continue;
      } catch (NotCanonicalException malformed) {
        throw new IOException(status + " is no JSON: " + malformed.getMessage());
      }
      if (json instanceof Map<?, ?> map) {
        Map<?, ?> checks = map.get("checks") instanceof Map<?, ?> given ? given : Map.of();
        all =
            new Measured(
                all.checks() + number(checks.get("count"), 0),
                Math.max(all.p50(), number(checks.get("p50_ns"), -1)),
                Math.max(all.p99(), number(checks.get("p99_ns"), -1)),
                all.failed() + number(map.get("checks_failed"), 0),
                all.lost() + number(map.get("outcomes_lost"), 0));
      }
    }
    return all;
  }

  private static long number(Object value, long absent) {
    return value instanceof Long given ? given : absent;
  }

  /** Why it is not ready, one sentence each. */
  private List<String> why(Readiness seen, Measured measured) {
    List<String> why = new ArrayList<>();
    if (seen.refused() > 0) {
      why.add(counted(seen.refused(), "call or effect", "calls or effects") + " would be refused");
    }
    if (seen.calls() < leastCalls) {
      why.add(
          seen.calls() == 0
              ? "no tool call was seen: name the tools (frameworks, bind, method)"
              : "only "
                  + counted(seen.calls(), "tool call was", "tool calls were")
                  + " seen, of "
                  + leastCalls
                  + " that were asked for");
    }
    for (String cause : seen.unstartable()) {
      why.add("enforce would not start (78): " + cause);
    }
    if (measured.failed() > 0) {
      why.add(
          counted(measured.failed(), "check", "checks")
              + " failed by themselves, and would each have been a refusal (CS-INTERNAL)");
    }
    if (measured.lost() > 0) {
      why.add(counted(measured.lost(), "outcome", "outcomes") + " could not be written");
    }
    return why;
  }

  private void print(
      Readiness seen,
      Measured measured,
      List<String> faults,
      List<String> running,
      List<String> why) {
    StringBuilder out = new StringBuilder();
    out.append("seen         ")
        .append(counted(seen.calls(), "call", "calls"))
        .append(" of ")
        .append(counted(seen.tools().size(), "tool", "tools"))
        .append(", ")
        .append(counted(seen.effects(), "effect", "effects"))
        .append(", mode ")
        .append(seen.modes().isEmpty() ? "unknown" : String.join(", ", seen.modes()))
        .append('\n');
    for (Map.Entry<String, Long> tool : seen.tools().entrySet()) {
      out.append("             ").append(shown(tool.getKey())).append(' ').append(tool.getValue());
      out.append('\n');
    }
    out.append("coverage     ");
    long bound = 0;
    StringBuilder parts = new StringBuilder();
    for (Map.Entry<String, Long> one : seen.coverage().entrySet()) {
      parts.append(parts.length() == 0 ? "" : ", ").append(one.getValue()).append(' ');
      parts.append(shown(one.getKey()));
      bound += one.getValue();
    }
    out.append(bound)
        .append(" bound")
        .append(parts.length() == 0 ? "" : " (" + parts + ")")
        .append(", ")
        .append(seen.unlisted())
        .append(" that nothing authorised and nothing would refuse\n");
    out.append("holes        ").append(seen.holes().size() + seen.holesOmitted()).append('\n');
    for (Map.Entry<String, String> hole : seen.holes().entrySet()) {
      out.append("             ").append(shown(hole.getKey())).append('\n');
    }
    out.append("the check    ")
        .append(
            measured.p99() < 0
                ? "not measured"
                : "p50 "
                    + micros(measured.p50())
                    + ", p99 "
                    + micros(measured.p99())
                    + " of "
                    + counted(measured.checks(), "check", "checks"))
        .append('\n');
    out.append("would refuse ").append(seen.refused()).append('\n');
    for (Readiness.Row row : seen.rows()) {
      out.append("             ")
          .append(row.tool == null ? "outside tools" : shown(row.tool))
          .append("  ")
          .append(shown(row.code))
          .append("  ")
          .append(shown(row.scope))
          .append("  ")
          .append(counted(row.count, "time", "times"))
          .append(row.paths.isEmpty() ? "" : "  at " + shown(String.join(" ", row.paths)))
          .append('\n');
    }
    if (seen.rowsOmitted() > 0) {
      out.append("             and ").append(seen.rowsOmitted()).append(" more\n");
    }
    for (String name : running) {
      out.append("in progress  ").append(shown(name)).append('\n');
    }
    for (String fault : faults) {
      out.append("wrong books  ").append(shown(fault)).append('\n');
    }
    if (!faults.isEmpty()) {
      out.append(
          "NOTHING CAN BE SAID: the books are not what was written. See countersign verify\n");
    } else if (why.isEmpty()) {
      out.append("READY for enforce, as far as this was seen\n");
    } else {
      for (String reason : why) {
        out.append("NOT READY    ").append(shown(reason)).append('\n');
      }
      if (seen.refused() > 0) {
        out.append(
            "             what a code means: countersign explain CODE; entries for what was learned:"
                + " countersign suggest\n");
      }
      if (seen.refused() > 0 && seen.configurations() > 1) {
        out.append("             these books are of ")
            .append(seen.configurations())
            .append(
                " configurations, and what happened under an older one counts: give the last"
                    + " one a ledger.dir of its own, and gate that\n");
      }
    }
    console.out().print(out);
  }

  private static String shown(String text) {
    return text == null ? "unknown" : SuggestText.safe(text);
  }

  private static String counted(long count, String one, String many) {
    return count + " " + (count == 1 ? one : many);
  }

  /** With one digit behind the point below ten. */
  private static String micros(long nanos) {
    long tenths = (nanos + 99) / 100;
    return tenths < 100
        ? tenths / 10 + "." + tenths % 10 + " \u00b5s"
        : (tenths + 9) / 10 + " \u00b5s";
  }

  private Map<String, Object> json(
      Readiness seen,
      Measured measured,
      List<String> faults,
      List<String> running,
      List<String> why) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("ready", faults.isEmpty() && why.isEmpty());
    json.put("why_not", why);
    json.put("faults", faults);
    json.put("in_progress", running);
    json.put("modes", seen.modes());
    json.put("configurations", (long) seen.configurations());
    json.put("calls", seen.calls());
    json.put("tools", new LinkedHashMap<>(seen.tools()));
    json.put("effects", seen.effects());
    json.put("coverage", new LinkedHashMap<>(seen.coverage()));
    json.put("unlisted", seen.unlisted());
    json.put("would_refuse", seen.refused());
    List<Object> rows = new ArrayList<>();
    for (Readiness.Row row : seen.rows()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("tool", row.tool);
      one.put("code", row.code);
      one.put("scope", row.scope);
      one.put("count", row.count);
      one.put("first", row.first);
      one.put("last", row.last);
      one.put("paths", row.paths);
      rows.add(one);
    }
    json.put("refusals", rows);
    json.put("refusals_omitted", seen.rowsOmitted());
    List<Object> holes = new ArrayList<>();
    for (Map.Entry<String, String> hole : seen.holes().entrySet()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("code", hole.getValue());
      one.put("text", hole.getKey());
      holes.add(one);
    }
    json.put("holes", holes);
    json.put("holes_omitted", seen.holesOmitted());
    Map<String, Object> check = new LinkedHashMap<>();
    check.put("count", measured.checks());
    check.put("p50_ns", measured.p50() < 0 ? null : (Object) measured.p50());
    check.put("p99_ns", measured.p99() < 0 ? null : (Object) measured.p99());
    check.put("failed", measured.failed());
    json.put("check", check);
    json.put("outcomes_lost", measured.lost());
    return json;
  }
}
