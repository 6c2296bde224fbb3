#!/bin/sh
# Every workload against its rivals, run in turn: medians, ratios and peak memory, as a table in Markdown.
# `bench.sh [WORKLOAD...]`: hit, cold, warm, revalidate, secure, big, har, lines, stored, live, remote, trim, many, growth;
# all of them unless told. $BENCH_DIR: where 15 GB are free; $BENCH_MANY: how many responses "many" are (1000000).
# Recorded and stored responses come from corpus.py, which says how they vary.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd .build/release && pwd)
program=$build/httpcache
tools=$(pwd)/.build/bench-tools
many=${BENCH_MANY:-1000000}
work=$(mktemp -d "${BENCH_DIR:-/var/tmp}/bench.XXXXXX")
trap 'kill "$(cat "$work/nginx.pid" 2>/dev/null)" 2>/dev/null; rm -rf "$work"' EXIT
chmod 755 "$work" # nginx reads as another user
unset HTTPCACHE_DIR HTTPCACHE_CAPACITY
cd "$work"

say() { printf '%s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1 || { say "left out, not installed: $1"; return 1; }; }

# row NAME TARGET MEMORY-LIMIT [OURS [RIVAL]]: the line of one comparison, of what `compare` wrote of its first and its second
# command, or of others.
row() {
  awk -v name="$1" -v target="$2" -v limit="$3" -v ours="${4:-1}" -v rival="${5:-2}" '
    NR == ours { time = $1; memory = $2; ratio = $(2 + rival) }
    NR == rival { other = $1 }
    END {
      met = ratio <= target && (limit == "" || memory <= limit) ? "yes" : "no"
      room = limit == "" ? sprintf("%.1f", memory) : sprintf("%.1f, at most %s", memory, limit)
      printf "| %s | %.2f | %.2f | %.2f | %s | %s | %s |\n", name, time, other, ratio, target, room, met }' figures
}

serve() {
  mkdir -p www/f
  for number in $(seq 0 4999); do head -c 4096 /dev/urandom >"www/f/$number"; done
  port=$((20000 + $$ % 20000))
  cat >nginx.conf <<CONF
worker_processes 1; pid $work/nginx.pid; error_log $work/error.log;
events {}
http { access_log off; keepalive_requests 1000000; sendfile on;
  client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$port; root $work/www; add_header Cache-Control max-age=86400;
    location /stale/ { alias $work/www/f/; add_header Cache-Control max-age=0; } } }
CONF
  nginx -c "$work/nginx.conf" -p "$work" 2>/dev/null
  site=http://127.0.0.1:$port
  seq -f "$site/f/%g" 0 4999 >urls
  seq -f "$site/stale/%g" 0 4999 >stale-urls
  sed 's|.*|url = "&"\noutput = "/dev/null"|' urls >curl-null
  sed "s|.*/\(.*\)|url = \"&\"\noutput = \"$work/curl-out/\1\"|" urls >curl-files
  parallel_curl="curl -sS --no-progress-meter --parallel --parallel-max 8 -K"
}

hit() {
  url=$site/f/1
  "$program" fetch --cache-dir one --fail --expect stored "$url" >/dev/null
  "$program" fetch --cache-dir one --expect source=cache "$url" >/dev/null
  swiftc -O -static-stdlib -o hello "$here/hello.swift"
  ./compare 100 "$program fetch --cache-dir one $url" "curl -s $url" "./hello" \
    "$program fetch --cache-dir one --json $url" >figures
  row "hit, against curl" 0.40 12
  row "hit, against a static Swift hello" 1.5 "" 1 3
  row "hit with --json, against the plain hit" 1.25 12 4 1
  has wget || return 0
  ./compare 100 "$program fetch --cache-dir one $url" "wget -q -O- $url" >figures
  row "hit, against wget" 0.80 12
}

cold() {
  ./compare 7 "sh renew.sh cold out && sync;$program fetch -q -Z 8 --cache-dir cold --input-file urls --output-dir out" \
    "sh renew.sh curl-out && sync;$parallel_curl curl-files" >figures
  row "cold batch: 5,000 × 4 KiB stored" 1.15 48
}

warm() {
  "$program" fetch -q -Z 8 --cache-dir warm --input-file urls >/dev/null
  ./compare 15 "$program fetch -Z 8 --json --cache-dir warm --input-file urls" "$parallel_curl curl-null" \
    "./rows read warm/cache.db" >figures
  row "warm batch: 5,000 fresh, --json" 0.30 ""
  row "warm batch, against reading the rows in C" 8 "" 1 3
}

revalidate() {
  "$program" fetch -q -Z 8 --cache-dir stale --input-file stale-urls >/dev/null
  ./compare 15 "$program fetch -q -Z 8 --cache-dir stale --input-file stale-urls" \
    "$parallel_curl curl-null" >figures
  row "revalidate batch: 5,000 × 304" 1.2 ""
}

# 10,000 URLs over TLS and HTTP/2. The second port ends a connection after 100 requests: no URL may be lost by that.
secure() {
  has openssl || return 0
  for number in $(seq 5000 9999); do head -c 4096 /dev/urandom >"www/f/$number"; done
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out certificate.pem 2>/dev/null
  sed -i '$s/ }$//' nginx.conf
  for requests in 1000 100; do
    cat >>nginx.conf <<CONF
  server { listen 127.0.0.1:$((port + requests)) ssl http2; root $work/www; add_header Cache-Control max-age=86400;
    ssl_certificate $work/certificate.pem; ssl_certificate_key $work/key.pem; keepalive_requests $requests; }
CONF
    seq -f "https://127.0.0.1:$((port + requests))/f/%g" 0 9999 >"secure-$requests"
  done
  echo "}" >>nginx.conf
  kill "$(cat nginx.pid)"
  while [ -e nginx.pid ]; do sleep 0.1; done
  nginx -c "$work/nginx.conf" -p "$work" 2>/dev/null
  sed "s|.*/\(.*\)|url = \"&\"\noutput = \"$work/secure-curl-out/\1\"|" secure-1000 >curl-secure
  sed 's|.*|url = "&"\noutput = "/dev/null"|' secure-1000 >curl-secure-null
  ours="$program fetch -q -Z 50 --cacert certificate.pem"
  theirs="curl -sS --no-progress-meter --parallel --parallel-max 50 --cacert certificate.pem -K"
  ./compare 7 "sh renew.sh secure secure-out && sync;$ours --cache-dir secure --input-file secure-1000 --output-dir secure-out --flat" \
    "sh renew.sh secure-curl-out && sync;$theirs curl-secure" >figures
  row "cold batch over TLS and HTTP/2: 10,000 × 4 KiB stored" 1.0 ""
  ./compare 7 "$ours --json --cache-dir secure --input-file secure-1000" "$theirs curl-secure-null" >figures
  row "warm batch over TLS and HTTP/2: 10,000 fresh, --json" 0.35 ""
  got=$($ours --json --cache-dir often --input-file secure-100 | grep -c '"status":200') || true
  say "at keepalive_requests 100: $((10000 - got)) of 10000 lost"
  [ "$got" = 10000 ]
}

big() {
  head -c 1073741824 /dev/urandom >www/big
  limits="--capacity 8G --max-entry-size 2G"
  ./compare 5 "rm -rf cold-big && sync;$program fetch $limits --cache-dir cold-big $site/big" \
    "rm -f file && sync;curl -s -o file $site/big" >figures
  row "1 GiB, cold, stored" 1.2 32
  rm -f file
  ./compare 5 "$program fetch $limits --cache-dir cold-big $site/big" "curl -s $site/big" >figures
  row "1 GiB, hit" 0.6 32
  rm -rf cold-big www/big
}

# made NAME: makes a log (N.har), lines (N.jsonl) or a store (store-N) of N exchanges, unless it has been made.
made() {
  number=${1#store-}
  number=${number%%.*}
  [ -e "$1" ] || case $1 in
    *.har) python3 "$here/corpus.py" har "$number" >"$1" ;;
    *.jsonl) python3 "$here/corpus.py" lines "$number" >"$1" ;;
    # A third of what is recorded may not be stored. Some of it is fresh still, and most of it stale.
    store-*) python3 "$here/corpus.py" lines $((number * 2 + 100)) "$(date +%s)" 100 |
      "$build/seed-cache" --cache-dir "$1" --count "$number" ;;
  esac
}

har() {
  made 100000.har
  ours="$program inspect -q --json --har 100000.har"
  if has node; then
    ./compare 5 "$ours" "node -e JSON.parse(require('fs').readFileSync('100000.har'))" >figures
    row "HAR of 100,000 entries, --json, against JSON.parse in node" 0.6 96
  fi
  "$tools/bin/python" -c "import simdjson" 2>/dev/null ||
    { python3 -m venv "$tools" && "$tools/bin/pip" install -q pysimdjson==7.0.2; } >/dev/null 2>&1 ||
    { say "left out, not installed: pysimdjson"; return 0; }
  printf 'import sys, simdjson\nsimdjson.Parser().load(sys.argv[1])\n' >parse.py
  ./compare 5 "$ours" "$tools/bin/python parse.py 100000.har" >figures
  row "HAR of 100,000 entries, --json, against parsing it by simdjson" 2.5 96
}

# Ten times as many lines as the log has entries.
lines() {
  made 100000.har
  made 1000000.jsonl
  ./compare 3 "$program inspect -q --json --jsonl 1000000.jsonl" "$program inspect -q --json --har 100000.har" >figures
  row "1,000,000 lines, --json, against a HAR log of 100,000 entries" 10 96
}

stored() {
  made 100000.har
  made store-100000
  ./compare 5 "$program inspect -q --json --all --cache-dir store-100000" \
    "$program inspect -q --json --har 100000.har" >figures
  row "inspect --all of 100,000, --json, against a HAR log of as many" 1 96
}

# curl reads the heads only; httpcache reads the sitemap, gets the bodies too, and judges each answer.
live() {
  {
    echo "<urlset>"
    head -n 1000 urls | sed 's|.*|<url><loc>&</loc></url>|'
    echo "</urlset>"
  } >www/sitemap.xml
  head -n 1000 urls | sed 's|.*|url = "&"\noutput = "/dev/null"|' >curl-heads
  got=$("$program" inspect --live -Z 8 --json --sitemap "$site/sitemap.xml" 2>/dev/null | grep -c '"status":200') || true
  [ "$got" = 1000 ]
  ./compare 15 "$program inspect --live -q -Z 8 --json --sitemap $site/sitemap.xml" \
    "curl -sS --no-progress-meter --parallel --parallel-max 8 -I -K curl-heads" >figures
  row "1,000 URLs of a sitemap judged live, against curl -I" 3 48
  head -n 1000 urls >live-urls
  ./compare 15 "$program inspect --live -q -Z 8 --json --input-file live-urls" \
    "curl -sS --no-progress-meter --parallel --parallel-max 8 -I -K curl-heads" >figures
  row "1,000 URLs of a list judged live, against curl -I" 1.5 48
}

# What one machine wrote to a remote cache on nginx is fetched by another, whose cache is empty: two requests a response, against
# curl's one to the origin. And a local hit, with a remote cache named and without.
remote() {
  mkdir -p shared && chmod 777 shared
  sed -i '$s/}$//' nginx.conf
  cat >>nginx.conf <<CONF
  server { listen 127.0.0.1:$((port + 10)); root $work/shared;
    location / { dav_methods PUT; create_full_put_path on; } } }
CONF
  nginx -s reload -c "$work/nginx.conf" -p "$work" 2>/dev/null
  sleep 1
  shared="--remote http://127.0.0.1:$((port + 10))/cache"
  "$program" fetch -q -Z 8 $shared --remote-mode read-write --cache-dir writer --input-file urls >/dev/null
  [ "$(ls shared/cache/cas | wc -l)" = 5000 ]
  ./compare 7 "sh renew.sh cold out && sync;$program fetch -q -Z 8 $shared --cache-dir cold --input-file urls --output-dir out" \
    "sh renew.sh curl-out && sync;$parallel_curl curl-files" >figures
  row "batch from a remote cache: 5,000 × 4 KiB stored" 1.3 48
  "$program" fetch --cache-dir one "$site/f/1" >/dev/null
  ./compare 100 "$program fetch --cache-dir one $shared $site/f/1" "$program fetch --cache-dir one $site/f/1" >figures
  row "local hit, with a remote cache and without" 1.1 12
}

trim() {
  made store-200000
  anew="rm -rf trimmed && cp -r store-200000 trimmed && sync"
  ./compare 5 "$anew;$program trim --max-entries 100000 --cache-dir trimmed" \
    "$anew;./rows delete trimmed/cache.db 100000" >figures
  row "200000 stored: trim of half, against bare SQL" 1.5 ""
  ./compare 5 "$anew;$program trim --all --cache-dir trimmed" "sleep 0.25" >figures
  row "200000 stored: trim --all, against a quarter of a second" 1 ""
  ./compare 15 "$program trim --stale --dry-run --cache-dir store-200000" \
    "$program stats --by freshness --cache-dir store-200000" >figures
  row "200000 stored: trim --stale --dry-run, against stats --by freshness" 2.5 ""
  rm -rf store-200000 trimmed
}

many() {
  limits="--capacity 64G"
  for number in 1000 "$many"; do made "store-$number"; done
  cp -r store-1000 few
  cp -r "store-$many" many
  for directory in few many; do "$program" fetch $limits --cache-dir $directory "$site/f/1" >/dev/null; done
  for work_on in "fetch $limits --cache-dir DIR $site/f/1" \
    "fetch $limits --storage never --cache-dir DIR $site/f/2" "stats --json --cache-dir DIR"; do
    few_command=$(echo "$program $work_on" | sed 's/DIR/few/')
    many_command=$(echo "$program $work_on" | sed 's/DIR/many/')
    ./compare 30 "$many_command" "$few_command" >figures
    case $work_on in *stats*) name=stats ;; *never*) name="a miss" ;; *) name="a hit" ;; esac
    row "$many stored: $name, against 1,000 stored" 1.2 ""
  done
  cp -r many bare
  share=$((many / 100))
  # What is left tells how much is to go, so that each turn removes as much.
  cat >trim.sh <<EOS
left=\$((\$(cat left) - $share))
echo \$left >left
exec "$program" trim -q --max-entries \$left --cache-dir many
EOS
  echo "$many" >left
  ./compare 3 "sh trim.sh" "./rows delete bare/cache.db $share" >figures
  row "$many stored: trim of 1%, against bare SQL" 2 ""
  rm -rf few many bare
}

# How what reads or removes everything grows with its number: the median of three turns, of one from a million on.
growth() {
  echo
  echo "| number | \`inspect --har\`, ms | \`inspect --all\`, ms | \`trim\` of half, ms | \`stats --by freshness\`, ms |"
  echo "| --- | --- | --- | --- | --- |"
  for number in 1000 10000 100000 "$many"; do
    turns=3
    if [ "$number" -ge 1000000 ]; then turns=1; fi
    made "$number.har"
    made "store-$number"
    line="| $number"
    anew="rm -rf trimmed && cp -r store-$number trimmed && sync"
    for command in "$program inspect -q --json --har $number.har" \
      "$program inspect -q --json --all --cache-dir store-$number" \
      "$anew;$program trim --max-entries $((number / 2)) --cache-dir trimmed" \
      "$program stats --by freshness --cache-dir store-$number"; do
      ./compare $turns "$command" >figures
      line="$line | $(awk '{ printf "%.0f", $1 }' figures)"
    done
    echo "$line |"
    rm -rf "$number.har" "store-$number" trimmed
  done
}

for need in nginx curl cc swiftc python3; do has $need || exit 1; done
cc -O2 -o compare "$here/compare.c"
cc -O2 -o rows "$here/rows.c" -lsqlite3
cat >renew.sh <<'EOS'
# Moves aside what the last run left and makes the directories anew: deleting thousands of files slows what follows.
for name in "$@"; do
  if [ -e "$name" ]; then mv "$name" "aside/$(ls aside | wc -l)"; fi
  case $name in *out) mkdir "$name" ;; esac
done
EOS
mkdir aside
serve
echo "| workload | httpcache, ms | rival, ms | ratio | target | MiB | met |"
echo "| --- | --- | --- | --- | --- | --- | --- |"
for workload in ${*:-hit cold warm revalidate secure big har lines stored live remote trim many growth}; do
  # What one has written is not to be brought to the disk while the next is measured.
  sync
  "$workload"
done
