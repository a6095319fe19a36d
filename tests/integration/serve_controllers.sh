#!/usr/bin/env bash
# serve_controllers.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot serve --controllers`: two robots have one program each, which finds the server and ends with it,
# however the server ends. Without the option nothing is started.
source "$(dirname "$0")/helpers.bash"

cat >"$work/world.sdf" <<'SDF'
<sdf version="1.9" xmlns:surefoot="https://surefoot.org/sdf"><world name="w">
  <surefoot:radio/>
  <model name="floor"><static>true</static><link name="l"><collision name="c">
    <geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="a"><pose>0 0 0.1 0 0 0</pose><link name="l"><collision name="c">
    <geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>
    <surefoot:controller><surefoot:command>python3 look.py "one word"</surefoot:command>
      <surefoot:environment name="COLOUR" value="blue"/></surefoot:controller></model>
  <model name="b"><pose>3 0 0.1 0 0 0</pose><link name="l"><collision name="c">
    <geometry><box><size>0.2 0.2 0.2</size></box></geometry></collision></link>
    <surefoot:controller><surefoot:command>sh -c 'echo $$ > b.pid; exec sleep 1000'</surefoot:command>
    </surefoot:controller></model>
</world></sdf>
SDF
cat >"$work/look.py" <<'PY'
import os, sys, urllib.request
address = os.environ["SUREFOOT_ADDRESS_WEB"]
with urllib.request.urlopen(address + "/healthz", timeout=10) as answer:
    print(sys.argv[1:], os.environ["SUREFOOT_NAMESPACE"], os.environ["COLOUR"], answer.status, flush=True)
PY

wait_for() {  # wait_for FILE TEXT
  for _ in $(seq 200); do
    [[ -e $1 ]] && grep -qF -e "$2" "$1" && return
    sleep 0.1
  done
  [[ -e $1 ]] && cat "$1" >&2
  fail "'$2' does not come in $1"
}
is_gone() {
  for _ in $(seq 100); do
    [[ -d /proc/$1 ]] || return 0
    sleep 0.1
  done
  fail "process $1 is still there"
}
serve() {
  rm -rf "$work/logs" "$work/b.pid"
  "$surefoot" serve "$work/world.sdf" --port 0 --without usarsim "$@" >"$work/out" 2>"$work/err" </dev/null &
  server=$!
}

for signal in TERM KILL; do
  serve --controllers "$work/logs" --map
  wait_for "$work/logs/a.log" "['one word'] /a blue 200"
  wait_for "$work/err" "controller 'a' has finished"
  wait_for "$work/b.pid" ""
  grep -q "no /map" "$work/err" && fail "no map was published"
  child=$(cat "$work/b.pid")
  [[ -d /proc/$child ]] || fail "the controller of b does not run"
  kill -"$signal" "$server"
  wait "$server" || true
  is_gone "$child"
done

# Not without the option.
serve
wait_for "$work/err" "--controllers"
[[ ! -e $work/b.pid ]] || fail "a controller was started unasked"
kill -TERM "$server"
wait "$server" || true
