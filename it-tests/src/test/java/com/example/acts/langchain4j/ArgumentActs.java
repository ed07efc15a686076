package com.example.acts.langchain4j;

import com.example.acts.Act;
import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.invocation.InvocationParameters;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One act per kind of argument that a tool can take, and per way in which the framework can lose a
 * value.
 */
public final class ArgumentActs {

  /** Performs every act that is named, one after the other. */
  public static void main(String[] arguments) throws Exception {
    for (String act : arguments) {
      Act.perform(ArgumentActs.class, new String[] {act});
    }
  }

  enum Priority {
    LOW,
    HIGH
  }

  static final class Address {
    private String street;
    private int number;
    private List<String> lines = List.of("as declared");

    @Override
    public String toString() {
      return street + " " + number + " " + lines;
    }
  }

  record Order(long id, BigDecimal amount, Optional<String> note, Priority priority) {}

  static final class Shifty extends LinkedHashMap<String, Object> {
    private static final long serialVersionUID = 1L;

    @Override
    public Object get(Object key) {
      return "another answer each time " + System.nanoTime();
    }
  }

  static final class Tools {
    @Tool
    String bigDecimal(@P(name = "v", value = "v") BigDecimal v) {
      return v.toPlainString();
    }

    @Tool
    String bigInteger(@P(name = "v", value = "v") BigInteger v) {
      return v.toString();
    }

    @Tool
    String longs(@P(name = "v", value = "v") long v, @P(name = "w", value = "w") Long w) {
      return v + " " + w;
    }

    @Tool
    String ints(
        @P(name = "v", value = "v") int v,
        @P(name = "w", value = "w") short w,
        @P(name = "x", value = "x") byte x) {
      return v + " " + w + " " + x;
    }

    @Tool
    String doubles(@P(name = "v", value = "v") double v, @P(name = "w", value = "w") float w) {
      return v + " " + w;
    }

    @Tool
    String text(@P(name = "v", value = "v") String v) {
      return v;
    }

    @Tool
    String flag(@P(name = "v", value = "v") boolean v) {
      return String.valueOf(v);
    }

    @Tool
    String priority(@P(name = "v", value = "v") Priority v) {
      return v.name();
    }

    @Tool
    String list(@P(name = "v", value = "v") List<Integer> v) {
      return v.toString();
    }

    @Tool
    String set(@P(name = "v", value = "v") Set<String> v) {
      return v.toString();
    }

    @Tool
    String map(@P(name = "v", value = "v") Map<String, Object> v) {
      return v.toString();
    }

    @Tool
    String array(@P(name = "v", value = "v") String... v) {
      return Arrays.toString(v);
    }

    @Tool
    String bean(@P(name = "v", value = "v") Address v) {
      return v.toString();
    }

    @Tool
    String beans(@P(name = "v", value = "v") List<Address> v) {
      return v.toString();
    }

    @Tool
    String order(@P(name = "v", value = "v") Order v) {
      return v.toString();
    }

    @Tool
    String optional(@P(name = "v", value = "v") Optional<String> v) {
      return v.toString();
    }

    @Tool
    String uuid(@P(name = "v", value = "v") UUID v) {
      return v.toString();
    }

    @Tool
    String dates(@P(name = "v", value = "v") List<LocalDate> v) {
      return v.toString();
    }

    @Tool
    String defaults(
        @P(name = "v", value = "v", defaultValue = "EUR") String v,
        @P(name = "w", value = "w", defaultValue = "3") int w,
        @P(name = "x", value = "x", defaultValue = "[1, 2]") List<Integer> x,
        @P(name = "y", value = "y", required = false) Integer y) {
      return v + " " + w + " " + x + " " + y;
    }

    @Tool
    String injected(
        @ToolMemoryId Object memory,
        InvocationParameters parameters,
        @P(name = "v", value = "v") String v) {
      return memory + " " + parameters.asMap() + " " + v;
    }

    @Tool
    String unnamed(String first, int second) {
      return first + " " + second;
    }

    @Tool
    String shifty(@P(name = "v", value = "v") Shifty v) {
      return "shifty";
    }

    @Tool
    String nothing() {
      return "nothing";
    }
  }

  static void bigDecimal() {
    ask("bigDecimal", "{\"v\": 129.95}");
  }

  static void bigDecimalWithTrailingZero() {
    ask("bigDecimal", "{\"v\": 0.10}");
  }

  static void bigDecimalAsText() {
    ask("bigDecimal", "{\"v\": \"12345678901234567890.123\"}");
  }

  static void bigInteger() {
    ask("bigInteger", "{\"v\": 123456789012345678901234567890}");
  }

  static void longBeyondBinary64() {
    ask("longs", "{\"v\": 9007199254740993, \"w\": \"9007199254740993\"}");
  }

  static void integralSpellings() {
    ask("ints", "{\"v\": 5.0, \"w\": 1e3, \"x\": -0}");
  }

  static void doubles() {
    ask("doubles", "{\"v\": 0.1, \"w\": 0.1}");
  }

  static void text() {
    ask("text", "{\"v\": \"caf\u00e9 \u4f60\u597d\"}");
  }

  static void numberAsText() {
    ask("text", "{\"v\": 123}");
  }

  static void flag() {
    ask("flag", "{\"v\": true}");
  }

  static void enumeration() {
    ask("priority", "{\"v\": \"HIGH\"}");
  }

  static void enumerationInLowerCase() {
    ask("priority", "{\"v\": \"high\"}");
  }

  static void list() {
    ask("list", "{\"v\": [1, 2, 3]}");
  }

  static void set() {
    ask("set", "{\"v\": [\"a\", \"b\"]}");
  }

  static void map() {
    ask("map", "{\"v\": {\"a\": 1, \"b\": [true, null, \"x\"], \"c\": {\"d\": 9007199254740993}}}");
  }

  static void array() {
    ask("array", "{\"v\": [\"a\", \"b\"]}");
  }

  static void bean() {
    ask("bean", "{\"v\": {\"street\": \"High St\", \"number\": 5}}");
  }

  static void beanAsText() {
    ask("bean", "{\"v\": \"{\\\"street\\\": \\\"High St\\\", \\\"number\\\": 5}\"}");
  }

  static void beans() {
    ask("beans", "{\"v\": [{\"street\": \"High St\", \"number\": 5, \"lines\": [\"x\"]}]}");
  }

  static void record() {
    ask("order", "{\"v\": {\"id\": 9007199254740993, \"amount\": 1.5, \"priority\": \"LOW\"}}");
  }

  static void optionalGiven() {
    ask("optional", "{\"v\": \"here\"}");
  }

  static void optionalMissing() {
    ask("optional", "{}");
  }

  static void uuid() {
    ask("uuid", "{\"v\": \"00000000-0000-0000-0000-00000000000A\"}");
  }

  static void dates() {
    ask("dates", "{\"v\": [\"2026-01-02\"]}");
  }

  static void defaultsTaken() {
    ask("defaults", "{}");
  }

  static void defaultsOverridden() {
    ask("defaults", "{\"v\": \"USD\", \"w\": 4, \"x\": [], \"y\": 7}");
  }

  static void injected() {
    ask("injected", "{\"v\": \"mine\"}");
  }

  static void unnamed() {
    ask("unnamed", "{\"arg0\": \"a\", \"arg1\": 2}");
  }

  static void unknownKey() {
    ask("text", "{\"v\": \"known\", \"w\": \"ignored\"}");
  }

  static void blankArguments() {
    ask("nothing", "");
  }

  static void lossyBigDecimal() {
    ask("bigDecimal", "{\"v\": 12345678901234567890.123}");
  }

  static void lossyListOfIntegers() {
    ask("list", "{\"v\": [2.7]}");
  }

  static void infinityFromAHugeNumber() {
    ask("doubles", "{\"v\": 1e400, \"w\": 0}");
  }

  static void notANumberFromText() {
    ask("doubles", "{\"v\": \"NaN\", \"w\": 0}");
  }

  static void duplicateKeys() {
    ask("text", "{\"v\": \"shown\", \"v\": \"fired\"}");
  }

  static void duplicateKeysUnescaped() {
    ask("text", "{\"v\": \"shown\", \"\\u0076\": \"fired\"}");
  }

  static void trailingComma() {
    ask("text", "{\"v\": \"a\",}");
  }

  static void quotedObject() {
    ask("text", "\"{\\\"v\\\": \\\"a\\\"}\"");
  }

  static void mapWithAnswersOfItsOwn() {
    ask("shifty", "{\"v\": {\"a\": 1}}");
  }

  /** The framework itself refuses this one: the conversation ends, with or without an agent. */
  static void fractionForAnInteger() {
    ask("ints", "{\"v\": 5.5, \"w\": 1, \"x\": 1}");
  }

  private static void ask(String tool, String arguments) {
    Conversation.asking(tool, arguments).with(new Tools());
  }

  private ArgumentActs() {}
}
