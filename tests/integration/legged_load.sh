#!/usr/bin/env bash
# legged_load.sh PROGRAM SOURCE_DIR BUILD_DIR
# A short version of experiments/legged_load.yaml: robots walk and collide, every picture arrives, the report is written. The speed
# is not checked, because it depends on the machine.
source "$(dirname "$0")/helpers.bash"

expect 0 "$surefoot" experiment --help
sed -e 's/engines: .*/engines: [mujoco]/' -e 's/robots: \[1, .*/robots: [1, 2]/' -e 's/without_cameras: .*/without_cameras: [2]/' \
  -e 's/ seconds: .*/ seconds: 0.5\n  colliding_seconds: 1.5/' -e '/bars:/d' "$source_dir/experiments/legged_load.yaml" >"$work/short.yaml"
expect 0 "$surefoot" experiment "$work/short.yaml" --out "$work/out_folder"
python "$work/out_folder/results.json" '
study = r["study"]
numbers = {n["name"]: n["value"] for n in study["numbers"]} if isinstance(study["numbers"], list) else study["numbers"]
for case in ["walking.mujoco_1", "walking.mujoco_2", "walking_without_cameras.mujoco_2", "colliding.mujoco_3"]:
    assert numbers["frame_rate." + case] > 0, case
    assert numbers["cpu." + case] > 0, case
missing = [c for c in study["checks"] if "missing" in c["name"]]
assert len(missing) == 3 and all(c["value"] == 0 for c in missing), missing
fallen = [c for c in study["checks"] if c["name"].startswith("fallen")]
assert len(fallen) == 4 and all(c["value"] == 0 for c in fallen), fallen
distances = [c for c in study["checks"] if c["name"].startswith("distance (m)")]
# 0.15 m/s and 0.5 rad/s for 0.5 s: a chord of 0.0748 m, of which half is required.
assert len(distances) == 3 and all(c["value"] >= 0.037 for c in distances), distances
'
said "$work/out_folder/report.html" "Colliding robots"
rows=$(grep -rh "into each other" "$work/out_folder" --include=*.csv | head -n 1)
[[ -n $rows ]] || fail "no table of the runs"
