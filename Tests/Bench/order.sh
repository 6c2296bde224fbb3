#!/bin/sh
# Writes start-up.order: the functions that hits call, which the linker puts side by side, so that a process touches few
# pages. For `make order`, which gives the program with its symbols; functions that have gone meanwhile do no harm.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "$1")
seed=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset HTTPCACHE_DIR HTTPCACHE_CAPACITY

# called ARGUMENT...: adds the functions of the program that a run with these arguments calls.
called() {
  valgrind -q --tool=callgrind --demangle=no --compress-strings=no --callgrind-out-file="$work/calls" \
    "$program" "$@" >/dev/null
  awk -v program="$program" '/^ob=/ { ours = index($0, program) } /^fn=/ && ours { print substr($0, 4) }' "$work/calls" |
    sed "s/'[0-9]*$//" | grep -v '^0x\|^(' >>"$work/names"
}

python3 "$here/corpus.py" lines 200 | "$seed" --cache-dir "$work/cache"
echo '{"url":"http://host20.test/path/20?v=6","status":200,"response":[["Content-Type","text/css"],
["Cache-Control","max-age=86400"],["ETag","\"20\""],["Server","seed"]],"body_bytes":300}' | tr -d '\n' |
  "$seed" --cache-dir "$work/cache"
url='http://host20.test/path/20?v=6'
"$program" fetch --cache-dir "$work/cache" --expect source=cache "$url" >/dev/null
called fetch --cache-dir "$work/cache" "$url"
called fetch --cache-dir "$work/cache" --json "$url"
LC_ALL=C sort -u "$work/names" >"$here/start-up.order"
