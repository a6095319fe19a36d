#!/usr/bin/env bash
# `surefoot gap --real RUNS --sim RUNS`: comparing runs of one task, valid and refused ones.
source "$(dirname "${BASH_SOURCE[0]}")/helpers.bash"

# A robot that drives to an obstacle, turns right twice and drives back, seen by a tracker.
make_runs() {
  local folder=$1 count=$2 seed=$3 speed=$4 drift=$5
  mkdir -p "$work/$folder"
  python3 - "$work/$folder" "$count" "$seed" "$speed" "$drift" <<'PYTHON'
import math, random, sys
folder, count, seed, speed, drift = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
random.seed(seed)
for run in range(count):
    v, w = speed * random.gauss(1, 0.03), random.gauss(drift, 0.03)
    legs, turns = [random.gauss(0.40, 0.01), 0.2, 9], [random.gauss(-math.pi / 2, 0.05) for _ in range(3)]
    x, y, heading, gone, leg, turning, t = 0.36, 0.51, 0.0, 0.0, 0, 0.0, 0.0
    with open(f"{folder}/run_{run:02}.csv", "w") as out:
        out.write("t_s,x_cm,y_cm\n")
        for k in range(60 * 8):
            if k % 8 == 0:
                out.write(f"{t:.4f},{100 * x + random.gauss(0, 0.1):.4f},{91 - 100 * y + random.gauss(0, 0.1):.4f}\n")
            t += 0.01
            if t < 0.4: continue
            if turning > 0:
                heading += turns[leg] * 0.01 / 0.35
                turning -= 0.01
                if turning <= 0: leg, gone = leg + 1, 0.0
                continue
            x += v * 0.01 * math.cos(heading); y += v * 0.01 * math.sin(heading)
            heading += w * 0.01; gone += v * 0.01
            if gone >= legs[leg]: turning = 0.35
PYTHON
}
make_runs real 25 1 0.23 0.07
make_runs good 25 2 0.23 0.07
make_runs bad 25 3 0.30 0.0
map='t=t_s,x=x_cm*0.01,y=0.91-y_cm*0.01'

expect 0 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" \
  --tolerance position=0.15 --json --out "$work/report"
said "$work/err" "25 real and 25 simulated runs compared in"
cmp "$work/out" "$work/report/gap.json"
said "$work/report/gap.html" "Trust position to 15 cm"
python "$work/out" '
assert r["format"] == "surefoot-gap-1" and r["mode"] == "runs" and len(r["recording"]["files"]) == 25
position, heading, speed = r["quantities"]
assert position["name"] == "position" and position["n"] == 25 and position["limit"] == 0.8
assert position["kind"] in ("whole", "until") and position["crossing"] > 3, position["sentence"]
assert position["sentence"].startswith("Trust position to 15 cm for "), position["sentence"]
assert len(position["t"]) == len(position["c"]) == len(position["lower"]) == len(position["n_at"])
assert len(position["errors"]) == 25 and heading["angle"] and not position["angle"]
for t, c, lower in zip(position["t"], position["c"], position["lower"]): assert lower <= c
# c computed independently: the share of runs whose largest error so far is within the tolerance less the jitter.
within = 0.15 - 1.2815515655 * position["reference_deviation"]
for k in (5, 20, len(position["c"]) - 1):
    rows = [row for row in position["errors"] if len(row) > k]
    share = sum(max(row[:k + 1]) <= within for row in rows) / len(rows)
    assert abs(share - position["c"][k]) < 1e-5, (k, share, position["c"][k])
assert 0.0007 < position["reference_deviation"] < 0.0015, position["reference_deviation"]
assert 0.6 < sorted(position["spread_ratio"][20:])[len(position["spread_ratio"][20:]) // 2] < 1.7
d = r["indistinguishability"]
assert d["d"][-1] > 0.6 or d["high"][-1] > 0.8, d
assert [change["what"] for change in r["state_changes"][:2]] == ["turn right", "turn right"], r["state_changes"]
assert abs(r["state_changes"][0]["difference"]) < 0.15 and r["recording"]["alignment"]["residual"] < 0.01'
cp "$work/out" "$work/first.json"
# 25 x 25 runs in less than 5 s of processor time.
TIMEFORMAT=%U
{ time expect 0 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --tolerance position=0.15 --json --quiet; } 2>"$work/took"
awk '{ exit !($1 < 5) }' "$work/took" || fail "it took $(cat "$work/took") s"
cmp "$work/out" "$work/first.json" || fail "another run gives other numbers"
[[ ! -s $work/err ]] || fail "--quiet says something"

# An inaccurate simulator is detected: trusted for a short time, and turning too early.
expect 0 "$surefoot" gap --real "$work/real" --sim "$work/bad" --columns "$map" --json
python "$work/out" '
assert r["indistinguishability"]["d"][-1] < 0.1, r["indistinguishability"]
assert r["quantities"][0]["kind"] in ("until", "never") and (r["quantities"][0]["crossing"] or 0) < 1.5
assert r["state_changes"][0]["difference_high"] < 0 and "too early" in r["summary"], r["summary"]'
expect 0 "$surefoot" gap --real "$work/real" --sim "$work/bad" --columns "$map"
said "$work/out" "are distinguished from real ones in"

# A few runs are not sufficient evidence.
expect 0 "$surefoot" gap --real "$work"/real/run_0[0-2].csv --sim "$work/good" --columns "$map"
said "$work/out" "Not enough data: 3 runs, at least 11 needed."
# A reference that is less accurate than the tolerance.
expect 0 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --reference-stddev 0.05
said "$work/out" "Cannot judge position to 5 cm: the reference itself is uncertain by 5 cm."

# Unusable input is refused with advice.
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --json
said "$work/err" "--columns t=COLUMN"
python "$work/out" 'assert "no column for x" in r["error"], r'
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/none" --columns "$map"
said "$work/err" "--sim: "
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "t=t_s,x=x_cm/0,y=y_cm"
said "$work/err" "divides by 0"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --start soon
said "$work/err" "none of motion"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --frame 1,2
said "$work/err" "X,Y,YAW"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --tolerance position
said "$work/err" "is not NAME=NUMBER"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --tolerance place=1
said "$work/err" "--tolerance: unknown quantity 'place'; accepted: position, heading, speed"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --tolerance speed=1 --tolerance speed=2
said "$work/err" "--tolerance: 'speed' is given twice, as 1 and 2"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --detect speed=1 --detect speed=2
said "$work/err" "--detect: 'speed' is given twice"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --sensor positon=0.01,latency=0.1
said "$work/err" "--sensor: unknown quantity 'positon'; did you mean"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --sensor position=0.01,position=0.02
said "$work/err" "--sensor: 'position' is given twice"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --sensor position=-1
said "$work/err" "standard deviations"
expect 2 "$surefoot" gap --real "$work/real" --sim "$work/good" --columns "$map" --start motion:50
said "$work/err" "no real run remains for the comparison"
sed '1s/x_cm/odom_x/' "$work/real/run_00.csv" >"$work/odometry.csv"
expect 2 "$surefoot" gap --real "$work/odometry.csv" --sim "$work/good" --columns "t=t_s,x=odom_x*0.01,y=y_cm*0.01" --sim-columns "$map"
said "$work/err" "odom_x is wheel odometry"

# Runs in recordings of topics.
for run in 1 2; do
  expect 0 "$surefoot" run husky --publish "/husky/cmd_vel=linear.x:0.5,angular.z:0.$run" --duration 3 --record "$work/$run.mcap" --quiet
done
expect 0 "$surefoot" gap --real "$work/1.mcap" --sim "$work/2.mcap" --model husky --json
python "$work/out" '
names = [quantity["name"] for quantity in r["quantities"]]
assert names[0] == "position" and {"heading", "speed"} < set(names), names
assert r["quantities"][0]["kind"] == "not_enough_data" and r["indistinguishability"]["t"] == []
assert 0.03 < r["quantities"][0]["errors"][0][-1] < 0.5'
expect 2 "$surefoot" gap --real "$work/1.mcap" --sim "$work/2.mcap"
said "$work/err" "--model NAME"
expect 2 "$surefoot" gap --real "$work/1.mcap" --sim "$work/2.mcap" --model husky --truth /husky/husky_velocity_controller/odom
said "$work/err" "is wheel odometry"

# A value of a restart's option that would have no effect is an error.
restart() { expect 2 "$surefoot" gap --real "$work/1.mcap" --world "$source_dir/worlds/flat.sdf" --model husky "$@"; }
restart --set ground.mu=0.5 --set ground.mu=0.6
said "$work/err" "--set: 'ground.mu' is given twice, as 0.5 and 0.6"
restart --tolerance position=0.5 --tolerance position=0.0001
said "$work/err" "--tolerance: 'position' is given twice"
restart --tolerance positon=0.5
said "$work/err" "--tolerance: unknown quantity 'positon'; did you mean"
