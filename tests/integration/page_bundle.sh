#!/usr/bin/env bash
# page_bundle.sh PROGRAM SOURCE_DIR BUILD_DIR: see web/test/bundle.mjs.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test bundle "$@"
