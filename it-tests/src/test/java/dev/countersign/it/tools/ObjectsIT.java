package dev.countersign.it.tools;

import com.example.acts.tools.ObjectActs;
import dev.countersign.it.ActTable;
import dev.countersign.it.AgentRun;
import dev.countersign.it.Jdk;
import dev.countersign.it.Jdks;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arguments that are objects of the application (B47, B48; F28's subclasses as arguments of tools).
 */
class ObjectsIT {

  private static final String[] HONEST = {
    "F28 bean -",
    "F28 sealedFamily -",
    "B48 beanThatCountsItsReaders -",
    "B47 node -",
    "B47 unmodifiable -"
  };

  private static final String[] ATTACKS = {
    "B47 mapMutated NIKA-SEC-011",
    "B47 mapWithOneMore NIKA-SEC-011",
    "B47 mapWithOneLess NIKA-SEC-011",
    "B47 nestedMapMutated NIKA-SEC-011",
    "B47 listMutated NIKA-SEC-011",
    "B47 listReordered NIKA-SEC-011",
    "B47 behindAnUnmodifiableList NIKA-SEC-011",
    "B47 setMutated NIKA-SEC-011",
    "B47 arrayMutated NIKA-SEC-011",
    "B47 intsMutated NIKA-SEC-011",
    "B47 bytesMutated NIKA-SEC-011",
    "B47 beanMutated NIKA-SEC-011",
    "B47 beanInAListMutated NIKA-SEC-011",
    "B47 listInARecordMutated NIKA-SEC-011",
    "B47 nodeMutated NIKA-SEC-011",
    "B47 mutatedByAnotherThread NIKA-SEC-011",
    "B47 mutatedByAListener NIKA-SEC-011",
    "B48 lyingMap CS-UNSUPPORTED",
    "B48 lyingList CS-UNSUPPORTED",
    "B48 lyingListInAView CS-UNSUPPORTED",
    "B48 lyingListInAnOptional CS-UNSUPPORTED",
    "B48 lyingDecimal CS-UNSUPPORTED",
    "B48 lyingInteger CS-UNSUPPORTED",
    "B48 lyingText NIKA-SEC-011",
    "B48 aBufferAsText CS-UNSUPPORTED",
    "B48 mapInTheOrderOfTheApplication CS-UNSUPPORTED",
    "B48 mapBehindAProxy CS-UNSUPPORTED",
    "B48 lambdaAsAnArgument CS-UNSUPPORTED",
    "B48 iteratorAsAnArgument CS-UNSUPPORTED",
    "B48 objectInsideANode CS-UNSUPPORTED",
    "F28 subclassWithOtherAnswers NIKA-SEC-011",
    "F28 anotherMemberOfTheFamily NIKA-SEC-011",
    "F28 openFamily NIKA-SEC-011",
  };

  private static final ActTable TABLE =
      ActTable.ofRows(
          jdk -> AgentRun.on(jdk).with("objects.yaml").libraries("jackson"),
          ObjectActs.class,
          HONEST,
          ATTACKS);

  static Stream<Arguments> honest() {
    return Jdks.rows(3, HONEST);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("honest")
  void runsAsWithoutTheAgent(String number, String act, String ignored, Jdk jdk) {
    TABLE.runsAsWithout(jdk, act);
  }

  static Stream<Arguments> attacks() {
    return Jdks.rows(3, ATTACKS);
  }

  @ParameterizedTest(name = "{0} {1} on {3}")
  @MethodSource("attacks")
  void isRefusedAndTheBodyDoesNotRun(String number, String act, String code, Jdk jdk) {
    TABLE.isRefused(jdk, act, code);
  }
}
