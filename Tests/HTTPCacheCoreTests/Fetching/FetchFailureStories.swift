@testable import HTTPCacheCore

extension FetchStories {
  static let failures: [FetchStory] = [
    FetchStory(
      "a body that can't be opened now leaves the response stored; with cache-only, that is the error",
      stored: ["Cache-Control: max-age=600"], with: { $0.settings.requestPolicy = .cacheOnly },
      steps: [
        "begin": "look up",
        "found 1": "open 1",
        "not-opened now": "end io: warned",
      ]),
    FetchStory(
      "with the network, the origin is asked", stored: ["Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "not-opened now": "send GET",
      ]),
    FetchStory(
      "nor does one that can't be read on now remove it", stored: ["Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "open 1",
        "opened": "show 200 cache, pass 0-4",
        "unread": "end io",
      ]),
    FetchStory(
      "the origin can't be reached",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "failed unreachable": "discard, end unreachable",
      ]),
    FetchStory(
      "what came of a transfer that was cut is kept as a part",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 4": "store 206 of 4",
        "changed": "end cutShort: stored, fetchTheRest (kept-for-completion)",
      ]),
    FetchStory(
      "it can't be kept: the error is the same",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 4": "store 206 of 4",
        "changed full": "end cutShort: warned",
      ]),
    FetchStory(
      "it can't be kept, but a part grew with it",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 4 grown": "store 206 of 4",
        "changed full": "end cutShort: fetchTheRest (kept-for-completion)",
      ]),
    FetchStory(
      "nothing new came: nothing is kept",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 0": "discard, end cutShort",
      ]),
    FetchStory(
      "a part never takes the place of the whole", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 4": "discard, end cutShort (replaced-by-origin)",
      ]),
    FetchStory(
      "no HTTP: nothing is kept of it",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed nonsense 4": "discard, end malformedResponse",
      ]),
    FetchStory(
      "a transfer that ends without a head",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "received": "end malformedResponse",
      ]),
    FetchStory(
      "§4.2.4 stale where the user wishes so and the origin is away",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "failed unreachable": "discard, open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end: warned (served-while-unreachable)",
      ]),
    FetchStory(
      "the wish does not help with another failure", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "failed nonsense": "discard, end malformedResponse",
      ]),
    FetchStory(
      "must-revalidate forbids it", stored: ["Cache-Control: max-age=1, must-revalidate | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "failed unreachable": "discard, end unreachable (unreachable-stale-forbidden)",
      ]),
    FetchStory(
      "the stale body is damaged: the error stands", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "failed unreachable": "discard, open 1",
        "not-opened": "remove 1",
        "changed": "end unreachable: removed, warned",
      ]),
    FetchStory(
      "--policy reload forbids it",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: {
        $0.settings.servesStaleIfUnreachable = true; $0.settings.requestPolicy = .reload
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "failed unreachable": "discard, end unreachable",
      ]),
    FetchStory(
      "so an error of the origin is its answer",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: {
        $0.settings.servesStaleIfUnreachable = true; $0.settings.requestPolicy = .reload
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "RFC 9111 §4.3.2: nothing answers for a condition that only the origin may evaluate", "GET",
      "If-Unmodified-Since: Mon, 12 Jan 2026 06:45:57 GMT",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET",
        "failed unreachable": "discard, end unreachable",
      ]),
    FetchStory(
      "nor for a request with content",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: {
        $0.settings.servesStaleIfUnreachable = true; $0.body = .bytes([1])
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "--policy revalidate: a failure confirms nothing",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: {
        $0.settings.servesStaleIfUnreachable = true; $0.settings.requestPolicy = .revalidate
      },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "failed unreachable": "discard, end unreachable (policy-revalidate)",
      ]),
    FetchStory(
      "nor does an error of the origin",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      with: { $0.settings.requestPolicy = .revalidate },
      steps: [
        "begin": "look up",
        "found 1": "send GET If-None-Match",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end (replaced-by-origin)",
      ]),
    FetchStory(
      "a wish that would have helped is told", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "failed unreachable": "discard, end unreachable: serveStale",
      ]),
    FetchStory(
      "RFC 5861 §4 stale-if-error: a 503 is not shown",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "503": "",
        "received": "open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end (stale-if-error)",
      ]),
    FetchStory(
      "stale-if-error, and the body is damaged: the error is asked for again and shown",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "503": "",
        "received": "open 1",
        "not-opened": "remove 1",
        "changed": "send GET",
        "503": "show 503 network, body to reader",
        "received": "count miss, discard, end: removed, warned",
      ]),
    FetchStory(
      "RFC 5861 §4 an answer that was cut is none: what is stored stands in as long as the reader can give it back",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut 3 revocable": "discard, revoke, open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end: warned (stale-if-error)",
      ]),
    FetchStory(
      "so it does where the origin is away for the second request, behind a 304 for another version",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"2\"": "",
        "received": "send GET",
        "failed unreachable": "discard, open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end: warned (validator-mismatch served-while-unreachable)",
      ]),
    FetchStory(
      "or answers it with an error", stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"2\"": "",
        "received": "send GET",
        "503": "",
        "received": "open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end (validator-mismatch stale-if-error)",
      ]),
    FetchStory(
      "an error says all with its head: what is stored stands in for it, whatever becomes of its body",
      stored: ["Cache-Control: max-age=1, stale-if-error=600 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "503": "",
        "failed nonsense": "open 1",
        "opened": "show 200 stale, pass 0-4",
        "passed": "count hit, end (stale-if-error)",
      ]),
    FetchStory(
      "so does a 304", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "304 ETag: \"1\" | Cache-Control: max-age=60": "",
        "failed cut": "confirm 1",
      ]),
    FetchStory(
      "and a refusal of the rest: the whole is asked for",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "416 Content-Range: bytes */3": "",
        "failed cut": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "and a redirect that is followed: it is not stored, and an old one goes",
      stored: ["301 Location: /old | Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "301 Location: /b | Cache-Control: max-age=60": "keep disk",
        "keeping": "show 301 network, body to nobody",
        "failed wrong Content-Digest": "count miss, discard, remove 1",
        "changed": "leave, look up or wait",
        "found": "send GET",
      ]),
    FetchStory(
      "but one that is cancelled ends the fetch",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "302 Location: /b": "show 302 network, body to nobody",
        "failed cancelled": "discard, end cancelled",
      ]),
    FetchStory(
      "more than may be stored is kept up to the limit, and that is said",
      with: { $0.settings.maxEntrySize = 5 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk beginning",
        "keeping": "show 200 network, body to reader",
        "failed cut 5 full": "store 206 of 5",
        "changed": "end cutShort: stored, raiseLimit(5), warned (kept-for-completion)",
      ]),
    FetchStory(
      "so it is where the next fetch has come no further",
      stored: ["206 Content-Range: bytes 0-4/9 | ETag: \"1\" | Cache-Control: max-age=600"],
      with: { $0.settings.maxEntrySize = 5 },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET Range If-Range",
        "206 Content-Range: bytes 5-8/9 | ETag: \"1\"": "open 1",
        "opened": "keep disk beginning after stored",
        "keeping": "show 200 network, body to reader of 4",
        "failed cut 5 joined 5 full": "discard, end cutShort: raiseLimit(5), warned (combined-parts)",
      ]),
    FetchStory(
      "nothing stands in once bytes are out", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      with: { $0.settings.servesStaleIfUnreachable = true },
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "failed cut": "discard, end cutShort (replaced-by-origin)",
      ]),
  ]
}
