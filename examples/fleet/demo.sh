#!/bin/sh
# From one machine to a fleet in five steps, with three JVMs of this machine: one canary, two others.
# Keys, the tree of documents, books and state go to target/; nothing else is touched.
set -eu
unset JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS COUNTERSIGN_CONFIG
here=$(cd "$(dirname "$0")" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
agent=${COUNTERSIGN_JAR:-$here/../../agent/target/countersign-agent.jar}
[ -f "$agent" ] || { echo "no agent jar at $agent: run \"mvn package\" first, or set COUNTERSIGN_JAR" >&2; exit 1; }
mkdir -p "$here/target"
run=$(mktemp -d "$here/target/fleet-XXXXXX")
chmod 700 "$run"
tree=$run/tree
pids=

countersign() { "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$agent" "$@"; }
step() { echo; echo "== $*"; }

# Waits for a condition for a minute at most.
await() {
  what=$1; shift
  tries=600
  until "$@" >/dev/null 2>&1; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || { echo "$what did not happen; see $run" >&2; exit 1; }
    sleep 0.1
  done
}
standing() { tr -d '\n' < "$(ls "$run/$1"/ledger/*.status.json)" | grep -q "$2"; }
answered() { [ "$(wc -l < "$run/$1/out")" -ge "$2" ]; }

# Starts a machine: its configuration names the root and the tree, nothing else of the policy.
machine() {
  mkdir -p "$run/$1"
  mkfifo "$run/$1/in"
  cat > "$run/$1/countersign.yaml" <<EOF
bundle: desk
version: 1
mode: observe
policy: { source: "dir:$tree", root: "$tree/root/1.json", interval: 200ms, labels: { instance: $1, ring: $2 } }
ledger: { dir: "$run/$1/ledger" }
EOF
  "$java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC "-javaagent:$agent=$run/$1/countersign.yaml" -cp "$run/classes" Desk \
    < "$run/$1/in" > "$run/$1/out" 2> "$run/$1/err" &
  pids="$pids $!"
  case $1 in
    one) exec 3> "$run/one/in" ;;
    two) exec 4> "$run/two/in" ;;
    three) exec 5> "$run/three/in" ;;
  esac
  await "the start of machine $1" answered "$1" 1
}
# Asks machines for a payment and shows what came of it.
pay() {
  for machine in one two three; do
    before=$(wc -l < "$run/$machine/out")
    case $machine in
      one) echo "pay $*" >&3 ;;
      two) echo "pay $*" >&4 ;;
      three) echo "pay $*" >&5 ;;
    esac
    await "the answer of machine $machine" answered "$machine" $((before + 1))
    echo "  $machine: $(tail -n 1 "$run/$machine/out" | cut -c 1-72)"
  done
}
everywhere() { for machine in one two three; do await "on $machine, $1" standing "$machine" "$1"; done; }

mkdir "$run/classes"
"$javac" -g -d "$run/classes" "$here/Desk.java"
cp "$here/root.yaml" "$run/root.yaml"

step "1 keygen: a key for each person and each machine that signs"
for name in anna ben policy online; do countersign policy keygen "$run/$name" > /dev/null; done
echo "  anna, ben, policy, online"

step "2 sign: two people the root, the policy role the rules"
countersign policy sign "$run/root.yaml" --tree "$tree" --key "$run/anna" --key "$run/ben" > /dev/null
countersign policy sign "$here/policy-1.yaml" --tree "$tree" --key "$run/policy" > /dev/null
countersign policy rollout --tree "$tree" --head-key "$run/online" | sed 's/, in time until [^ ]*//; s/^/  /'
machine one canary; machine two main; machine three main
pay eve 90000

step "3 observe: version 2 has a ceiling; the canary records what it would refuse"
countersign policy sign "$here/policy-2.yaml" --tree "$tree" --key "$run/policy" > /dev/null
countersign policy rollout --tree "$tree" --key "$run/online" --head-key "$run/online" \
  --ring canary:100:observe:ring=canary --stable 1 | sed -n 's/^  /  /p'
await "version 2 on the canary" standing one '"version":2'
pay eve 90000
echo "  would have been refused: $(cat "$run"/*/ledger/*.effects.jsonl | grep -c '"would_refuse":"CS-POLICY"') payment"

step "4 promote: everybody has version 2, still observing"
countersign policy rollout --tree "$tree" --key "$run/online" --head-key "$run/online" --ring all:100:observe | sed -n 's/^  /  /p'
everywhere '"version":2'

step "5 enforce"
countersign policy rollout --tree "$tree" --key "$run/online" --head-key "$run/online" --ring all:100:enforce | sed -n 's/^  /  /p'
everywhere '"mode":"enforce","ring"'
pay bob 100
pay eve 90000

step "break-glass: two people, one hour, only the canary"
countersign breakglass create --tree "$tree" --key "$run/anna" --key "$run/ben" --head-key "$run/online" \
  --action observe --label ring=canary --reason "suppliers wait" | sed 's/^bg-[0-9a-f]*/  an exception/; s/ until [^,]*//'
await "the exception on the canary" standing one '"breakglass":"bg-'
pay eve 90000
echo "  recorded with its id and what would have been: $(grep '"breakglass":"bg-' "$run"/one/ledger/*.effects.jsonl | grep -c '"would_refuse":"CS-POLICY"')"

exec 3>&- 4>&- 5>&-
for pid in $pids; do wait "$pid"; done
step "the books of all three verify"
for machine in one two three; do countersign verify "$run/$machine/ledger" > "$run/$machine/verified" || { cat "$run/$machine/verified"; exit 1; }; done
echo "  re-pins recorded: $(cat "$run"/*/ledger/*.effects.jsonl | grep -c '"act":"agent.repin"')"
