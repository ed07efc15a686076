package dev.countersign.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Side by side with the JDK's proxies. */
class OpenProxyTest {

  /** Every kind of parameter and result. */
  @SuppressWarnings("ComparableType") // a generic parent with another type is the point
  public interface Everything extends Comparable<String> {
    void nothing();

    boolean flag(boolean value);

    byte octet(byte value);

    char character(char value);

    short small(short value);

    int whole(int value);

    long large(long value);

    float real(float value);

    double precise(double value);

    String text(long before, double between, String value);

    int[] array(int[] value);

    String[][] arrays(String[][] value);

    Object any(Object value);

    default String byDefault(String value) {
      return "default " + value;
    }

    static String ofTheInterface() {
      return "static";
    }
  }

  interface Hidden {
    String say();
  }

  private static Everything open(InvocationHandler handler) {
    return (Everything) OpenProxy.of(Everything.class, handler);
  }

  private static Everything jdk(InvocationHandler handler) {
    return (Everything)
        Proxy.newProxyInstance(
            Everything.class.getClassLoader(), new Class<?>[] {Everything.class}, handler);
  }

  @Test
  void everyMethodIsPassedOnAsAProxyDoesIt() {
    List<String> seen = new ArrayList<>();
    InvocationHandler lastArgument =
        (self, method, args) -> {
          seen.add(
              (self instanceof Everything)
                  + " "
                  + method.getDeclaringClass().getSimpleName()
                  + "."
                  + method.getName()
                  + Arrays.deepToString(args));
          return switch (method.getName()) {
            case "hashCode", "compareTo" -> 7;
            case "equals" -> true;
            default -> args == null ? null : args[args.length - 1];
          };
        };

    for (Everything each : new Everything[] {jdk(lastArgument), open(lastArgument)}) {
      each.nothing();
      assertThat(each.flag(true)).isTrue();
      assertThat(each.octet((byte) -1)).isEqualTo((byte) -1);
      assertThat(each.character('\uffff')).isEqualTo('\uffff');
      assertThat(each.small((short) -2)).isEqualTo((short) -2);
      assertThat(each.whole(Integer.MIN_VALUE)).isEqualTo(Integer.MIN_VALUE);
      assertThat(each.large(Long.MIN_VALUE)).isEqualTo(Long.MIN_VALUE);
      assertThat(each.real(1.5f)).isEqualTo(1.5f);
      assertThat(each.precise(-0.0)).isEqualTo(-0.0);
      assertThat(each.text(1, 2, "three")).isEqualTo("three");
      assertThat(each.array(new int[] {1})).containsExactly(1);
      assertThat(each.arrays(new String[][] {{"a"}})).isDeepEqualTo(new String[][] {{"a"}});
      assertThat(each.any(null)).isNull();
      assertThat(each.byDefault("x")).isEqualTo("x");
      assertThat(each.compareTo("y")).isEqualTo(7);
      assertThat(each.hashCode()).isEqualTo(7);
      assertThat(each.equals("z")).isTrue();
      assertThat(each.toString()).isNull();
    }
    int half = seen.size() / 2;
    assertThat(half).isEqualTo(18);
    assertThat(seen.subList(half, 2 * half)).isEqualTo(seen.subList(0, half));
  }

  @Test
  void whatIsThrownLeavesAsItself() {
    InvocationHandler failing =
        (self, method, args) -> {
          throw new IOException("as meant");
        };

    assertThatThrownBy(() -> jdk(failing).nothing())
        .isInstanceOf(UndeclaredThrowableException.class);
    assertThatThrownBy(() -> open(failing).nothing())
        .isExactlyInstanceOf(IOException.class)
        .hasMessage("as meant");
  }

  @Test
  void oneClassServesAllObjectsOfAnInterface() {
    InvocationHandler none = (self, method, args) -> null;

    assertThat(open(none).getClass()).isSameAs(open((self, method, args) -> 1).getClass());
    assertThat(open(none).getClass().getClassLoader().getParent())
        .isSameAs(Everything.class.getClassLoader());
  }

  @Test
  void whereTheInterfaceCannotBeSeenItIsOneOfTheJdks() {
    Hidden hidden = (Hidden) OpenProxy.of(Hidden.class, (self, method, args) -> "said");

    assertThat(hidden.say()).isEqualTo("said");
    assertThat(Proxy.isProxyClass(hidden.getClass())).isTrue();
  }

  /** Whoever keeps it in a list finds it there, whatever stands behind it. */
  @Test
  void aStandInIsItself() {
    Everything standIn = open((self, method, args) -> method.invoke(new Object(), args));
    List<Object> kept = new ArrayList<>(List.of(standIn));

    assertThat(kept.remove(standIn)).isTrue();
    assertThat(kept).doesNotContain(standIn);
  }
}
