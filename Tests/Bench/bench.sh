#!/bin/sh
# Every workload against its rivals, run in turn: medians, ratios and peak memory, as a table in Markdown; then the instructions
# of a hit and of a log's entry, and how the work grows.
# `bench.sh [WORKLOAD...]`: those of $workloads that are named; all of them unless told.
# $BENCH_DIR: where 15 GB are free; $BENCH_ENTRIES: how many entries logs and stores have (100000), and $BENCH_MANY: the largest
# (1000000), less to try a change of this file; $HTTPCACHE: another program to measure than the one in .build/release.
# How long each workload took goes to stderr. A rival that is not installed is named and left out. A row that could not be
# measured is named, too, the others are printed all the same, and the exit code is 1.
# Recorded and stored responses come from corpus.py, which says how they vary.
set -eu
workloads="hit cold warm revalidate mirror deployment secure big har lines heads stored live remote trim many instructions growth"
chosen=" ${*:-$workloads} "
for workload in $chosen; do
  case " $workloads " in *" $workload "*) ;; *) echo "no workload: $workload; there are: $workloads" >&2 && exit 2 ;; esac
done
here=$(cd "$(dirname "$0")" && pwd)
program=$(realpath "${HTTPCACHE:-.build/release/httpcache}")
seed=$(pwd)/.build/release/seed-cache
tools=$(pwd)/.build/bench-tools
entries=${BENCH_ENTRIES:-100000}
many=${BENCH_MANY:-1000000}
work=$(mktemp -d "${BENCH_DIR:-/var/tmp}/bench.XXXXXX")
trap 'kill "$(cat "$work/nginx.pid" 2>/dev/null)" 2>/dev/null; rm -rf "$work"' EXIT
# Some shells don't end as told above where a signal ends them.
trap 'exit 1' HUP INT PIPE TERM
chmod 755 "$work" # nginx reads as another user
unset HTTPCACHE_DIR HTTPCACHE_CAPACITY
cd "$work"

say() { printf '%s\n' "$*" >&2; }
has() { command -v "$1" >/dev/null 2>&1 || { say "left out, not installed: $1"; return 1; }; }

# grouped NUMBER: the number as it is read, 1,000,000.
grouped() { echo "$1" | sed -e ':more' -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/' -e 'tmore'; }
of_entries=$(grouped "$entries")

# has_of_pypi PACKAGE==VERSION: whether the package is in the virtual environment of the rivals, or can be put there.
has_of_pypi() {
  stamp=$tools/complete-$1
  [ -e "$stamp" ] && return
  [ -e "$tools/bin/pip" ] || python3 -m venv "$tools" >/dev/null 2>&1 || :
  "$tools/bin/pip" install -q "$1" >/dev/null 2>&1 && touch "$stamp" || { say "left out, not installed: ${1%%=*}"; return 1; }
}

# failed NAME: remembers what could not be measured.
failed() {
  say "could not be measured: $1"
  echo "$1" >>failed
}

# compare RUNS [PREPARE;]COMMAND ...: writes into `figures` what ./compare says of these commands.
compare() { ./compare "$@" >figures; }

# row NAME TARGET MEMORY-LIMIT [OURS [RIVAL]]: the line of one comparison, of what `compare` wrote of its first and its second
# command, or of others; none where one of them was left out. Without a TARGET, the two do not answer the same.
row() {
  case $(awk -v ours="${4:-1}" -v rival="${5:-2}" 'NR == ours || NR == rival { print $1 }' figures) in
    *-*) return ;;
    *failed*)
      failed "$1"
      echo "| $1 | | | | $2 | | failed |"
      return
      ;;
  esac
  awk -v name="$1" -v target="$2" -v limit="$3" -v ours="${4:-1}" -v rival="${5:-2}" '
    NR == ours { time = $1; memory = $2; ratio = $(2 + rival) }
    NR == rival { other = $1 }
    END {
      met = (target == "" || ratio <= target) && (limit == "" || memory <= limit) ? "yes" : "no"
      if (target == "" && limit == "") met = ""
      room = limit == "" ? sprintf("%.1f", memory) : sprintf("%.1f, at most %s", memory, limit)
      printf "| %s | %.2f | %.2f | %.2f | %s | %s | %s |\n", name, time, other, ratio, target, room, met }' figures
}

# bodies FIRST END: writes files of 4 KiB that no compression makes shorter, the same ones each time.
bodies() {
  python3 -c "
import random
draw = random.Random($1)
for number in range($1, $2):
    with open(f'www/f/{number}', 'wb') as file:
        file.write(draw.randbytes(4096))"
}

# Workloads add servers of their own below `servers`.
serve() {
  mkdir -p www/f servers
  bodies 0 5000
  port=$((20000 + $$ % 20000))
  cat >nginx.conf <<CONF
worker_processes 1; pid $work/nginx.pid; error_log $work/error.log;
events {}
http { access_log off; keepalive_requests 1000000; sendfile on;
  client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$port; root $work/www; add_header Cache-Control max-age=86400;
    location /stale/ { alias $work/www/f/; add_header Cache-Control max-age=0; } }
  include $work/servers/*; }
CONF
  start_nginx
  site=http://127.0.0.1:$port
  seq -f "$site/f/%g" 0 4999 >urls
  seq -f "$site/stale/%g" 0 4999 >stale-urls
  sed 's|.*|url = "&"\noutput = "/dev/null"|' urls >curl-null
  sed "s|.*/\(.*\)|url = \"&\"\noutput = \"$work/curl-out/\1\"|" urls >curl-files
  parallel_curl="curl -sS --no-progress-meter --parallel --parallel-max 8 -K"
}

# start_nginx: starts it, or starts it again with what was added.
start_nginx() {
  if [ -e nginx.pid ]; then kill "$(cat nginx.pid)"; fi
  while [ -e nginx.pid ]; do sleep 0.1; done
  nginx -c "$work/nginx.conf" -p "$work" 2>/dev/null
}

hit() {
  url=$site/f/1
  "$program" fetch --cache-dir one --fail --expect stored "$url" >/dev/null
  "$program" fetch --cache-dir one --expect source=cache "$url" >/dev/null
  hello=$(has swiftc && swiftc -O -static-stdlib -o hello "$here/hello.swift" >&2 && echo ./hello) || :
  wget=$(has wget && echo "wget -q -O- $url") || :
  compare 100 "$program fetch --cache-dir one $url" "curl -s $url" "$hello" \
    "$program fetch --cache-dir one --json $url" "$wget"
  row "hit, against curl" 0.40 12
  row "hit, against a static Swift hello" 1.5 "" 1 3
  row "hit with --json, against the plain hit" 1.25 12 4 1
  row "hit, against wget" 0.80 12 1 5
}

cold() {
  compare 5 "sh renew.sh cold out && sync;$program fetch -q -Z 8 --cache-dir cold --input-file urls --output-dir out" \
    "sh renew.sh curl-out && sync;$parallel_curl curl-files"
  row "cold batch: 5,000 × 4 KiB stored" 1.15 48
}

warm() {
  "$program" fetch -q -Z 8 --cache-dir warm --input-file urls >/dev/null
  compare 9 "$program fetch -Z 8 --json --cache-dir warm --input-file urls" "$parallel_curl curl-null" \
    "./rows read warm/cache.db"
  row "warm batch: 5,000 fresh, --json" 0.35 ""
  row "warm batch, against reading the rows in C" 8 "" 1 3
}

revalidate() {
  "$program" fetch -q -Z 8 --cache-dir stale --input-file stale-urls >/dev/null
  compare 9 "$program fetch -q -Z 8 --cache-dir stale --input-file stale-urls" \
    "$parallel_curl curl-null"
  row "revalidate batch: 5,000 × 304" 1.2 ""
}

# mirrors COMMAND...: the command, if it is installed and refreshes a mirror, named like its program, without writing a file.
mirrors() {
  has "$1" || return 1
  cp -pr www/f "mirror-$1" && touch before && "$@" >&2 && [ -z "$(find "mirror-$1" -type f -cnewer before)" ] ||
    { failed "mirror by $1: it fails, or writes files that have not changed"; return 1; }
  echo "$@"
}

# Files as a mirror has them, of which none has changed: each is asked for with its date or its entity tag, and answered by a 304.
mirror() {
  files="fetch -q -Z 8 --cache-dir mirror --input-file stale-urls --output-dir mirror-out --flat"
  "$program" $files
  aria2c=$(mirrors aria2c -q -j 8 --conditional-get=true --allow-overwrite=true --remote-time=true \
    -d mirror-aria2c -i stale-urls) || :
  wget2=$(mirrors wget2 -q -N --max-threads=8 -P mirror-wget2 -i stale-urls) || :
  compare 5 "$program $files" "$aria2c" "$wget2" "$program revalidate -q -Z 8 --all --cache-dir mirror"
  row "mirror of 5,000 unchanged files: fetch --output-dir, against aria2c" 1.2 48 1 2
  row "mirror of 5,000 unchanged files: fetch --output-dir, against wget2" 1.2 48 1 3
  row "mirror of 5,000 unchanged files: revalidate --all, against aria2c" 1.2 48 4 2
  row "mirror of 5,000 unchanged files: revalidate --all, against wget2" 1.2 48 4 3
}

# The 5,000 files that were deployed, against what the server gives out.
deployment() {
  (cd www/f && sha256sum *) >sums
  cat >deployed.sh <<'EOS'
curl -sS --no-progress-meter --parallel --parallel-max 8 -K curl-files
cd curl-out
exec sha256sum -c --quiet ../sums
EOS
  compare 5 "sync;$program inspect --live -q -Z 8 --expect same-as=www/f $site/f/" \
    "sh renew.sh curl-out && sync;sh deployed.sh" "sync;$parallel_curl curl-null"
  row "5,000 files of a directory against a deployment, against curl --parallel and sha256sum -c" 1.8 48
  row "5,000 files of a directory against a deployment, against curl --parallel alone" 1.8 48 1 3
}

# 10,000 URLs over TLS and HTTP/2. The second port ends a connection after 100 requests: no URL may be lost by that.
secure() {
  has openssl || return 0
  bodies 5000 10000
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out certificate.pem 2>/dev/null
  for requests in 1000 100; do
    cat >"servers/secure-$requests" <<CONF
  server { listen 127.0.0.1:$((port + requests)) ssl http2; root $work/www; add_header Cache-Control max-age=86400;
    ssl_certificate $work/certificate.pem; ssl_certificate_key $work/key.pem; keepalive_requests $requests; }
CONF
    seq -f "https://127.0.0.1:$((port + requests))/f/%g" 0 9999 >"secure-$requests"
  done
  start_nginx
  sed "s|.*/\(.*\)|url = \"&\"\noutput = \"$work/secure-curl-out/\1\"|" secure-1000 >curl-secure
  sed 's|.*|url = "&"\noutput = "/dev/null"|' secure-1000 >curl-secure-null
  ours="$program fetch -q -Z 50 --cacert certificate.pem"
  theirs="curl -sS --no-progress-meter --parallel --parallel-max 50 --cacert certificate.pem -K"
  compare 5 "sh renew.sh secure secure-out && sync;$ours --cache-dir secure --input-file secure-1000 --output-dir secure-out --flat" \
    "sh renew.sh secure-curl-out && sync;$theirs curl-secure"
  row "cold batch over TLS and HTTP/2: 10,000 × 4 KiB stored" 1.0 ""
  compare 5 "$ours --json --cache-dir secure --input-file secure-1000" "$theirs curl-secure-null"
  row "warm batch over TLS and HTTP/2: 10,000 fresh, --json" 0.35 ""
  got=$($ours --json --cache-dir often --input-file secure-100 | grep -c '"status":200') || true
  say "at keepalive_requests 100: $((10000 - got)) of 10000 lost"
  [ "$got" = 10000 ]
}

big() {
  head -c 1073741824 /dev/urandom >www/big
  limits="--capacity 8G --max-entry-size 2G"
  compare 3 "rm -rf cold-big && sync;$program fetch $limits --cache-dir cold-big $site/big" \
    "rm -f file && sync;curl -s -o file $site/big"
  row "1 GiB, cold, stored" 1.2 32
  rm -f file
  compare 5 "$program fetch $limits --cache-dir cold-big $site/big" "curl -s $site/big"
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
      "$seed" --cache-dir "$1" --count "$number" ;;
  esac || { rm -rf "$1" && return 1; }
}
har() {
  made $entries.har
  node=$(has node && echo "node -e JSON.parse(require('fs').readFileSync('$entries.har'))") || :
  simdjson=$(has_of_pypi pysimdjson==7.0.2 && echo "$tools/bin/python parse.py $entries.har") || :
  printf 'import sys, simdjson\nsimdjson.Parser().load(sys.argv[1])\n' >parse.py
  compare 3 "$program inspect -q --json --har $entries.har" "$node" "$simdjson"
  row "HAR of $of_entries entries, --json, against JSON.parse in node" 1.2 96
  row "HAR of $of_entries entries, --json, against parsing it by simdjson" 2.5 96 1 3
  has jq || return 0
  echo 'reduce .log.entries[].response.status as $status ({}; .[$status | tostring] += 1)' >statuses.jq
  cat >controls.jq <<'EOS'
.log.entries[] | [.request.url, (.response.headers[] | select(.name == "Cache-Control") | .value)] | @tsv
EOS
  compare 3 "$program inspect -q --format summary=summary.txt --har $entries.har" "jq -f statuses.jq $entries.har" \
    "jq -r -f controls.jq $entries.har"
  row "HAR of $of_entries entries, the summary, against counting statuses by jq" 1 96
  row "HAR of $of_entries entries, the summary, against listing URLs and Cache-Control by jq" 1 96 1 3
}

lines() {
  made $entries.har
  made $entries.jsonl
  duckdb=$(command -v duckdb) || duckdb=$(has_of_pypi duckdb-cli==1.5.6 && echo "$tools/bin/duckdb") || :
  cat >controls.sql <<EOS
SELECT [field[2] for field in response if lower(field[1]) = 'cache-control'][1] AS control, count(*) AS lines
FROM read_ndjson('$entries.jsonl', columns = {response: 'VARCHAR[][]'}) GROUP BY control ORDER BY lines DESC;
EOS
  echo "exec '$duckdb' -csv <controls.sql" >controls.sh
  compare 3 "$program inspect -q --json --jsonl $entries.jsonl" "$program inspect -q --json --har $entries.har" \
    "${duckdb:+sh controls.sh}"
  row "$of_entries lines, --json, against a HAR log of as many entries" 1 96
  row "$of_entries lines, a verdict for each, against grouping them by Cache-Control in DuckDB" "" "" 1 3
}

# httplint says what a head means; it does not say whether it is reused.
heads() {
  made 1000.jsonl
  head -n 1 1000.jsonl | python3 -c 'import json, sys
entry = json.loads(sys.stdin.read())
lines = ["HTTP/1.1 " + str(entry["status"])] + [": ".join(field) for field in entry["response"]]
print("".join(line + "\r\n" for line in lines), end="\r\n")' >head.txt
  httplint=$(has_of_pypi httplint==2026.10.4 && echo "$tools/bin") || :
  echo "exec '$httplint/httplint' <head.txt" >one.sh
  compare 20 "$program inspect --headers head.txt" "${httplint:+sh one.sh}"
  row "one head, against httplint" 0.1 ""
  compare 3 "$program inspect -q --json --jsonl 1000.jsonl" \
    "${httplint:+$httplint/python $here/lint_heads.py 1000.jsonl}"
  row "1,000 heads, --json, against httplint in one process" 0.2 48
}

stored() {
  made $entries.har
  made store-$entries
  compare 3 "$program inspect -q --json --all --cache-dir store-$entries" \
    "$program inspect -q --json --har $entries.har"
  row "inspect --all of $of_entries, --json, against a HAR log of as many" 1 96
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
  head -n 1000 urls >live-urls
  compare 15 "$program inspect --live -q -Z 8 --json --sitemap $site/sitemap.xml" \
    "curl -sS --no-progress-meter --parallel --parallel-max 8 -I -K curl-heads" \
    "$program inspect --live -q -Z 8 --json --input-file live-urls"
  row "1,000 URLs of a sitemap judged live, against curl -I" 3 48
  row "1,000 URLs of a list judged live, against curl -I" 1.5 48 3 2
}

# What one machine wrote to a remote cache on nginx is fetched by another, whose cache is empty: two requests a response, against
# curl's one to the origin. And a local hit, with a remote cache named and without.
remote() {
  mkdir -p shared && chmod 777 shared
  cat >servers/remote <<CONF
  server { listen 127.0.0.1:$((port + 10)); root $work/shared;
    location / { dav_methods PUT; create_full_put_path on; } }
CONF
  start_nginx
  shared="--remote http://127.0.0.1:$((port + 10))/cache"
  "$program" fetch -q -Z 8 $shared --remote-mode read-write --cache-dir writer --input-file urls >/dev/null
  [ "$(ls shared/cache/cas | wc -l)" = 5000 ]
  compare 5 "sh renew.sh cold out && sync;$program fetch -q -Z 8 $shared --cache-dir cold --input-file urls --output-dir out" \
    "sh renew.sh curl-out && sync;$parallel_curl curl-files"
  row "batch from a remote cache: 5,000 × 4 KiB stored" 1.3 48
  "$program" fetch --cache-dir one "$site/f/1" >/dev/null
  compare 100 "$program fetch --cache-dir one $shared $site/f/1" "$program fetch --cache-dir one $site/f/1"
  row "local hit, with a remote cache and without" 1.1 12
}

trim() {
  stored=$((entries * 2))
  of_stored=$(grouped $stored)
  made "store-$stored"
  anew="rm -rf trimmed && cp -r store-$stored trimmed && sync"
  compare 5 "$anew;$program trim --max-entries $entries --cache-dir trimmed" \
    "$anew;./rows delete trimmed/cache.db $entries"
  row "$of_stored stored: trim of half, against bare SQL" 1.5 ""
  compare 5 "$anew;$program trim --all --cache-dir trimmed" "sleep 0.25"
  row "$of_stored stored: trim --all, against a quarter of a second" 1 ""
  compare 15 "$program trim --stale --dry-run --cache-dir store-$stored" \
    "$program stats --by freshness --cache-dir store-$stored"
  row "$of_stored stored: trim --stale --dry-run, against stats --by freshness" 2.5 ""
  rm -rf store-$stored trimmed
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
    compare 30 "$many_command" "$few_command"
    case $work_on in *stats*) name=stats ;; *never*) name="a miss" ;; *) name="a hit" ;; esac
    row "$(grouped "$many") stored: $name, against 1,000 stored" 1.2 ""
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
  compare 3 "sh trim.sh" "./rows delete bare/cache.db $share"
  row "$(grouped "$many") stored: trim of 1%, against bare SQL" 2 ""
  rm -rf few many bare
}

# counted COMMAND...: how many instructions the command takes, by what was found to count them.
counted() {
  if [ "$counter" = valgrind ]; then
    valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
      awk '/ I +refs:/ { gsub(",", ""); print $NF }'
  else
    perf stat -x, -e instructions:u -o counts "$@" >/dev/null 2>&1
    awk -F, '/instructions/ { print $1 }' counts
  fi
}

# instructions_row NAME INSTRUCTIONS MILLISECONDS SHARES: the line of one of so many equal shares of what was counted.
instructions_row() {
  if grep -q failed figures; then return 1; fi
  awk -v name="$1" -v count="$2" -v time="$3" -v shares="$4" 'BEGIN {
    printf "| %s | %.3f | %.4f |\n", name, count / 1e6 / shares, time / shares }'
}

# Instructions tell what the clock can't on a busy machine. An entry's are those that 4,000 more take.
instructions() {
  counter=valgrind
  if ! has valgrind; then
    has perf || return 0
    counter=perf
    case $(counted true) in ''|*[!0-9]*) say "left out: perf can't count instructions on this machine" && return 0 ;; esac
  fi
  "$program" fetch --cache-dir one --fail --expect stored "$site/f/1" >/dev/null
  made 1000.har
  made 5000.har
  echo
  echo "| instructions, by $counter | millions | ms |"
  echo "| --- | --- | --- |"
  for option in "" --json; do
    hit="$program fetch --cache-dir one $option $site/f/1"
    compare 30 "$hit"
    instructions_row "a hit${option:+ with $option}" "$(counted $hit)" "$(awk '{ print $1 }' figures)" 1
  done
  log="$program inspect -q --json --har"
  compare 5 "$log 1000.har" "$log 5000.har"
  instructions_row "an entry of a HAR log, --json" $(($(counted $log 5000.har) - $(counted $log 1000.har))) \
    "$(awk '{ time[NR] = $1 } END { print time[2] - time[1] }' figures)" 4000
}

# How what reads or removes everything grows with its number: the median of three turns, of one from a million on.
growth() {
  echo
  echo "| number | \`inspect --jsonl\`, ms | its MiB | \`inspect --all\`, ms | its MiB | \`trim\` of half, ms | \`stats --by freshness\`, ms |"
  echo "| --- | --- | --- | --- | --- | --- | --- |"
  for number in $((entries / 100)) $((entries / 10)) "$entries" "$many"; do
    turns=3
    if [ "$number" -ge 1000000 ]; then turns=1; fi
    made "$number.jsonl"
    made "store-$number"
    line="| $(grouped "$number")"
    anew="rm -rf trimmed && cp -r store-$number trimmed && sync"
    for command in "$program inspect -q --json --jsonl $number.jsonl" \
      "$program inspect -q --json --all --cache-dir store-$number" \
      "$anew;$program trim --max-entries $((number / 2)) --cache-dir trimmed" \
      "$program stats --by freshness --cache-dir store-$number"; do
      compare $turns "$command"
      time=$(awk '{ print ($1 == "failed" ? $1 : sprintf("%.0f", $1)) }' figures)
      if [ "$time" = failed ]; then failed "growth, $number: ${command##*"$program "}"; fi
      line="$line | $time"
      case $command in *" inspect "*) line="$line | $(awk '{ print $2 }' figures)" ;; esac
    done
    echo "$line |"
    rm -rf "$number.jsonl" "store-$number" trimmed
  done
}

for need in nginx curl cc python3; do has $need || exit 1; done
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
for workload in $workloads; do
  case $chosen in *" $workload "*) ;; *) continue ;; esac
  # What one has written is not to be brought to the disk while the next is measured.
  sync
  start=$(date +%s)
  # What fails ends its workload, and not the others: `set -e` holds in a subshell unless its exit code is tested in place.
  set +e
  (set -e && "$workload")
  code=$?
  set -e
  if [ $code != 0 ]; then
    failed "the workload $workload, which ended early"
    case $workload in instructions | growth) ;; *) echo "| $workload | | | | | | failed |" ;; esac
  fi
  say "$workload: $(($(date +%s) - start)) s"
done
if [ -e failed ]; then
  say "$(wc -l <failed) could not be measured:"
  sed 's/^/  /' failed >&2
  exit 1
fi
