#!/usr/bin/env bash
# installed_package.sh PROGRAM SOURCE_DIR BUILD_DIR
# Using the library from outside: install into a new prefix, build the examples against the
# installed package, and run them from another folder without any environment.
set -euo pipefail
source_dir=$2
build_dir=$3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset SUREFOOT_PATH LD_LIBRARY_PATH

cmake --install "$build_dir" --prefix "$work/prefix" >"$work/install.log" ||
  { cat "$work/install.log"; exit 1; }

# A copy, so that nothing can be found through the source tree.
cp -r "$source_dir/examples" "$work/examples"
mkdir "$work/elsewhere"
cd "$work/elsewhere"
for example in "$work"/examples/*; do
  [[ -f $example/CMakeLists.txt ]] || continue
  cmake -S "$example" -B "$example/build" -G Ninja \
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$work/prefix"
  cmake --build "$example/build"
  name=$(basename "$example")
  "$example/build/${name#*_}"
done
"$work/prefix/bin/surefoot" --help
# The controller of the example is a program that is installed as well.
"$work/prefix/bin/surefoot" experiment go_to_goal --trials 1 --out "$work/results"
