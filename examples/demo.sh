#!/bin/sh
# Runs the repository assistant without the agent, with it on an honest page, and with it on an attacker's page, then
# verifies the books. Ends with 1 at the first thing that is not as it should be. Writes below target/ only.
set -eu

examples=$(cd "$(dirname "$0")" && pwd)
assistant=$examples/langchain4j-repo-assistant
agent=$examples/../agent/target/countersign-agent.jar
demo=$assistant/target/demo
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS COUNTERSIGN_CONFIG

fail() {
  echo "demo: $1. Everything it did is in $demo" >&2
  exit 1
}

for jar in "$agent" "$assistant/target/repo-assistant.jar"; do
  [ -f "$jar" ] || { echo "demo: not built yet: $jar. Run \"mvn -q package -DskipTests\" first." >&2; exit 1; }
done

# run NAME PAGE [JVM OPTION]: the application in a fresh copy of its workspace, on that page
run() {
  directory=$demo/$1
  mkdir -p "$demo"
  cp -R "$assistant/workspace" "$directory"
  mv "$directory/pages/$2.md" "$directory/pages/release.md"
  (cd "$directory" && find public -type f | sort > ../"$1".before)
  (cd "$directory" && "$java" ${3+"$3"} -jar "$assistant/target/repo-assistant.jar" > ../"$1".out 2> ../"$1".err) ||
    fail "the application of run $1 did not live on"
  (cd "$directory" && find public -type f | sort | comm -13 ../"$1".before - > ../"$1".appeared)
}

show() {
  sed 's/^/   /' "$demo/$1.out"
  sed 's/^/   published    /' "$demo/$1.appeared"
  [ -s "$demo/$1.appeared" ] || echo "   published    nothing"
}

rm -rf "$demo"
countersigned=-javaagent:$agent=$assistant/countersign.yaml

echo "1. Without Countersign. An attacker wrote the release page; the model asks for shop, its deploy key gets published."
run unprotected poisoned
show unprotected
grep -q '^public/secrets/deploy.key$' "$demo/unprotected.appeared" || fail "the attack should have worked without the agent"

echo "2. With Countersign, honest page: the same output and files as without."
run honest-unprotected honest
run honest honest "$countersigned"
show honest
cmp -s "$demo/honest.out" "$demo/honest-unprotected.out" || fail "the honest run printed something else with the agent"
cmp -s "$demo/honest.appeared" "$demo/honest-unprotected.appeared" || fail "the honest run published something else"

echo "3. With Countersign, attacker's page: the copy is refused, the model is told, the other tools go on."
run poisoned poisoned "$countersigned"
show poisoned
grep -q '^is told      \[NIKA-SEC-011\] Refused: ' "$demo/poisoned.out" || fail "the model should have been told of the refusal"
grep -q '^is told      Paid ' "$demo/poisoned.out" || fail "the other tools should have worked"
[ ! -s "$demo/poisoned.appeared" ] || fail "nothing should have been published"

echo "4. The books. Values are never written, only digests and where they differed."
for name in honest poisoned; do
  "$java" -jar "$agent" verify "$demo/$name/ledger" > "$demo/$name.verify" 2>&1 ||
    { cat "$demo/$name.verify" >&2; fail "the books of the $name run do not verify"; }
  sed -n 's/.*"event":"\(allow\|deny\)".*"scope":"\([a-z]*\.[a-z_]*\)".*/\1 \2/p' "$demo/$name"/ledger/*.jsonl |
    grep -v ' agent\.' | paste -sd, - | sed "s/,/, /g; s/^/   $name: clean.  /"
done
grep -q '"event":"deny"' "$demo"/poisoned/ledger/*.jsonl || fail "the refusal should be in the books"
sed -n 's/.*"paths":\[\([^]]*\)\].*/   differed at  \1/p' "$demo"/poisoned/ledger/*.effects.jsonl
echo "To look closer: java -jar agent/target/countersign-agent.jar verify examples/${demo#"$examples"/}/poisoned/ledger"
