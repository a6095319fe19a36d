#!/usr/bin/env bash
# surefoot experiment as a program: its output, interrupting and continuing, repeating, verdicts, errors.
source "$(dirname "$0")/helpers.bash" "$@"
cd "$work"
export SUREFOOT_REAL_DATA=$work/none

cat >turn.yaml <<'YAML'
title: Turning on the spot
duration: 2
settle: 0.2
trials: 3
engines: [mujoco, ode]
record: [/husky/imu/data]
csv: [/husky/imu/data]
worlds: {flat: flat}
manoeuvres:
  turn: {publish: [{topic: /husky/cmd_vel, rate: 20, fields: {angular.z: 0.5}}]}
metrics:
  imu: {kind: series, topic: /husky/imu/data, field: angular_velocity.z}
  drive: {kind: path, model: husky}
cases:
  turn:
    world: flat
    manoeuvre: turn
    start: {model: husky, pose: [0, 0, 0.14, 0, 0, 0], jitter: [1, 1, 0, 0, 0, 3]}
  clock: {world: flat, manoeuvre: turn, timing: unpaced, record: [], csv: [], trials: 1}
  paced: {world: flat, manoeuvre: turn, timing: paced, record: [], csv: [], trials: 1, duration: 1}
tables:
  - {kind: metrics, title: Turn rates, metrics: [imu.mean, timing.load_percent]}
  - {kind: timing, title: Cost}
figures:
  - {kind: path, title: Paths, model: husky, cases: [turn]}
  - {kind: series, title: Turn rate, case: turn, topic: /husky/imu/data, fields: [angular_velocity.z]}
  - {kind: bars, title: Mean, cases: [turn], metric: imu.mean}
  - {kind: ranges, title: Range, cases: [turn], metrics: [imu]}
YAML

# A complete run.
expect 0 "$surefoot" experiment turn.yaml --out a --json
cp out a.json
python a.json "
assert r['trials_run'] == 10 and r['errors'] == 0 and r['judged'] == 0, r
turns = [t for t in r['trials'] if t['case'] == 'turn']
assert len(turns) == 6
assert all(t['metrics']['imu.count'] == 200 and 0.05 < t['metrics']['imu.mean'] < 0.6 for t in turns)
# Engines have the same noise and the same starts, repetitions do not.
assert len({t['seed'] for t in turns}) == 3
paced = [t for t in r['trials'] if t['case'] == 'paced']
assert all(abs(t['timing']['wall'] - 1.0) < 0.2 for t in paced), paced"
for file in report.html results.json results.csv manifest.json junit.xml trials/turn-ode-002/run.mcap \
  trials/turn-ode-002/husky_imu_data.csv trials/turn-ode-002/trial.json tables/own_1.csv; do
  [[ -s a/$file ]] || fail "a/$file is missing"
done
[[ ! -e a/trials/clock-ode-000/run.mcap ]] || fail "a trial was recorded that should not be"
expect 0 "$surefoot" record-info a/trials/turn-ode-002/run.mcap
said out /husky/imu/data
# The report has no external resources.
! grep -qE '(src|href)="(https?:)?//' a/report.html || fail "the report needs the network"
python3 - <<'PY' || fail "results.csv"
import csv
rows = list(csv.DictReader(open('a/results.csv')))
assert len(rows) == 10 and rows[0]['trial'] == 'turn-mujoco-000' and float(rows[0]['imu.mean']) > 0.05
PY

# Nothing is run a second time; a single unit gives the same result.
before=$(stat -c %Y.%i a/trials/turn-mujoco-000/result.json)
expect 0 "$surefoot" experiment turn.yaml --out a
said err "10 of them finished before"
[[ $before == "$(stat -c %Y.%i a/trials/turn-mujoco-000/result.json)" ]] || fail "run again"
expect 0 "$surefoot" trial a/trials/turn-mujoco-001/trial.json --out unit
python3 - <<'PY' || fail "the unit gave another result"
import json
a, b = (json.load(open(f)) for f in ('a/trials/turn-mujoco-001/result.json', 'unit/result.json'))
for one in (a, b):
  one.pop('timing'), one.pop('sha256')
assert a == b
PY

# A damaged result is not used: only its trial is run again, with a warning that names the file.
python3 - <<'PY'
path = 'a/trials/turn-ode-001/result.json'
text = open(path).read()
at = text.index('"imu.mean": ') + len('"imu.mean": ') + 3
open(path, 'w').write(text[:at] + ('7' if text[at] != '7' else '3') + text[at + 1:])
recording = 'a/trials/turn-ode-002/run.mcap'
data = bytearray(open(recording, 'rb').read())
data[len(data) // 2] ^= 4
open(recording, 'wb').write(data)
PY
expect 0 "$surefoot" experiment turn.yaml --out a
said err "warning: turn-ode-001 is run again: the file 'a/trials/turn-ode-001/result.json' is damaged"
said err "warning: turn-ode-002 is run again: the file 'a/trials/turn-ode-002/run.mcap' is damaged"
said err "8 of them finished before"

# With more cases than before, existing results are kept.
expect 0 "$surefoot" experiment turn.yaml --out a --trials 4 --case turn
said err "6 of them finished before"

# The manifest, and the same numbers from it.
python a/manifest.json "
assert r['version'] and r['command'][1] == 'experiment' and r['machine']['cores'] >= 1
names = [i['path'].rsplit('/', 1)[1] for i in r['inputs']]
assert names[0] == 'turn.yaml' and 'flat.sdf' in names and 'model.sdf' in names, names
assert all(len(i['sha256']) == 64 for i in r['inputs'])
assert all(t['seed'] for t in r['trials'])"
sum=$(sha256sum turn.yaml | cut -d' ' -f1)
said a/manifest.json "$sum"
rm turn.yaml
expect 0 "$surefoot" experiment --repeat a/manifest.json --out b
said err "8 of 8 trials gave the same numbers"
sed -i 's/"numbers_sha256": "./"numbers_sha256": "x/' a/manifest.json
expect 2 "$surefoot" experiment --repeat a/manifest.json --out b
said err "a/manifest.json' is not a manifest, or it is damaged"
# With a corrected checksum, the numbers are compared.
python3 - <<'PY'
import hashlib
end = '\n}\n'
text = open('a/manifest.json').read()
text = text[:text.rindex(',\n "sha256": "')] + end
seal = ',\n "sha256": "' + hashlib.sha256(text.encode()).hexdigest() + '"' + end
open('a/manifest.json', 'w').write(text[:-len(end)] + seal)
PY
expect 1 "$surefoot" experiment --repeat a/manifest.json --out b
said err "0 of 8 trials gave the same numbers"

# Killed during the run: finished trials are kept, and only the others are run.
cat >long.yaml <<'YAML'
worlds: {flat: flat}
cases: {a: {world: flat, trials: 12, duration: 60, record: []}}
YAML
"$surefoot" experiment long.yaml --out c -j 1 2>log & pid=$!
for _ in $(seq 300); do
  compgen -G 'c/trials/*/result.json' >/dev/null && break
  sleep 0.05
done
kill -9 $pid
wait $pid 2>/dev/null || true
sleep 2 # a trial that was running may finish by itself
done_before=$(find c -name result.json | wc -l)
((done_before >= 1)) || fail "nothing was finished"
find c -name result.json -printf '%p %i\n' | sort >inodes
expect 0 "$surefoot" experiment long.yaml --out c
said err "finished before"
while read -r file inode; do
  [[ $inode == "$(stat -c %i "$file")" ]] || fail "$file was made again"
done <inodes
[[ $(find c -name result.json | wc -l) == 12 ]] || fail "not all trials have a result"

# Interrupted (as by Ctrl-C, which scripts ignore in the background): prints how to continue.
"$surefoot" experiment long.yaml --out d -j 1 2>log & pid=$!
for _ in $(seq 300); do
  compgen -G 'd/trials/*/trial.json' >/dev/null && break
  sleep 0.05
done
kill -TERM $pid
status=0
wait $pid || status=$?
((status == 1)) || fail "exit status $status after the request to stop"
said log "the same command continues"

# Two experiments at once in one folder.
"$surefoot" experiment long.yaml --out e --fresh 2>log & pid=$!
for _ in $(seq 300); do
  compgen -G 'e/trials/*/trial.json' >/dev/null && break
  sleep 0.05
done
expect 2 "$surefoot" experiment long.yaml --out e
said err "another experiment is being run"
kill -TERM $pid
wait $pid || true

# Verdicts: the exit status and the success rate with its interval.
cat >verdict.yaml <<'YAML'
worlds: {flat: flat}
manoeuvres:
  go: {publish: [{topic: /husky/cmd_vel, rate: 20, fields: {linear.x: 0.5}}]}
cases:
  near:
    world: flat
    manoeuvre: go
    duration: 6
    trials: 4
    pass: [{goal: {model: husky, at: [1, 0], within: 0.2}}]
  far:
    world: flat
    manoeuvre: go
    duration: 1
    pass: [{goal: {model: husky, at: [9, 0], within: 0.2}}]
YAML
expect 0 "$surefoot" experiment verdict.yaml --out f --case near
said out "4 of 4"
expect 1 "$surefoot" experiment verdict.yaml --out f --json
python out "
assert r['judged'] == 5 and r['passed'] == 4, r
near, far = r['success_rates']
# Wilson's interval of 4 of 4 and of 0 of 1 at 95 %.
assert abs(near['low'] - 0.5101) < 1e-3 and near['high'] == 1.0, near
assert far['low'] == 0.0 and abs(far['high'] - 0.7935) < 1e-3, far
assert all(t['simulated'] < 4 for t in r['trials'] if t['case'] == 'near')"

# A trial that cannot be run is reported with the reason, and is run again the next time.
cat >broken.yaml <<'YAML'
worlds: {flat: flat}
manoeuvres: {go: {publish: [{topic: /nobody/cmd_vel, fields: {linear.x: 0.5}}]}}
cases:
  bad: {world: flat, manoeuvre: go, duration: 1}
  good: {world: flat, duration: 1}
YAML
expect 1 "$surefoot" experiment broken.yaml --out g
said err "/nobody/cmd_vel"
said out "1 error"
expect 1 "$surefoot" experiment broken.yaml --out g
said err "1 of them finished before"

# Errors with file and line.
printf 'worlds: {flat: flat}\ncases:\n  a: {world: flatt, durations: 3}\n' >wrong.yaml
expect 2 "$surefoot" experiment wrong.yaml
said err "wrong.yaml:3"
said err 'did you mean "flat"'
said err 'did you mean "duration"'
expect 2 "$surefoot" experiment husky_lib
said err husky_lab
expect 2 "$surefoot" experiment wrong.yaml --repeat x.json
expect 2 "$surefoot" experiment --repeat wrong.yaml
said err "not a manifest"
expect 2 "$surefoot" experiment verdict.yaml --real "$work/none" --out h
said err "no folder"
expect 2 "$surefoot" experiment sensor_belief --real "$work" --out h
said err "no cases"
expect 0 "$surefoot" experiment verdict.yaml --list
said out "near-mujoco-003"
