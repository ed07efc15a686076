import java.io.BufferedReader;
import java.io.InputStreamReader;

/**
 * An application with one tool, as three machines of a fleet run it. Each line of its input is what
 * a model asks for: {@code pay WHOM AMOUNT}.
 */
public class Desk {

  public static void main(String[] arguments) throws Exception {
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    System.out.println("open");
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ");
      try {
        System.out.println(pay(words[1], Long.parseLong(words[2])));
      } catch (SecurityException refused) {
        System.out.println(refused.getMessage());
      }
    }
  }

  /** The tool. */
  static String pay(String whom, long amount) {
    return "paid " + amount + " to " + whom;
  }
}
