#!/usr/bin/env bash
# kick.sh PROGRAM SOURCE_DIR BUILD_DIR
# experiments/kick.yaml, one trial on one engine: the robots kick the ball ahead, stand afterwards, and the report is there.
source "$(dirname "$0")/helpers.bash"

sed -e 's/^trials: .*/trials: 1/' -e 's/^engines: .*/engines: [mujoco]/' "$source_dir/experiments/kick.yaml" >"$work/short.yaml"
expect 0 "$surefoot" experiment "$work/short.yaml" --out "$work/out_folder" --json
cp "$work/out" "$work/out.json"
python "$work/out.json" '
assert r["trials_run"] == 3 and r["errors"] == 0 and r["judged"] == 3, r
for robot in ["ers7", "nao", "qrio"]:
    trial = [t for t in r["trials"] if t["case"] == robot][0]
    metrics = trial["metrics"]
    # Distance and speed are measured independently: the distance must be possible at the largest speed.
    assert 0 < metrics["ball.displacement"] < 8 * metrics["ball.max_speed"], metrics
    assert metrics["ball.x"] > abs(metrics["ball.y"]), metrics
'
said "$work/out_folder/report.html" "Motion of the ball"
