# shellcheck shell=bash
# For the scripts that compare Surefoot's messages with those of other implementations: source it with their arguments, PROGRAM SOURCE_DIR
# BUILD_DIR, and `kind` (Cdr, Json, Ros1). Gives $source_dir, $build_dir, $python with the packages of python_packages.bash,
# and the folder $work, removed at the end, with messages of every type with random contents. At the end:
#   read_theirs    reads the files of the other implementations
set -euo pipefail
source_dir=$2
build_dir=$3
source "$source_dir/tests/integration/python_packages.bash"
python_packages "$build_dir"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# shellcheck disable=SC2154  # The script sets it.
export "SUREFOOT_${kind^^}_SAMPLE_DIR=$work"
"$build_dir/tests/msgs_test" --gtest_filter="${kind}Sample.Write" --gtest_brief=1

read_theirs() { "$build_dir/tests/msgs_test" --gtest_filter="${kind}Sample.ReadTheirs" --gtest_brief=1; }
