#!/bin/sh
# Speaks to the payments server as a host does: without the agent on a names file that was edited, with it on the honest
# one, with it on the edited one, and once more on the honest one with another description of its tool; then verifies the
# books. Ends with 1 at the first thing that is not as it should be. Writes below target/ only.
set -eu

example=$(cd "$(dirname "$0")" && pwd)
agent=$example/../../agent/target/countersign-agent.jar
server=$example/target/payments-server.jar
demo=$example/target/demo
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS COUNTERSIGN_CONFIG

fail() {
  echo "demo: $1. Everything it did is in $demo" >&2
  exit 1
}

for jar in "$agent" "$server"; do
  [ -f "$jar" ] || { echo "demo: not built yet: $jar. Run \"mvn -q package -DskipTests\" first." >&2; exit 1; }
done

# ask JSON: a request of the host, and the server's answer
ask() {
  echo "$1" >&3
  read -r answer <&4 || fail "the server gave no answer to $1"
}

# call TOOL ARGUMENTS: what the model asks for, and what it reads
call() {
  echo "model calls  $1 $2" >> "$out"
  ask "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$1\",\"arguments\":$2}}"
  echo "$answer" | sed 's/.*"text":"\([^"]*\)".*/is told      \1/' >> "$out"
}

# run NAME DIRECTORY NAMES DESCRIPTION [JVM OPTION]: a session with the server in that directory
run() {
  directory=$demo/$2
  out=$demo/$1.out
  mkdir -p "$directory"
  cp "$example/workspace/names/$3.txt" "$directory/names.txt"
  cp "$example/workspace/descriptions/$4.md" "$directory/pay.md"
  mkfifo "$demo/$1.to" "$demo/$1.from"
  (cd "$directory" && exec "$java" -XX:TieredStopAtLevel=1 ${5+"$5"} -jar "$server") \
    < "$demo/$1.to" > "$demo/$1.from" 2> "$demo/$1.err" &
  started=$!
  exec 3> "$demo/$1.to" 4< "$demo/$1.from"
  ask '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{},"clientInfo":{"name":"host","version":"1"}}}'
  echo '{"jsonrpc":"2.0","method":"notifications/initialized"}' >&3
  call pay '{"supplier":"zenith","amount":"129.95"}'
  call payments '{}'
  exec 3>&- 4<&-
  wait "$started" || fail "the server of run $1 did not live on"
  rm "$demo/$1.to" "$demo/$1.from"
}

show() {
  sed 's/^/   /' "$demo/$1.out"
  [ ! -f "$demo/$2/payments.csv" ] || sed "s/^/   payments.csv /" "$demo/$2/payments.csv"
}

rm -rf "$demo"
countersigned=-javaagent:$agent=$example/countersign.yaml

echo "1. Without Countersign. The names file was edited; the model pays zenith, mallory gets the money."
run unprotected unprotected edited honest
show unprotected unprotected
grep -q '^mallory,129.95$' "$demo/unprotected/payments.csv" || fail "the attack should have worked without the agent"

echo "2. With Countersign, honest file: the same answers and files as without."
run honest-unprotected honest-unprotected honest honest
run honest honest honest honest "$countersigned"
show honest honest
cmp -s "$demo/honest.out" "$demo/honest-unprotected.out" || fail "the honest run answered something else with the agent"
cmp -s "$demo/honest/payments.csv" "$demo/honest-unprotected/payments.csv" || fail "the honest run paid something else"

echo "3. With Countersign, edited file: the payment is refused, the model is told, the other tool goes on."
run edited edited edited honest "$countersigned"
show edited edited
grep -q '^is told      \[NIKA-SEC-011\] Refused: ' "$demo/edited.out" || fail "the model should have been told of the refusal"
grep -q '^is told      0 paid so far' "$demo/edited.out" || fail "the other tool should have worked"
[ ! -e "$demo/edited/payments.csv" ] || fail "nothing should have been paid"

echo "4. The server of run 2 again, after an update that tells models something else about its tool: refused until accepted."
run described honest honest edited "$countersigned"
show described honest
grep -q '^is told      \[CS-PIN\] Refused: ' "$demo/described.out" || fail "the changed description should have been refused"
cmp -s "$demo/honest/payments.csv" "$demo/honest-unprotected/payments.csv" || fail "nothing more should have been paid"

echo "5. The books. Values are never written, only digests and where they differed."
for name in honest edited; do
  "$java" -jar "$agent" verify "$demo/$name/ledger" > "$demo/$name.verify" 2>&1 ||
    { cat "$demo/$name.verify" >&2; fail "the books of the $name run do not verify"; }
  sed -n 's/.*"event":"\(allow\|deny\)".*"scope":"\([a-z]*\.[a-z_]*\)".*/\1 \2/p' "$demo/$name"/ledger/*.jsonl |
    grep -v ' agent\.' | paste -sd, - | sed "s/,/, /g; s/^/   $name: clean.  /"
done
sed -n 's/.*"paths":\[\([^]]*\)\].*/   differed at  \1/p' "$demo"/edited/ledger/*.effects.jsonl
echo "To look closer: java -jar agent/target/countersign-agent.jar pins diff --state examples/mcp-payments-server/target/demo/honest/ledger/state"
