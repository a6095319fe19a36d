#!/usr/bin/env bash
# adding_an_engine.sh PROGRAM SOURCE_DIR BUILD_DIR
# An engine is a folder and a line in the registry: without any other change, the dummy of tests/adding is listed, loaded
# and stepped by the program, and the conformance suite runs with it.
source "$(dirname "$0")/helpers.bash"
build_dir=$3
dummy=$build_dir/tests/adding/lib/surefoot/engines/libsurefoot_dummy.so
suite=$build_dir/tests/tests_conformance

# One line, and no file outside of its folder names it.
cd "$source_dir"
[[ $(grep -v '^#' tests/adding/CMakeLists.txt) =~ ^surefoot_engine\(engines/dummy\ [^\)]*\)$ ]] ||
  fail "tests/adding/CMakeLists.txt is more than the engine's line"
elsewhere=$(grep -rlE '(engines?/|engine[ =])dummy' CMakeLists.txt cmake tests tools bench surefoot |
  grep -vE '^tests/(adding/|integration/adding_an_engine.sh$)' || true)
[[ -z $elsewhere ]] || fail "the dummy is named elsewhere: $elsewhere"

mkdir -p "$work/bin" "$work/tests" "$work/lib/surefoot/engines"
cp "$surefoot" "$work/bin/surefoot"
cp "$build_dir"/lib/libsurefoot.so.* "$work/lib/"
cp "$dummy" "$work/lib/surefoot/engines/"
ln -s "$build_dir/share" "$work/share"
export LD_LIBRARY_PATH=$work/lib
surefoot=$work/bin/surefoot

cat >"$work/ball.sdf" <<'SDF'
<sdf version="1.9"><world name="w"><model name="ball"><pose>0 0 100 0 0 0</pose><link name="link">
<collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry></collision></link></model></world></sdf>
SDF

expect 0 "$surefoot" info --json
python "$work/out" '
dummy, = r["engines"]
assert dummy["name"] == "dummy" and dummy["usable"], dummy
assert dummy["dynamics"] == "dummy" and dummy["contact_forces"] == "none", dummy'
expect 0 "$surefoot" info --engine dummy
said "$work/out" "balls that fall through everything"
expect 0 "$surefoot" run "$work/ball.sdf" --engine dummy --duration 0.5 --json
python "$work/out" 'assert r["engine"] == "dummy" and r["steps"] > 0, r'
# Missing capabilities are refused with its own message.
expect 2 "$surefoot" run "$source_dir/worlds/husky_lab.sdf" --engine dummy --duration 0.1
said "$work/err" "a dummy does not"

# The suite finds it, skips capabilities that it lacks, and compares the rest with the table.
cp "$suite" "$work/tests/"
expect 0 "$work/tests/tests_conformance" --engine=dummy --source=dynamics_test.cc --residuals="$work/residuals"
said "$work/residuals" "free_fall.position"
said "$work/residuals" "a dummy does not"
"$source_dir/tools/residual_table" "$work/residuals" >"$work/table"
said "$work/table" "dummy"
