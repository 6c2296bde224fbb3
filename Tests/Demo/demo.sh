#!/bin/sh
# The main job, offline: an origin on this machine, a cache of its own, and each step checked.
set -eu
program=.build/debug/httpcache
work=$(mktemp -d)
HTTPCACHE_DIR=$work/cache
export HTTPCACHE_DIR
unset HTTPCACHE_POLICY HTTPCACHE_CAPACITY HTTPCACHE_READ_ONLY 2>/dev/null || true
mkfifo "$work/url"
.build/debug/test-origin >"$work/url" 2>/dev/null &
origin=$!
trap 'kill $origin 2>/dev/null || true; rm -rf "$work"' EXIT
read -r url <"$work/url"

input=/dev/null

# step TITLE EXPECTED COMMAND...: shows and runs the command; what it prints has to hold the expected text.
step() {
  printf '\n== %s\n$ httpcache' "$1"
  expected=$2
  shift 2
  printf ' %s' "$@"
  printf '\n'
  code=0
  "$program" "$@" <"$input" >"$work/out" 2>&1 || code=$?
  cat "$work/out"
  if [ $code -ne 0 ] || ! tr -s ' \n' ' ' <"$work/out" | grep -q -e "$expected"; then
    printf 'demo: this step is not what it says: exit code %s, wanted "%s"\n' $code "$expected" >&2
    exit 1
  fi
}

step "1. A first fetch goes to the origin, and is stored" "200 from the network, stored" \
  fetch --explain "$url/fresh"
step "2. The second is answered from the cache: no connection is opened" "200 from the cache" \
  fetch --explain --expect source=cache "$url/fresh"
"$program" fetch -q "$url/stale" >/dev/null
step "3. One that has gone stale is confirmed by the origin (304)" "confirmed it (304)" \
  fetch --explain --expect source=revalidated "$url/stale"
step "4. no-store: given to you, and not kept" "no-store forbids" \
  fetch --explain --expect not-stored "$url/no-store"
kill $origin
wait $origin 2>/dev/null || true
step "5. The origin is gone: the stale copy, with the date that it was cached" "served from the cache as of 20" \
  fetch --explain --stale-if-unreachable --expect source=stale "$url/stale"

printf '\n== 6. What an article tells people to send\n'
printf 'Cache-Control:public; max-age=31536000\nExpires: Mon, 25 Jan 2017 17:45:57 GMT\n' >"$work/head"
cat "$work/head"
input=$work/head
step "inspect finds what is wrong with it" "cache-control-not-comma-separated.*expires-weekday-mismatch" \
  inspect --headers -
printf '\ndemo: every step was what it says\n'
