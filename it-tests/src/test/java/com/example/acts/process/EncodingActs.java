package com.example.acts.process;

import static com.example.acts.process.Tools.run;
import static com.example.acts.process.Tools.touch;

import java.io.File;

/**
 * Texts on their way to the kernel: what is not in the platform's encoding becomes a question mark.
 */
public final class EncodingActs {

  private static final String UMLAUT = "j\u00fcdged";
  private static final String EURO = "\u20ac";
  private static final String OUTSIDE_THE_PLANE = "\ud83d\ude00";

  static void ascii() throws Exception {
    touch("judged", () -> run(new ProcessBuilder("touch", "judged")));
  }

  static void umlaut() throws Exception {
    touch(UMLAUT, () -> run(new ProcessBuilder("touch", UMLAUT)));
  }

  static void euro() throws Exception {
    touch(EURO, () -> run(new ProcessBuilder("touch", EURO)));
  }

  static void outsideThePlane() throws Exception {
    touch(OUTSIDE_THE_PLANE, () -> run(new ProcessBuilder("touch", OUTSIDE_THE_PLANE)));
  }

  /** The same picture, other code points. */
  static void decomposed() throws Exception {
    touch("\u00fc", () -> run(new ProcessBuilder("touch", "u\u0308")));
  }

  /** Judged is what the encoding makes of what fires. */
  static void euroForAQuestionMark() throws Exception {
    touch("?", () -> run(new ProcessBuilder("touch", EURO)));
  }

  /** Two texts that the encoding makes one. */
  static void umlautForAnotherOne() throws Exception {
    touch("\u00e4", () -> run(new ProcessBuilder("touch", "\u00f6")));
  }

  /** What fires is the question mark itself. */
  static void questionMarkForAEuro() throws Exception {
    touch(EURO, () -> run(new ProcessBuilder("touch", "?")));
  }

  static void loneHighSurrogate() throws Exception {
    touch("?", () -> run(new ProcessBuilder("touch", "\ud800")));
  }

  static void loneLowSurrogate() throws Exception {
    touch("?", () -> run(new ProcessBuilder("touch", "\udfff")));
  }

  static void surrogatesInTheWrongOrder() throws Exception {
    touch("??", () -> run(new ProcessBuilder("touch", "\ude00\ud83d")));
  }

  static void loneSurrogateInTheEnvironment() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("touch", "judged");
    builder.environment().put("NAME", "\ud800");
    touch("judged", () -> run(builder));
  }

  static void umlautAsDirectory() throws Exception {
    new File("d?/tool").setExecutable(true);
    Tools.toolIn("d?", () -> run(new ProcessBuilder("./tool").directory(new File("d\u00fc"))));
  }

  static void umlautAsRedirect() throws Exception {
    Tools.echoInto(
        UMLAUT, () -> run(new ProcessBuilder("echo", "hello").redirectOutput(new File(UMLAUT))));
  }

  static void umlautInTheEnvironment() throws Exception {
    ProcessBuilder builder = new ProcessBuilder("touch", "judged");
    builder.environment().put("NAME", "\u00fc");
    touch("judged", () -> run(builder));
  }

  private EncodingActs() {}
}
