package dev.countersign.it;

import com.example.acts.NettyActs;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * As {@link CarryIT}, over what Netty has of its own: loops, timers, promises that many listen to.
 */
class NettyIT {

  private static final ActTable TABLE =
      ActTable.of(
          jdk ->
              AgentRun.on(jdk)
                  .libraries("netty-common")
                  .configured(
                      AgentRun.config("carry.yaml").replace("acts.CarryActs", "acts.NettyActs")),
          NettyActs.class,
          """
          -  honest:listener               ended +judged         ended +judged
          -  changed:listener              ended +fired          NIKA-SEC-011 none
          -  changedBehindOthers:listener  ended +fired          NIKA-SEC-011 none
          -  honest:globalExecutor         ended +judged         ended +judged
          -  changed:globalExecutor        ended +fired          NIKA-SEC-011 none
          -  honest:timer                  ended +judged         ended +judged
          -  changed:timer                 ended +fired          NIKA-SEC-011 none
          -  timerOfOthers                 ended +fired,+judged  CS-UNBOUND +judged
          -  globalExecutorOfOthers        ended +fired,+judged  CS-UNBOUND +judged
          """);

  static Stream<ActTable.Row> rows() {
    return TABLE.rows();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void theScopeIsFoundWhereItBelongs(ActTable.Row row) {
    TABLE.shows(row);
  }
}
