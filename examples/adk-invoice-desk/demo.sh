#!/bin/sh
# Runs the invoice desk without the agent on a supplier book that was edited, with it on the honest one, and with it on
# the edited one, then verifies the books. Ends with 1 at the first thing that is not as it should be. Writes below
# target/ only.
set -eu

desk=$(cd "$(dirname "$0")" && pwd)
agent=$desk/../../agent/target/countersign-agent.jar
demo=$desk/target/demo
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS COUNTERSIGN_CONFIG

fail() {
  echo "demo: $1. Everything it did is in $demo" >&2
  exit 1
}

for jar in "$agent" "$desk/target/invoice-desk.jar"; do
  [ -f "$jar" ] || { echo "demo: not built yet: $jar. Run \"mvn -q package -DskipTests\" first." >&2; exit 1; }
done

# run NAME FILE [JVM OPTION]: the application in a fresh directory, with that supplier book
run() {
  directory=$demo/$1
  mkdir -p "$directory"
  cp "$desk/workspace/suppliers/$2.txt" "$directory/suppliers.txt"
  (cd "$directory" && "$java" -XX:TieredStopAtLevel=1 ${3+"$3"} -jar "$desk/target/invoice-desk.jar" \
    > ../"$1".out 2> ../"$1".err) || fail "the application of run $1 did not live on"
}

show() {
  sed 's/^/   /' "$demo/$1.out"
  for file in payments.csv notes.txt; do
    [ ! -f "$demo/$1/$file" ] || sed "s/^/   $file    /" "$demo/$1/$file"
  done
}

rm -rf "$demo"
countersigned=-javaagent:$agent=$desk/countersign.yaml

echo "1. Without Countersign. The supplier book was edited; the model pays DE-4711, MALLORY-1 gets the money."
run unprotected edited
show unprotected
grep -q '^MALLORY-1,129.95$' "$demo/unprotected/payments.csv" || fail "the attack should have worked without the agent"

echo "2. With Countersign, honest book: the same output and files as without."
run honest-unprotected honest
run honest honest "$countersigned"
show honest
cmp -s "$demo/honest.out" "$demo/honest-unprotected.out" || fail "the honest run printed something else with the agent"
for file in payments.csv notes.txt; do
  cmp -s "$demo/honest/$file" "$demo/honest-unprotected/$file" || fail "the honest run wrote another $file"
done

echo "3. With Countersign, edited book: the payment is refused, the model is told, the note is taken."
run edited edited "$countersigned"
show edited
grep -q '^is told      {error=\[NIKA-SEC-011\] Refused: ' "$demo/edited.out" || fail "the model should have been told of the refusal"
[ ! -e "$demo/edited/payments.csv" ] || fail "nothing should have been paid"
[ -s "$demo/edited/notes.txt" ] || fail "the note should have been taken"

echo "4. The books. Values are never written, only digests and where they differed."
for name in honest edited; do
  "$java" -jar "$agent" verify "$demo/$name/ledger" > "$demo/$name.verify" 2>&1 ||
    { cat "$demo/$name.verify" >&2; fail "the books of the $name run do not verify"; }
  sed -n 's/.*"event":"\(allow\|deny\)".*"scope":"\([a-z]*\.[a-z_]*\)".*/\1 \2/p' "$demo/$name"/ledger/*.jsonl |
    grep -v ' agent\.' | paste -sd, - | sed "s/,/, /g; s/^/   $name: clean.  /"
done
sed -n 's/.*"paths":\[\([^]]*\)\].*/   differed at  \1/p' "$demo"/edited/ledger/*.effects.jsonl
echo "To look closer: java -jar agent/target/countersign-agent.jar verify examples/adk-invoice-desk/target/demo/edited/ledger"
