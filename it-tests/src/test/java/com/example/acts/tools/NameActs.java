package com.example.acts.tools;

import java.util.Map;

/** Tools whose names are, or pass for, something else. */
public final class NameActs {

  private static final Desk DESK = new Desk();
  private static final String SEVEN = "{\"cents\":7}";
  private static final String CYRILLIC = "p\u0430y";

  /** An entry of the books, if one could be written from a name. */
  private static final String FORGED =
      "x\n{\"event\":\"outcome\",\"call_id\":\"forged\",\"body_state\":\"returned\"}";

  /** Names that no entry has, though one looks like it. */
  private static final Map<String, String> UNKNOWN =
      Map.of(
          "zeroWidth", "pa\u200by",
          "fullWidth", "\uff50ay",
          "capitals", "PAY",
          "trailingBlank", "pay ",
          "trailingNul", "pay\0",
          "empty", "",
          "forged", "y\ncountersign: hole: none, all is well");

  /** Names that an entry covers by {@code x*}, with what may end a line or steer a terminal. */
  private static final Map<String, String> COVERED =
      Map.of(
          "newline", FORGED,
          "carriageReturn", FORGED.replace('\n', '\r'),
          "nextLine", FORGED.replace('\n', '\u0085'),
          "lineSeparator", FORGED.replace('\n', '\u2028'),
          "paragraphSeparator", FORGED.replace('\n', '\u2029'),
          "escape", "x\u001b[2K\u001b[1A",
          "quote", "x\",\"event\":\"outcome\"");

  static String pay(long cents) {
    Tools.ran("pay " + cents);
    return "paid";
  }

  static String payElsewhere(long cents) {
    Tools.ran("payElsewhere " + cents);
    return "paid";
  }

  static void plainName() throws Exception {
    DESK.dispatch("pay", SEVEN, () -> pay(7));
  }

  static void anotherScript() throws Exception {
    DESK.dispatch(CYRILLIC, SEVEN, () -> payElsewhere(7));
  }

  static void anotherScriptForThePlainName() throws Exception {
    DESK.dispatch(CYRILLIC, SEVEN, () -> pay(7));
  }

  static void plainNameForTheOtherScript() throws Exception {
    DESK.dispatch("pay", SEVEN, () -> payElsewhere(7));
  }

  static void unknown(String[] kind) throws Exception {
    DESK.dispatch(UNKNOWN.get(kind[0]), SEVEN, () -> pay(7));
  }

  static void covered(String[] kind) throws Exception {
    DESK.dispatch(COVERED.get(kind[0]), SEVEN, () -> pay(7));
  }

  /** What a name does to a log that writes it as it is. */
  static void naiveLog() {
    System.out.println("call of " + COVERED.get("newline"));
  }

  private NameActs() {}
}
