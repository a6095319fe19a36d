#!/usr/bin/env bash
# page_panels.sh PROGRAM SOURCE_DIR BUILD_DIR
# The panels of the web page in a real browser: tree, inspector, topics, plots, names and roles.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/page.bash"
page_test panels "$@"
