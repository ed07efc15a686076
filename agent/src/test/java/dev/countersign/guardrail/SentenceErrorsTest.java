package dev.countersign.guardrail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a sentence that cannot be meant is answered with: the place ({@code ^} stands before it) and
 * the words that were expected.
 */
class SentenceErrorsTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
      ^ | expected "invoke", "exec", "send" or "any effect": a sentence begins with the effect that it is about, like: invoke of "refund", found the end of the sentence
      ^run of "x" | found "run"
      any ^thing | expected "effect" after "any", found "thing"
      exec ^to "x" | expected "of" after "exec", found "to"
      send ^of "x" | expected "to" after "send", found "of"
      invoke of ^refund | expected a tool's name in double quotes, found "refund"
      invoke of "a" or ^where | expected a tool's name in double quotes, found "where"
      exec of ^"/bin/sh" | a program's name is the last part of its path and has no /. Write "sh", or compare argv[0]
      send to ^"https://x.test" | a host is a name or an address as it goes over the wire
      send to ^"x.test:80" | a host without its port. Compare url where the port matters
      send to ^"x.test." | a host without the dot at its end
      send to ^"bücher.example" | in its xn-- form
      invoke of ^"" | an empty name. Leave it out where all are meant
      invoke where ^amount > 5 | expected what is compared: arguments, tool, method or actor. An argument is named arguments.amount, found "amount"
      exec where ^arguments.x = 1 | expected what is compared: argv, dir, env, program or actor, found "arguments"
      any effect where ^argv[0] = "x" | expected what is compared: actor (a sentence about any effect knows nothing else
      exec where ^ | expected what is compared: argv, dir, env, program or actor, found the end of the sentence
      exec where argv ^= "git" | argv is a list. Write argv[0] for its first element, argv[any] or argv[every]
      exec where argv[^first] = "git" | expected a position from 0 to 63, any or every, like argv[0], found "first"
      exec where argv[0 ^= "git" | expected "]", found "="
      exec where dir[^0] = "x" | dir is no list
      exec where env ^= "x" | env holds several values. Name one of set, unset
      exec where env.^path = "x" | expected one of set, unset after env, found "path"
      exec where env.set ^= "x" | env.set holds several values. Name one: env.set.NAME
      exec where argv[0] = ^5 | argv[0] is a text. Compare it with one, in double quotes
      exec where argv[0] > ^5 | argv[0] is a text. Compare it with one, in double quotes
      exec where program^.x = "a" | nothing stands inside program
      exec where program = ^5 | program is a text; it is compared by =, !=, in, not in, starts with, ends with, contains or like
      exec where program ^matches "a.*" | program is a text; it is compared by
      exec where program = ^"a/b" | a program's name is the last part of its path
      send where body.length = ^"5" | body.length is a number. Compare it with one
      send where headers.^X-Tenant[any] = "a" | names of headers are in lower case. Write x-tenant
      send where headers.x-tenant ^= "a" | headers.x-tenant is a list
      invoke where arguments.amount ^over 5 | expected a comparison after arguments.amount, like =, !=, <, >
      invoke where arguments.amount ^ | expected a comparison after arguments.amount
      invoke where arguments.amount > ^"5" | expected a number after ">", found the text "5"
      invoke where arguments.amount > ^many | expected a number after ">", found "many"
      invoke where arguments.amount ^== 5 | write = (a single one) for "is equal to"
      invoke where arguments.amount ^<> 5 | write != for "is not equal to"
      invoke where arguments.amount ^≥ 5 | write >=
      invoke where ^!arguments.ok = true | write not
      invoke where arguments.a = 1 ^&& arguments.b = 2 | write and
      invoke where arguments.to = ^'x' | texts stand in straight double quotes, like "refund"
      invoke where arguments.to = ^“x” | texts stand in straight double quotes
      invoke where arguments.amount > ^$5 | amounts are plain numbers, like 50000
      invoke where arguments.amount > ^50USD | "50USD" is no number. Write digits with at most one point
      invoke where arguments.amount > ^1_000 | "1_000" is no number
      invoke where arguments.amount > ^50.000.0 | "50.000.0" is no number
      invoke where arguments.amount > ^007 | "007" is no number
      invoke where arguments.to = ^"x | this text has no end. Close it with a second "
      invoke where arguments.to = "a^\\qb" | a backslash in a text is one of
      invoke where arguments.to is ^"x" | expected "missing" or "present" after "is"; for "is equal to" write =, found the text "x"
      invoke where arguments.to in ^"x" | expected a list after "in", like ["a", "b"], found the text "x"
      invoke where arguments.to in [^] | expected a text in double quotes or a number in the list, found "]"
      invoke where arguments.to in ["a", ^] | expected another text or number after the comma
      invoke where arguments.to in ["a" ^"b"] | expected "," or "]" in the list
      invoke where arguments.to in ["a", ^1] | texts and numbers in one list. Make two comparisons, joined by or
      invoke where arguments.to starts ^"a" | expected "with" after "starts", found the text "a"
      invoke where arguments.to not ^"a" | expected "in" after "not", found the text "a"
      invoke where arguments.to contains ^"" | an empty text: that holds for every text
      invoke where arguments.to contains ^5 | expected a text in double quotes after "contains", found the number 5
      invoke where arguments.to matches ^"(?i)a" | groups are ( ) or (?: ); there are no flags and no look-around
      invoke where arguments.to matches ^"[[:alpha:]]" | classes like [:alpha:] are not known
      invoke where arguments.to matches ^"(a" | this expression cannot be read
      invoke where arguments.to matches ^"a{x}" | a repetition is {2}, {2,} or {2,5}
      invoke where arguments.amount > 5 ignoring ^case | "ignoring case" is about texts
      invoke where arguments.to = ^"é" ignoring case | "ignoring case" knows the letters a to z only
      invoke where length of arguments.to > ^-1 | a length is compared by =, !=, <, <=, > or >= with a whole number from 0 to 1000000
      invoke where length of arguments.to < ^0 | no length is less than 0
      exec where length of ^argv > 1 | length is that of a text. For how many a list has, write: count of argv
      exec where count of ^dir > 1 | count is that of a list
      invoke where arguments.a = 1 and arguments.b = 2 ^or arguments.c = 3 | "and" and "or" side by side can be read in two ways
      invoke where ^(arguments.a = 1 | this parenthesis is not closed. Add a )
      invoke where (arguments.a = 1 ^exec | expected "and", "or", or the end of the sentence or ")", found "exec"
      invoke where arguments.a = 1 ^exec | expected "and", "or", or the end of the sentence, found "exec"
      invoke ^when arguments.a = 1 | expected "where" or the end of the sentence, found "when"
      ^INVOKE | Words of a sentence are in lower case
      invoke where arguments.^5 = 1 | expected a name after the point; put it in double quotes
      invoke where arguments.a = 1 ^; | the character ';' means nothing here
      """)
  void isAnsweredWithItsPlaceAndTheExpectedWords(String marked, String words) {
    // The marker is the first one: a class of an expression may have one as well.
    int offset = marked.indexOf('^');
    String sentence = marked.substring(0, offset) + marked.substring(offset + 1);
    assertThatThrownBy(() -> GuardrailCompiler.check(sentence))
        .isInstanceOfSatisfying(
            SentenceException.class,
            refused -> {
              assertThat(refused).hasMessageContaining(words);
              assertThat(refused.offset()).as("%s", refused.getMessage()).isEqualTo(offset);
            });
  }

  @Test
  void whatHasNoBoundElsewhereHasOneHere() {
    String deep = "not ".repeat(40);
    assertThatThrownBy(() -> GuardrailCompiler.check("exec where " + deep + "dir = \"x\""))
        .hasMessageContaining("more than 32");
    assertThatThrownBy(() -> GuardrailCompiler.check("exec of \"" + "x".repeat(10_000) + '"'))
        .hasMessageContaining("longer than 10000 characters");
  }

  /** Whatever stands in a sentence, the answer is a compilation or a place in it. */
  @Property(tries = 3000)
  void anyTextIsCompiledOrAnsweredWithAPlace(@ForAll @StringLength(max = 60) String text) {
    answered(text);
    answered("invoke where " + text);
    answered("exec of \"git\" where argv[0] matches \"" + text + '"');
  }

  private static void answered(String sentence) {
    try {
      GuardrailCompiler.Compiled compiled = GuardrailCompiler.compile(sentence, Verdict.DENY);
      Predicate.of(compiled.predicate());
    } catch (SentenceException refused) {
      assertThat(refused.offset()).isBetween(0, sentence.length());
      assertThat(refused.getMessage()).isNotEmpty();
    }
  }
}
