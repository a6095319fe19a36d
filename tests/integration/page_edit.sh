#!/usr/bin/env bash
# page_edit.sh PROGRAM SOURCE_DIR BUILD_DIR
# Edits on the web page, each with undo; saving and loading again.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test edit "$@"
