#!/usr/bin/env bash
# `surefoot characterize`: help, invalid tables, a resulting sensor in a world.
source "$(dirname "${BASH_SOURCE[0]}")/helpers.bash"

expect 2 "$surefoot" characterize
said "$work/err" "DATA.csv is required"
expect 2 "$surefoot" characterize "$work/none.csv"
said "$work/err" "none.csv"
printf 'a,b\n1,2\n' >"$work/names.csv"
expect 2 "$surefoot" characterize "$work/names.csv" --json
said "$work/err" "no column for distance, reading; it has a, b"
python "$work/out" 'assert "no column" in r["error"], r'
printf 'distance,reading\n1,2\n1,x\n' >"$work/word.csv"
expect 2 "$surefoot" characterize "$work/word.csv"
said "$work/err" "word.csv:3"
expect 2 "$surefoot" characterize "$work/word.csv" --columns width=d
said "$work/err" "accepted: distance, angle, offset, reading"
expect 2 "$surefoot" characterize "$work/word.csv" --distance-unit furlong
said "$work/err" "none of m, cm, mm, in"
head -c 5000 /dev/urandom >"$work/noise.csv"
expect 2 "$surefoot" characterize "$work/noise.csv"

# An ultrasonic sensor with outliers and lost samples.
python3 - "$work/us.csv" <<'PY'
import random, sys
random.seed(4)
with open(sys.argv[1], "w") as table:
    table.write("distance,reading\n")
    for cm in range(1, 22):
        for _ in range(200):
            u = random.random()
            if u < 0.02:
                table.write(f"{cm},\n")
            elif u < 0.07:
                table.write(f"{cm},{random.uniform(0, 400)}\n")
            else:
                table.write(f"{cm},{random.gauss(0.7626 + 0.9582 * cm, 0.4878 + 0.0093 * cm)}\n")
PY
expect 0 "$surefoot" characterize "$work/us.csv" --radiation sound --out "$work/us" --json
python "$work/out" '
a, b = r["mean"]["distance"]["numbers"]
assert r["mean"]["distance"]["type"] == "linear", r["mean"]
assert abs(a - 0.7626) < 0.06 and abs(b - 0.9582) < 0.006, (a, b)
assert 0.035 < r["outliers"]["share"] < 0.06, r["outliers"]
assert 60 < r["lost"] < 110, r["lost"]
assert r["sample_size"]["enough"] in (200, 300), r["sample_size"]
'
said "$work/us/report.html" "Range sensor us"

# The result is used as a sensor in a world.
cat >"$work/world.sdf" <<'SDF'
<sdf version="1.9"><world name="w"><model name="eye"><static>true</static><link name="l">
<sensor name="us" type="sonar"><surefoot:model>us/us.xml</surefoot:model></sensor></link></model></world></sdf>
SDF
expect 0 "$surefoot" check "$work/world.sdf"
sed -i 's|us/us.xml|us/them.xml|' "$work/world.sdf"
expect 2 "$surefoot" check "$work/world.sdf"
said "$work/out" "them.xml"
