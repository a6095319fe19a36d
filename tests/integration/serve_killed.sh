#!/usr/bin/env bash
# serve_killed.sh PROGRAM SOURCE_DIR BUILD_DIR
# A server that is killed at any moment (kill -9) leaves a recording that reads up to its last second.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf
ports=()
for option in $("$surefoot" serve --help | grep -oE -- '--[a-z-]*port( |$)' | sort -u); do ports+=("$option" 0); done

# attempt SECONDS: kills a server after that time of serving. Fails when the recording is too old, which a
# busy machine may cause.
attempt() {
  local file=$work/run.mcap
  : >"$work/err"
  "$surefoot" serve "$world" "${ports[@]}" --demo --record "$file" >/dev/null 2>"$work/err" &
  local pid=$!
  for ((i = 0; i < 600; ++i)); do
    grep -q '^Serving' "$work/err" && break
    sleep 0.05
  done
  local start killed
  start=$(date +%s.%N)
  sleep "$1"
  kill -KILL "$pid"
  killed=$(date +%s.%N)
  wait "$pid" 2>/dev/null || true
  expect 0 "$surefoot" record-info "$file" --json
  python "$work/out" '
assert not r["complete"] and r["truncation"] and not r["damage"], r
topics = {t["topic"]: t for t in r["topics"]}
assert topics["/husky/cmd_vel"]["messages"] > 0, r
assert abs(topics["/surefoot/hash"]["rate_hz"] - 1000) < 1e-6, r'
  python3 - "$work/out" "$start" "$killed" "$(stat -c %.Y "$file")" <<'PY'
import json, sys
with open(sys.argv[1]) as file:
    last = json.load(file)["last_time"]
start, killed, written = map(float, sys.argv[2:])
lost = max(killed - written, killed - start - last)
print(f"{last:.3f} s are readable, the last {lost:.2f} s are lost")
sys.exit(lost > 1.0)
PY
}

for seconds in 1.4 2.3; do
  attempt "$seconds" || attempt "$seconds" || attempt "$seconds" || fail "more than a second is missing"
done
expect 0 "$surefoot" run "$world" --quiet --replay "$work/run.mcap"
