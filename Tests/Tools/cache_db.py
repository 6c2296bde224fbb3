"""Makes a Cache.db as Foundation's URLCache lays it out, for the tests: cache_db.py DIRECTORY VARIANT."""
import base64
import os
import plistlib
import shutil
import sqlite3
import sys

NULL = "__CFURLResponseNullTokenString__"
REQUEST_NULL = "__CFURLRequestNullTokenString__"
RECEIVED = 790112558.221  # 2026-01-14T19:42:38Z, in seconds since 2001
BODY_NAME = "0E1E2C37-50C9-4C8E-9D6E-0F6B8A1C2D3E"


def binary(value):
    return plistlib.dumps(value, fmt=plistlib.FMT_BINARY)


def headers(lines, separate=True):
    flat = {}
    for name, value in lines:
        flat[name] = flat[name] + ", " + value if name in flat else value
    if separate:
        values = {}
        for name, value in lines:
            values.setdefault(name, []).append(value)
        flat["__hhaa__"] = "\r\n\r\n" + base64.b64encode(binary(values)).decode()
    return flat


def response(url, status, lines, permuted=False, received=RECEIVED):
    items = [{"_CFURLStringType": 15, "_CFURLString": url}, received, 0, status, headers(lines), 12, "text/css"]
    if permuted:
        items = [items[i] for i in (6, 4, 2, 0, 3, 1, 5)]
    return binary({"Version": 1, "Array": items})


def request(url, method="GET", lines=(), body=None):
    items = [False, {"_CFURLStringType": 15, "_CFURLString": url}, 60.0, 0, REQUEST_NULL, True, 132, REQUEST_NULL,
             REQUEST_NULL, True, False, 0, 0.0, 0.0, 0, -1, REQUEST_NULL, 2, method, headers(list(lines)), REQUEST_NULL,
             [body] if body else REQUEST_NULL]
    return binary({"Version": 9, "Array": items})


def make(directory, variant):
    path = os.path.join(directory, "Cache.db")
    db = sqlite3.connect(path)
    db.execute("PRAGMA auto_vacuum=2")
    db.execute("PRAGMA journal_mode=" + ("DELETE" if variant == "rollback" else "WAL"))
    db.execute("PRAGMA wal_autocheckpoint=0")
    on_fs = "" if variant == "old" else "isDataOnFS INTEGER, "
    partition = "" if variant == "old" else ", partition TEXT"
    db.executescript(f"""
        CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY AUTOINCREMENT UNIQUE, version INTEGER,
          hash_value INTEGER, storage_policy INTEGER, request_key TEXT UNIQUE,
          time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP{partition});
        CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, response_object BLOB, request_object BLOB,
          proto_props BLOB, user_info BLOB);
        CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, {on_fs}receiver_data BLOB);
        CREATE INDEX request_key_index ON cfurl_cache_response(request_key);
        CREATE INDEX time_stamp_index ON cfurl_cache_response(time_stamp);""")
    if variant == "old":
        db.execute("CREATE TABLE cfurl_cache_schema_version(schema_version INTEGER)")
        db.execute("INSERT INTO cfurl_cache_schema_version VALUES(202)")
    else:
        db.execute("PRAGMA user_version=203")

    def add(url, response_object, request_object=None, body=b"abc", is_on_fs=0, user_info=None,
            time="2026-01-14 19:42:38"):
        cursor = db.execute("INSERT INTO cfurl_cache_response(version, hash_value, storage_policy, request_key, time_stamp)"
                            " VALUES(0, -1637691448, 0, ?, ?)", (url, time))
        entry = cursor.lastrowid
        db.execute("INSERT INTO cfurl_cache_blob_data VALUES(?, ?, ?, NULL, ?)",
                   (entry, response_object, request_object or request(url), user_info))
        if variant == "old":
            db.execute("INSERT INTO cfurl_cache_receiver_data VALUES(?, ?)", (entry, body))
        else:
            db.execute("INSERT INTO cfurl_cache_receiver_data VALUES(?, ?, ?)", (entry, is_on_fs, body))

    date = ("Date", "Wed, 14 Jan 2026 19:42:38 GMT")
    fresh = [date, ("Cache-Control", "max-age=3600"), ("Etag", '"1"')]
    url = "https://a.test/"
    add(url + "plain", response(url + "plain", 200, fresh), user_info=binary({"Cached Date": "yesterday", "n": 7, "x": [1]}))
    if variant == "docs":
        page = "https://shop.example/cart"
        add(page, response(page, 500, [date, ("Cache-Control", "max-age=600"), ("Etag", '"1"'), ("Content-Type", "text/plain")]),
            request(page, "GET", [("Authorization", "Bearer s3cret")]))
        db.execute("DELETE FROM cfurl_cache_response WHERE entry_ID = 1")
        db.execute("DELETE FROM cfurl_cache_blob_data WHERE entry_ID = 1")
        db.execute("DELETE FROM cfurl_cache_receiver_data WHERE entry_ID = 1")
    if variant == "full":
        os.mkdir(os.path.join(directory, "fsCachedData"))
        with open(os.path.join(directory, "fsCachedData", BODY_NAME), "wb") as file:
            file.write(b"x" * 5000)
        add(url + "large", response(url + "large", 200, fresh), body=BODY_NAME.encode(), is_on_fs=1)
        add(url + "text-name", response(url + "text-name", 200, fresh), body=BODY_NAME, is_on_fs=1)
        add(url + "lost", response(url + "lost", 200, fresh), body=b"F" * 36, is_on_fs=1)
        add(url + "escape", response(url + "escape", 200, fresh), body=b"../../etc/passwd", is_on_fs=1)
        whole = response(url + "cut", 200, fresh)
        add(url + "cut", whole[:len(whole) // 2])
        add(url + "permuted", response(url + "permuted", 203, fresh, permuted=True))
        add(url + "vary", response(url + "vary", 200, fresh + [("Vary", "Accept"), ("Vary", "Accept-Language")]))
        add(url + "gzip", response(url + "gzip", 200, fresh + [("Content-Encoding", "gzip"), ("Content-Length", "1")]))
        archive = binary({"$archiver": "NSKeyedArchiver", "$version": 100000, "$top": {"root": plistlib.UID(1)},
                          "$objects": ["$null", {"NS.keys": [plistlib.UID(2)], "NS.objects": [plistlib.UID(3)]},
                                       "cache_note", "kept"]})
        add(url + "archived", archive)
        add(url + "archived-info", response(url + "archived-info", 200, fresh), user_info=archive)
        add(url + "strange-info", response(url + "strange-info", 200, fresh), user_info=b"\x00\x01strange")
        add(url + "post", response(url + "post", 200, fresh),
            request(url + "post", "POST", [("Authorization", "Bearer s3cret"), ("Cookie", "id=s3cret")], b"body"))
        add(url + "error", response(url + "error", 500, fresh))
        add("data:,x", response("data:,x", 200, fresh))
        add(url + "late", response(url + "late", 200, fresh, received=0.0), time="2026-01-14 20:42:38")
        add(url + "number", response(url + "number", 200, fresh, received=0.0), time=RECEIVED)
    db.commit()
    if variant == "wal-only":
        # The main file holds its first page alone; every row is in the log, and the index is gone.
        for suffix in ("", "-wal"):
            shutil.copy(path + suffix, os.path.join(directory, "copy.db" + suffix))
        db.close()
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(path + suffix):
                os.remove(path + suffix)
        for suffix in ("", "-wal"):
            os.rename(os.path.join(directory, "copy.db" + suffix), path + suffix)
    elif variant == "live":
        print("ready", flush=True)
        sys.stdin.readline()
        add(url + "second", response(url + "second", 200, fresh))
        print("writing", flush=True)
        sys.stdin.readline()
    else:
        if variant != "rollback":
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.close()


make(sys.argv[1], sys.argv[2])
