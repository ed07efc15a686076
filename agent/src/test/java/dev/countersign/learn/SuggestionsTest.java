package dev.countersign.learn;

import static dev.countersign.learn.Learned.exec;
import static dev.countersign.learn.Learned.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.ExactText;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which templates are found behind what was learned, and which are withheld (spec 5.8). */
class SuggestionsTest {

  @TempDir Path directory;

  private Suggestions of(Learned... runs) throws Exception {
    List<Path> files = new ArrayList<>();
    for (Learned run : runs) {
      files.add(run.in(directory));
    }
    return Suggestions.of(files, (round, effects) -> {});
  }

  private List<Suggestion> lines(Learned... runs) throws Exception {
    return of(runs).tools().get(0).lines();
  }

  private static String text(Suggestion line) {
    return line.verb()
        + " "
        + ExactText.of(line.template())
        + (line.each() == null ? "" : " each " + line.each())
        + (line.times() == 1 ? "" : " times " + line.times());
  }

  /** A tool that is called with values that vary, and the one template behind it. */
  private record Kind(
      String name,
      IntFunction<String> args,
      IntFunction<List<Map<String, Object>>> effects,
      String expected) {}

  private static Arguments kind(
      String name,
      IntFunction<String> args,
      IntFunction<List<Map<String, Object>>> effects,
      String expected) {
    return Arguments.of(new Kind(name, args, effects, expected));
  }

  private static IntFunction<List<Map<String, Object>>> one(
      IntFunction<Map<String, Object>> effect) {
    return i -> List.of(effect.apply(i));
  }

  static List<Arguments> kinds() {
    return List.of(
        kind(
            "L01 whole element",
            i -> "{'url':'https://h/" + i + "'}",
            one(i -> exec("git", "clone", "--", "https://h/" + i)),
            "exec {'argv':['git','clone','--','${args.url}']}"),
        kind(
            "L02 part of an element",
            i -> "{'n':" + i + "}",
            one(i -> exec("head", "-n" + i, "log")),
            "exec {'argv':['head','-n${args.n}','log']}"),
        kind(
            "L03 in a path",
            i -> "{'name':'r" + i + "'}",
            one(i -> exec("cat", "/srv/r" + i + "/index.md")),
            "exec {'argv':['cat','/srv/${args.name}/index.md']}"),
        kind(
            "L04 two in one element",
            i -> "{'from':'a" + i + "','to':'b" + 7 * i + "'}",
            one(i -> exec("ssh", "a" + i + ":b" + 7 * i)),
            "exec {'argv':['ssh','${args.from}:${args.to}']}"),
        kind(
            "L05 nested",
            i -> "{'order':{'items':[{'id':'x" + i + "'}]}}",
            one(i -> exec("show", "x" + i)),
            "exec {'argv':['show','${args.order.items.0.id}']}"),
        kind(
            "L06 a number, a decimal, a boolean",
            i -> "{'n':" + i + ",'d':" + i + ".50,'b':" + (i % 2 == 0) + "}",
            one(i -> exec("x", "" + i, i + ".50", "" + (i % 2 == 0))),
            "exec {'argv':['x','${args.n}','${args.d}','${args.b}']}"),
        kind(
            "L07 a list",
            i -> "{'files':" + list(i, "f") + "}",
            one(i -> exec(array(cat(cat(List.of("rm", "--"), elements(i, "f")), List.of("end"))))),
            "exec {'argv':['rm','--','${args.files...}','end']}"),
        kind(
            "L08 one effect for each element",
            i -> "{'pages':" + list(i, "p") + "}",
            i -> elements(i, "p").stream().map(p -> exec("render", p, "out/" + p)).toList(),
            "exec {'argv':['render','${item}','out/${item}']} each args.pages"),
        kind(
            "L09 one request for each object",
            i -> "{'o':[{'id':'a" + i + "'},{'id':'b" + i + "'}]}",
            i ->
                List.of(send("PUT", "https://h/a" + i, null), send("PUT", "https://h/b" + i, null)),
            "send {'method':'PUT','url':'https://h/${item.id}','headers':{}} each args.o"),
        kind(
            "L10 an optional argument, dropped",
            i -> i % 2 == 0 ? "{'q':'q" + i + "'}" : "{'q':'q" + i + "','dir':'d" + i + "'}",
            one(i -> i % 2 == 0 ? exec("ls", "q" + i) : exec("ls", "q" + i, "d" + i)),
            "exec {'argv':['ls','${args.q}','${args.dir?}']}"),
        kind(
            "L11 an optional argument with a default",
            i -> i % 2 == 0 ? "{'q':'q" + i + "'}" : "{'q':'q" + i + "','depth':" + (20 + i) + "}",
            one(i -> exec("log", "--depth=" + (i % 2 == 0 ? 1 : 20 + i), "q" + i)),
            "exec {'argv':['log','--depth=${args.depth|1}','${args.q}']}"),
        kind(
            "L12 directory and variables",
            i -> "{'dir':'/srv/" + i + "','lang':'l" + i + "'}",
            one(
                i ->
                    exec(
                        "/srv/" + i,
                        Map.of("LANG", "l" + i, "MODE", "x"),
                        List.of("DEBUG"),
                        "make")),
            "exec {'argv':['make'],'dir':'${args.dir}','env':{'set':{'LANG':'${args.lang}','MODE':'x'},'unset':['DEBUG']}}"),
        kind(
            "L13 a value of the tool's own, narrowed",
            i -> "{'q':'q" + i + "'}",
            one(i -> exec("conv", "/var/up/" + (1000 + 31 * i) + ".txt", "q" + i)),
            "exec {'argv':['conv','/var/up/${match:digits:[0-9]{4}}.txt','${args.q}']}"),
        kind(
            "L14 a template of our own syntax in a constant",
            i -> "{'q':'q" + i + "'}",
            one(i -> exec("echo", "${HOME}", "q" + i)),
            "exec {'argv':['echo','$${HOME}','${args.q}']}"),
        kind(
            "L15 a segment and a query, encoded",
            i -> "{'id':'a b/" + i + "','q':'x&y=" + i + "'}",
            one(i -> send("GET", "https://h/v1/a%20b%2F" + i + "?q=x%26y%3D" + i, null)),
            "send {'method':'GET','url':'https://h/v1/${args.id}?q=${args.q}','headers':{}}"),
        kind(
            "L16 a JSON body, numbers as numbers, texts as texts",
            i -> "{'to':'s" + i + "','amount':" + i + ".50}",
            one(
                i ->
                    send(
                        "POST",
                        "https://h:8443/pay",
                        "{'json':{'amount':"
                            + i
                            + ".5,'text':'"
                            + i
                            + ".50','to':{'name':'s"
                            + i
                            + "'},'v':1}}",
                        "content-type",
                        "application/json")),
            "send {'method':'POST','url':'https://h:8443/pay','headers':{'content-type':'application/json'},"
                + "'body':{'json':{'amount':'${args.amount}','text':'${args.amount|}','to':{'name':'${args.to}'},'v':1}}}"),
        kind(
            "L17 a whole argument, and all of them, as JSON",
            i -> "{'o':{'a':" + i + ",'b':['x" + i + "']}}",
            one(
                i ->
                    send(
                        "POST",
                        "https://h/",
                        "{'json':{'all':{'a':" + i + ",'b':['x" + i + "']},'n':null}}")),
            "send {'method':'POST','url':'https://h/','headers':{},'body':{'json':{'all':'${args.o}','n':null}}}"),
        kind(
            "L18 the arguments are the body",
            i -> "{'a':" + i + ",'b':['x" + i + "']}",
            one(i -> send("POST", "https://h/", "{'json':{'b':['x" + i + "'],'a':" + i + "}}")),
            "send {'method':'POST','url':'https://h/','headers':{},'body':{'json':'${args}'}}"),
        kind(
            "L19 a form",
            i -> "{'q':'a b" + i + "'}",
            one(i -> send("POST", "https://h/", "{'form':{'q':['a b" + i + "'],'lang':['de']}}")),
            "send {'method':'POST','url':'https://h/','headers':{},'body':{'form':{'q':'${args.q}','lang':'de'}}}"),
        kind(
            "L20 a text as a body",
            i -> "{'q':'a b" + i + "'}",
            one(i -> send("POST", "https://h/", "{'raw':'<q>a b" + i + "</q>'}")),
            "send {'method':'POST','url':'https://h/','headers':{},'body':{'raw':'<q>${args.q}</q>'}}"),
        kind(
            "L21 a body that was not read",
            i -> "{'q':'q" + i + "'}",
            one(i -> send("POST", "https://h/q" + i, "{'unread':true}")),
            "send {'method':'POST','url':'https://h/${args.q}','headers':{},'body':'any'}"),
        kind(
            "L22 a header from an argument, a credential, one that varies",
            i -> "{'tenant':'t" + i + "'}",
            one(
                i ->
                    send(
                        "GET",
                        "https://h/",
                        null,
                        "x-tenant",
                        "t" + i,
                        "authorization",
                        "cs-secret-0123456789abcdef",
                        "x-id",
                        "id " + 17 * i)),
            "send {'method':'GET','url':'https://h/','headers':{'x-tenant':'${args.tenant}','authorization':'${any}','x-id':'id ${match:digits:[0-9]{2,3}}'}}"),
        kind(
            "L23 a secret argument in an element",
            i -> "{'api_key':'cs-secret-000000000000000" + i + "'}",
            one(i -> exec("login", "--key=cs-secret-000000000000000" + i)),
            "exec {'argv':['login','--key=${args.api_key}']}"),
        kind(
            "L24 the same process again in one call",
            i -> "{'q':'q" + i + "'}",
            i -> List.of(exec("ping", "q" + i), exec("ping", "q" + i), exec("ping", "q" + i)),
            "exec {'argv':['ping','${args.q}']} times 3"));
  }

  private static String list(int n, String prefix) {
    return "['" + String.join("','", elements(n, prefix)) + "']";
  }

  /** One to four different elements. */
  private static List<String> elements(int n, String prefix) {
    List<String> elements = new ArrayList<>();
    for (int i = 0; i <= n % 4; i++) {
      elements.add(prefix + n + "-" + i);
    }
    return elements;
  }

  private static List<String> cat(List<String> a, List<String> b) {
    List<String> all = new ArrayList<>(a);
    all.addAll(b);
    return all;
  }

  private static String[] array(List<String> argv) {
    return argv.toArray(new String[0]);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("kinds")
  void findsTheTemplate(Kind kind) throws Exception {
    Learned run = new Learned("r1");
    for (int i = 1; i <= 8; i++) {
      run.call("tool", kind.args().apply(i), kind.effects().apply(i).toArray(new Map[0]));
    }
    Suggestions found = of(run);

    assertThat(found.notes()).isEmpty();
    List<Suggestion> lines = found.tools().get(0).lines();
    assertThat(lines)
        .extracting(SuggestionsTest::text)
        .containsExactly(kind.expected().replace('\'', '"'));
    assertThat(lines.get(0).withheld()).isEmpty();
    assertThat(lines.get(0).samples()).isEqualTo(found.tools().get(0).effects());
  }

  @Test
  void whatNeverVariedIsAConstantAndTheArgumentIsNamed() throws Exception {
    List<Suggestion> lines =
        lines(
            new Learned("r1").call("pub", "{'repo':'shop'}", exec("cp", "repos/shop")),
            new Learned("r2").call("pub", "{'repo':'shop'}", exec("cp", "repos/shop")));

    assertThat(lines).hasSize(1);
    assertThat(text(lines.get(0))).isEqualTo("exec {\"argv\":[\"cp\",\"repos/shop\"]}");
    assertThat(lines.get(0).withheld()).isEmpty();
    assertThat(lines.get(0).notes())
        .containsExactly(
            "argv[1] never varied, and equals repos/${args.repo} as well: vary that argument to find"
                + " out");
  }

  @Test
  void anEqualityByChanceIsGoneOnceTheArgumentVaries() throws Exception {
    List<Suggestion> lines =
        lines(
            new Learned("r1")
                .call("t", "{'n':5,'q':'a'}", exec("head", "-n5", "a"))
                .call("t", "{'n':7,'q':'b'}", exec("head", "-n5", "b")));

    assertThat(text(lines.get(0))).isEqualTo("exec {\"argv\":[\"head\",\"-n5\",\"${args.q}\"]}");
    assertThat(lines.get(0).notes()).isEmpty();
  }

  @Test
  void twoArgumentsThatAlwaysAgreedAreBothNamed() throws Exception {
    List<Suggestion> lines =
        lines(
            new Learned("r1")
                .call("t", "{'a':'one','b':'one'}", exec("x", "one"))
                .call("t", "{'a':'two','b':'two'}", exec("x", "two")));

    assertThat(lines.get(0).notes())
        .containsExactly("argv[1] ${args.a} always had the value of ${args.b}");
  }

  @Test
  void alternativesOfOneToolAreLinesOfTheirOwn() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 6; i++) {
      run.call("git", "{'f':'f" + i + "'}", exec("git", i % 2 == 0 ? "add" : "rm", "f" + i));
    }
    assertThat(lines(run))
        .extracting(SuggestionsTest::text)
        .containsExactlyInAnyOrder(
            "exec {\"argv\":[\"git\",\"add\",\"${args.f}\"]}",
            "exec {\"argv\":[\"git\",\"rm\",\"${args.f}\"]}");
  }

  // What is withheld

  @Test
  void aSingleSampleIsWithheld() throws Exception {
    assertThat(withheld(new Learned("r1").call("t", "{'q':'a'}", exec("x", "a"))))
        .containsExactly("a single sample");
  }

  @Test
  void aCallThatIsMadeAgainIsNoFurtherEvidence() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 5; i++) {
      run.call("t", "{'q':'a'}", exec("cp", "secrets"));
    }
    assertThat(withheld(run))
        .containsExactly(
            "5 samples, all of one call with the same arguments in one run, which count as one");
  }

  @Test
  void aMinorityThatTakesNoArgumentIsWithheldHoweverOftenItCame() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 40; i++) {
      run.call(
          "pub",
          "{'repo':'r" + i + "'}",
          exec("cp", "repos/" + (i % 10 == 7 ? "secrets" : "r" + i)));
    }
    List<Suggestion> lines = lines(run);

    assertThat(lines)
        .extracting(SuggestionsTest::text)
        .contains("exec {\"argv\":[\"cp\",\"repos/${args.repo}\"]}");
    Suggestion poisoned = lines.get(1);
    assertThat(text(poisoned)).contains("repos/secrets");
    assertThat(poisoned.samples()).isEqualTo(4);
    assertThat(poisoned.withheld())
        .containsExactly(
            "argv[1] comes from no argument here, and is repos/${args.repo} in 36 other samples");
  }

  /** Whoever poisons a run chooses how often it calls. */
  @Test
  void soIsAMajority() throws Exception {
    Learned honest = new Learned("r1");
    Learned poisoned = new Learned("r2");
    for (int i = 0; i < 3; i++) {
      honest.call("pub", "{'repo':'web" + i + "'}", exec("cp", "repos/web" + i));
      honest.call("pub", "{'repo':'s" + i + "'}", exec("cp", "repos/secrets"));
    }
    for (int i = 0; i < 40; i++) {
      poisoned.call("pub", "{'repo':'p" + i + "'}", exec("cp", "repos/secrets"));
    }
    assertThat(lines(honest, poisoned))
        .filteredOn(line -> text(line).contains("secrets"))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.withheld())
                    .contains(
                        "argv[1] comes from no argument here, and is repos/${args.repo} in 3 other"
                            + " samples"));
  }

  @Test
  void whatIsRareIsSaid() throws Exception {
    Learned one = new Learned("r1");
    Learned other = new Learned("r2");
    for (int i = 0; i < 60; i++) {
      one.call("t", "{'q':'one" + i + "'}", exec("show", "one" + i));
      other.call("t", "{'q':'two" + i + "'}", exec("show", "two" + i));
    }
    one.call("t", "{'q':'x'}", exec("curl", "https://evil.example/"));
    other.call("t", "{'q':'y'}", exec("curl", "https://evil.example/"));
    List<Suggestion> lines = lines(one, other);

    assertThat(lines.get(0).notes()).noneMatch(note -> note.startsWith("rare"));
    assertThat(lines.get(1).notes())
        .contains(
            "rare: 2 samples where the tool was called 122 times. Whoever poisons slowly does it"
                + " rarely");
  }

  /** How often one call does it is the choice of whoever poisons that call. */
  @Test
  void whatOneCallAloneRepeatedIsNoTimes() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 4; i++) {
      run.call("t", "{'q':'q" + i + "'}", exec("ping", "q" + i), exec("ping", "q" + i));
    }
    run.call(
        "t",
        "{'q':'z'}",
        exec("ping", "z"),
        exec("ping", "z"),
        exec("ping", "z"),
        exec("ping", "z"),
        exec("ping", "z"));
    Suggestion line = lines(run).get(0);

    assertThat(text(line)).isEqualTo("exec {\"argv\":[\"ping\",\"${args.q}\"]} times 2");
    assertThat(line.notes())
        .contains("one call did it 5 times, a single sample: times: 5 would let that happen");
  }

  @Test
  void whatLeadsOutOfADirectoryIsWithheldHoweverOftenItCame() throws Exception {
    assertThat(
            withheld(
                new Learned("r1").call("t", "{'q':'a'}", exec("cp", "repos/../secrets")),
                new Learned("r2").call("t", "{'q':'a'}", exec("cp", "repos/../secrets"))))
        .containsExactly("argv[1] leads out of a directory (..)");
  }

  @Test
  void aProgramThatAnArgumentMayDecideIsWithheld() throws Exception {
    assertThat(
            withheld(
                new Learned("r1")
                    .call("t", "{'p':'lsof'}", exec("lsof"))
                    .call("t", "{'p':'lsof','q':'x'}", exec("lsof"))))
        .containsExactly("which program starts may be decided by args.p");
  }

  @Test
  void aHostThatAnArgumentMayDecideIsWithheld() throws Exception {
    for (String args :
        List.of(
            "{'u':'https://h.example:8443/%d'}",
            "{'h':'h.example','i':%d}",
            "{'t':'h.exa','i':%d}",
            "{'region':'h','i':%d}",
            "{'port':8443,'i':%d}")) {
      String url = "https://h.example:8443/";
      assertThat(
              withheld(
                  new Learned("r1")
                      .call("t", args.formatted(1), send("GET", url + 1, null))
                      .call("t", args.formatted(2), send("GET", url + 2, null))
                      .call("t", args.formatted(3), send("GET", url + 3, null))))
          .as(args)
          .singleElement()
          .asString()
          .startsWith("which host is asked may be decided by args.");
    }
  }

  /** Another element of a list each time, or another argument. */
  @Test
  void whatAnyArgumentMayDecideIsWithheld() throws Exception {
    for (String[] args :
        new String[][] {
          {"{'u':['https://h.example/1','x']}", "{'u':['y','https://h.example/2']}"},
          {"{'u':'https://h.example/1'}", "{'v':'https://h.example/2'}"},
          {"{'o':[{'h':'z'},{'h':'h.example'}]}", "{'o':[{'h':'h.example'}]}"}
        }) {
      assertThat(
              withheld(
                  new Learned("r1")
                      .call("t", args[0], send("GET", "https://h.example/1", null))
                      .call("t", args[1], send("GET", "https://h.example/1", null))))
          .as(args[0])
          .singleElement()
          .asString()
          .startsWith("which host is asked may be decided by args.");
    }
    for (String[] args :
        new String[][] {
          {"{'c':['lsof','x']}", "{'c':['y','lsof']}"},
          {"{'c':'lsof'}", "{'d':'/usr/bin/lsof -n'}"}
        }) {
      assertThat(
              withheld(
                  new Learned("r1")
                      .call("t", args[0], exec("/usr/bin/lsof", "-n"))
                      .call("t", args[1], exec("/usr/bin/lsof", "-n"))))
          .as(args[0])
          .singleElement()
          .asString()
          .startsWith("which program starts may be decided by args.");
    }
  }

  /** Where several runs were learned from, one of them is no evidence, however often it calls. */
  @Test
  void whatOneRunOfSeveralDidIsWithheld() throws Exception {
    Learned honest = new Learned("r1");
    Learned poisoned = new Learned("r2");
    for (int i = 0; i < 5; i++) {
      honest.call("t", "{'q':'a" + i + "'}", exec("x", "a" + i));
      poisoned.call("t", "{'q':'b" + i + "'}", exec("x", "b" + i), exec("curl", "b" + i));
    }
    assertThat(lines(honest, poisoned))
        .extracting(line -> text(line) + " " + line.withheld())
        .containsExactly(
            "exec {\"argv\":[\"x\",\"${args.q}\"]} []",
            "exec {\"argv\":[\"curl\",\"${args.q}\"]} [5 samples, all of one run of the 2 that were"
                + " learned from, which may be the poisoned one]");
    assertThat(lines(poisoned)).extracting(Suggestion::withheld).containsOnly(List.of());
  }

  /** Programs that start the one that their arguments name: {@code @} is what varies. */
  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {
        "env A=b sh -c @",
        "timeout -k 5 10 sh -c @",
        "sudo -u root bash -c @",
        "nice -n 5 python3 -c @",
        "xargs -n 1 sh -c @",
        "nohup sh -c @",
        "stdbuf -oL sh -c @",
        "setsid -w sh -c @",
        "chroot /srv sh -c @",
        "gosu app sh -c @",
        "strace -f -o log sh -c @",
        "env timeout 5 nice sh -c @",
        "env -S @",
        "env @",
        "timeout 5 @ x",
        "sudo -u root @"
      })
  void whatAProgramStartsIsLookedAt(String command) throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 4; i++) {
      String varied = "echo" + i;
      run.call("t", "{'c':'" + varied + "'}", exec(command.replace("@", varied).split(" ")));
    }
    assertThat(withheld(run)).as(command).hasSize(1);
  }

  /** The same where nothing is program text. */
  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {
        "env A=@ sh script",
        "timeout @ sh script",
        "env sh script @",
        "sudo -u root cp @ b",
        "timeout 5 grep -c @"
      })
  void whatAStartedProgramGetsIsNoProgramText(String command) throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 4; i++) {
      String varied = "echo" + i;
      run.call("t", "{'c':'" + varied + "'}", exec(command.replace("@", varied).split(" ")));
    }
    assertThat(withheld(run)).as(command).isEmpty();
  }

  @Test
  void aHeaderThatSomeRequestsHaveIsSaid() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 4; i++) {
      run.call(
          "t",
          "{'q':'a" + i + "'}",
          i % 2 == 0
              ? send("GET", "https://h.example/a" + i, null, "accept", "x")
              : send("GET", "https://h.example/a" + i, null, "accept", "x", "x-trace", "t" + i));
    }
    assertThat(lines(run))
        .singleElement()
        .satisfies(
            line ->
                assertThat(line.notes())
                    .contains(
                        "the header x-trace came in some samples only: whether and with which value"
                            + " is left to the tool"));
  }

  @Test
  void theSameToAnotherHostInOtherCallsIsWithheldWhereNeitherIsRare() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 8; i++) {
      String host = i % 2 == 0 ? "bank" : "attacker";
      run.call("pay", "{'s':'s" + i + "'}", send("POST", "https://" + host + "/pay/s" + i, null));
    }
    assertThat(lines(run))
        .extracting(line -> line.withheld().toString())
        .containsExactly(
            "[in 4 other samples the same goes to https://attacker:443]",
            "[in 4 other samples the same goes to https://bank:443]");
  }

  @Test
  void theSameToARareOtherHostIsWithheldThereOnly() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 12; i++) {
      String host = i % 4 == 0 ? "attacker" : "bank";
      run.call("pay", "{'s':'s" + i + "'}", send("POST", "https://" + host + "/pay/s" + i, null));
    }
    assertThat(lines(run))
        .extracting(line -> line.withheld().toString())
        .containsExactly("[in 9 other samples the same goes to https://bank:443]", "[]");
  }

  @Test
  void twoHostsInEachCallAreTwoEffects() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 4; i++) {
      run.call(
          "pay",
          "{'s':'s" + i + "'}",
          send("POST", "https://bank/pay/s" + i, null),
          send("POST", "https://audit/pay/s" + i, null));
    }
    assertThat(lines(run)).hasSize(2).allSatisfy(line -> assertThat(line.withheld()).isEmpty());
  }

  @Test
  void programTextThatVariesIsWithheld() throws Exception {
    for (String shell : List.of("sh", "/bin/bash", "python3")) {
      assertThat(
              withheld(
                  new Learned("r1")
                      .call("t", "{'c':'echo 1'}", exec(shell, "-c", "echo 1"))
                      .call("t", "{'c':'echo 2'}", exec(shell, "-c", "echo 2"))))
          .as(shell)
          .containsExactly("argv[2] is program text of " + shell + ", and is not always the same");
    }
  }

  @Test
  void anythingAtAllInAnElementIsWithheld() throws Exception {
    Learned run = new Learned("r1");
    for (String value : List.of("a/b", "../c", "-x", "d e")) {
      run.call("t", "{'n':" + value.length() + value.hashCode() + "}", exec("rm", value));
    }
    assertThat(withheld(run))
        .anySatisfy(
            why ->
                assertThat(why)
                    .startsWith("argv[1] would be left to the tool, whatever it is: 4 different"));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.CsvSource({
    "NIKA-SEC-011, compare the two first",
    "CS-REPLAY, raise the times",
    "CS-EXPIRED, after its call had ended",
    "CS-POLICY, a rule refuses it",
    "CS-APPROVAL, a rule refuses it",
    "CS-UNSUPPORTED, another reason"
  })
  void whatAnEntryWouldNotHelpIsWithheld(String code, String why) throws Exception {
    Learned run = new Learned("r1").refusedWith(code);
    for (int i = 0; i < 3; i++) {
      run.call("t", "{'q':'a" + i + "'}", exec("x", "a" + i));
    }
    assertThat(withheld(run)).singleElement().asString().contains(why);
  }

  private List<String> withheld(Learned... runs) throws Exception {
    List<Suggestion> lines = lines(runs);
    assertThat(lines).hasSize(1);
    return lines.get(0).withheld();
  }

  // Outside tools

  @Test
  void whatIsAllowedOutsideToolsNeedsNoEntry() throws Exception {
    Suggestions found =
        of(
            new Learned("r1").refusedWith(null).outside(exec("stty", "size")),
            new Learned("r2").refusedWith(null).outside(exec("stty", "size")));
    assertThat(found.ambient()).isEmpty();
    assertThat(found.leftAlone()).containsExactly(Map.entry("stty", 2L));
  }

  @Test
  void aProgramThatAToolDeclaresIsRefusedOutsideAndSoDeclaredThere() throws Exception {
    Suggestions found =
        of(
            new Learned("r1")
                .call("t", "{'u':'a'}", exec("git", "clone", "a"))
                .call("t", "{'u':'b'}", exec("git", "clone", "b"))
                .outside(exec("git", "--version"))
                .outside(exec("git", "--version")),
            new Learned("r2")
                .call("t", "{'u':'c'}", exec("git", "clone", "c"))
                .outside(exec("git", "--version")));
    assertThat(found.ambient()).hasSize(1);
    Suggestion line = found.ambient().get(0);
    assertThat(text(line)).isEqualTo("exec {\"argv\":[\"git\",\"--version\"]} times 0");
    assertThat(line.withheld()).isEmpty();
    assertThat(line.notes())
        .containsExactly(
            "times: any, for it came 2 times in one run",
            "it may then happen in any frame, inside every tool as well");
  }

  @Test
  void whereItIsRefusedElsewhereEverythingOutsideIsDeclared() throws Exception {
    Suggestions found =
        of(
            new Learned("r1", "refuse").outside(send("GET", "https://a.example/t", null)),
            new Learned("r2", "refuse").outside(send("GET", "https://a.example/t", null)));
    assertThat(found.ambient())
        .extracting(SuggestionsTest::text)
        .containsExactly(
            "send {\"method\":\"GET\",\"url\":\"https://a.example/t\",\"headers\":{}}");
  }

  @Test
  void aBodyThatRunsAgainGivesTheToolItsTimes() throws Exception {
    Suggestions found =
        of(
            new Learned("r1")
                .call("t", "{'u':'a'}", exec("x", "a"))
                .again()
                .again()
                .call("t", "{'u':'b'}", exec("x", "b"))
                .again());
    assertThat(found.tools().get(0).times()).isEqualTo(3);
  }

  /** Each tool that there is, with nothing in common between the samples of it. */
  @Test
  void whatHasTooLittleInCommonIsSaidAndWithheld() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 300; i++) {
      String[] argv = new String[2 + i];
      java.util.Arrays.fill(argv, "x");
      run.call("t", "{'u':" + i + "}", exec(argv));
    }
    Suggestions found = of(run);
    assertThat(found.tools().get(0).lines())
        .hasSize(64)
        .allSatisfy(line -> assertThat(line.withheld()).isNotEmpty());
    assertThat(found.notes())
        .containsExactly("236 effects of t (x) have too little in common: no line covers them");
  }

  private static final Function<Suggestion, Boolean> USED = line -> line.withheld().isEmpty();

  /** The templates, rendered from the arguments of each call, cover what they say they cover. */
  @Test
  void whatCameLaterThanTheFirstSamplesIsFoundAsWell() throws Exception {
    Learned run = new Learned("r1");
    for (int i = 0; i < 700; i++) {
      boolean late = i > 400 && i % 3 == 0;
      run.call(
          "t",
          "{'u':'u" + i + "'}",
          late ? exec("git", "fetch", "-q", "u" + i) : exec("git", "clone", "u" + i));
    }
    List<Suggestion> lines = lines(run);
    assertThat(lines)
        .extracting(SuggestionsTest::text)
        .containsExactly(
            "exec {\"argv\":[\"git\",\"clone\",\"${args.u}\"]}",
            "exec {\"argv\":[\"git\",\"fetch\",\"-q\",\"${args.u}\"]}");
    assertThat(lines).extracting(USED::apply).containsOnly(true);
    assertThat(lines.get(0).samples() + lines.get(1).samples()).isEqualTo(700);
  }
}
