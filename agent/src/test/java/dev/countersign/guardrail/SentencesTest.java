package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.countersign.canonical.Json;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What sentences mean: for a rule that denies, and for one that allows. */
class SentencesTest {

  static final String REFUND =
      "{'verb':'invoke','intent':{'tool':'refund','method':'a.B#c()','arguments':%s},'actor':"
          + "{'agent':'bot','clearance':'internal','scopes':['pay','read']}}";

  /** Denied, allowed: whether a rule of that verdict matches. */
  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      # amounts
      invoke of "refund" where arguments.amount > 50000 | {'amount':50001} | true | true
      invoke of "refund" where arguments.amount > 50000 | {'amount':50000} | false | false
      invoke of "refund" where arguments.amount > 50000 | {'amount':50000.0000000000000000000000001} | true | true
      invoke of "refund" where arguments.amount > 9007199254740992 | {'amount':9007199254740993} | true | true
      invoke of "refund" where arguments.amount >= 0.1 | {'amount':1e-1} | true | true
      invoke of "refund" where arguments.amount = 5 | {'amount':5.00} | true | true
      invoke of "refund" where arguments.amount != 5 | {'amount':5.00} | false | false
      invoke of "refund" where arguments.amount in [1, 2.5] | {'amount':2.50} | true | true
      invoke of "refund" where arguments.amount < -1 | {'amount':-1.5} | true | true
      # of another kind than what it is compared with: a deny matches, an allow does not
      invoke of "refund" where arguments.amount > 50000 | {'amount':'60000'} | true | false
      invoke of "refund" where arguments.amount <= 50000 | {'amount':'60000'} | true | false
      invoke of "refund" where not arguments.amount <= 50000 | {'amount':'60000'} | true | false
      invoke of "refund" where arguments.amount != 5 | {'amount':'5'} | true | false
      invoke of "refund" where arguments.amount > 50000 | {'amount':[60000]} | true | false
      invoke of "refund" where arguments.amount > 50000 | {'amount':true} | true | false
      invoke of "refund" where arguments.to = "acme" | {'to':5} | true | false
      invoke of "refund" where arguments.to starts with "ac" | {'to':['acme']} | true | false
      invoke of "refund" where arguments.order.amount > 5 | {'order':'{}'} | true | false
      invoke of "refund" where arguments.to[0] = "a" | {'to':'a'} | true | false
      invoke of "refund" where arguments.to[any] = "a" | {'to':{'a':1}} | true | false
      invoke of "refund" where arguments.urgent = true | {'urgent':'true'} | true | false
      # absent or null: nothing is compared with it
      invoke of "refund" where arguments.amount > 50000 | {} | false | false
      invoke of "refund" where arguments.amount > 50000 | {'amount':null} | false | false
      invoke of "refund" where not arguments.amount > 50000 | {} | true | true
      invoke of "refund" where arguments.amount != 5 | {} | true | true
      invoke of "refund" where arguments.to not in ["a"] | {'to':null} | true | true
      invoke of "refund" where arguments.amount is missing | {} | true | true
      invoke of "refund" where arguments.amount is missing | {'amount':null} | true | true
      invoke of "refund" where arguments.amount is missing | {'amount':0} | false | false
      invoke of "refund" where arguments.amount is present | {'amount':0} | true | true
      invoke of "refund" where arguments.a.b is missing | {'a':'{"b":1}'} | true | false
      # texts
      invoke of "refund" where arguments.to = "acme" | {'to':'Acme'} | false | false
      invoke of "refund" where arguments.to = "acme" ignoring case | {'to':'AcME'} | true | true
      invoke of "refund" where arguments.to in ["a", "b"] ignoring case | {'to':'B'} | true | true
      invoke of "refund" where arguments.to starts with "a.b" | {'to':'axb'} | false | false
      invoke of "refund" where arguments.to ends with "$" | {'to':'5$'} | true | true
      invoke of "refund" where arguments.to ends with "x" | {'to':'x\\n'} | false | false
      invoke of "refund" where arguments.to contains "drop table" ignoring case | {'to':'; DROP TABLE x'} | true | true
      invoke of "refund" where arguments.to like "*.example.com" | {'to':'api.example.com'} | true | true
      invoke of "refund" where arguments.to like "*.example.com" | {'to':'apixexample.com'} | false | false
      invoke of "refund" where arguments.to matches "[a-z]{2}[0-9]+" | {'to':'de42'} | true | true
      invoke of "refund" where arguments.to matches "[a-z]{2}[0-9]+" | {'to':'de42\\n'} | false | false
      invoke of "refund" where arguments.to matches ".*rm -rf.*" | {'to':'x\\nrm -rf /'} | true | true
      invoke of "refund" where length of arguments.to > 3 | {'to':'abcd'} | true | true
      invoke of "refund" where length of arguments.to > 3 | {'to':'abc'} | false | false
      invoke of "refund" where length of arguments.to = 1 | {'to':'😀'} | true | true
      # lists
      invoke of "refund" where count of arguments.ids > 2 | {'ids':[1,2]} | false | false
      invoke of "refund" where count of arguments.ids >= 2 | {'ids':[1,2]} | true | true
      invoke of "refund" where arguments.items[any].price > 10 | {'items':[{'price':1},{'price':11}]} | true | true
      invoke of "refund" where arguments.items[any].price > 10 | {'items':[]} | false | false
      invoke of "refund" where arguments.items[every].price <= 10 | {'items':[{'price':1},{'price':11}]} | false | false
      invoke of "refund" where arguments.items[every].price <= 10 | {'items':[{'price':1},{'price':'11'}]} | true | false
      invoke of "refund" where arguments.to[any] != "a" | {'to':['a','b']} | true | true
      invoke of "refund" where arguments.to[any] != "a" | {'to':['a']} | false | false
      invoke of "refund" where arguments.to[every] != "a" | {'to':['a','b']} | false | false
      invoke of "refund" where not arguments.to[any] = "a" | {'to':['b']} | true | true
      invoke of "refund" where arguments.to[1] = "b" | {'to':['a','b']} | true | true
      invoke of "refund" where arguments.to[1] = "b" | {'to':['b']} | false | false
      # joined
      invoke of "refund" where arguments.a = 1 and arguments.b = 2 | {'a':1,'b':2} | true | true
      invoke of "refund" where arguments.a = 1 and arguments.b = 2 | {'a':1} | false | false
      invoke of "refund" where arguments.a = 1 or arguments.b = 2 | {'b':2} | true | true
      invoke of "refund" where (arguments.a = 1 or arguments.b = 2) and not arguments.c = 3 | {'b':2,'c':3} | false | false
      # names
      invoke | {} | true | true
      invoke of "refund" or "payout" | {} | true | true
      invoke of ["payout", "ref*"] | {} | true | true
      invoke of "payout" | {} | false | false
      invoke of "ref?nd" | {} | true | true
      invoke of "*" | {} | true | true
      exec | {} | false | false
      any effect | {} | true | true
      invoke where tool = "refund" and method starts with "a.B#" | {} | true | true
      # the actor
      any effect where actor.clearance = "internal" | {} | true | true
      any effect where actor.team = "x" | {} | false | false
      any effect where actor.team != "x" | {} | true | true
      any effect where actor.scopes[any] = "pay" | {} | true | true
      any effect where not actor.scopes[any] = "admin" | {} | true | true
      invoke where arguments."weird name".x = 1 | {'weird name':{'x':1}} | true | true
      """)
  void meansFor(String sentence, String arguments, boolean denied, boolean allowed)
      throws SentenceException {
    Object request =
        Json.parse(
            REFUND.formatted(arguments).replace('\'', '"').replace("\"{\"b\":1}\"", "\"{}\""));
    assertThat(matches(sentence, Verdict.DENY, request)).as("deny").isEqualTo(denied);
    assertThat(matches(sentence, Verdict.REQUIRES_APPROVAL, request)).isEqualTo(denied);
    assertThat(matches(sentence, Verdict.ALLOW, request)).as("allow").isEqualTo(allowed);
  }

  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      exec where argv[0] not in ["git","ls"] | ['git'] | false
      exec where argv[0] not in ["git","ls"] | ['/usr/bin/git'] | true
      exec where program not in ["git","ls"] | ['/usr/bin/git'] | false
      exec where program not in ["git","ls"] | ['/usr/bin/git/x'] | true
      exec where program not in ["git"] | ['legit'] | true
      exec of "git" where argv[any] = "--upload-pack" | ['git','fetch','--upload-pack'] | true
      exec of "git" where argv[any] = "--upload-pack" | ['sh','--upload-pack'] | false
      exec of "python*" | ['/opt/python3.12'] | true
      exec of "python*" | ['/opt/python3/x'] | false
      exec where program starts with "py" | ['/opt/python3'] | true
      exec where program contains "th" | ['/opt/python3/x'] | false
      exec where program ends with "3" | ['/opt/python3'] | true
      exec where program like "pyth?n" | ['python'] | true
      exec where count of argv > 2 | ['a','b'] | false
      exec where env.set.LD_PRELOAD is present | ['a'] | true
      exec where env.unset[any] = "PATH" | ['a'] | false
      exec where dir is missing | ['a'] | true
      exec where dir = "/tmp" | ['a'] | false
      """)
  void meansOfProcessStarts(String sentence, String argv, boolean matches)
      throws SentenceException {
    Object request =
        Json.parse(
            ("{'verb':'exec','intent':{'argv':"
                    + argv
                    + ",'dir':null,'env':{'set':{'LD_PRELOAD':'x'},'unset':[]}},'actor':{}}")
                .replace('\'', '"'));
    assertThat(matches(sentence, Verdict.DENY, request)).isEqualTo(matches);
    assertThat(matches(sentence, Verdict.ALLOW, request)).isEqualTo(matches);
  }

  @ParameterizedTest(name = "{0} | {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      send to "api.example.com" | https://api.example.com/v1 | true
      send to "API.example.com" | https://api.example.com:8443/v1?q=https://x.example/ | true
      send to "api.example.com" | https://api.example.com./v1 | true
      send to "api.example.com" | https://evil.example/api.example.com | false
      send to "api.example.com" | https://api.example.com.evil.example/ | false
      send to "*.example.com" | https://a.b.example.com/ | true
      send to "*.example.com" | https://example.com/ | false
      send to "*.example.com" | https://evil.test/.example.com/ | false
      send to "*.example.com" | https://evil.test/?.example.com/ | false
      send to "*" | http://[::1]:80/ | true
      send to "[::1]" | http://[::1]:81/ | true
      send where host ends with ".internal" | http://db.internal:5432/ | true
      send where host ends with ".internal" | http://x.test/a.internal | false
      send where host not in ["a.test", "b.test"] | https://b.test/ | false
      send where host not in ["a.test", "b.test"] | https://[::1]/ | true
      send where host starts with "169.254." | http://169.254.169.254/latest | true
      send where host contains "metadata" | http://x.test/metadata | false
      send where url starts with "http://" | http://x.test/ | true
      send where method != "GET" | http://x.test/ | true
      send where headers.x-tenant[any] = "b" | http://x.test/ | true
      send where headers.x-tenant[every] = "b" | http://x.test/ | false
      send where headers.authorization is present | http://x.test/ | false
      send where body.length > 10 | http://x.test/ | true
      """)
  void meansOfRequests(String sentence, String url, boolean matches) throws SentenceException {
    Object request =
        Json.parse(
            ("{'verb':'send','intent':{'method':'POST','url':'"
                    + url
                    + "','headers':{'x-tenant':['a','b']},'body':{'form':'raw','length':11,"
                    + "'digest':'00'}},'actor':{}}")
                .replace('\'', '"'));
    assertThat(matches(sentence, Verdict.DENY, request)).isEqualTo(matches);
    assertThat(matches(sentence, Verdict.ALLOW, request)).isEqualTo(matches);
  }

  private static boolean matches(String sentence, Verdict verdict, Object request)
      throws SentenceException {
    Map<String, Object> predicate = GuardrailCompiler.compile(sentence, verdict).predicate();
    return Predicate.of(predicate).matches(request);
  }
}
