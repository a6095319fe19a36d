#!/usr/bin/env bash
# old_names.sh PROGRAM SOURCE_DIR BUILD_DIR
# Options and keys of --json that were renamed work by their old names, and docs/reference/renamed.md
# lists them.
source "$(dirname "$0")/helpers.bash"
documentation=$source_dir/docs/reference/renamed.md

renamed() {  # renamed OLD NEW VALUE COMMAND ARGS...: both names parse, the old one with a warning
  local old=$1 new=$2 value=$3
  shift 3
  said "$documentation" "\`$old\` | \`$new\` |"
  for name in "$old" "$old=$value"; do
    [[ $value == flag && $name == *=* ]] && continue
    local given=("$name")
    [[ $value == flag || $name == *=* ]] || given+=("$value")
    expect 0 "$surefoot" "$@" "${given[@]}" --only-parse
    said "$work/err" "warning: \"$old\" is now called \"$new\"; write the new name"
    said "$work/err" "until version 0.4"
  done
  given=("$new")
  [[ $value == flag ]] || given+=("$value")
  expect 0 "$surefoot" "$@" "${given[@]}" --only-parse
  [[ ! -s $work/err ]] || fail "a warning for $new"
  # The help has the new name only.
  expect 0 "$surefoot" "$1" --help
  said "$work/out" "$new"
  ! grep -qE -- "$old( |,|$)" "$work/out" || fail "the help of $1 has $old"
}

renamed --every --interval 2 gap --real x
renamed --close --close-gap flag gap --real x
renamed --reference-deviation --reference-stddev 0.01 gap --real x
renamed --bin --bin-width 0.5 characterize x.csv
renamed --from --min-height 0.1 map flat
renamed --to --max-height 0.5 map flat
renamed --slope --max-slope 20 map flat

# After -- the words are not options.
expect 0 "$surefoot" characterize -- --bin --only-parse
[[ ! -s $work/err ]] || fail "a file was taken for an option"

# Keys of JSON have both names.
both() {  # both OLD NEW: in the output of the last command
  said "$documentation" "\`$1\` | \`$2\` |"
  python3 - "$work/out" "$1" "$2" <<'PYTHON' || fail "$1 and $2 differ or are missing"
import json, sys

def objects(value):
    if isinstance(value, dict):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(item)

path, old, new = sys.argv[1:]
found = [item for item in objects(json.load(open(path))) if old in item or new in item]
assert found and all(item[old] == item[new] for item in found), found
PYTHON
}

expect 0 "$surefoot" info --json
both usual_rate_hz default_rate_hz
both takes subscribes
both gives publishes
expect 0 "$surefoot" run "$source_dir/worlds/flat.sdf" --duration 0.05 --quiet --json --record "$work/flat.mcap"
both has_its_joints controls_joints
expect 0 "$surefoot" record-info "$work/flat.mcap" --json
both why_not_readable unreadable_reason

# Metrics of a server, by surefoot/gateways/metrics.cc; gateways/metrics tests their values.
grep -oE '"surefoot_\w+", "surefoot_\w+"' "$source_dir/surefoot/gateways/metrics.cc" |
  sed -E 's/"(\w+)", "(\w+)"/\2 \1/' | while read -r old new; do said "$documentation" "\`$old\` | \`$new\` |"; done

# The page has no row that nothing above or tests/experiment/old_names_test.cc checks: each old name
# occurs in the code that accepts it.
grep -oE '^\| [^|]*\| `[^`]+` \| `[^`]+` \|' "$documentation" | sed -E 's/.*\| `([^`]+)` \| `[^`]+` \|/\1/' | sort -u |
  while read -r old; do
    grep -rqF --include=*.cc --include=*.h --exclude-dir=test -- "\"${old}\"" "$source_dir/surefoot" ||
      fail "nothing accepts $old"
  done

# An experiment prints the warning with file and line.
cat >"$work/old.yaml" <<'YAML'
surefoot: 1
worlds: {flat: flat}
manoeuvres:
  go:
    publish:
      - topic: /husky/cmd_vel
        fields: {linear.x: 0.5}
        between: hold
cases:
  one: {world: flat, manoeuvre: go, duration: 0.1}
YAML
expect 0 "$surefoot" experiment "$work/old.yaml" --list
said "$work/err" 'old.yaml:8'
said "$work/err" '"between" is now called "interpolation"'
expect 0 "$surefoot" experiment "$work/old.yaml" --list --quiet
[[ ! -s $work/err ]] || fail "--quiet prints warnings"

# A world, in run and in check.
sed 's/min_force/least_force/; t; s/<max_lean>/<most_lean>/' "$source_dir/worlds/sensors.sdf" >"$work/world.sdf"
sed -i 's/type="overhead_tracker"/type="overlord"/' "$work/world.sdf"
expect 0 "$surefoot" check "$work/world.sdf"
said "$work/out" '"overlord" is now called "overhead_tracker"'
expect 0 "$surefoot" run "$work/world.sdf" --duration 0.01
said "$work/err" '"overlord" is now called "overhead_tracker"'

# The Python module: the old argument warns before it connects.
status=0
PYTHONPATH=$source_dir/clients/python python3 -W error::DeprecationWarning -c '
from surefoot.robot_link import connect
connect("usarsim://127.0.0.1:1/P2DX", patience=0.1)' 2>"$work/err" || status=$?
((status != 0)) || fail "connect accepts patience without a warning"
said "$work/err" "patience is now called timeout; the old name is accepted until version 0.4"
