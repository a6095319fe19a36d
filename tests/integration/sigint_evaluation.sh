#!/usr/bin/env bash
# sigint_evaluation.sh PROGRAM SOURCE_DIR BUILD_DIR
# Ctrl-C ends `surefoot gap` and `surefoot calibrate` without a result: exit status 1 as for `surefoot experiment`, not that of
# invalid input, and no files.
source "$(dirname "$0")/helpers.bash"

# Sixty runs of a Warthog of half a minute: the commands are still simulating when the signal arrives.
mkdir "$work/ASPHALT"
python3 - "$work/ASPHALT" <<'END'
import math
import sys

for run in range(60):
    rows = [(0.01 * i, 1.0 + 0.5 * math.sin(0.01 * i * (run + 1))) for i in range(3000)]
    with open(f'{sys.argv[1]}/imu_{run:02}.csv', 'w') as imu, open(f'{sys.argv[1]}/pro_{run:02}.csv', 'w') as wheels:
        imu.write('time,wx,wy,wz,ax,ay,az\n')
        wheels.write('time,velL,velR\n')
        for time, speed in rows:
            imu.write(f'{time:.2f},0,0,{0.3 * (speed - 1.0):.4f},0,0,9.81\n')
            if round(100.0 * time) % 10 == 0:
                wheels.write(f'{time:.2f},1,{speed:.4f}\n')
END

interrupt() {  # interrupt TEXT COMMAND...: the signal is sent when standard error contains the text
  local text=$1 status=0
  shift
  rm -rf "$work/result"
  : >"$work/err"
  # Background jobs of a script ignore SIGINT by default.
  env --default-signal=INT "$surefoot" "$@" --real "$work/ASPHALT" --model warthog --json --out "$work/result" \
    >"$work/out" 2>"$work/err" &
  local pid=$!
  for ((i = 0; i < 1200; ++i)); do
    grep -q "$text" "$work/err" && break
    kill -0 "$pid" 2>/dev/null || fail "$1 ended before the signal: $(<"$work/err")"
    sleep 0.05
  done
  kill -INT "$pid"
  wait "$pid" || status=$?
  ((status == 1)) || fail "$1: exit status $status instead of 1: $(<"$work/err")"
  said "$work/err" "interrupted"
  python "$work/out" 'assert r["ok"] is False and "interrupted" in r["error"], r'
  [[ ! -e $work/result ]] || fail "$1 wrote files"
}

interrupt 'simulated$' gap --contact tyre
interrupt '^calibrate:' calibrate --parameters mu
