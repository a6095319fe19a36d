#!/usr/bin/env bash
# junit.sh PROGRAM SOURCE_DIR BUILD_DIR
# An experiment with a user's controller as a test: exit status, junit.xml as the Python package
# junitparser reads it, controllers that fail, and that no process of them remains.
set -euo pipefail
program=$1
source_dir=$2
build_dir=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

venv=$build_dir/junit_venv
if ! "$venv/bin/python" -c 'import junitparser' 2>/dev/null; then
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
    --require-hashes -r "$source_dir/tests/requirements/junit.txt"
fi

fail() {
  echo "error: $*"
  exit 1
}

# Passes and reports it.
"$program" experiment go_to_goal --out "$work/good" --trials 2 >"$work/good.txt" 2>&1 ||
  { cat "$work/good.txt"; fail "go_to_goal did not pass"; }

# A goal that cannot be reached, and a controller that crashes.
mkdir "$work/bad"
sed -e 's#\.\./examples#'"$source_dir"'/examples#' -e 's/at: \[4, 2.5\]/at: [4, -9]/' \
  "$source_dir/experiments/go_to_goal.yaml" >"$work/bad/far.yaml"
status=0
"$program" experiment "$work/bad/far.yaml" --out "$work/far" --trials 1 >/dev/null 2>&1 || status=$?
[[ $status == 1 ]] || fail "a missed goal gave exit status $status"
echo 'import sys; sys.stdin.readline(); print("{}"); sys.exit("lost <all> & more")' >"$work/bad/crash.py"
sed -e 's#program: .*#program: [python3, crash.py]#' -e 's#\.\./examples#'"$source_dir"'/examples#' \
  "$source_dir/experiments/go_to_goal.yaml" >"$work/bad/crash.yaml"
status=0
"$program" experiment "$work/bad/crash.yaml" --out "$work/crash" --trials 1 >/dev/null 2>&1 || status=$?
[[ $status == 1 ]] || fail "a crash of the controller gave exit status $status"

SUREFOOT_JUNIT_SAMPLE=$work/sample.xml "$build_dir/tests/evaluation_run_test" \
  --gtest_filter=Junit.WriteSample --gtest_brief=1
"$venv/bin/python" "$source_dir/tests/integration/junit.py" "$work"
