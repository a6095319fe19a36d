#!/usr/bin/env bash
# diff_runs.sh PROGRAM SOURCE_DIR BUILD_DIR
# `surefoot diff` on recordings: equal, a different command, a different length, not a recording.
source "$(dirname "$0")/helpers.bash"

record() { expect 0 "$surefoot" run "$source_dir/worlds/flat.sdf" --quiet --record "$work/$1" "${@:2}"; }
record a.mcap --duration 0.5
record b.mcap --duration 0.5
record longer.mcap --duration 0.6
record command.mcap --duration 0.5 --command husky::front_left_wheel=velocity:-3
record seed.mcap --duration 0.5 --seed 3

expect 0 "$surefoot" diff "$work/a.mcap" "$work/b.mcap"
said "$work/out" "identical: 500 steps"

expect 1 "$surefoot" diff "$work/a.mcap" "$work/longer.mcap"
said "$work/out" "A has 500 steps, B has 600"

expect 1 "$surefoot" diff "$work/a.mcap" "$work/command.mcap"
said "$work/out" "different from step 1 on"
said "$work/out" "husky::"
said "$work/out" "B: step 1: command husky::front_left_wheel"
expect 1 "$surefoot" diff --json "$work/a.mcap" "$work/command.mcap"
python "$work/out" '
assert r["identical"] is False and r["first_step"] == 1, r
assert any("wheel" in body for body in r["bodies"]), r
assert r["position_difference"] > 0 and r["position_body"].startswith("husky::"), r
assert len(r["inputs"]) == 1, r'

expect 1 "$surefoot" diff "$work/a.mcap" "$work/seed.mcap"
said "$work/out" "seed: 0, 3"

echo nonsense >"$work/nonsense.mcap"
expect 2 "$surefoot" diff "$work/a.mcap" "$work/nonsense.mcap"
said "$work/err" "nonsense.mcap"
expect 2 "$surefoot" diff "$work/missing.mcap" "$work/a.mcap"
said "$work/err" "missing.mcap"
