package dev.countersign.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.countersign.canonical.Json;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The authority model that monotonicity and containment need (research 1.9). */
class AuthorityTest {

  @ParameterizedTest
  @ValueSource(strings = {"crm.read", "crm.*", "a.b.c", "a-1_.b", "exec.x7z", "send.x127_0_0_1"})
  void isAScope(String text) {
    assertThat(Authority.isScope(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "*",
        "crm",
        "crm.",
        ".crm",
        "crm..read",
        "crm.*.x",
        "*.x",
        "Crm.read",
        "crm.7z",
        "crm.re ad",
        "crm.read*",
        "crm.**"
      })
  void isNoScope(String text) {
    assertThat(Authority.isScope(text)).isFalse();
  }

  @Test
  void aScopeOfAMillionSegmentsIsRead() {
    assertThat(Authority.isScope("a" + ".a".repeat(1_000_000))).isTrue();
  }

  @Test
  void aWildcardCoversEveryDepthBelowItButNotItself() {
    assertThat(Authority.covers("crm.*", "crm.read")).isTrue();
    assertThat(Authority.covers("crm.*", "crm.a.b")).isTrue();
    assertThat(Authority.covers("crm.*", "crmx.read")).isFalse();
    assertThat(Authority.covers("crm.read", "crm.*")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'key':'max_rows','max':10} | {'rows':10} | {'rows':11}",
        "{'key':'max_rows','max':10} | {} | {'rows':true}",
        "{'key':'max_rows','max':10} | {'rows':null} | {'rows':'5'}",
        "{'key':'max_spend','max':0.5} | {'spend':0.5} | {'spend':0.51}",
        "{'key':'max_calls','max':2} | {'calls':2} | {'calls':3}",
        "{'key':'egress','rank':'internal'} | {'egress':'none'} | {'egress':'any'}",
        "{'key':'egress','rank':'any'} | {'egress':'any'} | {'egress':'everything'}",
        "{'key':'region','type':'allow','one_of':['eu',1]} | {'region':1.0} | {'region':'1'}",
        "{'key':'region','type':'allow','one_of':['eu',1]} | {'region':'eu'} | {'region':true}",
        "{'key':'region','type':'deny','not_one_of':['us']} | {'region':'eu'} | {'region':'us'}",
        "{'key':'region','type':'deny','not_one_of':['us']} | {} | {'region':['us']}",
        "{'key':'p','type':'prefix','prefix':'/tmp/','field':'path'} | {'path':'/tmp/x'} | {'path':'/etc'}",
        "{'key':'p','type':'prefix','prefix':'/tmp/','field':'path'} | {'p':'/etc'} | {'path':['/tmp/x']}",
        "{'key':'max_calls[tool.pay]','type':'max_calls','max':1,'applies_to':'tool.pay'} | {'calls':9} | {'calls[tool.pay]':2}",
      })
  void aBoundPermitsAndRefuses(String constraint, String permitted, String refused)
      throws Ceiling.Unreadable {
    Ceiling ceiling = Ceiling.of(json(constraint));
    assertThat(ceiling.permits("tool.pay", object(permitted))).isTrue();
    assertThat(ceiling.permits("tool.pay", object(refused))).isFalse();
  }

  @Test
  void aBoundOfAnUnknownTypeDeniesEverything() throws Ceiling.Unreadable {
    assertThat(Ceiling.of(json("{'key':'max_widgets','max':1}")).permits("tool.pay", Map.of()))
        .isFalse();
    assertThat(Ceiling.of(json("{'key':'x','type':'window'}")).permits("tool.pay", Map.of()))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'key':'max_rows'}",
        "{'key':'max_rows','max':'10'}",
        "{'key':'max_rows','max':true}",
        "{'key':'max_rows','max':10,'min':1}",
        "{'key':'egress','rank':'all'}",
        "{'key':1,'max':1}",
        "{'max':1}",
        "{'key':'r','type':'allow'}",
        "{'key':'r','type':'allow','one_of':'eu'}",
        "{'key':'r','type':'allow','one_of':[[]]}",
        "{'key':'r','type':'deny','not_one_of':[],'field':1}",
        "{'key':'r','type':'prefix','prefix':1}",
        "{'key':'max_calls','type':'max_calls','max':1,'applies_to':'tool.pay'}",
        "{'key':'max_calls[x]','type':'max_calls','max':1,'applies_to':'x'}",
        "[]"
      })
  void aMalformedBoundMakesTheAuthorityUnreadable(String constraint) {
    Map<String, Object> authority =
        Map.of("scopes", List.of("tool.*"), "constraints", List.of(json(constraint)));
    Report report = new Books(2).root().with("authority", authority).verify();
    assertThat(report.failures()).extracting(Failure::reason).contains("unreadable_authority");
    assertThat(report.exit(false)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // parent | narrower or equal | wider
        "'ttl':10 | 'ttl':10 | 'ttl':11",
        "'ttl':10 | 'ttl':9 | 'ttl':null",
        "'constraints':[{'key':'max_rows','max':5}] | 'constraints':[{'key':'max_rows','max':5}] | 'constraints':[{'key':'max_rows','max':6}]",
        "'constraints':[{'key':'max_rows','max':5}] | 'constraints':[{'key':'max_rows','max':5},{'key':'egress','rank':'none'}] | 'constraints':[]",
        "'constraints':[{'key':'egress','rank':'internal'}] | 'constraints':[{'key':'egress','rank':'none'}] | 'constraints':[{'key':'egress','rank':'any'}]",
        "'constraints':[{'key':'r','type':'allow','one_of':['a','b']}] | 'constraints':[{'key':'r','type':'allow','one_of':['b']}] | 'constraints':[{'key':'r','type':'allow','one_of':['c']}]",
        "'constraints':[{'key':'r','type':'deny','not_one_of':['a']}] | 'constraints':[{'key':'r','type':'deny','not_one_of':['a','b']}] | 'constraints':[{'key':'r','type':'deny','not_one_of':['b']}]",
        "'constraints':[{'key':'r','type':'allow','one_of':['a']}] | 'constraints':[{'key':'r','type':'allow','one_of':[]}] | 'constraints':[{'key':'r','type':'deny','not_one_of':['b']}]",
        "'constraints':[{'key':'r','type':'prefix','prefix':'/a'}] | 'constraints':[{'key':'r','type':'prefix','prefix':'/ab'}] | 'constraints':[{'key':'r','type':'prefix','prefix':'/'}]",
        "'constraints':[{'key':'w','type':'x','n':1}] | 'constraints':[{'key':'w','type':'x','n':1}] | 'constraints':[{'key':'w','type':'x','n':2}]",
      })
  void aChildHoldsNoMoreThanItsParent(String parent, String narrower, String wider) {
    assertThat(delegated(parent, narrower).failures()).isEmpty();
    assertThat(delegated(parent, wider).failures())
        .extracting(Failure::reason, Failure::seq, Failure::node)
        .containsExactly(tuple("monotonicity", 1L, Books.N1));
  }

  @Test
  void aChildOfNobodyHasNothingToBeNarrowerThan() {
    Report report =
        new Books(2).root().spawn(Books.authority("tool.pay")).with("parent", "c:n7").verify();
    assertThat(report.failures()).extracting(Failure::reason).containsExactly("monotonicity");
  }

  @Test
  void aNodeIsGivenItsAuthorityOnce() {
    Report report =
        new Books(2)
            .root()
            .spawn(Books.authority("tool.pay"))
            .spawn(Books.authority("tool.*"))
            .verify();
    assertThat(report.failures()).extracting(Failure::reason).containsExactly("monotonicity");
    assertThat(report.failures().get(0).seq()).isEqualTo(2);
  }

  @Test
  void anAllowOnAnUnknownNodeIsOutsideAnyAuthority() {
    Report report = new Books(2).root().allow(Books.A).with("node", "c:n9").verify();
    assertThat(report.failures()).extracting(Failure::reason).contains("containment");
  }

  private static Report delegated(String parent, String child) {
    return new Books(2)
        .root()
        .with("authority", json("{'scopes':['tool.*']," + parent + "}"))
        .spawn(json("{'scopes':['tool.pay']," + child + "}"))
        .verify();
  }

  private static Object json(String text) {
    return Json.parse(text.replace('\'', '"'));
  }

  private static Map<String, Object> object(String text) {
    return Entry.object(json(text));
  }
}
