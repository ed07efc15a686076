package dev.countersign.sink.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class MembersTest {

  @SuppressWarnings("unused") // by reflection
  private static class Base {
    public String inherited() {
      return "base";
    }
  }

  @SuppressWarnings("unused") // by reflection
  private static final class Client extends Base {
    private String host = "a";

    private String at(int port) throws IOException {
      if (port < 0) {
        throw new IOException("no port");
      }
      return host + ':' + port;
    }
  }

  @Test
  void readsAndWritesWhatIsPrivate() throws Exception {
    Client client = (Client) Members.make(Members.constructor(Client.class));
    Members.write(Members.field(Client.class, "host"), client, "b");
    assertThat(Members.read(Members.field(Client.class, "host"), client)).isEqualTo("b");
    assertThat(Members.call(Members.method(Client.class, "at", int.class), client, 80))
        .isEqualTo("b:80");
  }

  @Test
  void findsWhatIsInherited() throws Exception {
    assertThat(Members.call(Members.method(Client.class, "inherited"), new Client()))
        .isEqualTo("base");
  }

  @Test
  void failsWithWhatTheMethodThrew() throws Exception {
    var at = Members.method(Client.class, "at", int.class);
    assertThatThrownBy(() -> Members.call(at, new Client(), -1))
        .isInstanceOf(IllegalStateException.class)
        .hasCauseInstanceOf(IOException.class);
  }

  @Test
  void anotherVersionShows() {
    assertThatThrownBy(() -> Members.method(Client.class, "at", long.class))
        .isInstanceOf(NoSuchMethodException.class);
    assertThatThrownBy(() -> Members.field(Client.class, "gone"))
        .isInstanceOf(NoSuchFieldException.class);
  }
}
