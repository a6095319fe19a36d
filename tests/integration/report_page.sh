#!/usr/bin/env bash
# report_page.sh PROGRAM SOURCE_DIR BUILD_DIR
# Pages of a report: their files read by other programs, then the pages in a real browser.
source "$(dirname "$0")/helpers.bash"

sample_page=$3/bin/sample_page
mkdir "$work/pages" "$work/again"
expect 0 timeout 60 "$sample_page" "$work/pages"
expect 0 timeout 60 "$sample_page" "$work/again"
diff -rq "$work/pages" "$work/again" || fail "the same input gave other bytes"
expect 1 "$sample_page" "$work/no/such/folder"

python3 "$source_dir/tests/integration/report_files.py" "$work/pages"
if ! command -v chromium chromium-browser google-chrome >/dev/null; then
  skip "no Chromium to open the pages with"
fi
python3 "$source_dir/tests/integration/report_page.py" "$work/pages"
