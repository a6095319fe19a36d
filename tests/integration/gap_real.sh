#!/usr/bin/env bash
# `surefoot gap` on recordings of real robots, if available, and on files that are not recordings.
source "$(dirname "${BASH_SOURCE[0]}")/helpers.bash"
real=${SUREFOOT_REAL_DATA:-$source_dir/../shared/data}

expect 2 "$surefoot" gap
said "$work/err" "--real is required"
expect 2 "$surefoot" gap --real "$work/none"
said "$work/err" "none: no such file"
expect 2 "$surefoot" gap --real "$work"
said "$work/err" "no recordings in $work"
printf 'time,wx\n0,1\n' >"$work/imu_01.csv"
expect 2 "$surefoot" gap --real "$work/imu_01.csv" --json
said "$work/err" "imu_01.csv: not a known recording"
python "$work/out" 'assert "not a known recording" in r["error"], r'
expect 2 "$surefoot" gap --real "$work" --model tank
said "$work/err" "--model accepts husky, warthog"
expect 2 "$surefoot" gap --real "$work" --contact glue
said "$work/err" "'glue' is none of engine, tyre, soil"
expect 2 "$surefoot" gap --real "$work" --engine nothing
said "$work/err" "nothing"
expect 2 "$surefoot" gap --real "$work" --limit 0
said "$work/err" "takes a whole number"

# A window whose first row has a wrong count.
printf 'window,k,calib_step,steady,enc_left,enc_right,icp_x,icp_y,icp_yaw,icp_fresh,imu_wz\n' >"$work/drive.csv"
printf '0,3,0,0,0,0,0,0,0,1,0\n' >>"$work/drive.csv"
expect 2 "$surefoot" gap --real "$work/drive.csv"
said "$work/err" "drive.csv:2: column k"

if [[ ! -d $real/drive || ! -d $real/borealtc ]]; then
  skip "no real data"
fi

# All windows, so that the baseline can be compared with figures that were computed elsewhere from
# the other half of the same recording: 0.427 m, 1.32 rad; 90 %: 0.83 m, 2.28 rad.
expect 0 "$surefoot" gap --real "$real/drive" --json --out "$work/drive"
said "$work/err" "of a warthog; left out (--model warthog takes it)"
python "$work/out" '
drive, = r["drive"]
assert len(r["drive"]) == 1 and drive["drives"] == 101
ideal, mujoco, tyre = drive["models"][:3]
assert tyre["name"] == "mujoco, tyre" and tyre["contact"] == "tyre"
assert ideal["baseline"] and mujoco["name"] == "mujoco"
assert ideal["all"]["windows"] == mujoco["all"]["windows"] == 289
def near(value, want, share): assert abs(value - want) < share * want, (value, want)
near(ideal["all"]["translation_median"]["value"], 0.427, 0.1)
near(ideal["all"]["heading_median"]["value"], 1.32, 0.25)
near(ideal["all"]["translation_p90"]["value"], 0.83, 0.2)
near(ideal["all"]["heading_p90"]["value"], 2.28, 0.2)
# 39 of 603 windows of the whole recording dig in; the real robot turns 0.40 to 0.45.
assert 10 <= len(drive["dug_in"]) <= 25, drive["dug_in"]
assert 0.40 < drive["real_yaw_gain"] < 0.47, drive["real_yaw_gain"]
# The physics models slip.
for figure in ("translation_median", "translation_p90", "heading_median", "heading_p90"):
    assert mujoco["all"][figure]["value"] < 0.7 * ideal["all"][figure]["value"], figure
    assert mujoco["all"][figure]["low"] <= mujoco["all"][figure]["value"] <= mujoco["all"][figure]["high"]
# The goals of docs/reference/ground.md, on the drives that its ground was fitted to.
for figure, most in (("translation_median", 0.135), ("translation_p90", 0.33),
                     ("heading_median", 0.095), ("heading_p90", 0.45)):
    assert tyre["all"][figure]["value"] < most, (figure, tyre["all"][figure])
# Lugs make the body bounce slightly.
assert tyre["height_range"] < 0.003, tyre["height_range"]
assert r["failures"] == []
assert mujoco["wheel_error"] < 0.2, mujoco["wheel_error"]'
[[ $(wc -l <"$work/drive/drive_windows.csv") == 1446 ]] || fail "a row for each window and model"
said "$work/drive/gap.html" "Dig-ins are windows"
cmp "$work/out" "$work/drive/gap.json"
python "$work/drive/manifest.json" '
names = [file["path"].rsplit("/", 1)[1] for file in r["inputs"]]
assert {"husky_series.csv.gz", "empty.sdf", "model.sdf"} <= set(names), names
assert all(len(file["sha256"]) == 64 for file in r["inputs"])
assert r["version"] and "gap" in r["command"] and "mujoco" in r["engines"]'

expect 2 "$surefoot" experiment --repeat "$work/drive/manifest.json"
said "$work/err" "not of an experiment; run its command again: $surefoot gap --real"

# Effective tracks that were computed elsewhere: ice 1.00, asphalt 1.16 m; ours is 0.5708 m over the
# gain.
terrains=("$real/borealtc/ASPHALT" "$real/borealtc/ICE")
expect 0 "$surefoot" gap --real "${terrains[@]}" --engine ode --contact engine --limit 2 --json --quiet
cp "$work/out" "$work/first.json"
[[ ! -s $work/err ]] || fail "--quiet says something"
python "$work/out" '
terrains = {t["name"]: t for t in r["terrains"]}
assert sorted(terrains) == ["ASPHALT", "ICE"], sorted(terrains)
for name, track in (("ICE", 1.00), ("ASPHALT", 1.16)):
    found = 0.5708 / terrains[name]["real_yaw_gain"]
    assert abs(found - track) < 0.15 * track, (name, found)
for terrain in terrains.values():
    engine, = terrain["engines"]
    assert engine["name"] == "ode" and engine["runs"] == terrain["runs"] == 2
    assert 9.5 < terrain["real"]["az"]["mean"] < 10.0
    assert abs(engine["stats"]["az"]["mean"] - 9.81) < 0.05
    for axis in ("wx", "wy", "wz", "ax", "ay", "az"):
        assert engine["range_error"][axis] >= 0 and engine["spectrum_distance"][axis] > 0
assert len(r["runs"]) == 4'

# The same numbers with another number of jobs.
expect 0 "$surefoot" gap --real "${terrains[@]}" --engine ode --contact engine --limit 2 --json --quiet --jobs 1
cmp "$work/out" "$work/first.json" || fail "another run gives other numbers"
