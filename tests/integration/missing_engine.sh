#!/usr/bin/env bash
# missing_engine.sh PROGRAM SOURCE_DIR BUILD_DIR
# An engine whose library is missing or broken is reported, and does not affect the others.
source "$(dirname "$0")/helpers.bash"
build_dir=$3

mkdir -p "$work/bin" "$work/lib/surefoot/engines"
cp "$surefoot" "$work/bin/surefoot"
cp "$build_dir"/lib/libsurefoot.so.* "$work/lib/"
cp "$build_dir"/lib/surefoot/engines/libsurefoot_mujoco.so "$work/lib/surefoot/engines/"
export LD_LIBRARY_PATH=$work/lib
surefoot=$work/bin/surefoot
world=$source_dir/worlds/flat.sdf

expect 0 "$surefoot" info
said "$work/out" "not in this build"
expect 0 "$surefoot" info --json
python "$work/out" '
assert [engine["name"] for engine in r["engines"]] == ["mujoco"], r
assert "bullet" in r["missing_engines"], r'
expect 0 "$surefoot" run "$world" --duration 0.1
expect 2 "$surefoot" run "$world" --duration 0.1 --engine bullet
said "$work/err" "the engine 'bullet' was left out of this build; this build has: mujoco"

echo "not a library" >"$work/lib/surefoot/engines/libsurefoot_bullet.so"
expect 0 "$surefoot" info
said "$work/out" "cannot be loaded"
[[ $(grep -c "cannot be loaded" "$work/out") == 1 ]] || fail "info says more than once why not"
expect 0 "$surefoot" info --json
python "$work/out" '
broken, = [engine for engine in r["engines"] if not engine["usable"]]
assert broken["name"] == "bullet" and "cannot be loaded" in broken["help"], broken
assert not any(c["supported"] or c["remark"] for c in broken["capabilities"].values()), broken'
expect 0 "$surefoot" info --engine bullet
[[ $(grep -c "cannot be loaded" "$work/out") == 1 ]] || fail "info of it says more than once"
expect 2 "$surefoot" run "$world" --duration 0.1 --engine bullet
said "$work/err" "cannot be loaded"
[[ $(grep -c "cannot be loaded" "$work/err") == 1 ]] || fail "run says more than once why not"
expect 0 "$surefoot" run "$world" --duration 0.1
