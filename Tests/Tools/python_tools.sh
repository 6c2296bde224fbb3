#!/bin/sh
# Puts what the tests need of PyPI in a virtual environment of their own: a validator of JSON Schema, the schema of
# SARIF 2.1.0 (the source distribution of sarif-om has it), another judge of cache headers, and a server of S3.
set -eu
tools=.build/test-tools
stamp=$tools/complete-3
[ -e "$stamp" ] && exit 0
sh Tests/Tools/need.sh python3=python3 || exit 1
python3 -c 'import ensurepip' 2>/dev/null || sh Tests/Tools/need.sh ensurepip=python3-venv || exit 1
rm -rf "$tools"
python3 -m venv "$tools"
"$tools/bin/pip" install --no-compile --quiet --disable-pip-version-check jsonschema==4.26.0 httplint==2026.10.4 pyyaml==6.0.2 \
	moto==5.2.5 flask==3.1.3 flask-cors==6.0.5
"$tools/bin/pip" download --quiet --disable-pip-version-check --no-deps --no-binary :all: --dest "$tools" sarif-om==1.0.4
tar -xzf "$tools"/sarif_om-1.0.4.tar.gz -C "$tools" --strip-components 1 sarif_om-1.0.4/sarif-2.1.0-rtm.4.json
touch "$stamp"
