#!/usr/bin/env bash
# site.sh PROGRAM SOURCE_DIR BUILD_DIR: the site is built without a broken link, within 2 minutes and 30 MB, needs nothing
# from elsewhere, and `surefoot serve` offers it (web/test/docs.mjs).
set -euo pipefail
fail() {
  echo "FAILED: $*" >&2
  exit 1
}
site=$3/docs_site
"$2/tools/docs/make_venv" "$3" >/dev/null
began=$SECONDS
"$2/tools/docs/build_site" --program "$1" --build-dir "$3"
((SECONDS - began <= 120)) || fail "building the site took $((SECONDS - began)) s, at most 120 are allowed"
[[ -e $3/share/surefoot/docs/index.html ]] || fail "the installed layout does not lead to the site"

# A second time there is nothing to do.
began=$SECONDS
"$2/tools/docs/build_site" --program "$1" --build-dir "$3" | grep -q 'up to date' || fail "it was built again"
((SECONDS - began <= 10)) || fail "finding out that it is up to date took $((SECONDS - began)) s"

python3 - "$site" <<'PY' || fail "see above"
import re, sys
from pathlib import Path
site = Path(sys.argv[1])
pages = sorted(site.rglob('*.html'))
assert len(pages) > 100, len(pages)
elsewhere = re.compile(r'<(?:script|img|link|iframe|source)\b[^>]*?\b(?:src|href)="((?:https?:)?//[^"]+)"')
for page in pages:
    for url in elsewhere.findall(page.read_text(encoding='utf-8')):
        raise SystemExit(f'{page}: takes {url} from elsewhere')
for wanted in ('start/1_first_drive.html', 'reference/generated/commands/serve.html', 'reference/generated/services.html', 'api/index.html',
               'gallery/worlds.html', 'gallery/models.html', 'guides/how_to.html', 'guides/from_gazebo.html', 'search/search_index.json'):
    assert (site / wanted).exists(), wanted
serve = (site / 'reference/generated/commands/serve.html').read_text(encoding='utf-8')
assert '--audit-log' in serve and '8080' in serve, 'options of serve'
pictures = list((site / 'gallery/pictures').iterdir())
assert len(pictures) > 50, len(pictures)
print(f'{len(pages)} pages, {len(pictures)} pictures')
PY
exec node "$2/web/test/docs.mjs" "$1" "$2" "$3"
