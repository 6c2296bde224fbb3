#!/bin/sh
# Copies the system's libcurl, and each library that it needs beside glibc's own, to where the packed program looks for
# them; and the licence of each: bundle.sh LIBRARIES LICENCES
set -eu
libraries=$1
licences=$2
curl=$( { ldconfig -p 2>/dev/null || /sbin/ldconfig -p; } | sed -n 's/.*libcurl\.so\.4 .*=> //p' | head -n 1)
mkdir -p "$libraries" "$licences"
for file in "$curl" $(ldd "$curl" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p'); do
  name=$(basename "$file")
  case $name in libc.so.* | libm.so.* | libresolv.so.* | libdl.so.* | libpthread.so.* | librt.so.* | ld-linux*) continue ;; esac
  cp -L "$file" "$libraries/$name"
  chmod 644 "$libraries/$name"
  # They find each other beside themselves, whatever the machine has.
  patchelf --set-rpath '$ORIGIN' "$libraries/$name"
  # dpkg knows files by the directory before /usr was merged, or after.
  package=$(dpkg-query -S "$(readlink -f "$file")" 2>/dev/null || dpkg-query -S "$(readlink -f "$file" | sed 's|^/usr||')")
  package=${package%%:*}
  cp "/usr/share/doc/$package/copyright" "$licences/$package.txt"
  dpkg-query -W -f='${Package}\t${Version}\t${source:Package}\n' "$package" | head -n 1
done | sort -u >"$licences/packages.tsv"
