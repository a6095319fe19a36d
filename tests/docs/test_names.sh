#!/usr/bin/env bash
# test_names.sh PROGRAM SOURCE_DIR BUILD_DIR: the tests that the documentation names exist.
set -euo pipefail
check=$2/tools/docs/check_test_names
"$check" --build-dir "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A name that does not exist is found, of either kind.
mkdir -p "$work/docs/guides" "$work/surefoot" "$work/tests"
for name in serve/rolls Roles.IsNotThere "serve roles"; do
  printf '| claim | test |\n|---|---|\n| a | `%s` |\n' "$name" >"$work/docs/guides/security.md"
  ! "$check" --root "$work" --build-dir "$3" >"$work/out" || { echo "'$name' was accepted" >&2; exit 1; }
  grep -qF "'$name'" "$work/out"
done
