#!/usr/bin/env python3
"""Packs a wheel that installs the program: wheel.py PROGRAM DIRECTORY

The distribution is called httpcache-cli: PyPI's httpcache is another project. A wheel is a zip file with a record of
its files (https://packaging.python.org/specifications/binary-distribution-format/).
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import zipfile

program, directory = sys.argv[1:]
version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1]
machine = platform.machine()
tag = f"manylinux_2_34_{machine}" if sys.platform == "linux" else f"macosx_15_0_{machine}"
info = f"httpcache_cli-{version}.dist-info"
with open("LICENSE", encoding="utf-8") as file:
    licence = file.read()

metadata = f"""Metadata-Version: 2.1
Name: httpcache-cli
Version: {version}
Summary: Says why a response is (not) cached, with the rule and the RFC section
License: MIT
Requires-Python: >=3.8
Description-Content-Type: text/markdown

The command `httpcache`: gets URLs through a cache that follows RFC 9111, judges live and recorded responses, and checks a
site's header fields in a pipeline. `httpcache --help` begins; `python -m httpcache_cli` is the same program.

It loads libcurl from the system when it opens a connection (Debian and Ubuntu: `libcurl4`; RHEL and Amazon Linux: `libcurl`).
"""
wheel = f"""Wheel-Version: 1.0
Generator: httpcache
Root-Is-Purelib: false
Tag: py3-none-{tag}
"""
package = '"""The program httpcache; `python -m httpcache_cli` runs it."""\n'
main = """import os
import sys
import sysconfig

program = os.path.join(sysconfig.get_path("scripts"), "httpcache")
if not os.path.exists(program):
    program = os.path.join(sysconfig.get_path("scripts", f"{os.name}_user"), "httpcache")
try:
    os.execv(program, [program, *sys.argv[1:]])
except OSError as error:
    sys.exit(f"httpcache_cli: {program}: {error.strerror}")
"""
with open(program, "rb") as file:
    binary = file.read()
files = [
    ("httpcache_cli/__init__.py", package.encode(), 0o644),
    ("httpcache_cli/__main__.py", main.encode(), 0o644),
    (f"httpcache_cli-{version}.data/scripts/httpcache", binary, 0o755),
    (f"{info}/METADATA", metadata.encode(), 0o644),
    (f"{info}/WHEEL", wheel.encode(), 0o644),
    (f"{info}/LICENSE", licence.encode(), 0o644),
]
record = ""
for name, content, _ in files:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    record += f"{name},sha256={digest},{len(content)}\n"
files.append((f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode(), 0o644))

path = os.path.join(directory, f"httpcache_cli-{version}-py3-none-{tag}.whl")
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
    for name, content, mode in files:
        # The same program gives the same wheel: no file has a time of its own.
        entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(entry, content)
print(path)
