#!/usr/bin/env bash
# run_fails.sh PROGRAM SOURCE_DIR BUILD_DIR
# A diverging run: exit status 2, the reason, the states before it in the recording, no snapshot.
source "$(dirname "$0")/helpers.bash"

cat >"$work/top.sdf" <<'SDF'
<sdf version="1.9">
  <world name="spin">
    <model name="top">
      <link name="base">
        <inertial>
          <mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>
        </inertial>
      </link>
      <link name="disc">
        <inertial>
          <mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>
        </inertial>
      </link>
      <joint name="axle" type="continuous">
        <parent>base</parent><child>disc</child><axis><xyz>0 0 1</xyz></axis>
      </joint>
    </model>
  </world>
</sdf>
SDF
run=("$surefoot" run "$work/top.sdf" --quiet)

expect 2 "${run[@]}" --command axle=effort:1e200 --save "$work/snapshot"
said "$work/err" "model 'top' is no longer finite in step 1"
said "$work/out" "top"
[[ ! -e $work/snapshot ]] || fail "a snapshot of a failed run"

expect 0 "${run[@]}" --duration 0.1 --save "$work/good"
expect 2 "${run[@]}" --restore "$work/good" --command axle=effort:1e200 --json \
  --record "$work/record.mcap"
python "$work/out" '
assert r["ok"] is False and "step 101" in r["error"], r
assert r["steps"] == 0 and r["start_time_s"] == 0.1, r'
expect 1 "$surefoot" diff "$work/record.mcap" "$work/record.mcap"
said "$work/out" "no step in common"
