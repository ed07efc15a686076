#!/bin/sh
# From an application that nobody knows to one that is enforced: runs the repository assistant in mode observe while its
# effects are learned, lets "suggest" write the configuration and "gate" judge it, enforces it, attacks it; then learns from a
# poisoned run. Ends with 1 at the first thing that is not as it should be. Writes below target/ only.
set -eu

examples=$(cd "$(dirname "$0")" && pwd)
assistant=$examples/langchain4j-repo-assistant
agent=$examples/../agent/target/countersign-agent.jar
demo=$assistant/target/learning
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS COUNTERSIGN_CONFIG

fail() {
  echo "demo: $1. Everything it did is in $demo" >&2
  exit 1
}

for jar in "$agent" "$assistant/target/repo-assistant.jar"; do
  [ -f "$jar" ] || { echo "demo: not built yet: $jar. Run \"mvn -q package -DskipTests\" first." >&2; exit 1; }
done

# run NAME PAGE CONFIGURATION REPOSITORY: the application in a fresh copy of its workspace, on that page
run() {
  directory=$demo/$1
  cp -R "$assistant/workspace" "$directory"
  cp -R "$directory/repositories/shop" "$directory/repositories/wiki"
  mv "$directory/pages/$2.md" "$directory/pages/release.md"
  (cd "$directory" && find public -type f | sort > ../"$1".before)
  (cd "$directory" && "$java" -XX:TieredStopAtLevel=1 "-javaagent:$agent=$3" -jar "$assistant/target/repo-assistant.jar" "$4" \
    > ../"$1".out 2> ../"$1".err) || fail "the application of run $1 did not live on"
  (cd "$directory" && find public -type f | sort | comm -13 ../"$1".before - > ../"$1".appeared)
}

countersign() {
  "$java" -XX:TieredStopAtLevel=1 -jar "$agent" "$@"
}

# gate NAME EXIT: what it says, in short
gate() {
  ended=0
  countersign gate "$demo/$1/ledger" > "$demo/$1.gate" || ended=$?
  [ "$ended" = "$2" ] || { cat "$demo/$1.gate" >&2; fail "gate ended with $ended for $1, not with $2"; }
  sed -n '/^would refuse/,$p' "$demo/$1.gate" | grep -v 'what a code means' | sed 's/^/   /'
}

rm -rf "$demo"
mkdir -p "$demo"

echo "1. Observe, and learn. Two honest runs, with five lines of configuration that say nothing about tools."
cat > "$demo/observe.yaml" <<'YAML'
bundle: repo-assistant
version: 1
mode: observe
frameworks: [langchain4j]
ledger: { dir: ledger, learn: true }
YAML
run learn-1 honest "$demo/observe.yaml" shop
run learn-2 honest "$demo/observe.yaml" wiki
gate learn-1 3

echo "2. Suggest. What both runs did becomes the configuration."
countersign suggest "$demo/learn-1/ledger" "$demo/learn-2/ledger" --into "$demo/observe.yaml" -o "$demo/countersign.yaml" \
  2> "$demo/suggest.err" || fail "suggest failed"
sed -n '/^tools:/,$p' "$demo/countersign.yaml" | sed 's/^/   /'
grep -q '^      - exec: .*"repositories/${args.repository}"' "$demo/countersign.yaml" || fail "the argument should have been found"

echo "3. Gate. The same application, observed with that configuration."
sed -i.before 's/^version: 1$/version: 2/; s/, learn: true//' "$demo/countersign.yaml"
run observed honest "$demo/countersign.yaml" shop
gate observed 0

echo "4. Enforce. The honest run is what it was, the attacker's page publishes nothing."
sed 's/^mode: observe$/mode: enforce/' "$demo/countersign.yaml" > "$demo/enforce.yaml"
run honest honest "$demo/enforce.yaml" wiki
cmp -s "$demo/honest.out" "$demo/learn-2.out" || fail "the honest run printed something else"
cmp -s "$demo/honest.appeared" "$demo/learn-2.appeared" || fail "the honest run published something else"
run attacked poisoned "$demo/enforce.yaml" shop
grep '^is told      \[NIKA-SEC-011\] Refused: ' "$demo/attacked.out" | sed 's/^/   /' || fail "the attack should have been refused"
[ ! -s "$demo/attacked.appeared" ] || fail "nothing should have been published"

echo "5. Had a run that was learned from been poisoned: its line is a comment, with the reason."
run learn-3 poisoned "$demo/observe.yaml" shop
grep -q '^public/secrets/deploy.key$' "$demo/learn-3.appeared" || fail "the attack should have worked while it was observed"
countersign suggest "$demo/learn-1/ledger" "$demo/learn-2/ledger" "$demo/learn-3/ledger" > "$demo/poisoned.yaml" ||
  fail "suggest failed"
grep -B 3 'repositories/../secrets' "$demo/poisoned.yaml" | sed 's/^ */   /'
! grep -q '^ *- exec.*secrets' "$demo/poisoned.yaml" || fail "the attack should not have been whitelisted"
sed 's/^mode: observe.*$/mode: enforce/' "$demo/poisoned.yaml" > "$demo/poisoned-enforce.yaml"
run attacked-again poisoned "$demo/poisoned-enforce.yaml" shop
[ ! -s "$demo/attacked-again.appeared" ] || fail "nothing should have been published"
echo "   and what it did is refused all the same."
