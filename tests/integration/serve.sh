#!/usr/bin/env bash
# serve.sh PROGRAM SOURCE_DIR BUILD_DIR
# The server starts, prints its address, and ends properly: by its time limit, by signals, after invalid input.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf
ports=()
for option in $("$surefoot" serve --help | grep -oE -- '--[a-z-]*port( |$)' | sort -u); do ports+=("$option" 0); done

expect 0 "$surefoot" serve "$world" "${ports[@]}" --for 0.5 --json
python "$work/out" '
assert r["ok"] and r["engine"] == "mujoco" and r["step_s"] == 0.001, r
assert all(a["gateway"] and "://" in a["address"] for a in r["addresses"]), r'
(($(wc -l <"$work/out") == 1)) || fail "more than one line of JSON"
expect 0 "$surefoot" serve "${ports[@]}" --for 0.2
said "$work/err" "without a world until a client loads one"

for signal in INT TERM; do
  : >"$work/err"
  env --default-signal=INT "$surefoot" serve "$world" "${ports[@]}" --paused >"$work/out" 2>"$work/err" &
  pid=$!
  for ((i = 0; i < 600; ++i)); do
    grep -q '^Serving' "$work/err" && break
    sleep 0.05
  done
  said "$work/err" "Serving"
  kill -"$signal" "$pid"
  status=0
  wait "$pid" || status=$?
  ((status == 0)) || fail "exit status $status after SIG$signal"
done

expect 2 "$surefoot" serve no_such_world "${ports[@]}"
said "$work/err" "no_such_world"
expect 2 "$surefoot" serve "$world" --speed 0
said "$work/err" "--speed takes"
expect 2 "$surefoot" serve "$world" --without carrier_pigeon
said "$work/err" "carrier_pigeon"
expect 2 "$surefoot" serve --record "$work/x.mcap"
said "$work/err" "needs a WORLD"

# The demonstration drives, and its recording gives the same run again.
expect 0 "$surefoot" serve "$world" "${ports[@]}" --free --demo --for 1 --record "$work/demo.mcap"
expect 0 "$surefoot" run "$world" --quiet --replay "$work/demo.mcap" --record "$work/again.mcap"
expect 0 "$surefoot" diff --json "$work/demo.mcap" "$work/again.mcap"
python "$work/out" 'assert r["first_step"] is None and r["common_steps"] > 100, r'
