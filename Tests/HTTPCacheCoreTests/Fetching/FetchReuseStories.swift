@testable import HTTPCacheCore

extension FetchStories {
  static let reuse: [FetchStory] = [
    FetchStory(
      "§4 a fresh response is served and the origin is not asked",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, end",
      ]),
    FetchStory(
      "what was decided ahead is what is done", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found planned": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, end",
      ]),
    FetchStory(
      "§3 nothing stored: asked, stored, shown as it comes",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "§3 no-store: shown and not kept",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "§4.3.1 a stale response is asked about with its validator",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\"": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "§4.3.3 a 200 takes its place", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60 | ETag: \"2\"": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored (replaced-by-origin)",
      ]),
    FetchStory(
      "§5.2.2.4 no-cache: never served unasked",
      stored: ["Cache-Control: no-cache, max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "§4.1 another variant's tag is asked after as well", "GET", "Accept-Language: de",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\" | Vary: Accept-Language | For: en"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "§5.2.1.7 only-if-cached with nothing stored", "GET", "Cache-Control: only-if-cached",
      steps: [
        "begin": "look up or wait",
        "found": "end not in cache",
      ]),
    FetchStory(
      "only-if-cached while the store can't be used says why", "GET", "Cache-Control: only-if-cached",
      steps: [
        "begin": "look up or wait",
        "found unusable": "end noPermission: warned",
      ]),
    FetchStory(
      "a store that can't be used never keeps a fetch from the network",
      steps: [
        "begin": "look up or wait",
        "found unusable": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "not-keeping": "show 200 network, body to reader",
        "received": "count miss, discard, invalidate /",
        "changed": "end: warned",
      ]),
    FetchStory(
      "RFC 9111 §4.4 what it may have must not answer later, if the answer of the origin outdates it",
      steps: [
        "begin": "look up or wait",
        "lookup-failed": "send GET",
        "200 Cache-Control: no-store": "invalidate /, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "so it is with an answer to HEAD", "HEAD",
      steps: [
        "begin": "look up",
        "lookup-failed": "send HEAD",
        "200 Cache-Control: no-store": "show 200 network, body to reader",
        "received": "count miss, invalidate /",
        "changed": "end: warned",
      ]),
    FetchStory(
      "but an error of the origin outdates nothing",
      steps: [
        "begin": "look up or wait",
        "lookup-failed": "send GET",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "a look-up that fails is a miss with a warning",
      steps: [
        "begin": "look up or wait",
        "lookup-failed": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored, warned",
      ]),
    FetchStory(
      "the cache is off: nothing is looked up, nothing kept", with: { $0.settings.isCacheOff = true },
      steps: [
        "begin": "send GET",
        "200 Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "§9.3.5 of RFC 9110, DELETE: never answered from the store", "DELETE",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "send DELETE",
        "204": "invalidate /, show 204 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end (invalidated-by-unsafe-method)",
      ]),
    FetchStory(
      "policy reload: asked without a validator", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      with: { $0.settings.requestPolicy = .reload },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "policy reload-all: caches on the way stand aside",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""], with: { $0.settings.requestPolicy = .reloadAll },
      steps: [
        "begin": "look up",
        "found 1": "send GET Cache-Control Pragma",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "policy revalidate: asked though fresh", stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      with: { $0.settings.requestPolicy = .revalidate },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "304": "",
        "received": "confirm 1",
        "changed": "open 1",
        "opened": "show 200 revalidated, pass 0-4",
        "passed": "count revalidation, end: stored (validated-by-origin)",
      ]),
    FetchStory(
      "policy cache-only serves what is stale", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.requestPolicy = .cacheOnly },
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end",
      ]),
    FetchStory(
      "policy cache-else-load asks where nothing is stored",
      with: { $0.settings.requestPolicy = .cacheElseLoad },
      steps: [
        "begin": "look up",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 5861 §3 stale-while-revalidate: served, and refreshed by another fetch",
      stored: ["Cache-Control: max-age=1, stale-while-revalidate=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "refresh, open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end",
      ]),
    FetchStory(
      "RFC 9110 §13.1.2 the caller has it: 304 from the store, without a body", "GET", "If-None-Match: \"1\"",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 304 cache, count hit, end (caller-has-it)",
      ]),
    FetchStory(
      "RFC 9110 §14.2 a range of what is stored", "GET", "Range: bytes=1-2",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "opened": "show 206 cache, pass 1-2",
        "passed": "count hit, end (range-served)",
      ]),
    FetchStory(
      "a part cut out of coded content could not be decoded: the whole answers", "GET",
      "Range: bytes=0-2 | Accept-Encoding: gzip",
      stored: ["Cache-Control: max-age=600 | Content-Encoding: gzip"], with: { $0.head.isDecoded = true },
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "passed": "count hit, end (coded-content-is-whole)",
      ]),
    FetchStory(
      "RFC 9110 §15.5.17 a range beyond the end: 416 from the store", "GET", "Range: bytes=9-",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "opened": "show 416 cache, count hit, end (range-not-satisfiable)",
      ]),
    FetchStory(
      "RFC 9110 §9.3.2 HEAD is answered from a stored GET, without a body", "HEAD",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""],
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "opened": "show 200 cache, count hit, end",
      ]),
  ]
}
