#!/usr/bin/env bash
# engine_accuracy.sh PROGRAM SOURCE_DIR BUILD_DIR
# The benchmark engine_accuracy: it runs every engine, its errors are those of closed forms, and it
# writes its table and picture into a page without touching the rest.
source "$(dirname "$0")/helpers.bash"
export INFO=$work/info.json
accuracy=$3/bin/engine_accuracy

expect 0 "$accuracy" --help
said "$work/out" "--quick"
expect 2 "$accuracy" --steps 0
said "$work/err" "above zero"
expect 1 "$accuracy" --task walking
said "$work/err" "elastic_666"

# Every engine of the build has a result or a reason.
expect 0 "$surefoot" info --json
cp "$work/out" "$work/info.json"
expect 0 "$accuracy" --task momentum,energy --duration 0.2 --steps 0.004 --limit 5 --json
python "$work/out" '
import os
with open(os.environ["INFO"]) as file:
    engines = {e["name"] for e in json.load(file)["engines"]} - {"kinematic"}  # It has no forces.
for task in ("momentum", "energy"):
    assert {x["engine"] for x in r["results"] if x["task"] == task} == engines, r
assert all(x["ending"] != "unsupported" or x["note"] for x in r["results"]), r'

# Balls in free fall. Semi-implicit Euler, which MuJoCo uses, loses the energy m g^2 dt t / 2.
expect 0 "$accuracy" --engine mujoco --task bouncing --duration 0.9 --steps 0.01,0.001 --json
python "$work/out" '
for x in r["results"]:
    dt = x["step_s"]
    exact = (49 * 10 * 9.81**2 * dt / 2) ** 2 * 0.9**2 / 3
    assert x["ending"] == "done" and abs(x["squared_error"] / exact - 1) < 3 * dt, (x, exact)
    assert x["cpu_s"] > 0 and abs(x["real_time_factor"] * x["cpu_s"] - 0.9) < 1e-3, x
assert len(r["results"]) == 2, r'

# A box that did not move at all would have an error of 0.197 in 1 s, one without friction far more. The
# overlaps of resting balls are small but not zero.
printf '# Page\nfirst\n<!-- engine_accuracy: begin, written by the program -->\nold\n<!-- engine_accuracy: end -->\nlast\n' \
  >"$work/page.md"
expect 0 "$accuracy" --engine mujoco --task rolling,666 --duration 1 --steps 0.004 \
  --out "$work/results" --docs "$work/page.md" --json
python "$work/out" '
rolling, balls = r["results"]
assert rolling["squared_error"] < 0.002, r
assert 1e-12 < balls["squared_error"] < 0.1, r'
for text in '# Page' first last '| mujoco |' '](engine_accuracy.svg)'; do said "$work/page.md" "$text"; done
! grep -q old "$work/page.md" || fail "the old table is still there"
cmp "$work/engine_accuracy.svg" "$work/results/engine_accuracy.svg"
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$work/engine_accuracy.svg"
[[ $(wc -l <"$work/results/engine_accuracy.csv") == 3 ]] || fail "the table has not two results"

# Earlier results are kept in addition to new ones.
expect 0 "$accuracy" --from "$work/results/engine_accuracy.csv" --engine mujoco --task rolling \
  --duration 0.1 --steps 0.004,0.002 --json
python "$work/out" 'assert [x["task"] for x in r["results"]] == ["rolling", "666", "rolling"], r'
