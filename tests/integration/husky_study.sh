#!/usr/bin/env bash
# The study of the article with one command: its tables beside Surefoot's results, and real recordings.
source "$(dirname "$0")/helpers.bash" "$@"
cd "$work"
# Surefoot's terrain, even if the published one is available: its numbers are the same everywhere.
export SUREFOOT_REAL_DATA=$work/none
tests=(--case '*_straight' --case '*_circle')

expect 0 "$surefoot" experiment husky_lab --engine mujoco --list
[[ $(wc -l <out) == 28 ]] || fail "6 tests, on tyres, twice for the clock, and 2 scenarios, twice"
expect 0 "$surefoot" experiment husky_lab --engine mujoco "${tests[@]}" --out a
said err "is not there (SUREFOOT_REAL_DATA)"
python3 - <<'PY' || fail "the tables of the study"
import csv
def table(name):
    rows = list(csv.reader(open(f'a/tables/{name}.csv')))
    return rows[0], {row[0]: row[1:] for row in rows[1:]}
# What is printed stays as printed.
head, t4 = table('table_4')
assert head[1:5] == ['CoppeliaSim', 'Gazebo', 'MORSE', 'Webots'], head
assert t4['ROS Integration'][:4] == ['0.800', '1.000', '1.000', '0.800'], t4
head, t9 = table('table_9')
assert t9['X mean error'][:2] == ['0.16', '0.20'] and t9['Sum'][:2] == ['23.19', '23.43'], t9
head, t10 = table('table_10')
assert t10['Linear acceleration error, six tests (m/s^2)'][:4] == ['247.36', '340.39', '624.23', '359.66']
# The published figures of the real Husky are compared with Surefoot's straight over gravel; nothing was timed.
assert float(t10['Angular velocity error, straight over gravel (rad/s)'][4]) > 0.1
assert t10['Real-time factor, paced'][4] == '-'
head, t11 = table('table_11')
assert t11['Total as printed'][1:5] == ['49.100', '49.087', '32.148', '44.226'], t11
PY

# A "real" drive equal to the simulated one: the error is zero in each of the six tests.
mkdir real
for test in {grass,bumps,gravel}_{straight,circle}; do
  cp "a/trials/$test-mujoco-000/husky_lab_imu_data.csv" "real/$test.csv"
done
expect 0 "$surefoot" experiment husky_lab --engine mujoco "${tests[@]}" --out a --real real
said err "6 of them finished before"
python3 - <<'PY' || fail "real recordings"
import csv
t10 = {row[0]: row[1:] for row in csv.reader(open('a/tables/table_10.csv'))}
for name in ('Angular velocity error, six tests (rad/s)', 'Linear acceleration error, six tests (m/s^2)'):
    assert float(t10[name][4]) < 1e-6, t10[name]
PY
said a/manifest.json real/bumps_circle.csv

# Another one: the error is that of equation (7) for a constant offset on one axis.
python3 - <<'PY'
import csv
rows = list(csv.reader(open('real/grass_straight.csv')))
at = next(i for i, name in enumerate(rows[0]) if name.endswith('angular_velocity.x'))
for row in rows[1:]:
    row[at] = repr(float(row[at]) + 0.25)
csv.writer(open('real/grass_straight.csv', 'w')).writerows(rows)
PY
expect 0 "$surefoot" experiment husky_lab --engine mujoco "${tests[@]}" --out a --real real
python3 - <<'PY' || fail "equation (7)"
import csv
t10 = {row[0]: row[1:] for row in csv.reader(open('a/tables/table_10.csv'))}
assert t10['Angular velocity error, six tests (rad/s)'][4] == '0.25', t10
PY

printf 'time,wx\n0,1\n' >real/grass_straight.csv
expect 2 "$surefoot" experiment husky_lab --engine mujoco "${tests[@]}" --out a --real real
said err grass_straight.csv
