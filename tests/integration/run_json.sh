#!/usr/bin/env bash
# run_json.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot run --json`: its output, the repeatability of runs, and continuing from a snapshot.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf

run() {  # run NAME ARGS...: the result in $work/NAME.json
  expect 0 "$surefoot" run "$world" --json --quiet "${@:2}"
  cp "$work/out" "$work/$1.json"
  [[ ! -s $work/err ]] || fail "--quiet, and yet: $(<"$work/err")"
}
hash_of() { python "$work/$1.json" 'print(r["hash"])'; }

run one --duration 1
run again --duration 1
run seed --duration 1 --seed 7
run two --duration 2
python "$work/one.json" '
assert r["ok"] and not r["interrupted"], r
assert r["world"] == "flat" and r["engine"] == "mujoco" and r["engine_version"], r
assert r["steps"] == 1000 and r["step_s"] == 0.001 and r["seed"] == 0, r
assert abs(r["sim_time_s"] - 1.0) < 1e-9, r
assert r["wall_s"] > 0 and 0 < r["cpu_s"] and 0 < r["load_s"] < 60, r
assert abs(r["rtf"] * r["wall_s"] - 1.0) < 0.01, r
assert 5 < r["peak_rss_mb"] < 2000, r
assert len(r["hash"]) == 16 and int(r["hash"], 16) > 0, r
assert list(r["stage_s"]) == ["events", "drives", "ground", "physics", "sensors", "publish", "hash"], r
assert 0 < sum(r["stage_s"].values()) <= r["wall_s"] * 1.01, r
assert r["contacts"] >= 3, r
husky, = r["models"]
assert husky["name"] == "husky" and husky["link"] == "base_link", r
assert 0.3 < husky["position"][0] < 0.51 and abs(husky["position"][1]) < 0.01, r
assert 0.4 < husky["speed"] < 0.55 and 0.3 < husky["distance"] < 0.6, r
assert abs(sum(x * x for x in husky["quaternion_wxyz"]) - 1) < 1e-9, r
'
[[ $(hash_of one) == "$(hash_of again)" ]] || fail "the same run twice gave two hashes"
[[ $(hash_of one) != "$(hash_of seed)" ]] || fail "another seed gave the same hash"
[[ $(hash_of one) != "$(hash_of two)" ]] || fail "another duration gave the same hash"

# 1 s, snapshot, 1 s is 2 s.
run first --duration 1 --save "$work/snapshot"
run second --duration 1 --restore "$work/snapshot"
[[ $(hash_of second) == "$(hash_of two)" ]] || fail "a restored run goes another way"
python "$work/second.json" 'assert r["start_time_s"] == 1.0 and r["steps"] == 1000, r'

# A command takes effect, and a speed limits the run.
run turn --duration 0.5 --speed 2 --command husky::front_left_wheel=velocity:-3 \
  --command rear_left_wheel.0=velocity:-3
python "$work/turn.json" '
assert r["models"][0]["yaw"] > 0.02, r
assert r["wall_s"] > 0.24, r'

# For people: the summary on standard output, the rest on standard error.
expect 0 "$surefoot" run "$world" --duration 1 --hash
said "$work/out" "$(hash_of one)"
said "$work/out" "husky"
said "$work/err" "Running flat on mujoco"
