#!/bin/sh
# Fails where a program or a library needs a glibc above the version: oldest_glibc.sh VERSION FILE...
set -eu
allowed=$1
shift
for file in "$@"; do
  needed=$(readelf -V "$file" | grep -o 'GLIBC_[0-9][0-9.]*' | sort -uV | tail -n 1 | cut -d _ -f 2)
  newest=$(printf '%s\n%s\n' "$needed" "$allowed" | sort -V | tail -n 1)
  if [ "$newest" != "$allowed" ] || readelf -V "$file" | grep -q GLIBC_ABI_DT_RELR; then
    echo "$file needs a glibc newer than $allowed" >&2
    exit 1
  fi
done
