#!/usr/bin/env bash
# page_access.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/access.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test access "$@"
