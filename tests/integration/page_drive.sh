#!/usr/bin/env bash
# page_drive.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/drive.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test drive "$@"
