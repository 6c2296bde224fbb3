@testable import HTTPCacheCore

extension FetchStories {
  static let storing: [FetchStory] = [
    FetchStory(
      "what may not be stored takes the place of all that would answer the next equal request",
      stored: [
        "Cache-Control: max-age=1 | ETag: \"1\"", "Cache-Control: max-age=1 | ETag: \"2\"",
        "Cache-Control: max-age=1 | Vary: Accept-Language | For: de",
      ],
      steps: [
        "begin": "look up or wait",
        "found 1 2 3": "send GET If-None-Match",
        "200 Cache-Control: no-store": "remove 1 + remove 2, show 200 network, body to reader",
        "changed": "",
        "received": "count miss, discard, end: removed (replaced-by-origin)",
      ]),
    FetchStory(
      "RFC 9110 §15.3.7.3 a part that is all of it is stored as the whole", "GET", "Range: bytes=0-",
      steps: [
        "begin": "look up",
        "found": "send GET",
        "206 Content-Range: bytes 0-4/5 | Cache-Control: max-age=60": "keep disk",
        "keeping": "show 206 network, body to reader of 5",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
    FetchStory(
      "RFC 9110 §15.4 Location of a status that is no redirect to follow is told",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "305 Location: /proxy | Cache-Control: no-store": "show 305 network, body to reader",
        "received": "count miss, discard, end (location-not-followed)",
      ]),
    FetchStory(
      "nothing may be written: shown all the same",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "not-keeping": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "the disk is full at the beginning",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "not-keeping full": "show 200 network, body to reader",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "the disk is full in the middle: the reader gets the rest",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "keeping-failed": "",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "a body without length that grows beyond the limit",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "keeping-failed too large": "",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "a length beyond the limit: the beginning is kept in case the transfer is cut",
      with: { $0.settings.maxEntrySize = 3 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk beginning",
        "keeping": "show 200 network, body to reader",
        "received 3": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "and nothing at all without a strong validator", with: { $0.settings.maxEntrySize = 3 },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | Content-Length: 9": "keep disk beginning",
        "keeping": "discard, show 200 network, body to reader",
        "received": "count miss, discard, end: warned",
      ]),
    FetchStory(
      "another exchange brought a newer response, which stays",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed newer": "end (replaced-by-origin)",
      ]),
    FetchStory(
      "what it belongs to was made invalid meanwhile",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed invalidated": "end",
      ]),
    FetchStory(
      "writing fails: what the answer outdates goes all the same",
      stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed full": "remove 1",
        "changed": "end: removed, warned (replaced-by-origin)",
      ]),
    FetchStory(
      "no-store takes away what is stored", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "200 Cache-Control: no-store": "remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed (replaced-by-origin)",
      ]),
    FetchStory(
      "an error of the server takes nothing away", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "500": "show 500 network, body to reader",
        "received": "count miss, discard, end (replaced-by-origin)",
      ]),
    FetchStory(
      "404 is stored by its lifetime in place of the 200", stored: ["Cache-Control: max-age=1 | ETag: \"1\""],
      steps: [
        "begin": "look up or wait",
        "found 1": "send GET If-None-Match",
        "404 Cache-Control: max-age=9": "keep disk",
        "keeping": "show 404 network, body to reader",
        "received 5": "count miss, store 404 of 5",
        "changed": "end: stored (replaced-by-origin)",
      ]),
    FetchStory(
      "a hook keeps it in memory",
      with: {
        $0.willCacheResponse = {
          var kept = $0; kept.storage = .memory; return kept
        }
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep memory",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end",
      ]),
    FetchStory(
      "a hook forbids keeping it", with: { $0.willCacheResponse = { _ in nil } },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "show 200 network, body to reader",
        "received": "count miss, discard, end",
      ]),
    FetchStory(
      "the reader wants no more in the middle: what came is kept as a part",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | ETag: \"1\" | Content-Length: 9": "keep disk",
        "keeping": "show 200 network, body to reader",
        "closed": "",
        "failed cancelled 4": "store 206 of 4",
        "changed": "end reader closed: stored (kept-for-completion)",
      ]),
    FetchStory(
      "the reader wants no more, and the rest could not be asked for",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "closed": "",
        "failed cancelled 4": "discard, end reader closed",
      ]),
    FetchStory(
      "the reader wants no more just as all of it has come",
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60": "keep disk",
        "keeping": "show 200 network, body to reader",
        "closed": "",
        "received 5": "discard, end reader closed",
      ]),
    FetchStory(
      "reload, and the answer may not be kept: what is stored goes",
      stored: ["Cache-Control: max-age=600 | ETag: \"1\""], with: { $0.settings.requestPolicy = .reload },
      steps: [
        "begin": "look up",
        "found 1": "send GET",
        "200 Cache-Control: no-store": "remove 1, show 200 network, body to reader",
        "received": "",
        "changed": "count miss, discard, end: removed",
      ]),
    FetchStory(
      "a hook leaves a field out",
      with: {
        $0.willCacheResponse = {
          var kept = $0; kept.response.head.fields.remove("X-Noise"); return kept
        }
      },
      steps: [
        "begin": "look up or wait",
        "found": "send GET",
        "200 Cache-Control: max-age=60 | X-Noise: 1": "keep disk",
        "keeping": "show 200 network, body to reader",
        "received 5": "count miss, store 200 of 5",
        "changed": "end: stored",
      ]),
  ]
}
