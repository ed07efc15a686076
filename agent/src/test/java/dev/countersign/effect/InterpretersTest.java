package dev.countersign.effect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
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
        "sudo -u user sh",
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
}
