"""An S3 server for a test: moto's, behind a check of each request's signature and content, which moto does not make.

usage: s3_server.py PORT PID_FILE [SECONDS]
Listens on 127.0.0.1, and writes the number of its process to PID_FILE once it does. It has a bucket named cache. Its clock
is SECONDS ahead, 0 where none are given.
"""

import hashlib
import hmac
import io
import logging
import os
import re
import sys
import time
from calendar import timegm
from urllib.parse import parse_qsl, quote, unquote_to_bytes

from moto.core import DEFAULT_ACCOUNT_ID
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, MotoRequestHandler, create_backend_app
from moto.s3.models import s3_backends
from werkzeug.serving import make_server
from werkzeug.wrappers import Response

# The secret of each key, and its session token, if it has one.
KEYS = {"AKIAEXAMPLE0": ("secret", None), "ASIAEXAMPLE1": ("secret/1+", "token/1+==")}
AUTHORIZATION = re.compile(
    r"AWS4-HMAC-SHA256 Credential=([^/,]+)/(\d{8}/[^/,]+/s3/aws4_request), ?"
    r"SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})"
)
port, pid_file = int(sys.argv[1]), sys.argv[2]
clock_ahead = int(sys.argv[3]) if len(sys.argv) > 3 else 0


class Refusal(Exception):
    """A request that is not served, with the status and the code that S3 gives it."""


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def check(environ, body):
    """Raises what S3 would answer to a request that is not signed as it should be."""
    headers = {name[5:].replace("_", "-").lower(): value for name, value in environ.items() if name.startswith("HTTP_")}
    for name in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if environ.get(name):
            headers[name.replace("_", "-").lower()] = environ[name]
    if headers.get("transfer-encoding"):
        raise Refusal(411, "MissingContentLength")
    if "authorization" not in headers:
        raise Refusal(403, "AccessDenied")
    parts = AUTHORIZATION.fullmatch(headers["authorization"])
    if not parts:
        raise Refusal(400, "AuthorizationHeaderMalformed")
    key, scope, names, signature = parts.groups()
    names = sorted(names.split(";"))
    if key not in KEYS:
        raise Refusal(403, "InvalidAccessKeyId")
    secret, token = KEYS[key]
    if headers.get("x-amz-security-token") != token:
        raise Refusal(400, "InvalidToken")
    # S3 needs these to be signed.
    if not {"host", *(name for name in headers if name.startswith("x-amz-"))} <= set(names):
        raise Refusal(403, "AccessDenied")
    if "x-amz-content-sha256" not in headers:
        raise Refusal(400, "InvalidRequest")

    # https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
    path, _, query = environ["RAW_URI"].partition("?")
    fields = parse_qsl(query.replace("+", "%2B"), keep_blank_values=True)
    pairs = sorted((quote(name, safe="-_.~"), quote(value, safe="-_.~")) for name, value in fields)
    canonical = "\n".join(
        [environ["REQUEST_METHOD"], quote(unquote_to_bytes(path), safe="/-_.~"), "&".join("=".join(p) for p in pairs)]
        + [f"{name}:{' '.join(headers[name].split())}" for name in names if name in headers]
        + ["", ";".join(names), headers["x-amz-content-sha256"]]
    )
    date = headers.get("x-amz-date", "")
    text = "\n".join(["AWS4-HMAC-SHA256", date, scope, sha256(canonical.encode())])
    mac = ("AWS4" + secret).encode()
    for part in [*scope.split("/"), text]:
        mac = hmac.digest(mac, part.encode(), "sha256")
    if mac.hex() != signature or not date.startswith(scope[:8]):
        raise Refusal(403, "SignatureDoesNotMatch")
    if abs(time.time() + clock_ahead - timegm(time.strptime(date, "%Y%m%dT%H%M%SZ"))) > 900:
        raise Refusal(403, "RequestTimeTooSkewed")
    if headers["x-amz-content-sha256"] not in ("UNSIGNED-PAYLOAD", sha256(body)):
        raise Refusal(400, "XAmzContentSHA256Mismatch")


moto = DomainDispatcherApplication(create_backend_app)


def serve(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    environ["wsgi.input"] = io.BytesIO(body)
    try:
        check(environ, body)
    except Refusal as refusal:
        status, code = refusal.args
        text = f'<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>{code}</Code><Message>{code}</Message></Error>'
        return Response(text, status, content_type="application/xml")(environ, start_response)
    return moto(environ, start_response)


logging.getLogger("werkzeug").setLevel(logging.ERROR)
s3_backends[DEFAULT_ACCOUNT_ID]["aws"].create_bucket("cache", "us-east-1")
server = make_server("127.0.0.1", port, serve, threaded=True, request_handler=MotoRequestHandler)
with open(pid_file, "w") as file:
    file.write(str(os.getpid()))
server.serve_forever()
