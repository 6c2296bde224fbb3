#!/bin/sh
# A hit against curl from nginx on loopback: medians of processes run in turn, as a ratio.
set -eu
program=.build/release/httpcache
work=$(mktemp -d)
trap 'kill "$(cat "$work/nginx.pid")" 2>/dev/null; rm -rf "$work"' EXIT
chmod 755 "$work" # nginx reads as another user
mkdir "$work/www"
head -c 4096 /dev/urandom >"$work/www/small"
port=$((20000 + $$ % 20000))
cat >"$work/nginx.conf" <<CONF
worker_processes 1; pid $work/nginx.pid; error_log $work/error.log;
events {}
http { access_log off; client_body_temp_path $work/t1; proxy_temp_path $work/t2; fastcgi_temp_path $work/t3;
  uwsgi_temp_path $work/t4; scgi_temp_path $work/t5;
  server { listen 127.0.0.1:$port; root $work/www; add_header Cache-Control max-age=86400; } }
CONF
nginx -c "$work/nginx.conf" -p "$work" 2>/dev/null
url=http://127.0.0.1:$port/small
HTTPCACHE_DIR=$work/cache
export HTTPCACHE_DIR
"$program" fetch --fail --expect stored "$url" >/dev/null
"$program" fetch --expect source=cache "$url" >/dev/null
cc -O2 -o "$work/median" Tests/Bench/median.c
"$work/median" 200 "hit: httpcache fetch" "$program fetch $url" "curl -s, from nginx" "curl -s $url" \
  "hit --json: httpcache fetch --json" "$program fetch --json $url" "httpcache --version" "$program --version"
