#!/bin/sh
# Installs each package in a clean place and uses it there: the tarball in a root of Debian 12 without libcurl, the steps of
# the Dockerfile, the Debian package by lintian, the wheel by pip, the hooks by pre-commit, the formula by ruby.
set -eu
cd "$(dirname "$0")/../.."
work=$PWD/.build/try-packages
# They would name the certificates instead.
unset SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE
rm -rf "$work"
mkdir -p "$work"
servers=
trap 'for server in $servers; do kill "$server" 2>/dev/null || true; done' EXIT

say() { echo "== $1"; }
fail() {
  echo "failed: $1" >&2
  exit 1
}

say "SHA256SUMS"
(cd .build && sha256sum --quiet -c SHA256SUMS)

say "the oldest glibc"
tar -xzf .build/httpcache-*-linux-*.tar.gz -C "$work"
tree=$(echo "$work"/httpcache-*-linux-*)
sh Tests/Tools/oldest_glibc.sh 2.34 "$tree/bin/httpcache" "$tree"/lib/httpcache/*

say "an origin with TLS"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 \
  -keyout "$work/key.pem" -out "$work/certificate.pem" 2>"$work/openssl.log" || fail "openssl: $(tail -n 1 "$work/openssl.log")"
cat >"$work/origin.py" <<'PYTHON'
import http.server, ssl, sys


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("Content-Length", "6")
        self.end_headers()
        self.wfile.write(b"hello\n")

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
PYTHON
mkfifo "$work/port"
python3 "$work/origin.py" "$work/certificate.pem" "$work/key.pem" >"$work/port" &
servers="$servers $!"
read -r port <"$work/port"
url=https://localhost:$port/

# The files of some of Debian 12's packages, and nothing of this machine's.
say "a root of Debian 12 without libcurl"
root=$work/root
mkdir -p "$root/tmp" "$work/debs" "$root/etc" "$root/dev" "$root/cache" "$root/usr/local"
(cd "$work/debs" && apt-get download -qq libc6 libgcc-s1 base-files dash coreutils tar gzip libselinux1 libpcre2-8-0 \
  libacl1 libattr1 libgmp10 passwd libaudit1 libcap-ng0 libcrypt1 libpam0g libsemanage2 libsepol2 libbz2-1.0 debconf \
  libssl3 >/dev/null 2>"$work/apt.log") || fail "apt-get download: $(tail -n 1 "$work/apt.log")"
for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$root"; done
for directory in bin lib sbin lib64; do
  # Debian 12 has one /usr; its packages still name the directories of before.
  [ -d "$root/$directory" ] && [ ! -L "$root/$directory" ] || continue
  mkdir -p "$root/usr/$directory"
  cp -a "$root/$directory/." "$root/usr/$directory/"
  rm -rf "${root:?}/$directory"
  ln -s "usr/$directory" "$root/$directory"
done
ln -sf dash "$root/usr/bin/sh"
echo "127.0.0.1 localhost" >"$root/etc/hosts"
printf 'root:x:0:0::/root:/bin/sh\n' >"$root/etc/passwd"
printf 'root:x:0:\n' >"$root/etc/group"
: >"$root/dev/null"
cp .build/httpcache-*-linux-*.tar.gz "$root/tmp/"

say "the Dockerfile's step there"
step=$(sed -n 's/^RUN \(tar .*\)/\1/p' docs/examples/packaging/Dockerfile)
[ -n "$step" ] || fail "docs/examples/packaging/Dockerfile unpacks no tarball"
chroot "$root" /bin/sh -ec "$step"
chroot "$root" /usr/local/bin/httpcache --version -v | tee "$work/version.txt"
grep -q 'libcurl: .*packed with httpcache' "$work/version.txt" || fail "the packed libcurl was not loaded"
for file in etc/ssl/certs/ca-certificates.crt etc/pki/tls/certs/ca-bundle.crt etc/ssl/cert.pem; do
  mkdir -p "$root/$(dirname "$file")"
  cp "$work/certificate.pem" "$root/$file"
  said=$(chroot "$root" /usr/local/bin/httpcache fetch --cache-dir /cache --policy reload "$url") ||
    fail "the packed libcurl does not read /$file"
  [ "$said" = hello ] || fail "fetch printed: $said"
  rm "$root/$file"
done
if chroot "$root" /usr/local/bin/httpcache fetch --policy reload --cache-dir /cache "$url" >"$work/out.txt" 2>&1; then
  fail "a certificate that nothing vouches for was trusted"
fi
mv "$root/usr/local/lib/httpcache" "$root/usr/local/lib/away"
chroot "$root" /usr/local/bin/httpcache fetch --policy reload --cache-dir /cache "$url" >"$work/out.txt" 2>&1 && fail "there is no libcurl"
grep -q 'install the package libcurl4' "$work/out.txt" || fail "no package was named: $(cat "$work/out.txt")"
[ "$(chroot "$root" /usr/local/bin/httpcache fetch --cache-dir /cache "$url")" = hello ] || fail "a stored response needs no libcurl"

say "here the system's libcurl is preferred"
"$tree/bin/httpcache" --version -v | grep -q "libcurl: .*the system's" || fail "the packed libcurl was loaded"

say "lintian"
lintian --fail-on error .build/httpcache_*.deb

say "the wheel"
python3 -m venv "$work/python"
"$work/python/bin/pip" install --quiet --disable-pip-version-check --no-index .build/httpcache_cli-*.whl
"$work/python/bin/httpcache" --version
[ "$("$work/python/bin/python" -m httpcache_cli --version)" = "$("$work/python/bin/httpcache" --version)" ] ||
  fail "python -m httpcache_cli is another program"

say "the hooks"
if "$work/python/bin/pip" install --quiet --disable-pip-version-check pre-commit >"$work/pip.log" 2>&1; then
  hooks=$work/hooks
  mkdir -p "$hooks" "$work/site"
  cp .pre-commit-hooks.yaml "$hooks/"
  git -C "$hooks" init -q
  git -C "$hooks" add .pre-commit-hooks.yaml
  git -C "$hooks" -c user.name=a -c user.email=a@example.com commit -qm hooks
  git -C "$work/site" init -q
  printf 'HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nDate: Mon, 23 Nov 2026 10:00:00 GMT\r\n\r\n' >"$work/site/good.headers"
  git -C "$work/site" add .
  export PATH="$tree/bin:$PATH" PRE_COMMIT_HOME="$work/pre-commit"
  (cd "$work/site" && "$work/python/bin/pre-commit" try-repo "$hooks" httpcache-headers --all-files) || fail "the hook fails a good head"
  printf 'HTTP/1.1 200 OK\r\nCache-Control: public, max-age=60\r\nSet-Cookie: session=1\r\n\r\n' >"$work/site/bad.headers"
  git -C "$work/site" add .
  if (cd "$work/site" && "$work/python/bin/pre-commit" try-repo "$hooks" httpcache-headers --all-files >"$work/hook.txt"); then
    fail "the hook lets a shared cookie pass"
  fi
else
  echo "not tried: $(tail -n 1 "$work/pip.log")"
fi

say "the formula"
ruby -c docs/examples/packaging/httpcache.rb

echo "each package was installed and used"
