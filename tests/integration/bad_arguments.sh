#!/usr/bin/env bash
# bad_arguments.sh PROGRAM SOURCE_DIR BUILD_DIR
# Help, version, and errors for invalid arguments: always exit status 2.
source "$(dirname "$0")/helpers.bash"
world=$source_dir/worlds/flat.sdf

refuses() {  # refuses TEXT ARGS...: exit status 2, the text on standard error, nothing on the other
  local text=$1
  shift
  expect 2 "$surefoot" "$@"
  said "$work/err" "$text"
  [[ ! -s $work/out ]] || fail "standard output for: $*"
}

expect 0 "$surefoot" --help
for text in run check diff render map info Example; do said "$work/out" "$text"; done
expect 0 "$surefoot" --version
said "$work/out" "surefoot 0."
for command in run check diff render info; do
  expect 0 "$surefoot" "$command" --help
  said "$work/out" "Example"
done

refuses 'Usage' # no command
refuses "did you mean 'run'?" rnu "$world"
refuses "there is no command 'dance'" dance
refuses "did you mean '--duration'?" run "$world" --duratoin 3
refuses "did you mean '--version'?" --verison
refuses 'extra' run "$world" extra
refuses 'WORLD' run
refuses '--duration' run "$world" --duration soon
refuses '--duration' run "$world" --duration -1
refuses '--duration' run "$world" --duration nan
refuses '--speed' run "$world" --speed fast
refuses '--speed' run "$world" --speed 0
refuses '--seed' run "$world" --seed -1
refuses '--seed' run "$world" --seed 18446744073709551616
refuses '--step' run "$world" --step 2
refuses '--seed cannot be given with --restore' run "$world" --seed 1 --restore "$work/none"
refuses 'this build has: mujoco' run "$world" --engine magic
refuses 'this build has: mujoco' check "$world" --engine magic
refuses 'JOINT[.AXIS]=MODE:VALUE' run "$world" --command wheel
refuses "did you mean 'front_left_wheel'?" run "$world" --command front_left_weel=velocity:1
refuses 'axis 5' run "$world" --command front_left_wheel.5=velocity:1
refuses 'FILE' check
refuses 'B' diff only_one.mcap

# A failed command does not change an old recording; files that cannot be written or read are named.
echo precious >"$work/old.mcap"
refuses '--command' run "$world" --command nothing=velocity:1 --record "$work/old.mcap"
[[ $(<"$work/old.mcap") == precious ]] || fail "the old recording was overwritten"
refuses 'no_folder/x.mcap' run "$world" --record "$work/no_folder/x.mcap"
refuses 'none' run "$world" --restore "$work/none"
echo nonsense >"$work/nonsense"
refuses 'nonsense' run "$world" --restore "$work/nonsense"
refuses 'another world' run "$source_dir/worlds/empty.sdf" --restore "$(
  "$surefoot" run "$world" --duration 0.01 --quiet --save "$work/flat.snapshot" >/dev/null
  echo "$work/flat.snapshot")"

# A snapshot that cannot be written is a run that failed.
expect 1 "$surefoot" run "$world" --duration 0.01 --quiet --save "$work/no_folder/snapshot"
said "$work/err" 'no_folder/snapshot'
if [[ -w /dev/full ]]; then
  status=0
  "$surefoot" run "$world" --duration 0.01 --quiet --json >/dev/full 2>"$work/err" || status=$?
  ((status == 1)) || fail "a full disk gave exit status $status"
fi
