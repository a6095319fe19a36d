#!/usr/bin/env bash
# sigint.sh PROGRAM SOURCE_DIR BUILD_DIR
# Ctrl-C ends a run properly: a summary, a readable recording, a snapshot, exit status 0.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf

start() {  # start NAME ARGS...: runs in the background, waits until the run has begun
  local name=$1
  shift
  : >"$work/$name.err"
  # Background jobs of a script ignore SIGINT by default.
  env --default-signal=INT "$surefoot" run "$world" "$@" >"$work/$name.out" 2>"$work/$name.err" &
  pid=$!
  for ((i = 0; i < 600; ++i)); do
    grep -q '^Running' "$work/$name.err" && return
    sleep 0.05
  done
  fail "the run did not begin: $(<"$work/$name.err")"
}
finish() {  # finish STATUS
  local status=0
  wait "$pid" || status=$?
  ((status == $1)) || fail "exit status $status instead of $1"
}

for signal in INT TERM; do
  start "$signal" --speed 1 --json --record "$work/$signal.mcap" --save "$work/$signal.snapshot"
  sleep 0.5
  kill -"$signal" "$pid"
  finish 0
  python "$work/$signal.out" '
assert r["ok"] and r["interrupted"], r
assert 0 < r["sim_time_s"] < 30 and r["steps"] > 0 and len(r["models"]) == 1, r'
  [[ -s $work/$signal.snapshot ]] || fail "no snapshot"
done
# The recordings are complete, and equal over their common length.
"$surefoot" diff --json "$work/INT.mcap" "$work/TERM.mcap" >"$work/out" || (($? == 1)) ||
  fail "the recordings cannot be compared"
python "$work/out" 'assert r["first_step"] is None and r["common_steps"] > 0, r'

# For people, and at full speed.
start summary --duration inf
sleep 0.1
kill -INT "$pid"
finish 0
said "$work/summary.out" "ended on request"
said "$work/summary.out" "husky"
