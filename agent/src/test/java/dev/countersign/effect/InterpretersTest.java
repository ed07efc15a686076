package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where an interpreter's program comes from, told from its command line. */
class InterpretersTest {

  private static List<String> words(String command) {
    return command.isEmpty() ? List.of() : List.of(command.split(" "));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sh",
        "/bin/sh",
        "bash -",
        "bash --",
        "sh -s",
        "sh -s x y",
        "sh -es x",
        "sh -eu",
        "bash -o pipefail",
        "bash -euo pipefail",
        "bash +o history",
        "bash --rcfile file",
        "bash --norc -i",
        "sh /dev/stdin",
        "sh -e /dev/fd/0",
        "zsh -f",
        "fish",
        "fish -C text",
        "busybox sh",
        "busybox ash -s",
        "env sh",
        "env -i A=b /bin/bash",
        "env -u NAME sh",
        "env -S sh",
        "nohup setsid sh",
        "nice -n 5 sh",
        "timeout -k 5 10s bash -s",
        "stdbuf -oL python3 -",
        "nice -5 sh",
        "nice --adjustment 5 sh",
        "nice --adj=5 sh",
        "ionice -c 3 -n 7 sh",
        "ionice -c3 sh",
        "timeout -s KILL 5 sh",
        "timeout -vk5 --signal=KILL 10s sh",
        "stdbuf -o L -e 0 sh",
        "time -p sh",
        "time -f %e -o file sh",
        "setsid -c bash",
        "setsid -wf sh",
        "env -C directory sh",
        "env --unset NAME -- A=b sh",
        "env - sh",
        "env -iS sh",
        "sudo -n bash",
        "sudo -nu user bash",
        "sudo -nuuser A=b bash",
        "sudo -u user sh",
        "sudo --user user sh",
        "sudo --user=user -- sh",
        "sudo -k bash",
        "sudo -s",
        "sudo -i -u user",
        "sudo -Hiu user",
        "sudo --login",
        "sudo --sh --user user",
        "sudo -s bash",
        "doas -n sh",
        "doas -u user -s",
        "doas -C file sh",
        "sudo -n env -i nice -n 5 bash -s",
        "python",
        "python3 -",
        "python3.12 -u",
        "python3 -W ignore",
        "python3 -Wignore -X dev",
        "python3 -i script.py",
        "/usr/bin/pypy3 -",
        "perl",
        "perl -w",
        "perl -I lib",
        "perl -Ilib -Mstrict",
        "perl - x",
        "ruby",
        "ruby -r json",
        "ruby -rjson -",
        "ruby --enable frozen-string-literal",
        "node",
        "node -",
        "node -r module",
        "node --require module --no-warnings",
        "node --interactive",
        "php",
        "php -d a=b",
        "php -a",
        "php -f -",
        "lua -",
        "lua -i script",
        "luajit",
        "pwsh",
        "pwsh -NoProfile",
        "pwsh -Command -",
        "pwsh -ExecutionPolicy Bypass",
        "powershell.exe -File -",
        "jshell",
        "jshell script",
        "bun run -",
        "R"
      })
  void readsItsProgramFromStandardInput(String command) {
    assertThat(Interpreters.readsProgramFromInput(words(command))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "cat",
        "git clone -",
        "touch sh",
        "env A=b",
        "env make sh",
        "env -S python3x",
        "nice make",
        "nice -n 5 make sh",
        "nice 5 sh",
        "timeout sh",
        "timeout 5 make sh",
        "time -o sh make",
        "sudo",
        "sudo -n",
        "sudo -u sh",
        "sudo -g sh make",
        "sudo -nu sh make",
        "sudo --user sh make",
        "sudo -s make",
        "sudo -is bash script",
        "sudo -n -- bash -c text",
        "doas -u sh make",
        "setsid -c bash script",
        "env -u sh make",
        "sh script",
        "sh script -s",
        "sh -e script -",
        "bash -c text",
        "bash -lc text",
        "bash -euo pipefail -c text",
        "bash -o pipefail script",
        "bash -sc text",
        "bash --rcfile file script",
        "bash -- script",
        "sh - script",
        "bash --version",
        "fish -c text",
        "busybox ls -",
        "env FOO=bar bash script",
        "timeout 10 sh script",
        "python3 script.py",
        "python3 -c text",
        "python3 -uc text",
        "python3 -m module -",
        "python3 -W ignore script.py -",
        "python3 -V",
        "perl -e text",
        "perl -lne text",
        "perl -0777pe text",
        "perl -i.bak -pe text",
        "perl -I lib script",
        "ruby -e text",
        "ruby -r json script.rb",
        "ruby --enable frozen-string-literal script.rb",
        "node script.js",
        "node -e text",
        "node -pe text",
        "node --require module script.js",
        "node --eval text",
        "php script.php",
        "php -r text",
        "php -f script.php",
        "php -S localhost:0",
        "lua script",
        "lua -e text",
        "lua -l module script",
        "pwsh -Command text",
        "pwsh -NoProfile -File script.ps1",
        "pwsh -ExecutionPolicy Bypass script.ps1",
        "powershell -EncodedCommand text",
        "Rscript script",
        "jshell --version"
      })
  void hasItsProgramInTheRequestOrInAFile(String command) {
    assertThat(Interpreters.readsProgramFromInput(words(command))).isFalse();
  }

  /** The words of one text are arguments like any others, options and assignments included. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "-S           | sh                   | true",
        "-S           | -i bash -s           | true",
        "-S           | A=1 sh               | true",
        "-S           | A='x y' \"sh\"       | true",
        "-S           | -u NAME -- A=1 sh -s | true",
        "-S           | \tsh\\_-s            | true",
        "-S           | sh -s # script       | true",
        "-S           | sh \\c script         | true",
        "-S           | -S -Ssh              | true",
        "-S           | sudo -n bash         | true",
        "--split      | A=1 sh               | true",
        "-S           | -u sh make           | false",
        "-S           | bash script          | false",
        "-S           | A=1 bash -c 'a b'    | false",
        "-S           | 'sh -s'              | false",
        "-S           | '\\'sh' -s           | false",
        "-S           | # sh                 | false",
        "-u           | sh                   | false",
      })
  void splitsWhatEnvSplits(String option, String text, boolean reads) {
    List<String> together =
        List.of("env", option.startsWith("--") ? option + "=" + text : option + text);
    assertThat(Interpreters.readsProgramFromInput(List.of("env", option, text))).isEqualTo(reads);
    assertThat(Interpreters.readsProgramFromInput(together)).isEqualTo(reads);
  }

  @Test
  void whatFollowsTheSplitTextBelongsToItsCommand() {
    assertThat(Interpreters.readsProgramFromInput(List.of("env", "-S", "sh -e", "script")))
        .isFalse();
    assertThat(Interpreters.readsProgramFromInput(List.of("env", "-S", "-i", "sh"))).isTrue();
    assertThat(Interpreters.readsProgramFromInput(List.of("env", "-S"))).isFalse();
  }
}
